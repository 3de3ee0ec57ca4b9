#include "snac/cut.hpp"

#include <random>

#include "tests/catch.hpp"

using namespace purlin;

namespace {

/// Every byte of a block in order, by definition.
std::vector<std::int64_t> bytes_of(const Block& block) {
  std::vector<std::int64_t> all;
  for_each_run(block, [&](std::int64_t at) {
    for (std::int64_t i = 0; i < block.run; ++i) all.push_back(at + i);
  });
  return all;
}

Block random_block(std::mt19937& random) {
  const auto draw = [&](int most) {
    return static_cast<std::int64_t>(random() % static_cast<unsigned>(most)) + 1;
  };
  Block block;
  block.offset = draw(100);
  block.run = 2 * draw(20);
  for (std::int64_t dims = draw(4) - 1; dims > 0; --dims) block.push_inner({draw(5), draw(1000)});
  return block;
}

}  // namespace

TEST_CASE("pieces of a cut are the block's bytes in order") {
  const unsigned seed = std::random_device()();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int i = 0; i < 500; ++i) {
    const Block block = random_block(random);
    const std::vector<std::int64_t> all = bytes_of(block);
    const auto at = [&] { return static_cast<std::int64_t>(random() % (all.size() / 2 + 1)) * 2; };
    const std::int64_t a = at(), b = at();
    const Range range{std::min(a, b), std::max(a, b)};
    std::vector<std::int64_t> pieces;
    for (const Block& piece : cut(block, range)) {
      const auto bytes = bytes_of(piece);
      pieces.insert(pieces.end(), bytes.begin(), bytes.end());
    }
    REQUIRE(pieces == std::vector(all.begin() + range.first, all.begin() + range.last));
  }
}

TEST_CASE("blocks of one shape fall into pieces of one shape") {
  Block a, b;
  a.run = b.run = 12;
  a.push_inner({5, 100}), b.push_inner({5, 12});
  a.push_inner({7, 12}), b.push_inner({7, 60});
  for (std::int64_t first = 0; first <= a.bytes(); first += 12)
    for (std::int64_t last = first; last <= a.bytes(); last += 4) {
      const auto in_a = cut(a, {first, last}), in_b = cut(b, {first, last});
      REQUIRE(in_a.size() == in_b.size());
      for (std::size_t i = 0; i < in_a.size(); ++i) REQUIRE(in_a[i].same_shape(in_b[i]));
    }
}

TEST_CASE("parts cover everything once and start at granules") {
  for (std::int64_t bytes : {0, 1, 2, 127, 128, 129, 1000, 4096})
    for (std::int64_t granule : {1, 2, 16, 128})
      for (int parts = 1; parts <= 9; ++parts) {
        std::int64_t next = 0;
        for (int i = 0; i < parts; ++i) {
          const Range part = part_of(bytes, granule, parts, i);
          REQUIRE(part.first == next);
          REQUIRE((part.first % granule == 0 || part.first == bytes));
          next = part.last;
        }
        REQUIRE(next == bytes);
      }
}

TEST_CASE("granules are whole rows where rows are small enough") {
  Block rows;
  rows.run = 1024;
  rows.push_inner({1000, 2048});
  CHECK(granule_of(rows, 2, 4096) == 1024);
  CHECK(granule_of(rows, 2, 512) == 128);
  CHECK(granule_of(rows, 2, 100) == 16);
  CHECK(granule_of(rows, 2, 3) == 2);
}

TEST_CASE("a fold packs outermost") {
  Block block;
  block.run = 4;
  block.push_inner({3, 40});
  block.fold = Dim{5, 4};
  const Block dense = packed(block, 64);
  CHECK(dense.dim(0) == Dim{3, 4});
  CHECK(dense.fold == Dim{5, 12});
  CHECK(dense.end() == 64 + 60);
  CHECK(unfolded(dense).bytes() == 60);
  CHECK(bytes_of(unfolded(block)).size() == 60);
}
