// Every kind of mutation on worlds so small that brute force has the last word.
#include <iostream>
#include <set>

#include "tests/catch.hpp"
#include "tests/mutation/equivalents.hpp"
#include "tests/mutation/kill_table.hpp"
#include "tests/mutation/killers.hpp"
#include "tests/mutation/mutations.hpp"
#include "tests/support/random.hpp"
#include "tests/support/sweep.hpp"
#include "tests/support/tiny_plans.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

/// Mutants that leave their buffers or tables cannot be stepped; a wait for too much can.
bool can_be_stepped(const std::string& rule) { return !rule.starts_with("V1") || rule == "V110"; }

/// Where rules ask for more than right outputs of a few launches: a wait for nothing, outputs written twice
/// in order, an action whose own bytes overlap, one half of a window that is used again in time, bytes read
/// that nobody wrote and nobody uses. And where plain bytes are ordered by packets alone, which is an order
/// in the explorer's memory but not on a machine.
bool is_stricter(const std::string& kind, const std::string& rule) {
  static const std::set<std::string> kStricter = {"V110", "V206", "V304", "V402"};
  if (rule == "V204") return kind.starts_with("grow");
  if (rule == "V301") return kind.starts_with("give away") && kind.ends_with("_packets");
  return kStricter.contains(rule);
}

class Survivors {
 public:
  void judge(const Tiny& tiny, const Mutant& mutant) {
    const std::string rule = rule_of(mutant.schedule);
    Tally& tally = table_.of(mutant.kind);
    ++tally.all;
    if (!rule.empty()) ++tally.rejected[rule];
    if (!rule.empty()) {
      INFO(mutant.kind << ": " << rule);
      CHECK(may_break(mutant.kind, rule));
    }
    if (!can_be_stepped(rule)) return;
    const std::string fault = fault_of(mutant.schedule);
    INFO("seed " << seed() << ": " << tiny.name << "; " << mutant.kind << " at " << mutant.where << "; "
                 << rule << "; " << fault);
    ++(rule.empty() ? tally.passed : tally.executed);
    tally.failed += !rule.empty() && !fault.empty();
    if (rule.empty()) {
      CHECK(fault == "");
      CHECK(equivalent(mutant.kind) != nullptr);
    } else if (!is_stricter(mutant.kind, rule)) {
      CHECK(fault != "");
    }
    if (!fault.empty()) confirmed_.insert(rule);
  }

  const KillTable& table() const { return table_; }
  const std::set<std::string>& confirmed() const { return confirmed_; }

 private:
  KillTable table_;
  std::set<std::string> confirmed_;  // rules whose breach brute force has seen
};

}  // namespace

TEST_CASE("exhaustive: mutants that pass are equivalent, all others are wrong", "[sweep]") {
  Random random(seed());
  Survivors survivors;
  for (int i = 0; i < cases(100, 1'500, 30'000); ++i) {
    const Tiny& tiny = random.pick(all_tiny());
    const Mutation& mutation = random.pick(mutations());
    if (const auto mutant = mutate(tiny.schedule, mutation, random)) survivors.judge(tiny, *mutant);
  }
  std::cout << "mutants on tiny worlds, seed " << seed() << "\n" << survivors.table().print();
  if (extent() < Extent::wide) return;
  for (const char* rule : {"V201", "V202", "V203", "V204", "V205", "V301", "V302", "V303", "V401", "V402"}) {
    INFO("seed " << seed() << ": " << rule);
    CHECK(survivors.confirmed().contains(rule));
  }
}
