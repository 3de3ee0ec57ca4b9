#pragma once
// Times schedules on one device, ranks in loopback, beside references of the same run.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "atom_cuda/stream_state.cuh"
#include "snac/schedule.hpp"
#include "snac/verify/verify.hpp"

namespace purlin::bench {

inline constexpr std::int64_t KiB = 1024, MiB = 1024 * KiB;

/// How a schedule is asked for.
struct Way {
  std::string algorithm;
  Regime regime = Regime::zero_copy;
  bool push = false;
  int lanes = 1;
  Datapath datapath = Datapath::vector;

  std::string text() const {
    return fmt::format("{}/{}{} {} lanes {}", algorithm, name_of(regime), push ? " push" : "", lanes,
                       name_of(datapath));
  }
};

struct Timed {
  double seconds = 0;
  std::int64_t wrong = 0;  // elements; -1: a wait gave up
  std::string way;
  double rate = 0;  // bytes that consumes read and write, per second
};

class Bench {
 public:
  Bench();
  double barrier_s(int ranks) const;
  double empty_s() const;
  /// Bytes read plus bytes written, per second: the faster of copies in a graph and copies on a stream, which
  /// need not go the same way.
  double memcpy_rate() const;
  /// Median of launches in a graph, over as many buffer sets as stay in the cache; checked after each replay.
  /// Nothing where the way does not apply or does not fit.
  std::optional<Timed> time(const Problem& problem, const Way& way) const;

 private:
  Timed time(const VerifiedSchedule& schedule) const;
  std::shared_ptr<cuda::Devices> devices_;
};

Problem all_reduce(int ranks, std::int64_t bytes);

}  // namespace purlin::bench
