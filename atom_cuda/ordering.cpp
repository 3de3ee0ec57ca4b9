#include "atom_cuda/ordering.hpp"

#include <algorithm>

namespace purlin::cuda {
namespace {

constexpr std::size_t kMostPending = 256;

std::int64_t packet_bytes(const Block& shape) { return (shape.bytes() + 7) / 8 * 16; }

bool is_data(const Action& action) {
  return !std::holds_alternative<Notify>(action.what) && !std::holds_alternative<Await>(action.what);
}

/// What it sends may let a peer overwrite packets that other threads have yet to take.
bool sends_packets(const Action& action) {
  if (const auto* take = std::get_if<TakePackets>(&action.what))
    return std::ranges::any_of(take->destinations, [](const auto& end) {
      return std::holds_alternative<TakePackets::Packets>(end);
    });
  return std::holds_alternative<PutPackets>(action.what);
}

}  // namespace

std::vector<Ordering::Access> Ordering::accesses_of(const Action& action) {
  std::vector<Access> all;
  const auto span = [&](const Span& s, bool writes) {
    if (s.block.bytes() > 0) all.push_back({s.buffer, s.rank, s.block.offset, s.block.end(), writes});
  };
  const auto packets = [&](Rank rank, std::int64_t offset, const Block& shape, bool writes) {
    all.push_back({BufferKind::packet_window, rank, offset, offset + packet_bytes(shape), writes});
  };
  const auto end = [&](const TakePackets& take, const TakePackets::End& e, bool writes) {
    if (const auto* s = std::get_if<Span>(&e)) return span(*s, writes);
    const auto& p = std::get<TakePackets::Packets>(e);
    packets(p.rank, p.offset, take.shape, writes);
  };
  std::visit(Overloaded{[&](const Stage& s) { span(s.from, false), span(s.to, true); }, [](const Notify&) {},
                        [](const Await&) {},
                        [&](const Consume& c) {
                          for (const Span& s : c.sources) span(s, false);
                          for (const Span& s : c.destinations) span(s, true);
                        },
                        [&](const PutPackets& p) {
                          span(p.source, false);
                          for (const auto& t : p.targets) packets(t.rank, t.offset, p.source.block, true);
                        },
                        [&](const TakePackets& t) {
                          for (const auto& e : t.sources) end(t, e, false);
                          for (const auto& e : t.destinations) end(t, e, true);
                        }},
             action.what);
  return all;
}

bool Ordering::depends_on_pending(const Action& action, const std::vector<Access>& accesses) const {
  if (std::holds_alternative<Await>(action.what)) return false;
  if (std::holds_alternative<Notify>(action.what)) return data_pending_ || wait_pending_;
  if (wait_pending_ || (take_pending_ && sends_packets(action))) return true;
  if (pending_.size() + accesses.size() > kMostPending) return true;
  return std::ranges::any_of(accesses, [&](const Access& a) {
    return std::ranges::any_of(pending_, [&](const Access& b) {
      return (a.writes || b.writes) && a.buffer == b.buffer && a.rank == b.rank && a.first < b.last &&
             b.first < a.last;
    });
  });
}

Ordering::Needs Ordering::before(const Action& action) {
  const std::vector<Access> accesses = accesses_of(action);
  Needs needs;
  needs.sync = depends_on_pending(action, accesses);
  if (needs.sync) met();
  if (std::holds_alternative<Notify>(action.what)) {
    needs.fence = !fenced_;
    fenced_ = true;
    return needs;
  }
  fenced_ = false;
  if (!is_data(action)) return wait_pending_ = true, needs;
  data_pending_ = true;
  take_pending_ = take_pending_ || std::holds_alternative<TakePackets>(action.what);
  pending_.insert(pending_.end(), accesses.begin(), accesses.end());
  return needs;
}

void Ordering::met() {
  pending_.clear();
  data_pending_ = wait_pending_ = take_pending_ = false;
}

}  // namespace purlin::cuda
