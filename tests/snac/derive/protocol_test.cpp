// Who notifies whom, how often and in which order: closed forms of what is derived.
#include <algorithm>
#include <array>
#include <set>

#include "snac/chains/trees.hpp"
#include "snac/plan.hpp"
#include "tests/catch.hpp"
#include "tests/support/problems.hpp"

using namespace purlin;

namespace {

Schedule planned(const Problem& problem, const std::string& algorithm, Regime regime, int lanes = 1,
                 std::int64_t window = 0) {
  PlanOptions options;
  options.algorithm = algorithm, options.regime = regime, options.push = regime == Regime::packet;
  options.lanes = lanes;
  if (window > 0) options.window_half = window, options.push = false;
  Diagnostics diagnostics;
  auto schedule = plan(problem, options, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) UNSCOPED_INFO(d.code << ": " << d.message);
  REQUIRE(schedule);
  return *schedule;
}

template <class What>
std::vector<What> all_of(const Program& program) {
  std::vector<What> found;
  for (const Action& action : program)
    if (const auto* what = std::get_if<What>(&action.what)) found.push_back(*what);
  return found;
}

bool meets(const Schedule& schedule) {
  return std::ranges::count(schedule.signals, Purpose::rendezvous, &SignalSlot::purpose) > 0;
}

Problem all_reduce(int ranks, int n = 64) {
  return problem_of(
      {"[" + std::to_string(ranks) + "]", "n = " + std::to_string(n), "[rank=p] n", "n", "sum"});
}

/// The last step in which anything moves.
int last_step(const Schedule& schedule) {
  int last = 0;
  for (const auto& lanes : schedule.programs)
    for (const Action& action : lanes[0])
      if (std::holds_alternative<Consume>(action.what)) last = std::max(last, action.step);
  return last;
}

}  // namespace

TEST_CASE("direct in place: ready, read, done, and nothing else") {
  const Schedule schedule = planned(all_reduce(3), "direct", Regime::zero_copy);
  for (int rank = 0; rank < 3; ++rank) {
    const Program& program = schedule.programs[static_cast<std::size_t>(rank)][0];
    REQUIRE(program.size() == 5);
    const std::vector<Rank> others = {{(rank + 1) % 3}, {(rank + 2) % 3}};
    CHECK(std::get<Notify>(program[0].what).ranks == others);
    CHECK(std::get<Await>(program[1].what).waits.size() == 2);
    CHECK(std::get<Consume>(program[2].what).sources.size() == 3);
    CHECK(std::get<Notify>(program[3].what).ranks == others);
    CHECK(std::get<Await>(program[4].what).waits.size() == 2);
  }
}

TEST_CASE("peers are visited from the next rank on") {
  const Schedule schedule =
      planned(problem_of({"[5]", "n = 4", "[rank=s] n", "s n"}), "direct", Regime::zero_copy);
  for (int rank = 0; rank < 5; ++rank) {
    const auto consumes = all_of<Consume>(schedule.programs[static_cast<std::size_t>(rank)][0]);
    REQUIRE(consumes.size() == 5);
    for (int i = 0; i < 5; ++i)
      CHECK(consumes[static_cast<std::size_t>(i)].sources[0].rank == Rank{(rank + i) % 5});
  }
}

TEST_CASE("ranks meet exactly where data flow does not make them") {
  CHECK_FALSE(meets(planned(all_reduce(4), "direct", Regime::staged)));
  CHECK_FALSE(meets(planned(all_reduce(4), "ring", Regime::staged)));
  CHECK_FALSE(meets(planned(all_reduce(5), "halving", Regime::packet)));
  CHECK(meets(planned(all_reduce(4, 0), "direct", Regime::packet)));
  CHECK(meets(planned(problem_of({"[4]", "n = 8", "n @ 0", "n"}), "direct", Regime::staged)));
  CHECK(meets(planned(problem_of({"[4]", "n = 8", "[rank=s] n", "[rank=s+1] n"}), "direct", Regime::staged)));
  CHECK(meets(planned(problem_of({"[4, 2]", "n = 8", "[x,y] n", "[x] n", "sum"}), "direct", Regime::staged)));
  CHECK_FALSE(meets(planned(problem_of({"[1]", "n = 8", "n", "n"}), "direct", Regime::zero_copy)));
}

TEST_CASE("the tail of two_phase stages nothing") {
  const Schedule schedule = planned(all_reduce(4), "two_phase", Regime::staged);
  for (const auto& lanes : schedule.programs) {
    CHECK(all_of<Stage>(lanes[0]).size() == 3);  // a part of the input for each of the others
    const auto consumes = all_of<Consume>(lanes[0]);
    REQUIRE(consumes.size() == 4);
    CHECK(consumes[0].destinations.size() == 2);  // output and window at once
  }
}

namespace {

int doublings_of(int ranks) {
  int doublings = 0;
  while (1 << doublings < ranks) ++doublings;
  return doublings;
}

/// What the first lane of a rank takes from others; all of a step from one peer is one message.
struct Taken {
  std::int64_t bytes = 0;
  int messages = 0;
};

Taken taken(const Schedule& schedule, int rank = 0) {
  Taken taken;
  std::set<std::pair<int, Rank>> messages;
  for (const Action& action : schedule.programs[static_cast<std::size_t>(rank)][0])
    if (const auto* consume = std::get_if<Consume>(&action.what))
      for (const Span& source : consume->sources)
        if (source.rank.value != rank) {
          taken.bytes += source.block.bytes();
          messages.insert({action.step, source.rank});
        }
  taken.messages = static_cast<int>(messages.size());
  return taken;
}

Problem all_reduce_of_grid(int rows, int columns, int n) {
  return problem_of({"[" + std::to_string(rows) + ", " + std::to_string(columns) + "]",
                     "n = " + std::to_string(n), "[x,y] n", "n", "sum"});
}

/// A row of the table in docs/chains.md, for an all_reduce over r ranks; bytes into a port as parts of S / r.
struct Textbook {
  const char* chain;
  int (*steps)(int r);
  int (*bytes)(int r);
  int (*messages)(int r);
};

constexpr std::array kTextbook = {
    Textbook{"direct", [](int) { return 1; }, [](int r) { return (r - 1) * r; }, [](int r) { return r - 1; }},
    Textbook{"two_phase", [](int) { return 2; }, [](int r) { return 2 * (r - 1); },
             [](int r) { return 2 * (r - 1); }},
    Textbook{"ring", [](int r) { return 2 * (r - 1); }, [](int r) { return 2 * (r - 1); },
             [](int r) { return 2 * (r - 1); }},
    Textbook{"halving", [](int r) { return 2 * doublings_of(r); }, [](int r) { return 2 * (r - 1); },
             [](int r) { return doublings_of(r) * (doublings_of(r) + 3) / 2; }},
};

}  // namespace

TEST_CASE("bytes, steps and messages of an all_reduce are the textbook's") {
  for (const Textbook& row : kTextbook)
    for (int ranks = 3; ranks <= 9; ++ranks) {
      CAPTURE(row.chain, ranks);
      const Schedule schedule = planned(all_reduce(ranks, 32 * ranks), row.chain, Regime::zero_copy);
      CHECK(last_step(schedule) == row.steps(ranks));
      for (int rank = 0; rank < ranks; ++rank) {
        CHECK(taken(schedule, rank).bytes == row.bytes(ranks) * 128);
        if (row.chain == std::string("halving") && 1 << doublings_of(ranks) != ranks)
          CHECK(taken(schedule, rank).messages <= row.messages(ranks));
        else
          CHECK(taken(schedule, rank).messages == row.messages(ranks));
      }
    }
}

TEST_CASE("an all_reduce along axes takes four steps and a part of a row's size crosses rows") {
  for (int rows = 2; rows <= 4; ++rows)
    for (int columns = 2; columns <= 4; ++columns) {
      CAPTURE(rows, columns);
      const int ranks = rows * columns;
      const Schedule schedule =
          planned(all_reduce_of_grid(rows, columns, 32 * ranks), "hierarchical", Regime::zero_copy);
      CHECK(last_step(schedule) == 4);
      std::int64_t across = 0;
      for (const Action& action : schedule.programs[0][0])
        if (const auto* consume = std::get_if<Consume>(&action.what))
          for (const Span& source : consume->sources)
            if (source.rank.value >= columns) across += source.block.bytes();
      CHECK(across == 2 * (rows - 1) * 128);
      CHECK(taken(schedule).bytes == 2 * (ranks - 1) * 128);
      CHECK(taken(schedule).messages == 2 * (rows - 1) + 3 * (columns - 1));
    }
}

TEST_CASE("the switch reads what all stage and writes to all in one action of each rank") {
  for (int ranks = 2; ranks <= 8; ++ranks) {
    const Schedule schedule = planned(all_reduce(ranks, 32 * ranks), "multicast", Regime::staged);
    CHECK(last_step(schedule) == 2);
    for (const auto& lanes : schedule.programs) {
      int in_switch = 0;
      for (const Action& action : lanes[0])
        if (action.datapath == Datapath::multicast) {
          ++in_switch;
          const auto& consume = std::get<Consume>(action.what);
          CHECK(consume.sources.size() == static_cast<std::size_t>(ranks));
          CHECK(consume.destinations.size() == static_cast<std::size_t>(ranks));
          CHECK(consume.destinations[0].block.bytes() == 128);
        }
      CHECK(in_switch == 1);
    }
  }
}

TEST_CASE("a window in turns is filled again after its readers' drains alone") {
  const Schedule schedule = planned(all_reduce(3, 4096), "direct", Regime::staged, 1, 4096);
  CHECK(schedule.buffers.window_half <= 4096);
  for (const auto& lanes : schedule.programs) {
    const auto turns = all_of<Stage>(lanes[0]).size();
    CHECK(turns >= 4);
    std::size_t drains = 0, waits = 0;
    for (const Notify& notify : all_of<Notify>(lanes[0]))
      drains += schedule.signals[static_cast<std::size_t>(notify.slot)].purpose == Purpose::drained;
    for (const Await& await : all_of<Await>(lanes[0]))
      waits += schedule.signals[static_cast<std::size_t>(await.waits[0].slot)].purpose == Purpose::drained;
    CHECK(drains == waits);
    CHECK(drains == turns - 2);  // two turns fit at a time
  }
}

TEST_CASE("lanes without bytes keep the protocol") {
  const Schedule schedule = planned(all_reduce(3, 1), "two_phase", Regime::staged, 4);
  for (const auto& lanes : schedule.programs)
    for (const Program& program : lanes) {
      CHECK(all_of<Notify>(program).size() == all_of<Notify>(lanes[0]).size());
      CHECK(all_of<Await>(program).size() == all_of<Await>(lanes[0]).size());
    }
}

TEST_CASE("every position of a tree hands on after those that hand to it") {
  for (TreeOf tree_of : {&star, &path, &circulant, &binary})
    for (int size = 1; size <= 40; ++size) {
      const Tree tree = tree_of(size);
      for (int position = 1; position < size; ++position) {
        const auto at = static_cast<std::size_t>(position);
        const int parent = tree.parent[at];
        REQUIRE(parent < position);
        REQUIRE(tree.round[at] < tree.rounds);
        if (parent != 0) REQUIRE(tree.round[at] < tree.round[static_cast<std::size_t>(parent)]);
      }
    }
}

TEST_CASE("too large a request is refused before it is built") {
  Problem problem = problem_of({"[4096]", "n = 1", "[rank=s] d n", "[rank=d] s n"});
  Diagnostics diagnostics;
  CHECK_FALSE(plan(problem, {}, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].code == "P110");
}

TEST_CASE("deterministic plans take flat trees alone") {
  for (int n : {1, 1000, 1000000}) {
    PlanOptions options;
    options.deterministic = true;
    Diagnostics diagnostics;
    const auto schedule = plan(all_reduce(8, n), options, diagnostics);
    REQUIRE(schedule);
    CHECK((schedule->algorithm == "direct" || schedule->algorithm == "two_phase"));
  }
}

TEST_CASE("small messages take few lanes, larger ones no fewer") {
  for (int ranks : {2, 4, 8}) {
    int before = 1;
    for (int n : {16, 256, 4096, 65536, 1048576}) {
      Diagnostics diagnostics;
      const auto schedule = plan(all_reduce(ranks, n), {}, diagnostics);
      REQUIRE(schedule);
      CAPTURE(ranks, n, schedule->algorithm, schedule->lanes);
      if (n <= 256) CHECK(schedule->lanes <= 8);
      CHECK(schedule->lanes >= std::min(before, 16));
      before = schedule->lanes;
    }
  }
}
