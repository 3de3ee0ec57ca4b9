#include "tests/support/expected.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/support/slices.hpp"

namespace purlin::testing {
namespace {

std::int64_t number_of(const Problem& problem, const Index& index) {
  std::int64_t number = 0;
  for (std::size_t axis = 0; axis < index.size(); ++axis)
    number = number * problem.axes[axis].size + index[axis];
  return number;
}

int width_of(const Problem& problem) { return static_cast<int>(size_of(problem.dtype).value); }

}  // namespace

void Expected::fill(int launch, int rank, std::vector<Symbol>& memory) const {
  if (launch > memory_.launches()) return;
  const Problem& problem = memory_.schedule(launch).problem;
  const auto [buffer, offset] = TinyMemory::input_of(problem, rank);
  auto cell = static_cast<std::size_t>(memory_.base(buffer, rank, launch) + offset);
  for_each_held(problem, problem.input, {rank}, [&](const Index& index) {
    for (int byte = 0; byte < width_of(problem); ++byte)
      memory[cell++] = symbols_.input(launch, number_of(problem, index), byte);
  });
}

std::string Expected::check(int launch, int rank, const std::vector<Symbol>& memory) {
  if (launch < 1) return "";
  std::string wrong = check_output(launch, rank, memory);
  return wrong.empty() ? check_input(launch, rank, memory) : wrong;
}

std::vector<std::int64_t> Expected::elements_of(const Problem& problem, const Index& index) const {
  std::vector<std::int64_t> elements;
  for_each_combination(problem, reduced_axes(problem), index,
                       [&](const Index& full) { elements.push_back(number_of(problem, full)); });
  return elements;
}

std::string Expected::check_output(int launch, int rank, const std::vector<Symbol>& memory) {
  const Problem& problem = memory_.schedule(launch).problem;
  const auto [buffer, offset] = TinyMemory::output_of(problem, rank);
  const auto width = static_cast<std::size_t>(width_of(problem));
  auto cell = static_cast<std::size_t>(memory_.base(buffer, rank, launch) + offset);
  std::string wrong;
  for_each_held(problem, problem.output, {rank}, [&](const Index& index) {
    const std::span bytes(memory.data() + cell, width);
    cell += width;
    if (!symbols_.is_made_of(problem, launch, bytes, elements_of(problem, index)))
      wrong = fmt::format("launch {} gives a wrong output {}", launch, fmt::join(index, ","));
    const auto [known, is_new] = known_.try_emplace({launch, number_of(problem, index)}, bytes[0]);
    if (known->second != bytes[0] && wrong.empty())
      wrong = fmt::format("launch {} gives two outputs {}", launch, fmt::join(index, ","));
  });
  return wrong;
}

std::string Expected::check_input(int launch, int rank, const std::vector<Symbol>& memory) const {
  const Problem& problem = memory_.schedule(launch).problem;
  const auto input = TinyMemory::input_of(problem, rank), output = TinyMemory::output_of(problem, rank);
  std::vector<Symbol> before(memory.size(), kPoison);
  fill(launch, rank, before);
  if (input.buffer == output.buffer) {
    const Cell first = memory_.base(output.buffer, rank, launch) + static_cast<Cell>(output.offset);
    const std::int64_t bytes = held_bytes(problem, problem.output, {rank}).value;
    for (std::int64_t i = 0; i < bytes; ++i) before[static_cast<std::size_t>(first + i)] = kPoison;
  }
  for (std::size_t cell = 0; cell < memory.size(); ++cell)
    if (before[cell] != kPoison && memory[cell] != before[cell])
      return fmt::format("launch {} writes its input", launch);
  return "";
}

}  // namespace purlin::testing
