#include "tests/support/tiny_run.hpp"

#include <span>

namespace purlin::testing {

std::string TinyRun::act(TinyState& state, int lane) {
  const Step& step = next(world_, state.done, lane);
  std::vector<Symbol>& read = state.read[at(lane)];
  if (step.kind == Step::Kind::read) read = value_of(state, step);
  for (std::size_t w = 0; step.kind == Step::Kind::write && w < step.writes.size(); ++w)
    state.memory[at(step.writes[w])] = read[(at(step.first) + w) % read.size()];
  if (stores(step)) state.slots[at(step.slot)] = step.stamp;
  if (step.is_last) read.clear();
  if (step.kind == Step::Kind::caller) {
    std::string wrong = call(state, world_.lanes()[at(lane)].rank, step);
    if (!wrong.empty()) return wrong;
  }
  ++state.done[at(lane)];
  return {};
}

/// The caller looks at what the launch before made, overwrites it, and writes the inputs of this one.
std::string TinyRun::call(TinyState& state, int rank, const Step& step) {
  std::string wrong = expected_.check(step.launch - 1, rank, state.memory);
  for (Cell cell : step.writes) state.memory[at(cell)] = kPoison;
  expected_.fill(step.launch, rank, state.memory);
  return wrong;
}

std::vector<Symbol> TinyRun::value_of(const TinyState& state, const Step& step) {
  std::vector<Symbol> operands, result;
  for (Cell cell : step.reads) operands.push_back(state.memory[at(cell)]);
  if (step.op == ReduceOp::copy) return operands;
  const std::size_t elements = at(step.elements), each = operands.size() / elements;
  for (std::size_t element = 0; element < elements; ++element)
    for (int byte = 0; byte < step.width; ++byte)
      result.push_back(
          symbols_.reduction(step.op, step.divisor, byte, std::span(operands).subspan(element * each, each)));
  return result;
}

}  // namespace purlin::testing
