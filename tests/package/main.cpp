#include <snac/plan.hpp>
#include <spec/read_problem.hpp>

int main() {
  purlin::Diagnostics diagnostics;
  const auto spec = purlin::read_spec("all_reduce", {.ranks = 4, .size = "1K"}, diagnostics);
  if (!spec) return 1;
  const auto schedule = purlin::plan(spec->problem, {}, diagnostics);
  return schedule && schedule->programs.size() == 4 ? 0 : 1;
}
