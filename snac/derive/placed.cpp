#include "snac/schedule.hpp"

namespace purlin {

bool shares_memory(const Problem& problem, Rank rank) {
  if (problem.in_place == InPlace::no) return false;
  const Coordinates at = problem.mesh.coordinates_of(rank);
  return holds(problem.input, at) && holds(problem.output, at);
}

Span placed(const Problem& problem, Span span) {
  if (!shares_memory(problem, span.rank)) return span;
  const bool is_input = span.buffer == BufferKind::input;
  const bool is_output = span.buffer == BufferKind::output;
  switch (problem.in_place) {
    case InPlace::no:
      break;
    case InPlace::same:
      if (is_input) span.buffer = BufferKind::output;
      break;
    case InPlace::input_in_output:
      if (!is_input) break;
      span.buffer = BufferKind::output;
      span.block.offset += in_place_offset(problem, span.rank).value;
      break;
    case InPlace::output_in_input:
      if (!is_output) break;
      span.buffer = BufferKind::input;
      span.block.offset += in_place_offset(problem, span.rank).value;
      break;
  }
  return span;
}

}  // namespace purlin
