#include "snac/verify/callers_buffers.hpp"

#include <algorithm>

namespace purlin {
namespace {

/// Ranks that hold one of the two alone have it as it is.
bool is_shared(const Problem& problem, Rank rank) {
  const Coordinates at = problem.mesh.coordinates_of(rank);
  return problem.in_place != InPlace::no && holds(problem.input, at) && holds(problem.output, at);
}

BufferKind container(const Problem& problem) {
  return problem.in_place == InPlace::output_in_input ? BufferKind::input : BufferKind::output;
}

CallersSlice slice(const Problem& problem, const Layout& layout, BufferKind kind, Rank rank) {
  const std::int64_t bytes = held_bytes(problem, layout, rank).value;
  if (!is_shared(problem, rank) || kind == container(problem)) return {kind, 0, bytes};
  return {container(problem), in_place_offset(problem, rank).value, bytes};
}

}  // namespace

CallersSlice input_slice(const Problem& problem, Rank rank) {
  return slice(problem, problem.input, BufferKind::input, rank);
}

CallersSlice output_slice(const Problem& problem, Rank rank) {
  return slice(problem, problem.output, BufferKind::output, rank);
}

std::int64_t callers_bytes(const Problem& problem, BufferKind kind, Rank rank) {
  std::int64_t bytes = 0;
  for (const CallersSlice& part : {input_slice(problem, rank), output_slice(problem, rank)})
    if (part.buffer == kind) bytes = std::max(bytes, part.offset + part.bytes);
  return bytes;
}

}  // namespace purlin
