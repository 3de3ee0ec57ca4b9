#include "atom_sim/lane_actor.hpp"

#include <algorithm>
#include <cmath>
#include <simgrid/s4u.hpp>

namespace purlin::sim {
namespace {

namespace sg = simgrid::s4u;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// When each event can be seen, and the lanes that sleep until it is posted.
class EventBoard {
 public:
  explicit EventBoard(const std::vector<Event>& events)
      : events_(events), seen_s_(events.size(), std::nan("")), sleepers_(events.size()) {}

  void post(const std::vector<int>& events) {
    for (int event : events) {
      seen_s_[at(event)] = Platform::now_s() + events_[at(event)].delay.seconds;
      for (const sg::ActorPtr& sleeper : std::exchange(sleepers_[at(event)], {})) sleeper->resume();
    }
  }

  /// Returns once all can be seen; one that had to wait has lost `poll_s` more.
  void await(const std::vector<int>& events, double poll_s) {
    double last_s = Platform::now_s();
    for (int event : events) {
      while (std::isnan(seen_s_[at(event)])) {
        sleepers_[at(event)].push_back(sg::Actor::self());
        sg::this_actor::suspend();
      }
      last_s = std::max(last_s, seen_s_[at(event)] + poll_s);
    }
    Platform::sleep_s(last_s - Platform::now_s());
  }

 private:
  const std::vector<Event>& events_;
  std::vector<double> seen_s_;
  std::vector<std::vector<sg::ActorPtr>> sleepers_;
};

/// The copy engines of every GPU: whoever finds none free queues for one.
class EnginePool {
 public:
  EnginePool(int gpus, int engines) {
    for (int gpu = 0; gpu < gpus; ++gpu)
      free_.push_back(sg::Semaphore::create(static_cast<unsigned>(engines)));
  }

  template <class Work>
  void hold(int gpu, Work&& work) {
    if (gpu >= 0) free_[at(gpu)]->acquire();
    work();
    if (gpu >= 0) free_[at(gpu)]->release();
  }

 private:
  std::vector<sg::SemaphorePtr> free_;
};

class Walker {
 public:
  Walker(const Platform& platform, const Script& script)
      : platform_(platform),
        script_(script),
        board_(script.events),
        engines_(script.gpus, script.copy_engines),
        times_(script.steps.size()) {}

  void add_lane(const std::vector<int>& steps, double start_s) {
    sg::Actor::create("lane", platform_.home(), [this, &steps, start_s] {
      Platform::sleep_s(start_s);
      for (int step : steps) take(script_.steps[at(step)], times_[at(step)]);
    });
  }

  std::vector<StepTimes> run() {
    platform_.run();
    return std::move(times_);
  }

 private:
  void take(const Step& step, StepTimes& times) {
    times.begin_s = Platform::now_s();
    board_.await(step.before, script_.poll_s);
    times.work_s = Platform::now_s();
    board_.post(step.starting);
    engines_.hold(step.work.engines, [&] {
      Platform::sleep_s(step.work.latency.seconds);
      for (const Flow& flow : step.work.flows) platform_.transfer(flow.route, flow.bytes);
    });
    board_.await(step.after, script_.poll_s);
    times.end_s = Platform::now_s();
    board_.post(step.ending);
  }

  const Platform& platform_;
  const Script& script_;
  EventBoard board_;
  EnginePool engines_;
  std::vector<StepTimes> times_;
};

}  // namespace

std::vector<StepTimes> walk(const Platform& platform, const Script& script,
                            const std::vector<double>& start_s) {
  Walker walker(platform, script);
  for (std::size_t rank = 0; rank < script.lanes.size(); ++rank)
    for (const std::vector<int>& steps : script.lanes[rank]) walker.add_lane(steps, start_s[rank]);
  return walker.run();
}

}  // namespace purlin::sim
