#include "snac/transfers.hpp"

#include <map>

#include "tests/catch.hpp"
#include "tests/support/problems.hpp"

using namespace purlin;

namespace {

std::map<int, std::int64_t> bytes_by_source(const std::vector<Transfer>& transfers, Rank to) {
  std::map<int, std::int64_t> bytes;
  for (const Transfer& t : transfers)
    for (const Transfer::Source& s : t.sources)
      if (t.to == to) bytes[s.rank.value] += s.block.bytes();
  return bytes;
}

}  // namespace

TEST_CASE("all_gather: one run from every rank into every rank") {
  const Problem problem = problem_of({"[4]", "n = 10", "[rank=s] n", "s n"});
  const auto transfers = transfers_of(problem);
  REQUIRE(transfers.size() == 16);
  for (const Transfer& t : transfers) {
    CHECK(t.destination.dims() == 0);
    CHECK(t.destination.run == 40);
    CHECK(t.destination.offset == 40 * t.sources.at(0).rank.value);
    CHECK(t.sources.at(0).block.offset == 0);
  }
}

TEST_CASE("all_gather along the last dimension is strided, with no second pass") {
  const Problem problem = problem_of({"[4]", "b = 3\nh = 5", "[rank] b h", "b rank h"});
  const auto transfers = transfers_of(problem);
  REQUIRE(transfers.size() == 16);
  const Transfer& last = transfers.back();
  CHECK(last.destination.offset == 3 * 20);
  CHECK(last.destination.run == 20);
  REQUIRE(last.destination.dims() == 1);
  CHECK(last.destination.dim(0) == Dim{3, 80});
  CHECK(last.sources.at(0).block.dim(0) == Dim{3, 20});
}

TEST_CASE("all_reduce: one block a rank, every contribution once, in index order") {
  const Problem problem = problem_of({"[5]", "n = 7", "[rank=p] n", "n", "sum"});
  const auto transfers = transfers_of(problem);
  REQUIRE(transfers.size() == 5);
  for (const Transfer& t : transfers) {
    REQUIRE(t.sources.size() == 5);
    for (int p = 0; p < 5; ++p) CHECK(t.sources[static_cast<std::size_t>(p)].rank == Rank{p});
  }
}

TEST_CASE("a shift on the input changes who is read, not the order of contributions") {
  const Problem problem = problem_of({"[3]", "n = 7", "[rank=p+1] n", "n", "sum"});
  const Transfer first = transfers_of(problem).at(0);
  CHECK(first.sources.at(0).rank == Rank{1});
  CHECK(first.sources.at(1).rank == Rank{2});
  CHECK(first.sources.at(2).rank == Rank{0});
}

TEST_CASE("local reduced axes fold; what one fold cannot say becomes contributions of their own") {
  const auto one = transfers_of(problem_of({"[1]", "a = 2\nk = 3", "a k", "a", "sum"}));
  REQUIRE(one.size() == 1);
  REQUIRE(one[0].sources.size() == 1);
  CHECK(one[0].sources[0].block.fold == Dim{3, 4});
  CHECK(one[0].sources[0].block.dim(0) == Dim{2, 12});

  const auto two = transfers_of(problem_of({"[1]", "j = 2\na = 5\nk = 3", "j a k", "a", "sum"}));
  REQUIRE(two[0].sources.size() == 2);
  CHECK(two[0].sources[1].block.offset == 60);
}

TEST_CASE("a reversed transpose unrolls what a block cannot hold") {
  const Problem problem = problem_of(
      {"[2]", "a = 2\nb = 3\nc = 4\nd = 5\ne = 2\nf = 3", "[rank] a b c d e f", "rank f e d c b a"});
  std::int64_t bytes = 0;
  for (const Transfer& t : transfers_of(problem)) {
    CHECK(t.destination.run == 4);
    CHECK(t.destination.dims() == 5);
    if (t.to == Rank{0}) bytes += t.destination.bytes();
  }
  CHECK(bytes == 2 * 2 * 3 * 4 * 5 * 2 * 3 * 4);
}

TEST_CASE("of replicas a rank reads its own, and no port serves all readers") {
  const auto own = transfers_of(problem_of({"[4]", "n = 8", "n", "n"}));
  for (const Transfer& t : own) CHECK(t.sources.at(0).rank == t.to);

  // Columns of a 4 × 2 mesh hold the two halves; rows replicate them.
  const auto spread = transfers_of(problem_of({"[4, 2]", "n = 8", "[y] n", "y n"}));
  std::map<int, std::int64_t> served;
  for (const Transfer& t : spread)
    if (t.sources.at(0).rank != t.to) served[t.sources[0].rank.value] += t.destination.bytes();
  CHECK(served.size() == 8);
  for (const auto& [rank, bytes] : served) CHECK(bytes == 32);
}

TEST_CASE("pairs that the layouts join stay, even where nothing flows") {
  const auto transfers = transfers_of(problem_of({"[3]", "n = 0", "[rank=s] d n", "[rank=d] s n"}));
  CHECK(transfers.size() == 9);
  for (const Transfer& t : transfers) CHECK(t.destination.bytes() == 0);
}

TEST_CASE("a ragged all_to_all moves each cell of its table") {
  const Problem problem =
      problem_of({"[3]", "n = { per = [\"s\", \"d\"], sizes = [[3, 0, 5], [1, 2, 0], [4, 4, 4]] }",
                  "[rank=s] d n", "[rank=d] s n"});
  const auto transfers = transfers_of(problem);
  CHECK(transfers.size() == 9);
  CHECK(bytes_by_source(transfers, {0}) == std::map<int, std::int64_t>{{0, 12}, {1, 4}, {2, 16}});
  CHECK(bytes_by_source(transfers, {2}) == std::map<int, std::int64_t>{{0, 20}, {1, 0}, {2, 16}});
  for (const Transfer& t : transfers)
    if (t.to == Rank{1} && t.sources[0].rank == Rank{2}) CHECK(t.sources[0].block.offset == 16);
}

TEST_CASE("neighbouring ragged rows of one holder are one run") {
  const auto transfers =
      transfers_of(problem_of({"[3]", "s = 3\nn = { per = [\"s\"], sizes = [3, 4, 5] }", "s n @ 0", "s n"}));
  REQUIRE(transfers.size() == 3);
  for (const Transfer& t : transfers) CHECK(t.destination.run == 48);
}
