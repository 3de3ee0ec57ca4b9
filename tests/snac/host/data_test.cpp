#include "snac/host/data.hpp"

#include "snac/host/reference.hpp"
#include "tests/catch.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::host;
using namespace purlin::testing;

namespace {

using Memory = std::vector<std::byte>;

Memory input_of(const Problem& problem, int rank, const DataSeed& seed) {
  Memory input(static_cast<std::size_t>(held_bytes(problem, problem.input, {rank}).value));
  fill_input(problem, {rank}, seed, input);
  return input;
}

std::vector<Memory> inputs_of(const Problem& problem, const DataSeed& seed) {
  std::vector<Memory> inputs;
  for (int rank = 0; rank < problem.ranks(); ++rank) inputs.push_back(input_of(problem, rank, seed));
  return inputs;
}

std::vector<std::span<const std::byte>> views(const std::vector<Memory>& memory) {
  return {memory.begin(), memory.end()};
}

}  // namespace

TEST_CASE("an element is the same wherever it is held") {
  const Problem split = problem_of("[s] n", "s n", ReduceOp::copy, 3, {{"n", 10}}, DataType::i64);
  const Problem whole = problem_of("s n", "s n", ReduceOp::copy, 3, {{"s", 3}, {"n", 10}}, DataType::i64);
  const Memory all = input_of(whole, 0, {1, 0});
  CHECK(input_of(whole, 2, {1, 0}) == all);
  const Memory part = input_of(split, 1, {1, 0});
  CHECK(std::equal(part.begin(), part.end(), all.begin() + 80));
}

TEST_CASE("every launch and every seed has its own data") {
  const Problem problem = problem_of("[s] n", "s n", ReduceOp::copy, 2, {{"n", 100}}, DataType::u8);
  CHECK(input_of(problem, 0, {1, 0}) != input_of(problem, 0, {1, 1}));
  CHECK(input_of(problem, 0, {1, 0}) != input_of(problem, 0, {2, 0}));
  CHECK(input_of(problem, 0, {1, 0}) != input_of(problem, 1, {1, 0}));
}

TEST_CASE("a missing contribution shows in every type and op") {
  const int ranks = GENERATE(2, 8);
  const ReduceOp op = GENERATE(ReduceOp::sum, ReduceOp::prod, ReduceOp::avg, ReduceOp::min, ReduceOp::max);
  for (DataType dtype : kDataTypes) {
    if (!applies_to(op, dtype)) continue;
    const Problem problem = problem_of("[p] n", "n", op, ranks, {{"n", 500}}, dtype);
    INFO(name_of(dtype) << " " << name_of(op));
    const DataSeed odd{1, 1};
    std::vector<Memory> inputs = inputs_of(problem, odd);
    const std::vector<Memory> outputs = reference(problem, views(inputs));
    inputs[1] = input_of(problem, 1, {1, 3});
    CHECK(compare(problem, views(inputs), views(outputs), {ranks - 1}).wrong > ranks * 50);
  }
}

TEST_CASE("guards notice a byte written beside the buffer") {
  const GuardedBuffer buffer(5);
  CHECK(buffer.guards_hold());
  CHECK(std::ranges::all_of(buffer.bytes(), [](std::byte byte) { return byte == std::byte{0xff}; }));
  SECTION("after it") { *(buffer.bytes().data() + 5) = {}; }
  SECTION("before it") { *(buffer.bytes().data() - 1) = {}; }
  CHECK_FALSE(buffer.guards_hold());
}
