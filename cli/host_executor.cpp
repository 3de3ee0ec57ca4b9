#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "cli/candidates.hpp"
#include "cli/executor.hpp"
#include "cli/memory.hpp"
#include "snac/host/caller_memory.hpp"
#include "snac/host/measure.hpp"
#include "snac/host/trial.hpp"

namespace purlin::cli {
namespace {

class HostExecutor : public Executor {
 public:
  std::string atom() const override { return "host"; }
  std::string launch() const override { return "threads"; }
  std::string where(int) const override { return "on host threads"; }
  std::vector<std::string> notes() const override { return {"no limit is modelled for host threads"}; }

  void adapt(Request& request, Diagnostics&) override {
    const int ranks = std::max(1, request.problem.ranks());
    request.plan.most_lanes = std::clamp(kMostHostThreads / ranks, 1, kMostHostLanes);
  }
  std::string too_many(int ranks, int lanes) const override {
    const std::int64_t threads = std::int64_t{ranks} * lanes;
    if (threads <= kMostHostThreads) return {};
    return fmt::format("{} host threads, one per rank and lane; the maximum is {}", threads,
                       kMostHostThreads);
  }
  std::vector<MemoryNeed> memory_to_measure(const Schedule& schedule) override {
    return {{"", host::CallerMemory::bytes_needed(schedule), available_bytes()}};
  }
  std::int64_t bytes_to_try(const Schedule& schedule, int) const override {
    return host::bytes_to_try(schedule);
  }

  Measurement measure(const VerifiedSchedule& schedule, const MeasureOptions& options) override {
    return host::measure(schedule, options);
  }
  Trial try_out(const VerifiedSchedule& schedule, const TrialOptions& options) override {
    if (too_many(schedule->problem.ranks(), schedule->lanes).empty()) return host::try_out(schedule, options);
    TrialOptions in_one_thread = options;
    in_one_thread.launches = 0;
    return host::try_out(schedule, in_one_thread);
  }
  std::string trial_key() const override { return "interleavings"; }

  Bound bound(const Schedule& schedule) const override {
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    return {host::shortest_launch_s(schedule, cores), "writing the outputs"};
  }
};

}  // namespace

std::unique_ptr<Executor> make_host_executor() { return std::make_unique<HostExecutor>(); }

}  // namespace purlin::cli
