#include <algorithm>
#include <iostream>
#include <set>

#include "snac/host/random.hpp"
#include "snac/verify/rules.hpp"
#include "tests/catch.hpp"
#include "tests/mutation/bases.hpp"
#include "tests/mutation/equivalents.hpp"
#include "tests/mutation/execution.hpp"
#include "tests/mutation/kill_table.hpp"
#include "tests/mutation/killers.hpp"
#include "tests/mutation/mutations.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;
using Random = purlin::testing::Random;

namespace {

const Check* broken(const Verification& verification) {
  for (const Check& check : verification.checks)
    if (check.verdict == Verdict::fail) return &check;
  return nullptr;
}

/// Mutants of one schedule.
class Trials {
 public:
  Trials(KillTable& table, std::uint64_t seed)
      : table_(table), seed_(seed), random_(seed), base_(draw_base(random_)) {}

  void run() {
    INFO(base_.name << ", drawn from " << seed_);
    Verification verification = verify(base_.schedule);
    if (const Check* check = broken(verification)) FAIL(check->rule << ": " << check->counterexample);
    valid_ = std::move(verification.schedule);
    for (const Mutation& mutation : mutations())
      if (auto mutant = mutate(base_.schedule, mutation, random_)) judge(*mutant);
  }

 private:
  void judge(const Mutant& mutant) {
    INFO(mutant.kind << " at " << mutant.where);
    Verification verification = verify(mutant.schedule);
    Tally& tally = table_.of(mutant.kind);
    ++tally.all;
    if (const Check* check = broken(verification))
      reject(mutant, *check, tally);
    else
      pass(mutant.kind, *verification.schedule, tally);
  }

  void pass(const std::string& kind, const VerifiedSchedule& schedule, Tally& tally) {
    ++tally.passed;
    CHECK(failure_in_execution(schedule, *valid_, seed_) == "");
    if (!equivalent(kind)) FAIL_CHECK("it passes, and nobody knows why");
  }

  void reject(const Mutant& mutant, const Check& check, Tally& tally) {
    ++tally.rejected[check.rule];
    CHECK(schedule_rule(check.rule) != nullptr);
    INFO(check.rule);
    CHECK(may_break(mutant.kind, check.rule));
    CHECK_FALSE(check.counterexample.empty());
    if (check.name == "bounds") return;  // may leave its buffers
    ++tally.executed;
    const VerifiedSchedule schedule = as_if_verified(mutant.schedule, *valid_);
    if (!failure_in_execution(schedule, *valid_, seed_).empty()) ++tally.failed;
  }

  KillTable& table_;
  std::uint64_t seed_;
  Random random_;
  Base base_;
  std::optional<VerifiedSchedule> valid_;
};

}  // namespace

TEST_CASE("a mutant is rejected, or runs like what it came from", "[sweep]") {
  KillTable table;
  const int bases = cases(4, 25, 600);
  for (int i = 0; i < bases; ++i)
    if (in_slice(static_cast<std::uint64_t>(i)))
      Trials(table, host::mix(seed()) + static_cast<std::uint64_t>(i)).run();
  std::cout << "mutants, seed " << seed() << "\n" << table.print();
  const Tally total = table.total();
  CHECK(total.passed * 4 < total.all);
  CHECK(total.failed * 2 > total.executed);  // or execution would say little of those that pass
}

TEST_CASE("every mutation says which rules it may break") {
  CHECK(killers().size() == mutations().size());
  for (const Mutation& mutation : mutations()) {
    INFO(mutation.name);
    CHECK(std::ranges::count(killers(), mutation.name, &Killers::mutation) == 1);
  }
  CHECK(may_break("drop await", "V301"));
  CHECK_FALSE(may_break("drop await", "V103"));
  CHECK_FALSE(may_break("drop a source of consume", "V301"));
}

TEST_CASE("kinds of mutants that may pass are known, each once") {
  std::set<std::string_view> kinds;
  for (const Equivalent& known : equivalents()) {
    INFO(known.kind);
    CHECK(kinds.insert(known.kind).second);
    CHECK(
        std::ranges::any_of(mutations(), [&](const Mutation& m) { return known.kind.starts_with(m.name); }));
  }
}
