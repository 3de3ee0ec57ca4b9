#include "snac/host/reference.hpp"

#include "snac/host/data.hpp"
#include "tests/catch.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

using Bytes2 = std::vector<std::vector<std::byte>>;

template <class Byte>
std::vector<std::span<Byte>> views(Bytes2& buffers) {
  return {buffers.begin(), buffers.end()};
}

Bytes2 inputs_of(const Problem& problem, const Oracle& oracle) {
  Bytes2 inputs;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) inputs.push_back(oracle.input_of(rank));
  return inputs;
}

struct Case {
  const char* input;
  const char* output;
  std::map<std::string, std::int64_t> sizes;
};

const std::vector<Case> kCopies = {
    {"[s] n", "s n", {{"n", 5}}},       {"[s] b h", "b s h", {{"b", 3}, {"h", 4}}},
    {"[s] b", "b s", {{"b", 33}}},      {"[s] d n", "[d] s n", {{"n", 3}}},
    {"n @ 0", "n", {{"n", 9}}},         {"[s] n", "[s+1] n", {{"n", 7}}},
    {"[s-2] n", "s n @ 0", {{"n", 7}}}, {"a b", "b a", {{"a", 5}, {"b", 6}}},
    {"s n @ 0", "[s] n", {{"n", 4}}},   {"[s] n", "s n", {{"n", 0}}}};
const std::vector<Case> kReductions = {{"[p] n", "n", {{"n", 33}}},
                                       {"[p] n", "n @ 0", {{"n", 17}}},
                                       {"[p] s n", "[s] n", {{"n", 6}}},
                                       {"[p] a k b", "b a", {{"a", 3}, {"b", 4}, {"k", 5}}},
                                       {"k n", "n", {{"k", 3}, {"n", 5}}},
                                       {"[p] k", "", {{"k", 11}}},
                                       {"n", "n", {{"n", 3}}}};

Problem problem_for(const Case& c, ReduceOp op, int ranks, DataType dtype) {
  std::map<std::string, std::int64_t> sizes = c.sizes;
  for (const char* axis : {"s", "d"}) sizes.emplace(axis, ranks);
  return problem_of(c.input, c.output, op, ranks, sizes, dtype);
}

void agree(const Problem& problem, Data data) {
  const Oracle oracle(problem, 11, data);
  Bytes2 inputs = inputs_of(problem, oracle);
  Bytes2 outputs = host::reference(problem, views<const std::byte>(inputs));
  INFO(print(problem, problem.input) << " -> " << print(problem, problem.output) << " "
                                     << name_of(problem.dtype) << " " << name_of(problem.op));
  CHECK(oracle.check(views<const std::byte>(outputs), Rounding::once) == "");
  const auto comparison =
      host::compare(problem, views<const std::byte>(inputs), views<const std::byte>(outputs));
  CHECK(comparison.wrong == 0);
  CHECK(comparison.first == "");
}

}  // namespace

TEST_CASE("the reference copies what the definition names") {
  const int ranks = GENERATE(1, 2, 3, 5, 8);
  for (const Case& c : kCopies)
    for (DataType dtype : {DataType::f32, DataType::u8, DataType::bf16})
      agree(problem_for(c, ReduceOp::copy, ranks, dtype), Data::rough);
}

TEST_CASE("the reference reduces what the definition names") {
  const int ranks = GENERATE(1, 2, 3, 8);
  const Data data = GENERATE(Data::exact, Data::rough);
  for (const Case& c : kReductions)
    for (DataType dtype : kDataTypes)
      for (ReduceOp op : kReduceOps)
        if (op != ReduceOp::copy && applies_to(op, dtype)) agree(problem_for(c, op, ranks, dtype), data);
}

TEST_CASE("the reference goes on where a row ends") {
  agree(problem_of("[s] b", "b s", ReduceOp::copy, 2, {{"b", 1030}}, DataType::u8), Data::rough);
  agree(problem_of("[p] n", "n", ReduceOp::sum, 2, {{"n", 2050}}, DataType::bf16), Data::rough);
}

TEST_CASE("a comparison counts and names what is wrong") {
  const Problem problem = problem_of("[s] n", "s n", ReduceOp::copy, 3, {{"n", 100}}, DataType::i32);
  const Oracle oracle(problem, 5, Data::rough);
  Bytes2 inputs = inputs_of(problem, oracle);
  Bytes2 outputs = host::reference(problem, views<const std::byte>(inputs));
  for (int element : {142, 143, 299}) outputs[2][static_cast<std::size_t>(element) * 4] ^= std::byte{1};
  const auto comparison =
      host::compare(problem, views<const std::byte>(inputs), views<const std::byte>(outputs));
  CHECK(comparison.checked == 900);
  CHECK(comparison.wrong == 3);
  CHECK(comparison.first.starts_with("output of rank 2, s=1, n=42: "));
}
