#include "atom_cuda/trial.hpp"

#include "snac/plan.hpp"
#include "tests/atom_cuda/gpu.hpp"
#include "tests/catch.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

std::optional<VerifiedSchedule> reduction(const std::string& algorithm, Regime regime,
                                          InPlace form = InPlace::no) {
  PlanOptions options;
  options.algorithm = algorithm;
  options.regime = regime;
  options.lanes = 2;
  Diagnostics diagnostics;
  auto schedule = plan(problem_of("[p] n", "n", ReduceOp::sum, 3, {{"n", 999}}, DataType::bf16, form),
                       options, diagnostics);
  if (!schedule) return std::nullopt;  // in place nobody may read what a peer overwrites
  return must_verify(std::move(*schedule));
}

TrialOptions quick() {
  TrialOptions options;
  options.launch.timeout = std::chrono::milliseconds(500);
  options.interleavings = 4;
  options.launches = 9;
  options.seed = seed();
  return options;
}

}  // namespace

TEST_CASE("a trial takes a set of buffers for each launch of its soak, as far as memory is bounded") {
  const auto set_bytes = [](std::int64_t n) { return 3 * 2 * n * 2; };  // ranks, in and out, bf16
  const auto schedule = [](std::int64_t n) {
    PlanOptions options;
    options.algorithm = "direct";
    options.regime = Regime::zero_copy;
    Diagnostics diagnostics;
    return *plan(problem_of("[p] n", "n", ReduceOp::sum, 3, {{"n", n}}, DataType::bf16, InPlace::no), options,
                 diagnostics);
  };
  const auto bytes = [&](std::int64_t n, int launches) { return cuda::bytes_to_try(schedule(n), launches); };
  CHECK(bytes(1000, 1) == bytes(1000, 3));  // more than windows have halves
  CHECK(bytes(1000, 9) - bytes(1000, 3) == 6 * set_bytes(1000));
  constexpr std::int64_t kMuch = 4 << 20;  // 48 MiB a set: five fit
  CHECK(bytes(kMuch, 16) - bytes(kMuch, 3) == 2 * set_bytes(kMuch));
  CHECK(bytes(100 << 20, 16) == bytes(100 << 20, 3));
}

TEST_CASE("a trial on devices does all that it says", "[gpu]") {
  for (const char* algorithm : {"direct", "two_phase", "ring"})
    for (const Regime regime : {Regime::packet, Regime::zero_copy, Regime::staged})
      for (const InPlace form : {InPlace::no, InPlace::same}) {
        INFO("PURLIN_TEST_SEED=" << seed() << " " << algorithm << " " << name_of(regime));
        const auto schedule = reduction(algorithm, regime, form);
        if (form == InPlace::no) REQUIRE(schedule);
        if (!schedule) continue;
        const Trial trial = cuda::try_out(devices(), *schedule, quick());
        INFO(trial.counterexample);
        CHECK(trial.passed());
        CHECK(trial.interleavings == 4);
        CHECK(trial.launches == 9);
        CHECK(trial.elements == (1 + 4 + 9) * 3 * 999);
      }
}

TEST_CASE("a trial on devices ends with the hang that it meets", "[gpu]") {
  TrialOptions options = quick();
  options.launch.injections = {{Injection::Kind::drop, {1}, 0, 0, {}}};
  const Trial trial = cuda::try_out(devices(), *reduction("direct", Regime::zero_copy), options);
  REQUIRE(trial.hang);
  CHECK(trial.hang->culprit == Rank{1});
  CHECK(trial.interleavings == 0);
}

TEST_CASE("a trial on devices can be interrupted", "[gpu]") {
  TrialOptions options = quick();
  options.go_on = [](int done, int) { return done < 3; };
  const Trial trial = cuda::try_out(devices(), *reduction("direct", Regime::staged), options);
  CHECK(trial.interrupted);
  CHECK(trial.interleavings == 2);
  CHECK(trial.launches == 0);
}
