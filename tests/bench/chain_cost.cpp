#include <fmt/core.h>

#include <algorithm>

#include "snac/bandwidth.hpp"
#include "snac/chain.hpp"
#include "snac/port_bytes.hpp"
#include "snac/verify/verify.hpp"
#include "tests/bench/bench.hpp"

namespace purlin::bench {
namespace {

constexpr std::int64_t KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;

std::optional<Schedule> planned_by(const Problem& problem, std::string_view chain) {
  PlanOptions options;
  options.algorithm = chain;
  Diagnostics refused;
  return plan(problem, options, refused);
}

/// Of `kind` on a mesh of rows × columns, along both axes.
Problem on_grid(const std::string& kind, int rows, int columns, std::int64_t size) {
  const std::string output = kind == "all_reduce" ? "n" : "x y n";
  const std::int64_t n = size / 2 / (kind == "all_reduce" ? 1 : rows * columns);
  return read(fmt::format(
      "[mesh]\naxes = [\"x\", \"y\"]\nshape = [{}, {}]\n[axes]\nn = {}\n[collective]\n"
      "dtype = \"bf16\"\nop = \"{}\"\ninput = \"[x,y] n\"\noutput = \"{}\"\n",
      rows, columns, std::max<std::int64_t>(n, 1), kind == "all_reduce" ? "sum" : "copy", output));
}

void print_bytes(const std::string& what, const Problem& problem) {
  const double least = least_port_bytes(problem).busiest();
  for (const Chain& chain : chains()) {
    std::optional<Schedule> schedule;
    const double taken = seconds([&] { schedule = planned_by(problem, chain.name); });
    if (!schedule) continue;
    const auto window = std::max(schedule->buffers.window_half, schedule->buffers.packet_window_half);
    fmt::print("  {:16} {:>6}  {:14} {:>14} {:>8.2f} {:>12.1f} {:>10.3f}\n", what, problem.ranks(),
               chain.name, name_of(schedule->regime), port_bytes(*schedule).busiest() / least,
               static_cast<double>(window) / 1e6, taken);
  }
}

void run_bytes() {
  fmt::print("  {:16} {:>6}  {:14} {:>14} {:>8} {:>12} {:>10}\n", "kind", "ranks", "chain", "regime", "bytes",
             "window MB", "plan s");
  for (const std::string kind :
       {"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "reduce"})
    print_bytes(kind, named(kind, 8, 64 * MiB));
  for (const std::string kind : {"all_reduce", "all_gather"})
    print_bytes(kind + ", 2 x 4", on_grid(kind, 2, 4, 64 * MiB));
}

/// Planning and proof of one chain in a process of its own.
void print_scale(std::string_view chain, std::int64_t size) {
  const Cost cost = cost_of([&] {
    std::optional<Schedule> schedule;
    const double planning = seconds([&] { schedule = planned_by(on_grid("all_reduce", 8, 9, size), chain); });
    if (!schedule) return std::string("refused");
    const std::string way = fmt::format("{}, {} lanes, {} actions", name_of(schedule->regime),
                                        schedule->lanes, count_actions(*schedule));
    bool proved = false;
    const double proof = seconds([&] { proved = verify(std::move(*schedule)).schedule.has_value(); });
    return fmt::format("plan {:6.2f} s, proof {:6.2f} s {}, {}", planning, proof, proved ? "pass" : "FAIL",
                       way);
  });
  fmt::print("  {:14} {:>10} KiB  {}, {:.0f} MB\n", chain, size / KiB, cost.said, cost.peak_MB);
}

void run_scale() {
  for (const Chain& chain : chains())
    for (std::int64_t size : {KiB, MiB, GiB}) print_scale(chain.name, size);
}

const Registration kChainBytes(
    "chain_bytes", "bytes through the busiest port of each chain against the least that its spec needs",
    run_bytes);
const Registration kChainScale("chain_scale", "plan and proof of every chain, all_reduce over 8 x 9 ranks",
                               run_scale);

}  // namespace
}  // namespace purlin::bench
