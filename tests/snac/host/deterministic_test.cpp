// With --deterministic the bits of a result follow from the contributions alone.
#include <fmt/core.h>

#include <array>
#include <cstring>
#include <map>
#include <set>

#include "snac/chain.hpp"
#include "snac/host/caller_memory.hpp"
#include "tests/catch.hpp"
#include "tests/snac/host/planned.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/problems.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

struct Case {
  int ranks;
  bool scatters;  // a reduce-scatter, else an all-reduce
  const char* op;
  const char* dtype;

  int parts() const { return scatters ? ranks : 1; }
  Problem problem(int n) const {
    return problem_of({fmt::format("[{}]", ranks), fmt::format("n = {}", n),
                       scatters ? "[rank=p] s n" : "[rank=p] n", scatters ? "[rank=s] n" : "n", op, dtype});
  }
};

using Bits = std::vector<std::byte>;

/// Of [1, 2), with a full mantissa: a function of rank, part and element alone, whatever the size.
Bits contribution(std::int64_t width, int rank, int part, int i) {
  const std::uint64_t random = mixed(static_cast<std::uint64_t>((rank * 64 + part) * 4096 + i));
  const std::uint64_t number = width == 4 ? 0x3f800000u | (random & 0x7fffffu) : 0x3f80u | (random & 0x7fu);
  Bits bits(static_cast<std::size_t>(width));
  std::memcpy(bits.data(), &number, bits.size());
  return bits;
}

/// What the element n of part s became, on every rank that holds it: [s, n].
using Results = std::map<std::pair<int, int>, std::set<Bits>>;

void execute(const Case& c, int n, const PlanOptions& options, Results& results) {
  Diagnostics refused;
  const auto schedule = plan(c.problem(n), options, refused);
  if (!schedule) return;
  const VerifiedSchedule proved = verified(*schedule);
  host::CallerMemory memory(*proved);
  const auto width = size_of(proved->problem.dtype).value;
  const auto at = [&](std::span<std::byte> all, int i) {
    return all.subspan(static_cast<std::size_t>(i * width), static_cast<std::size_t>(width));
  };
  for (int rank = 0; rank < c.ranks; ++rank)
    for (int part = 0; part < c.parts(); ++part)
      for (int i = 0; i < n; ++i)
        std::ranges::copy(contribution(width, rank, part, i), at(memory.input({rank}), part * n + i).begin());
  host::Stream stream(c.ranks);
  REQUIRE_FALSE(stream.interleave(proved, memory.buffers(), 1).hang);
  for (int rank = 0; rank < c.ranks; ++rank)
    for (int i = 0; i < n; ++i) {
      const auto result = at(memory.output({rank}), i);
      results[{c.scatters ? rank : 0, i}].insert(Bits(result.begin(), result.end()));
    }
}

std::vector<PlanOptions> ways(bool deterministic) {
  std::vector<PlanOptions> all;
  for (const Chain& chain : chains())
    for (Regime regime : {Regime::packet, Regime::zero_copy, Regime::staged})
      for (bool push : {false, true})
        for (int lanes : {1, 3})
          for (const char* machine : {"", "dgx-v100", "pcie-gen4-8"}) {
            PlanOptions options;
            options.deterministic = deterministic;
            options.algorithm = chain.name, options.regime = regime, options.push = push,
            options.lanes = lanes;
            if (*machine != '\0') options.machine = builtin(machine);
            all.push_back(options);
          }
  return all;
}

std::size_t most_answers(const Results& results) {
  std::size_t most = 0;
  for (const auto& [element, answers] : results) most = std::max(most, answers.size());
  return most;
}

}  // namespace

TEST_CASE("deterministic bits depend on no size, chain, regime, lane or machine") {
  const std::vector<PlanOptions> all = ways(true);
  for (int ranks : {3, 5, 8})
    for (bool scatters : {false, true})
      for (const char* op : {"sum", "avg"})
        for (const char* dtype : {"f32", "bf16"}) {
          const Case c{ranks, scatters, op, dtype};
          INFO(ranks << " ranks, " << (scatters ? "reduce-scatter" : "all-reduce") << ", " << op << " of "
                     << dtype);
          Results results;
          int turn = 0;
          for (const PlanOptions& options : all)
            execute(c, std::array{1, 7, 33, 200}[turn++ % 4], options, results);
          REQUIRE(results.size() == static_cast<std::size_t>(200 * c.parts()));
          CHECK(most_answers(results) == 1);
        }
}

TEST_CASE("other chains give other bits, so that the data tell") {
  Results results;
  for (const PlanOptions& options : ways(false)) execute({5, false, "sum", "f32"}, 33, options, results);
  CHECK(most_answers(results) > 1);
}
