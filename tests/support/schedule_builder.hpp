#pragma once
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "snac/schedule.hpp"

namespace purlin::testing {

/// A dense run of bytes of one buffer.
Span bytes_of(BufferKind buffer, int rank, std::int64_t offset, std::int64_t run);

/// Schedules by hand: `at(rank, lane)` appends actions, slots come into being as they are named, and
/// notifications count themselves.
class ScheduleBuilder {
 public:
  /// Buffers as the problem says, no window, no scratch.
  explicit ScheduleBuilder(Problem problem, Regime regime = Regime::zero_copy, int lanes = 1);

  class Lane {
   public:
    Lane& stage(Span from, Span to);
    Lane& copy(Span from, Span to);
    Lane& reduce(ReduceOp op, std::vector<Span> sources, std::vector<Span> destinations,
                 std::int64_t divisor = 1);
    Lane& notify(Purpose purpose, const std::vector<int>& ranks);
    /// Waits for the value-th notification by `lane` (own index by default) of `rank`.
    Lane& await(Purpose purpose, const std::vector<int>& ranks, std::uint32_t value = 1, int lane = -1);
    Lane& put(Span source, std::vector<PutPackets::Target> targets, std::uint32_t turn = 1);
    Lane& take(TakePackets take);

   private:
    friend class ScheduleBuilder;
    Lane(ScheduleBuilder& builder, int rank, int lane) : builder_(builder), rank_(rank), lane_(lane) {}
    Lane& add(Action action);
    ScheduleBuilder& builder_;
    int rank_;
    int lane_;
  };

  Lane at(int rank, int lane = 0) { return {*this, rank, lane}; }
  int slot(int producer, int lane, Purpose purpose);
  ScheduleBuilder& window(std::int64_t half_bytes);
  ScheduleBuilder& packet_window(std::int64_t half_bytes);
  ScheduleBuilder& scratch(std::int64_t bytes);
  const Schedule& build() const { return schedule_; }

 private:
  Schedule schedule_;
  std::map<std::pair<int, int>, std::uint32_t> counts_;  // notifications by (slot, rank)
};

/// `problem_of("[p] n", "n", ReduceOp::sum, 4, {{"n", 8}})`: layouts on the mesh ["rank"]; bound axes get
/// their size from it. In place where `in_place` says so.
Problem problem_of(const std::string& input, const std::string& output, ReduceOp op, int ranks,
                   const std::map<std::string, std::int64_t>& sizes, DataType dtype = DataType::f32,
                   InPlace in_place = InPlace::no);

}  // namespace purlin::testing
