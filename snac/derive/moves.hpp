#pragma once
#include "snac/derive/lane_program.hpp"
#include "snac/derive/spans.hpp"

namespace purlin {

/// The payload of a hop: what its rank copies or reduces, and into which memory.
class Moves {
 public:
  Moves(const Traffic& traffic, const Mailboxes& boxes) : traffic_(traffic), spans_(traffic, boxes) {}

  void write(HopId id, Turn turn, LaneProgram& program) const;

 private:
  void stage(HopId id, Turn turn, LaneProgram& program) const;
  void put(HopId id, Turn turn, LaneProgram& program) const;
  void consume(HopId id, Turn turn, LaneProgram& program) const;
  void take(HopId id, Turn turn, LaneProgram& program) const;
  void move_in_switch(HopId id, Turn turn, LaneProgram& program) const;

  /// Nobody else has a part in it.
  bool is_private(HopId id) const;

  const Traffic& traffic_;
  SpanFinder spans_;
};

}  // namespace purlin
