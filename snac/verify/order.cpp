#include "snac/verify/order.hpp"

#include <algorithm>

namespace purlin {
namespace {

/// Runs every lane as far as it goes; lanes that wait are woken by the event they wait for.
class Linearisation {
 public:
  explicit Linearisation(const WaitGraph& graph)
      : graph_(graph),
        done_(static_cast<std::size_t>(graph.lanes())),
        asleep_(static_cast<std::size_t>(graph.lanes())) {}

  Order run() {
    for (std::int32_t lane = graph_.lanes(); lane-- > 0;) ready_.push_back(lane);
    while (!ready_.empty()) {
      const std::int32_t lane = ready_.back();
      ready_.pop_back();
      advance(lane);
    }
    for (std::int32_t lane = 0; lane < graph_.lanes() && order_.cycle.empty(); ++lane)
      if (done(lane) < graph_.size(lane)) find_cycle(lane);
    return std::move(order_);
  }

 private:
  struct Sleeper {
    std::int32_t until;  // index that the other lane has to pass
    std::int32_t lane;
  };

  std::int32_t& done(std::int32_t lane) { return done_[static_cast<std::size_t>(lane)]; }

  const Event* unmet(Event event) {
    for (const Event& needed : graph_.needs(event))
      if (done(needed.lane) <= needed.index) return &needed;
    return nullptr;
  }

  void advance(std::int32_t lane) {
    for (; done(lane) < graph_.size(lane); ++done(lane)) {
      const Event event{lane, done(lane)};
      if (const Event* needed = unmet(event)) {
        asleep_[static_cast<std::size_t>(needed->lane)].push_back({needed->index, lane});
        break;
      }
      order_.events.push_back(event);
    }
    wake(lane);
  }

  void wake(std::int32_t lane) {
    auto& sleepers = asleep_[static_cast<std::size_t>(lane)];
    std::erase_if(sleepers, [&](const Sleeper& sleeper) {
      if (sleeper.until >= done(lane)) return false;
      ready_.push_back(sleeper.lane);
      return true;
    });
  }

  /// From a lane that is stuck to the lane it waits for, until one comes again.
  void find_cycle(std::int32_t lane) {
    std::vector<std::int32_t> path;
    while (std::find(path.begin(), path.end(), lane) == path.end()) {
      path.push_back(lane);
      lane = unmet({lane, done(lane)})->lane;
    }
    for (auto at = std::find(path.begin(), path.end(), lane); at != path.end(); ++at)
      order_.cycle.push_back({*at, done(*at)});
  }

  const WaitGraph& graph_;
  std::vector<std::int32_t> done_;            // [lane] actions passed
  std::vector<std::vector<Sleeper>> asleep_;  // [lane waited for]
  std::vector<std::int32_t> ready_;
  Order order_;
};

}  // namespace

Order order_of(const WaitGraph& graph) { return Linearisation(graph).run(); }

}  // namespace purlin
