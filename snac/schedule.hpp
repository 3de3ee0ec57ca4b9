#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "snac/action.hpp"
#include "spec/problem.hpp"

namespace purlin {

enum class Regime { packet, zero_copy, staged };

/// A lane is one sequential worker of a rank: a thread block (thread, actor) or a queue of copies.
enum class LaneKind { block, copy_engine };

/// What a slot announces; `rendezvous` also bounds how far ranks run apart.
enum class Purpose { ready, done, staged, drained, rendezvous };

std::string_view name_of(Regime regime);
std::string_view name_of(LaneKind kind);
std::string_view name_of(Purpose purpose);

/// Slot `s` of every rank is written by the same lane of the same rank, and by nobody else.
struct SignalSlot {
  Rank producer;
  int lane = 0;
  Purpose purpose = Purpose::ready;
  friend bool operator==(const SignalSlot&, const SignalSlot&) = default;
};

/// Sizes of what the schedule touches, bytes.
struct Buffers {
  std::vector<std::int64_t> input;   // per rank; 0 where in place makes it part of the output
  std::vector<std::int64_t> output;  // per rank; 0 where in place makes it part of the input
  std::int64_t window_half = 0;      // symmetric: the same on every rank
  std::int64_t packet_window_half = 0;
  int halves = 2;                     // used in turn by launches
  std::vector<std::int64_t> scratch;  // per rank
  friend bool operator==(const Buffers&, const Buffers&) = default;
};

using Program = std::vector<Action>;

/// The complete, explicit answer to where and when data moves. No Atom adds, drops or reorders anything.
struct Schedule {
  Problem problem;
  std::string machine;
  std::string algorithm;
  Regime regime = Regime::zero_copy;
  int lanes = 1;                      // per rank
  std::int64_t chunk = 0;             // bytes; 0: whole
  std::optional<double> predicted_s;  // by the planner's cost model
  std::vector<std::string> reasons;   // one sentence each: why this algorithm, regime, lanes, chunk
  Buffers buffers;
  std::vector<SignalSlot> signals;             // the same table on every rank
  std::vector<LaneKind> lane_kinds;            // [lane]
  std::vector<std::vector<Program>> programs;  // [rank][lane]
};

/// Whether the input and the output of `rank` lie in one caller's buffer: in place, where it holds both. A
/// rank that holds only one keeps that one.
bool shares_memory(const Problem& problem, Rank rank);

/// Where a span lives once input and output may share memory: in-place problems have one caller's buffer.
Span placed(const Problem& problem, Span span);

/// Bytes of one buffer (of one half, for windows) of one rank.
std::int64_t size_of(const Buffers& buffers, BufferKind kind, Rank rank);

/// Notifies and awaits, stages, …: for reports and benchmarks.
std::int64_t count_actions(const Schedule& schedule);

}  // namespace purlin
