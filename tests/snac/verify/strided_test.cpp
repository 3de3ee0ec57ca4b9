#include "snac/verify/strided.hpp"

#include <map>
#include <random>

#include "tests/catch.hpp"

using namespace purlin;

namespace {

using Places = std::map<std::int64_t, std::int64_t>;  // place -> carried

template <class Visit>
void each(std::int64_t at, std::int64_t carry, const Step* step, const Step* end, Visit&& visit) {
  if (step == end) return visit(at, carry);
  for (std::int64_t i = 0; i < step->count; ++i)
    each(at + i * step->at, carry + i * step->carry, step + 1, end, visit);
}

Places places_of(const Box& box) {
  Places places;
  each(box.at, box.carry, box.steps.begin(), box.steps.end(), [&](std::int64_t at, std::int64_t carry) {
    INFO("a place stands twice: " << at);
    REQUIRE(places.emplace(at, carry).second);
  });
  return places;
}

Box part_of(const Meet& meet, std::int64_t Meet::* carry, std::int64_t Meet::Step::* step_carry) {
  Box box{meet.at, meet.*carry, {}};
  for (const Meet::Step& step : meet.steps) box.steps.push({step.count, step.at, step.*step_carry});
  return box;
}

/// Nested steps, innermost first: mostly pitches of one chain, as layouts make them, sometimes any.
Box random_box(std::mt19937& random, const std::vector<std::int64_t>& chain, bool regular) {
  const auto upto = [&](std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n)(random); };
  Box box{upto(40), upto(1000), {}};
  std::vector<Step> steps;
  std::int64_t extent = 1, carry = 1 + upto(3);
  for (std::int64_t pitch : chain) {
    if (upto(3) == 0) continue;
    if (!regular) pitch = extent + upto(5);
    if (pitch < extent) continue;
    const std::int64_t count = 1 + upto(5);
    steps.push_back({count, pitch, carry});
    extent += (count - 1) * pitch;
    carry = carry * count + upto(2);
  }
  for (std::size_t i = steps.size(); i-- > 0;) box.steps.push(steps[i]);
  normalise(box);
  return box;
}

std::string show(const Box& box) {
  std::string text = std::to_string(box.at);
  for (const Step& step : box.steps)
    text += " + " + std::to_string(step.count) + "x" + std::to_string(step.at);
  return text;
}

void check_pair(const Box& a, const Box& b) {
  INFO(show(a) << "  and  " << show(b));
  const Places of_a = places_of(a), of_b = places_of(b);
  Places both_a, both_b, rest;
  for (auto [at, carry] : of_a) (of_b.count(at) ? both_a : rest).emplace(at, carry);
  for (auto [at, carry] : of_b)
    if (of_a.count(at)) both_b.emplace(at, carry);

  std::vector<Meet> meets;
  meet(a, b, meets);
  Places met_a, met_b;
  for (const Meet& found : meets) {
    for (auto place : places_of(part_of(found, &Meet::a, &Meet::Step::a)))
      REQUIRE(met_a.insert(place).second);
    for (auto place : places_of(part_of(found, &Meet::b, &Meet::Step::b)))
      REQUIRE(met_b.insert(place).second);
  }
  REQUIRE(met_a == both_a);
  REQUIRE(met_b == both_b);
  REQUIRE(overlap(a, b) == !both_a.empty());

  std::vector<Box> boxes;
  subtract(a, b, boxes);
  Places left;
  for (const Box& box : boxes)
    for (auto place : places_of(box)) REQUIRE(left.insert(place).second);
  REQUIRE(left == rest);
}

}  // namespace

TEST_CASE("strided: meets and differences equal those of the single bytes") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const std::vector<std::vector<std::int64_t>> chains = {{1, 4, 12, 48}, {1, 2, 4, 8, 16}, {1, 10, 100},
                                                         {1, 6, 6, 30},  {4, 8, 40},       {1, 3, 21}};
  for (int i = 0; i < 4000; ++i) {
    const auto& chain = chains[random() % chains.size()];
    check_pair(random_box(random, chain, random() % 8 != 0), random_box(random, chain, random() % 8 != 0));
  }
}

TEST_CASE("strided: cost is that of the steps, not of the rows") {
  constexpr std::int64_t kRows = std::int64_t{1} << 40;
  Box columns{5, 0, {}}, all{0, 0, {}}, others{40, 0, {}};
  columns.steps.push({kRows, 64, 8});
  columns.steps.push({8, 1, 1});
  all.steps.push({kRows * 64, 1, 1});
  others.steps.push({kRows, 64, 8});
  others.steps.push({20, 1, 1});
  std::vector<Meet> meets;
  meet(columns, all, meets);
  std::int64_t bytes = 0;
  for (const Meet& found : meets) bytes += found.bytes();
  CHECK(bytes == kRows * 8);
  CHECK(meets.size() <= 3);
  CHECK_FALSE(overlap(columns, others));
  std::vector<Box> rest;
  subtract(all, columns, rest);
  CHECK(rest.size() <= 5);
}

TEST_CASE("strided: many rows without a common measure are given up, not guessed") {
  Box a{0, 0, {}}, b{1, 0, {}};
  a.steps.push({1'000'000, 7, 1});
  b.steps.push({1'000'000, 11, 1});
  std::vector<Meet> meets;
  CHECK_THROWS_AS(meet(a, b, meets), Irregular);
}
