#include <map>
#include <optional>

#include "spec/named_collectives.hpp"
#include "tests/catch.hpp"
#include "tests/spec/reading.hpp"
#include "tests/support/random_problem.hpp"
#include "tests/support/slices.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

Problem in_place(const std::string& spec, Overrides overrides = {}) {
  overrides.in_place = true;
  return read(spec, overrides);
}

// What a rank holds, in memory order. Reduced axes stand for nothing after, so they count as 0 before.
std::vector<Index> held(const Problem& problem, const Layout& layout, Rank rank) {
  std::vector<Index> all;
  for_each_held(problem, layout, rank, [&](Index index) {
    for (AxisId axis : reduced_axes(problem)) index[static_cast<std::size_t>(axis)] = 0;
    all.push_back(std::move(index));
  });
  return all;
}

// Where `part` lies in `whole` as one run; nullopt where it does not.
std::optional<std::int64_t> position_in(const std::vector<Index>& part, const std::vector<Index>& whole) {
  for (std::size_t at = 0; at + part.size() <= whole.size(); ++at)
    if (std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(at)))
      return static_cast<std::int64_t>(at);
  return std::nullopt;
}

// The form that was found holds for every rank and element.
void check_form(Problem problem) {
  problem.in_place = in_place_form(problem).form;
  for (Rank rank; rank.value < problem.ranks() && problem.in_place != InPlace::no; ++rank.value) {
    const auto before = held(problem, problem.input, rank);
    const auto after = held(problem, problem.output, rank);
    const std::int64_t offset = in_place_offset(problem, rank).value;
    if (before.empty() || after.empty()) continue;
    if (problem.in_place == InPlace::same) CHECK(before == after);
    const bool inside = problem.in_place == InPlace::input_in_output;
    const auto found = inside ? position_in(before, after) : position_in(after, before);
    REQUIRE(found);
    CHECK(*found * size_of(problem.dtype).value == offset);
  }
}

}  // namespace

TEST_CASE("the in-place forms of named collectives are those of their layouts") {
  const std::map<std::string, InPlace> forms = {
      {"broadcast", InPlace::same},
      {"scatter", InPlace::output_in_input},
      {"gather", InPlace::input_in_output},
      {"all_gather", InPlace::input_in_output},
      {"all_to_all", InPlace::no},
      {"reduce", InPlace::same},
      {"reduce_scatter", InPlace::output_in_input},
      {"all_reduce", InPlace::same},
      {"permute", InPlace::no},
  };
  for (const NamedCollective& kind : kNamedCollectives)
    for (const std::string& name : {std::string(kind.name), std::string(kind.ragged_alias)}) {
      if (name.empty()) continue;
      INFO(name);
      CHECK(in_place_form(read(name)).form == forms.at(std::string(kind.name)));
      if (forms.at(std::string(kind.name)) == InPlace::no)
        CHECK(codes_of(name, {.in_place = true}) == Codes{"S804"});
      else
        CHECK(in_place(name).in_place == forms.at(std::string(kind.name)));
    }
}

TEST_CASE("an in-place form holds for every element of every rank", "[sweep]") {
  int found = 0;
  for (int i = 0; i < cases(50, 500, 2000); ++i) {
    const std::uint64_t at = seed() + static_cast<std::uint64_t>(i);
    INFO("seed " << at);
    const Problem problem = read_toml_text(random_problem(at));
    found += in_place_form(problem).form != InPlace::no;
    check_form(problem);
  }
  CHECK(found > 0);
  for (const std::string& name : collective_names()) check_form(read(name, {.ranks = 5, .size = "200"}));
}

TEST_CASE("the contained buffer lies at the rank's own slice") {
  const Problem gather = in_place("all_gather", {.ranks = 4, .size = "64"});
  const Problem scatter = in_place("reduce_scatter", {.ranks = 4, .size = "64"});
  const Problem reduce = in_place("all_reduce", {.ranks = 4, .size = "64"});
  for (Rank rank; rank.value < 4; ++rank.value) {
    CHECK(in_place_offset(gather, rank).value == rank.value * 16);
    CHECK(in_place_offset(scatter, rank).value == rank.value * 16);
    CHECK(in_place_offset(reduce, rank).value == 0);
  }
}

TEST_CASE("a ragged slice lies after those of the ranks before it") {
  const Problem problem = read_toml_text(
      spec_text("shape = [3]", "n = { per = [\"s\"], sizes = [3, 0, 5] }", "kind = \"all_gather_v\"") +
      "[options]\ninplace = true\n");
  CHECK(in_place_offset(problem, {1}).value == 3 * 4);
  CHECK(in_place_offset(problem, {2}).value == 3 * 4);
}

TEST_CASE("a refusal says what stands in the way") {
  const auto refusal = [](const std::string& spec, const Overrides& overrides = {}) {
    return in_place_form(read(spec, overrides)).refusal;
  };
  CHECK(refusal("[s] n -> [s+1] n") == "rank 0 holds s=0 before and s=7 after");
  CHECK(refusal("[s] d n -> [d] s n") == "rank 0 holds all of d before and one d after");
  CHECK(refusal("[s] b n -> b s n") == "rank 0 holds its axes in another order after than before");
  CHECK(refusal("[p] k n -> n", {.op = "sum"}) == "k is reduced inside a rank");
  CHECK(refusal("b n -> n b") == "rank 0 holds its axes in another order after than before");
}

TEST_CASE("axes of a single index do not stand in the way, unless they are to grow") {
  CHECK(in_place_form(read("all_to_all", {.ranks = 1})).form == InPlace::same);
  const std::string layouts = "input = \"[s] b h\"\noutput = \"b s h\"\n";
  CHECK(in_place_form(read_toml_text(spec_text("shape = [4]", "b = 1\nh = 8", layouts))).form ==
        InPlace::input_in_output);
  CHECK(in_place_form(read_toml_text(spec_text("shape = [4]", "b = 1\nh = 8", layouts + "scale = \"b\"")))
            .form == InPlace::no);
}
