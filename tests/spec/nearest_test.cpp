#include "spec/nearest.hpp"

#include "tests/catch.hpp"

using namespace purlin;

TEST_CASE("a typing mistake finds the word that was meant") {
  const std::vector<std::string> words = {"all_reduce", "all_gather", "reduce", "op", "n"};
  CHECK(nearest("all_redcue", words) == "all_reduce");
  CHECK(nearest("allgather", words) == "all_gather");
  CHECK(nearest("ALL_REDUCE", words) == "all_reduce");
  CHECK(nearest("reduc", words) == "reduce");
  CHECK(nearest("opp", words) == "op");
}

TEST_CASE("a word that is far from all finds none") {
  const std::vector<std::string> words = {"all_reduce", "n"};
  CHECK_FALSE(nearest("banana", words));
  CHECK_FALSE(nearest("m", words));  // every letter is one step from n
  CHECK_FALSE(nearest("", words));
  CHECK_FALSE(nearest(std::string(100000, 'a'), words));
  CHECK(did_you_mean("banana", words, "otherwise") == "otherwise");
}

TEST_CASE("words are listed as in a sentence") {
  CHECK(listed({}).empty());
  CHECK(listed({"a"}) == "a");
  CHECK(listed({"a", "b"}) == "a and b");
  CHECK(listed({"a", "b", "c"}) == "a, b and c");
}
