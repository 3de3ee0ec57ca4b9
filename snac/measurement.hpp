#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "snac/atom.hpp"

namespace purlin {

/// Tensors of all ranks; empty where a rank holds nothing.
using RankTensors = std::vector<std::vector<std::byte>>;

/// How launches are timed: dependent, each with fresh data, poisoned outputs and a check of what came out.
struct MeasureOptions {
  LaunchOptions launch;
  int warmup = 5;
  int iters = 20;  // launches timed, at most
  /// Seconds after which no more are timed than kLeastIters. An Atom may do all where that is quick.
  std::optional<double> budget_s = {};
  bool check = true;   // of every launch but the warm-up's later ones, which repeat the first
  bool trace = false;  // of one more launch, after those timed
  std::uint64_t seed = 1;
  RankTensors first_inputs;  // of the first launch; empty: test data
  bool keep_first_outputs = false;
  /// Called before every launch with those done and those to do; false ends the measurement.
  std::function<bool(int done, int of)> go_on = {};
  /// Called after every timed launch: what it is compared with runs here, in turn.
  std::function<void()> after_timed = {};
};

inline constexpr int kLeastIters = 5;

struct Measurement {
  std::vector<double> launch_s;  // of the timed launches: maximum over ranks
  std::int64_t wrong = 0;        // elements, over all launches
  std::string first_wrong;       // the first of them; empty where all is right
  std::vector<TraceEvent> trace;
  std::optional<HangReport> hang;  // ended the measurement
  bool interrupted = false;
  RankTensors first_outputs;
  double set_up_s = 0;  // memory, threads: what is paid once
};

}  // namespace purlin
