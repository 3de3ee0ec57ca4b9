#pragma once
#include <memory>
#include <mutex>
#include <vector>

#include "snac/host/caller_memory.hpp"

namespace purlin::host {

struct Soaked {
  RunReport report;
  Comparison comparison;  // of every rank in every launch
};

/// A soak in which every rank has fresh inputs and a poisoned output before each of its launches, and its
/// output checked after: what a rank that runs ahead disturbs is seen.
class SoakCheck {
 public:
  SoakCheck(const std::vector<const VerifiedSchedule*>& schedules, std::uint64_t seed);

  /// Schedules are launched in turn; `options.before` and `options.after` are the check's own.
  Soaked run(Stream& stream, SoakOptions options);

 private:
  static constexpr std::size_t kInputs = 3;  // sets of inputs, used in turn
  struct Part {
    const VerifiedSchedule& schedule;
    Tolerance tolerance;
    std::unique_ptr<CallerMemory> memory;
    std::vector<std::vector<std::vector<std::byte>>> inputs;  // [set][rank]
  };
  Part& part(std::int64_t launch) { return parts_[static_cast<std::size_t>(launch) % parts_.size()]; }
  std::size_t set_of(std::int64_t launch) const;
  void before(Rank rank, std::int64_t launch);
  void after(Rank rank, std::int64_t launch);
  void add(const Comparison& comparison, std::int64_t launch);

  std::vector<Part> parts_;
  std::mutex mutex_;
  Comparison all_;
};

}  // namespace purlin::host
