#include "tests/support/world.hpp"

#include <algorithm>

#include "spec/read_problem.hpp"
#include "tests/catch.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

Problem gather_of_two() {
  Diagnostics diagnostics;
  const std::string text = "[mesh]\nshape = [2]\n[axes]\nn = 3\n[collective]\nkind = \"all_gather\"\n";
  return read_problem(text, "test", ".", {}, diagnostics).value().problem;
}

/// What a right launch leaves behind.
void gather(World& world) {
  const auto buffers = world.buffers();
  for (const auto& to : buffers)
    for (std::size_t from = 0; from < buffers.size(); ++from)
      std::ranges::copy(buffers[from].input, to.output.begin() + static_cast<std::ptrdiff_t>(12 * from));
}

}  // namespace

TEST_CASE("a world accepts what is right and nothing else") {
  const Problem problem = gather_of_two();
  const Oracle oracle(problem, 5, Data::rough);
  World world(problem);
  world.fill(oracle, std::byte{0xff});
  CHECK_FALSE(world.check(oracle, Rounding::once).empty());  // nobody ran
  gather(world);
  CHECK(world.check(oracle, Rounding::once) == "");
  SECTION("a byte of output") { world.buffers()[1].output[23] ^= std::byte{1}; }
  SECTION("a byte before the output") { *(world.buffers()[0].output.data() - 1) ^= std::byte{1}; }
  SECTION("a byte behind the output") { *(world.buffers()[0].output.data() + 24) ^= std::byte{1}; }
  SECTION("a byte of input") { world.buffers()[0].input[0] ^= std::byte{1}; }
  SECTION("a byte behind the input") { *(world.buffers()[1].input.data() + 12) ^= std::byte{1}; }
  CHECK_FALSE(world.check(oracle, Rounding::once).empty());
}
