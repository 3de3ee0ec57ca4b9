#include "snac/derive/window_plan.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace purlin {
namespace {

constexpr std::int64_t kAlignment = 128;  // bytes; a cache line of every GPU we know

std::int64_t aligned(std::int64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

std::int64_t folds(const Block& block) {
  return block.fold ? block.fold->count : 1;
}

}  // namespace

WindowPlan::WindowPlan(const Exchange& exchange, Sharing sharing, std::int64_t window_half)
    : sharing_(sharing) {
  collect(exchange);
  const std::int64_t capacity = window_half / sharing_.lanes / kAlignment * kAlignment;
  place();
  if (sharing_.chunk == 0 && round_bytes_ > capacity) {
    std::size_t most = 1;
    for (const auto& staged : staged_) most = std::max(most, staged.size());
    sharing_.chunk =
        std::max(capacity / 2 / static_cast<std::int64_t>(most) / kAlignment * kAlignment, sharing_.element);
    place();
  }
  for (const Transfer& transfer : exchange.transfers)
    for (int lane = 0; lane < sharing_.lanes; ++lane)
      rounds_ = std::max(rounds_, sharing_.rounds(transfer, lane));
  if (round_bytes_ > capacity) {
    refusal_ = fmt::format(
        "one round stages {} bytes per lane, but {} lanes share a window half of {} bytes ({} each)",
        round_bytes_, sharing_.lanes, window_half, capacity);
    return;
  }
  if (round_bytes_ > 0) depth_ = std::min(rounds_, capacity / round_bytes_);
}

void WindowPlan::collect(const Exchange& exchange) {
  staged_.resize(static_cast<std::size_t>(exchange.ranks()));
  by_offset_.resize(staged_.size());
  for (const Transfer& transfer : exchange.transfers)
    for (const Transfer::Source& source : transfer.sources) {
      const std::size_t rank = static_cast<std::size_t>(source.rank.value);
      if (source.rank == transfer.to) continue;
      const auto [first, last] = by_offset_[rank].equal_range(source.block.offset);
      const auto is_same = [&](const auto& entry) {
        return staged_[rank][entry.second].source.block == source.block;
      };
      if (std::any_of(first, last, is_same)) continue;
      by_offset_[rank].emplace(source.block.offset, staged_[rank].size());
      staged_[rank].push_back({source, &transfer});
    }
}

void WindowPlan::place() {
  round_bytes_ = 0;
  for (auto& staged : staged_) round_bytes_ = std::max(round_bytes_, round_bytes_of(staged));
}

std::int64_t WindowPlan::round_bytes_of(std::vector<Staged>& staged) const {
  std::int64_t offset = 0;
  for (Staged& s : staged) {
    s.offset = offset;
    offset += aligned(sharing_.largest_piece(*s.transfer) * folds(s.source.block));
  }
  return offset;
}

const WindowPlan::Staged& WindowPlan::find(const Transfer::Source& source) const {
  const std::size_t rank = static_cast<std::size_t>(source.rank.value);
  const auto [first, last] = by_offset_[rank].equal_range(source.block.offset);
  const auto is_same = [&](const auto& entry) {
    return staged_[rank][entry.second].source.block == source.block;
  };
  const auto found = std::find_if(first, last, is_same);
  PURLIN_ASSERT(found != last);
  return staged_[rank][found->second];
}

std::vector<Span> WindowPlan::pieces(const Transfer::Source& source, Range range, int lane,
                                     std::int64_t round) const {
  std::int64_t offset = (lane * depth_ + round % depth_) * round_bytes_ + find(source).offset;
  std::vector<Span> spans;
  for (const Block& piece : cut(source.block, range)) {
    spans.push_back({BufferKind::window, source.rank, packed(piece, offset)});
    offset += piece.bytes() * folds(piece);
  }
  return spans;
}

}  // namespace purlin
