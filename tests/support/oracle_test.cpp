#include "tests/support/oracle.hpp"

#include "tests/catch.hpp"
#include "tests/support/elements.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

Problem bytes_problem(std::vector<Mesh::Axis> mesh, std::vector<Axis> axes, Layout input, Layout output) {
  Problem problem;
  problem.mesh.axes = std::move(mesh);
  problem.axes = std::move(axes);
  problem.dtype = DataType::u8;
  problem.input = std::move(input);
  problem.output = std::move(output);
  return problem;
}

std::string check(const Oracle& oracle, const std::vector<Buffer>& outputs) {
  return oracle.check({outputs.begin(), outputs.end()}, Rounding::once);
}

}  // namespace

TEST_CASE("the oracle transposes while it gathers") {
  // [rank=s] b -> b s on 2 ranks: rank 0 holds b0 b1 of s=0, rank 1 of s=1; memory after is b0s0 b0s1 b1s0
  // b1s1.
  const Problem problem =
      bytes_problem({{"rank", 2}}, {{"s", 2, {}}, {"b", 2, {}}}, {{{0, 0, 0}}, {1}, {}}, {{}, {1, 0}, {}});
  const Oracle oracle(problem, 1, Data::exact);
  const Buffer zero = oracle.input_of({0});
  const Buffer one = oracle.input_of({1});
  const Buffer expected = {zero[0], one[0], zero[1], one[1]};
  CHECK(check(oracle, {expected, expected}).empty());
  CHECK_FALSE(check(oracle, {expected, {zero[0], zero[1], one[0], one[1]}}).empty());
}

TEST_CASE("the oracle shifts away from the index") {
  // [rank=s] -> [rank=s+1] on 3 ranks: rank 1 receives what rank 0 held.
  const Problem problem =
      bytes_problem({{"rank", 3}}, {{"s", 3, {}}}, {{{0, 0, 0}}, {}, {}}, {{{0, 0, 1}}, {}, {}});
  const Oracle oracle(problem, 1, Data::exact);
  CHECK(check(oracle, {oracle.input_of({2}), oracle.input_of({0}), oracle.input_of({1})}).empty());
}

TEST_CASE("the oracle sums across ranks and over local axes, modulo 2^bits") {
  // [rank=p] q -> (nothing) @ 1
  Problem problem =
      bytes_problem({{"rank", 2}}, {{"p", 2, {}}, {"q", 2, {}}}, {{{0, 0, 0}}, {1}, {}}, {{}, {}, {{0, 1}}});
  problem.op = ReduceOp::sum;
  const Oracle oracle(problem, 7, Data::exact);
  unsigned sum = 0;
  for (int rank : {0, 1})
    for (std::byte byte : oracle.input_of({rank})) sum += static_cast<unsigned>(byte);
  CHECK(check(oracle, {{}, {static_cast<std::byte>(sum)}}).empty());
  CHECK_FALSE(check(oracle, {{}, {static_cast<std::byte>(sum + 1)}}).empty());
}

TEST_CASE("the oracle packs ragged rows") {
  // s n -> s n, n per s = [2, 0, 1]: three elements, in the order of s.
  Problem problem = bytes_problem({{"rank", 1}}, {{"s", 3, {}}, {"n", 2, Axis::Ragged{{0}, {2, 0, 1}}}},
                                  {{}, {0, 1}, {}}, {{}, {0, 1}, {}});
  CHECK(count_held(problem, problem.input, {0}) == 3);
}

TEST_CASE("the oracle finds an in-place slice") {
  // [rank=s] n -> s n: rank 1's two elements are the last two of four.
  Problem problem =
      bytes_problem({{"rank", 2}}, {{"s", 2, {}}, {"n", 2, {}}}, {{{0, 0, 0}}, {1}, {}}, {{}, {0, 1}, {}});
  problem.in_place = InPlace::input_in_output;
  CHECK(shared_position(problem, {0}) == 0);
  CHECK(shared_position(problem, {1}) == 2);
}

TEST_CASE("the oracle tells replicas that differ") {
  Problem problem = bytes_problem({{"rank", 2}}, {{"p", 2, {}}}, {{{0, 0, 0}}, {}, {}}, {{}, {}, {}});
  problem.op = ReduceOp::sum;
  problem.dtype = DataType::f32;
  const Oracle oracle(problem, 3, Data::rough);
  float sum = 0;
  for (int rank : {0, 1}) {
    const Buffer input = oracle.input_of({rank});
    float x = 0;
    std::memcpy(&x, input.data(), sizeof x);
    sum += x;
  }
  Buffer right;
  append_element(right, DataType::f32, std::bit_cast<std::uint32_t>(sum));
  Buffer off_by_one_bit;
  append_element(off_by_one_bit, DataType::f32, std::bit_cast<std::uint32_t>(sum) + 1);
  CHECK(check(oracle, {right, right}).empty());
  CHECK_FALSE(check(oracle, {right, off_by_one_bit}).empty());
}
