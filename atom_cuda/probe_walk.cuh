#pragma once
// What is measured with the walking kernel itself, by schedules that were planned and verified.
#include <optional>

#include "atom_cuda/measure.hpp"
#include "atom_cuda/probe.hpp"
#include "snac/schedule.hpp"

namespace purlin::cuda {

/// Every rank gets the next one's bytes: by reading them, or by packets.
class WalkProbe {
 public:
  /// On one device, or on two.
  explicit WalkProbe(std::shared_ptr<Devices> devices) : devices_(std::move(devices)) {}

  struct Way {
    int ranks = 2;
    std::int64_t bytes = 0;  // of a rank
    int lanes = 1;
    Regime regime = Regime::zero_copy;
    Datapath datapath = Datapath::vector;
  };
  /// Seconds of a launch; throws where its results are wrong.
  double launch_s(const Way& way, bool graph = true) const;
  /// … that the host waits for.
  double synchronous_s() const;

  /// nullopt where the devices lack the datapath.
  std::optional<LaneProbe> lanes(Datapath datapath) const;

 private:
  double lane_GBps(Way way) const;
  double rate_GBps(const Way& way) const;
  VerifiedSchedule schedule(const Way& way) const;
  int most_lanes() const;

  std::shared_ptr<Devices> devices_;
};

}  // namespace purlin::cuda
