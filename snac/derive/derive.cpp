#include "snac/derive/derive.hpp"

#include "snac/derive/lanes.hpp"

namespace purlin {
namespace {

void describe_buffers(Schedule& schedule) {
  const Problem& problem = schedule.problem;
  const bool input_is_larger = problem.in_place == InPlace::output_in_input;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    const bool shares = shares_memory(problem, rank);
    const std::int64_t input = held_bytes(problem, problem.input, rank).value;
    const std::int64_t output = held_bytes(problem, problem.output, rank).value;
    schedule.buffers.input.push_back(shares && !input_is_larger ? 0 : input);
    schedule.buffers.output.push_back(shares && input_is_larger ? 0 : output);
    schedule.buffers.scratch.push_back(0);
  }
}

}  // namespace

std::int64_t spans_of(const Flows& flows, const Mailboxes& boxes) {
  std::int64_t spans = 0;
  for (const Flow& flow : flows)
    for (const Hop& hop : flow.hops) spans += 2 + std::ssize(hop.operands) + std::ssize(hop.pushed_to);
  return spans * boxes.cutting().lanes * boxes.rounds();
}

std::string derive(const Flows& flows, Derivation& derivation, Schedule& schedule) {
  const Traffic traffic(schedule.problem, flows, derivation.style);
  const Mailboxes boxes(traffic, derivation.cutting, derivation.window_limit);
  if (!boxes.refusal().empty()) return boxes.refusal();
  derivation.cutting = boxes.cutting();
  schedule.regime = derivation.style.regime;
  schedule.lanes = boxes.cutting().lanes;
  schedule.chunk = boxes.cutting().chunk;
  schedule.lane_kinds.assign(static_cast<std::size_t>(schedule.lanes), LaneKind::block);
  describe_buffers(schedule);
  (schedule.regime == Regime::packet ? schedule.buffers.packet_window_half : schedule.buffers.window_half) =
      boxes.half();
  write_lanes(traffic, boxes, schedule);
  return {};
}

}  // namespace purlin
