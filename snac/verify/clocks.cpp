#include "snac/verify/clocks.hpp"

#include <algorithm>
#include <functional>

namespace purlin {
namespace {

std::int64_t key_of(Event event) { return (std::int64_t{event.lane} << 32) | event.index; }

}  // namespace

Clocks::Clocks(const WaitGraph& graph, int ranks)
    : graph_(graph),
      lanes_per_rank_(graph.lanes() / ranks),
      has_packets_(graph.has_packets()),
      now_(static_cast<std::size_t>(graph.lanes() + ranks)),
      views_(now_.size()) {
  const auto nothing = std::make_shared<Clock>(now_.size());
  for (View& view : views_) view = {nothing, nothing, nothing};
}

void Clocks::begin_launch() {
  for (std::int32_t lane = 0; lane < graph_.lanes(); ++lane) {
    const std::int32_t caller = graph_.lanes() + lane / lanes_per_rank_;
    if (lane % lanes_per_rank_ == 0) ++now_[static_cast<std::size_t>(caller)];
    view(lane) = view(caller);
    join(view(lane).acquired, *view(caller).acquired, caller, now(caller));
    view(lane).observed = view(lane).carried = view(lane).acquired;
    if (has_packets_) merge(view(lane).observed, view(caller).observed);
  }
}

void Clocks::pass(Event event) {
  for (const Event& needed : graph_.needs(event)) learn(event.lane, needed);
  const Count now = ++now_[static_cast<std::size_t>(event.lane)];
  if (const int waiters = graph_.waiters(event)) {
    kept_[key_of(event)] = {view(event.lane), now, waiters};
    peak_ = std::max(peak_, static_cast<std::int64_t>(kept_.size()));
  }
}

void Clocks::end_launch() {
  for (std::int32_t lane = 0; lane < graph_.lanes(); ++lane) {
    View& caller = view(graph_.lanes() + lane / lanes_per_rank_);
    join(caller.acquired, *view(lane).acquired, lane, now(lane));
    if (!has_packets_) continue;
    merge(caller.acquired, view(lane).carried);
    join(caller.observed, *view(lane).observed, lane, now(lane));
  }
  for (std::size_t caller = static_cast<std::size_t>(graph_.lanes()); caller < now_.size(); ++caller)
    ++now_[caller];
}

void Clocks::learn(std::int32_t lane, Event from) {
  const auto kept = kept_.find(key_of(from));
  PURLIN_ASSERT(kept != kept_.end());  // the walk keeps to an order
  const Kept& given = kept->second;
  if (!graph_.hands_packets(from)) join(view(lane).acquired, *given.view.acquired, from.lane, given.now);
  if (has_packets_) {
    join(view(lane).observed, *given.view.observed, from.lane, given.now);
    merge(view(lane).carried, given.view.carried);
  }
  if (--kept->second.waiters == 0) kept_.erase(kept);
}

/// Adds what another knew; where that is nothing new, the clock stays shared.
void Clocks::merge(Shared& into, const Shared& other) {
  if (into == other || std::ranges::equal(*other, *into, std::ranges::less_equal())) return;
  if (into.use_count() > 1) into = std::make_shared<Clock>(*into);
  for (std::size_t i = 0; i < into->size(); ++i) (*into)[i] = std::max((*into)[i], (*other)[i]);
}

/// Adds what `lane` knew when it passed its event `now`.
void Clocks::join(Shared& into, const Clock& other, std::int32_t lane, Count now) {
  const auto at = static_cast<std::size_t>(lane);
  if ((*into)[at] >= now) return;  // known already, and all before it
  if (into.use_count() > 1) into = std::make_shared<Clock>(*into);
  Count* mine = into->data();
  const Count* theirs = other.data();
  for (std::size_t i = 0; i < into->size(); ++i) mine[i] = std::max(mine[i], theirs[i]);
  (*into)[at] = now;
}

bool Clocks::acquired(std::int32_t lane, Count count, std::int32_t here) const {
  return lane == here || (*view(here).acquired)[static_cast<std::size_t>(lane)] >= count;
}

bool Clocks::observed(std::int32_t lane, Count count, std::int32_t here) const {
  const View& own = view(here);
  const Clock& seen = has_packets_ ? *own.observed : *own.acquired;
  return lane == here || seen[static_cast<std::size_t>(lane)] >= count;
}

}  // namespace purlin
