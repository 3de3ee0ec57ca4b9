#include "snac/block.hpp"

#include "tests/catch.hpp"

using namespace purlin;

TEST_CASE("a block visits its runs outermost first") {
  Block block;
  block.offset = 100;
  block.run = 4;
  block.push_inner({2, 50});
  block.push_inner({3, 8});
  std::vector<std::int64_t> seen;
  for_each_run(block, [&](std::int64_t offset) { seen.push_back(offset); });
  CHECK(seen == std::vector<std::int64_t>{100, 108, 116, 150, 158, 166});
  CHECK(block.bytes() == 24);
  CHECK(block.end() == 170);
}

TEST_CASE("an empty block visits nothing and ends where it starts") {
  Block block;
  block.offset = 7;
  block.run = 4;
  block.push_inner({0, 4});
  for_each_run(block, [](std::int64_t) { FAIL("visited"); });
  CHECK(block.end() == 7);
}
