#include "snac/derive/mailboxes.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace purlin {
namespace {

constexpr std::int64_t kUnplaced = -1;
constexpr std::int64_t kAlignment = 128;  // bytes; a cache line of every GPU we know

std::int64_t aligned(std::int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

std::int64_t folds(const Flow& flow, const Hop& hop) {
  const auto& fold = flow.shape(hop).fold;
  return fold ? fold->count : 1;
}

}  // namespace

std::int64_t packet_bytes(std::int64_t bytes) { return (bytes + 7) / 8 * 16; }

Mailboxes::Mailboxes(const Traffic& traffic, Cutting cutting, std::int64_t half_limit)
    : traffic_(traffic), cutting_(cutting) {
  const std::int64_t capacity = half_limit / cutting_.lanes / kAlignment * kAlignment;
  share();
  place();
  if (cutting_.chunk == 0 && round_bytes_ > capacity) {
    const std::int64_t piece = capacity / 2 / static_cast<std::int64_t>(most_slots_);
    const std::int64_t payload = traffic.style().regime == Regime::packet ? piece / 2 : piece;
    cutting_.chunk = std::max(payload / kAlignment * kAlignment, cutting_.element);
    share();
    place();
  }
  for (const Sharing& sharing : sharings_) rounds_ = std::max(rounds_, sharing.rounds());
  if (round_bytes_ > capacity)
    refusal_ = fmt::format(
        "one round takes {} bytes per lane of a window, but {} lanes share a half of {} bytes ({} each)",
        round_bytes_, cutting_.lanes, half_limit, capacity);
  depth_ = round_bytes_ > 0 ? std::clamp<std::int64_t>(capacity / round_bytes_, 1, rounds_) : rounds_;
}

void Mailboxes::share() {
  sharings_.clear();
  for (const Flow& flow : traffic_.flows()) sharings_.emplace_back(flow, cutting_);
}

void Mailboxes::place() {
  std::vector<std::int64_t> used(static_cast<std::size_t>(traffic_.ranks()));
  std::vector<std::size_t> slots(used.size());
  const auto put = [&](Rank rank, std::int64_t bytes) {
    const auto at = static_cast<std::size_t>(rank.value);
    ++slots[at];
    return (used[at] += bytes) - bytes;
  };
  const auto put_alike = [&](std::span<const Rank> ranks, std::int64_t bytes) {
    std::int64_t offset = 0;
    for (Rank rank : ranks) offset = std::max(offset, used[static_cast<std::size_t>(rank.value)]);
    for (Rank rank : ranks) {
      used[static_cast<std::size_t>(rank.value)] = offset + bytes;
      ++slots[static_cast<std::size_t>(rank.value)];
    }
    return offset;
  };
  const auto slots_of = [&](HopId id) {
    return std::span(slots_).subspan(traffic_.first_reader(id), traffic_.readers(id).size());
  };
  slots_.assign(traffic_.all_readers(), kUnplaced);
  for (int flow = 0; flow < static_cast<int>(traffic_.flows().size()); ++flow) {
    for (int hop = 0; hop < static_cast<int>(traffic_.flow({flow, 0}).hops.size()); ++hop) {
      const HopId id{flow, hop};
      if (!traffic_.hop(id).in_switch) continue;
      std::vector<Rank> givers;
      for (int operand : traffic_.hop(id).operands) givers.push_back(traffic_.hop({flow, operand}).at);
      const std::int64_t bytes = slot_bytes(id), offset = put_alike(givers, bytes);
      for (int operand : traffic_.hop(id).operands) std::ranges::fill(slots_of({flow, operand}), offset);
      std::ranges::fill(slots_of(id), put_alike(traffic_.readers(id), bytes));
    }
    for (int hop = 0; hop < static_cast<int>(traffic_.flow({flow, 0}).hops.size()); ++hop) {
      const HopId id{flow, hop};
      const std::span<const Rank> readers = traffic_.readers(id);
      const Place place = place_of(traffic_.hop(id), traffic_.style());
      if (readers.empty() || place == Place::caller) continue;
      const auto there = slots_of(id);
      if (there.front() != kUnplaced) continue;
      const std::int64_t bytes = slot_bytes(id);
      if (place == Place::own_window)
        std::ranges::fill(there, put(traffic_.hop(id).at, bytes));
      else
        std::ranges::transform(readers, there.begin(), [&](Rank reader) { return put(reader, bytes); });
    }
  }
  round_bytes_ = *std::ranges::max_element(used);
  most_slots_ = *std::ranges::max_element(slots);
}

std::int64_t Mailboxes::slot_bytes(HopId id) const {
  const std::int64_t bytes = sharing(id.flow).largest_piece();
  const std::int64_t times = folds(traffic_.flow(id), traffic_.hop(id));
  if (traffic_.style().regime != Regime::packet) return aligned(bytes * times);
  // A piece may begin and end inside each dim: so many words are cut short.
  const std::int64_t cuts = 2 * traffic_.flow(id).delivery->destination.dims();
  return aligned((packet_bytes(bytes) + 16 * cuts) * times);
}

std::int64_t Mailboxes::offset(HopId id, std::size_t reader, int lane, std::int64_t round) const {
  const std::int64_t slot = slots_[traffic_.first_reader(id) + reader];
  return (lane * depth_ + round % depth_) * round_bytes_ + slot;
}

}  // namespace purlin
