#include "cli/run_memory.hpp"

#include "tests/catch.hpp"

using namespace purlin;
using namespace purlin::cli;

namespace {

/// Counts memory by script, and executes nothing.
class Counting : public Executor {
 public:
  using Needs = std::vector<MemoryNeed>;
  explicit Counting(std::function<Needs(const Schedule&)> needs) : needs_(std::move(needs)) {}

  std::string atom() const override { return "counting"; }
  std::string launch() const override { return "none"; }
  std::string where(int) const override { return "nowhere"; }
  std::vector<std::string> notes() const override { return {}; }
  void adapt(Request&, Diagnostics&) override {}
  Needs memory_to_measure(const Schedule& schedule) override { return needs_(schedule); }
  std::int64_t bytes_to_try(const Schedule&, int) const override { return 0; }
  Measurement measure(const VerifiedSchedule&, const MeasureOptions&) override { throw Refused("measured"); }
  Trial try_out(const VerifiedSchedule&, const TrialOptions&) override { throw Refused("tried out"); }
  std::string trial_key() const override { return "none"; }
  Bound bound(const Schedule&) const override { return {}; }

 private:
  std::function<Needs(const Schedule&)> needs_;
};

struct Counted {
  std::vector<std::int64_t> bytes;
  std::vector<std::string> said;
};

/// Each of two requests has schedules of 1, 3 and 2 lanes.
Counted count(std::function<Counting::Needs(const Schedule&)> needs) {
  const auto schedules = [](const Request&, std::size_t, Diagnostics&) {
    std::vector<Schedule> all(3);
    all[0].lanes = 1, all[1].lanes = 3, all[2].lanes = 2;
    return all;
  };
  std::vector<Request> requests(2);
  requests[0].spec = "a", requests[1].spec = "b";
  Counting executor(std::move(needs));
  Diagnostics diagnostics;
  Counted counted{count_memory(requests, schedules, executor, diagnostics), {}};
  for (const Diagnostic& diagnostic : diagnostics.all()) counted.said.push_back(diagnostic.message);
  return counted;
}

}  // namespace

TEST_CASE("a request takes what the largest of its schedules takes of all places") {
  const Counted counted = count([](const Schedule& schedule) -> Counting::Needs {
    return {{"here", schedule.lanes, 10}, {"there", 10 * schedule.lanes, {}}};
  });
  CHECK(counted.bytes == std::vector<std::int64_t>{33, 33});
  CHECK(counted.said.empty());
}

TEST_CASE("memory that lacks is said once for a request, of the schedule and place that lack most") {
  const Counted counted = count([](const Schedule& schedule) -> Counting::Needs {
    return {{"here", 1000 * schedule.lanes, 500}, {"there", 1000 * schedule.lanes, 400}};
  });
  REQUIRE(counted.said.size() == 2);
  CHECK(counted.said[0] == "a needs 2.93 KiB of memory of there for its largest size; 400 B are available");
  CHECK(counted.said[1].starts_with("b needs "));
}

TEST_CASE("what refuses while memory is counted is a bad request, each reason once") {
  const Counted counted =
      count([](const Schedule&) -> Counting::Needs { throw Refused("one pair is bad\nanother too"); });
  CHECK(counted.said == std::vector<std::string>{"one pair is bad", "another too"});
}
