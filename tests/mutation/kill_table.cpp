#include "tests/mutation/kill_table.hpp"

#include <fmt/format.h>

namespace purlin::testing {
namespace {

std::string print_row(const std::string& kind, const Tally& tally) {
  std::string line = fmt::format("{:<34} {:>6} {:>6} {:>5}/{:<5}", kind, tally.all, tally.passed,
                                 tally.failed, tally.executed);
  for (const auto& [rule, count] : tally.rejected) line += fmt::format(" {}:{}", rule, count);
  return line + "\n";
}

}  // namespace

void Tally::add(const Tally& other) {
  all += other.all;
  passed += other.passed;
  executed += other.executed;
  failed += other.failed;
  for (const auto& [rule, count] : other.rejected) rejected[rule] += count;
}

Tally KillTable::total() const {
  Tally total;
  for (const auto& [kind, tally] : kinds_) total.add(tally);
  return total;
}

std::string KillTable::print() const {
  std::string text =
      fmt::format("{:<34} {:>6} {:>6} {:>11} rejected by\n", "kind", "all", "pass", "fail/run");
  for (const auto& [kind, tally] : kinds_) text += print_row(kind, tally);
  return text + print_row("all", total());
}

}  // namespace purlin::testing
