#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "snac/atom.hpp"
#include "snac/statistics.hpp"
#include "spec/problem.hpp"

namespace purlin::cli {

/// Times and what follows from them. No rates where a time is impossible.
struct Timing {
  Times times;
  std::string impossible;  // why this cannot be; empty where it can
  std::optional<double> algbw_GBps;
  std::optional<double> busbw_GBps;
  std::int64_t launches = 0;  // timed; 0: none were
};

/// The same collective by somebody else, in the same run.
struct Baseline {
  std::string name;
  Times times;
  std::optional<double> ratio;  // its median over ours; absent where ours cannot be
};

/// One size of one case on one machine: a row of `run` and `simulate`.
struct Result {
  std::string machine;
  std::int64_t size_bytes = 0;
  std::int64_t count = 0;
  DataType dtype = DataType::f32;
  ReduceOp op = ReduceOp::copy;
  std::string algorithm;
  std::string regime;
  std::string datapath;
  int lanes = 1;
  std::int64_t chunk_bytes = 0;
  std::optional<Timing> timing;  // absent where it did not come to an end
  std::optional<double> limit_fraction;
  std::optional<std::string> bottleneck;
  std::optional<std::int64_t> wrong;                     // elements, of all launches checked
  std::vector<std::pair<std::string, std::string>> set;  // model keys that a what-if changed
  std::optional<Baseline> baseline;
  bool in_place = false;
};

/// A SPEC on an Atom: what stands above its rows.
struct RunCase {
  std::string spec;
  Problem problem;
  std::string atom;
  std::string why_atom;  // where `auto` chose
  int devices = 0;       // 0: host threads
  bool loopback = false;
  std::string launch;  // graph, stream, threads, modelled
  std::vector<std::string> notes;
  int root = -1;
};

/// What stands below them.
struct RunEnd {
  double set_up_us = 0;
  std::optional<HangReport> hang;
};

/// How the run was asked for.
struct RunHead {
  std::string verb;
  std::int64_t min_bytes = 0;
  std::int64_t max_bytes = 0;
  std::int64_t step = 2;
  bool by_factor = true;
  int warmup = 0;
  int iters = 0;
  bool iters_at_most = false;  // fewer where they take long
  bool check = true;
  bool graph = false;
  bool baseline = false;  // rows have somebody else's times too
  std::uint64_t seed = 0;
};

}  // namespace purlin::cli
