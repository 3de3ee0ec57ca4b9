#include "snac/host/trial.hpp"

#include "snac/host/measure.hpp"
#include "tests/catch.hpp"
#include "tests/snac/host/planned.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::host;
using namespace purlin::testing;

namespace {

VerifiedSchedule gather(InPlace form = InPlace::no) {
  return planned(problem_of("[s] n", "s n", ReduceOp::copy, 3, {{"n", 20}}, DataType::bf16, form), {});
}

TrialOptions quick() {
  TrialOptions options;
  options.launch.timeout = std::chrono::milliseconds(200);
  options.interleavings = 3;
  options.launches = 5;
  return options;
}

}  // namespace

TEST_CASE("a trial says what it did", "[threads]") {
  for (InPlace form : {InPlace::no, InPlace::input_in_output}) {
    const Trial trial = try_out(gather(form), quick());
    CHECK(trial.passed());
    CHECK(trial.interleavings == 3);
    CHECK(trial.launches == 5);
    CHECK(trial.elements == (3 + 3) * 3 * 60);
  }
}

TEST_CASE("a trial ends at the first hang", "[threads]") {
  TrialOptions options = quick();
  options.launch.injections = {{Injection::Kind::absent, {1}, 0, 0, {}}};
  const Trial trial = try_out(gather(), options);
  CHECK_FALSE(trial.passed());
  REQUIRE(trial.hang);
  CHECK(trial.hang->culprit == Rank{1});
  CHECK(trial.interleavings == 0);
}

TEST_CASE("a trial stops when told to", "[threads]") {
  TrialOptions options = quick();
  options.go_on = [](int done, int of) {
    CHECK(of == 7);
    return done < 2;
  };
  const Trial trial = try_out(gather(), options);
  CHECK(trial.interrupted);
  CHECK(trial.interleavings == 2);
}

TEST_CASE("a measurement times its launches and checks them", "[threads]") {
  MeasureOptions options;
  options.warmup = 2;
  options.iters = 3;
  options.trace = true;
  options.keep_first_outputs = true;
  const Measurement found = measure(gather(), options);
  CHECK(found.launch_s.size() == 3);
  CHECK(found.wrong == 0);
  CHECK_FALSE(found.trace.empty());
  REQUIRE(found.first_outputs.size() == 3);
  CHECK(found.first_outputs[0] == found.first_outputs[2]);
}

TEST_CASE("a measurement out of time comes to its end, a few launches and the trace done", "[threads]") {
  MeasureOptions options;
  options.warmup = 2;
  options.budget_s = 0;
  options.trace = true;
  const Measurement found = measure(gather(), options);
  CHECK(found.launch_s.size() == kLeastIters);
  CHECK(found.wrong == 0);
  CHECK_FALSE(found.trace.empty());
  CHECK_FALSE(found.interrupted);
}

TEST_CASE("the first launch of a measurement takes the caller's inputs", "[threads]") {
  MeasureOptions options;
  options.keep_first_outputs = true;
  for (int rank = 0; rank < 3; ++rank)
    options.first_inputs.emplace_back(40, static_cast<std::byte>(rank + 1));
  const Measurement found = measure(gather(InPlace::input_in_output), options);
  std::vector<std::byte> wanted;
  for (const auto& input : options.first_inputs) wanted.insert(wanted.end(), input.begin(), input.end());
  CHECK(found.first_outputs.at(1) == wanted);
  CHECK(found.wrong == 0);
}

TEST_CASE("a measurement ends at a hang or when told to", "[threads]") {
  MeasureOptions options;
  options.launch.timeout = std::chrono::milliseconds(200);
  options.go_on = [](int done, int) { return done < 6; };
  const Measurement stopped = measure(gather(), options);
  CHECK(stopped.interrupted);
  CHECK(stopped.launch_s.size() == 1);
  options.launch.injections = {{Injection::Kind::drop, {2}, 0, 0, {}}};
  const Measurement hung = measure(gather(), options);
  REQUIRE(hung.hang);
  CHECK(hung.launch_s.empty());
}

TEST_CASE("a launch cannot be shorter than its stores") {
  const VerifiedSchedule schedule = gather();
  CHECK(shortest_launch_s(*schedule, 1) == Approx(360 / (64 * 6e9)));
  CHECK(shortest_launch_s(*schedule, 4) == Approx(360 / (4 * 64 * 6e9)));
}
