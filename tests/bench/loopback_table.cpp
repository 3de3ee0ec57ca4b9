#include "tests/bench/loopback_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "spec/read_problem.hpp"
#include "spec/size.hpp"

namespace purlin::bench {
namespace {

constexpr int kRanks = 8;

Problem problem_of(std::string_view kind, int ranks, std::int64_t bytes) {
  Overrides overrides;
  overrides.ranks = ranks;
  overrides.size = std::to_string(bytes);
  overrides.dtype = "bf16";
  Diagnostics diagnostics;
  std::optional<Spec> spec = read_spec(std::string(kind), overrides, diagnostics);
  if (!spec) throw std::runtime_error(fmt::format("no spec of {}", kind));
  return spec->problem;
}

/// What may be best at a size: few, so that a table takes a minute.
std::vector<Way> ways_for(std::int64_t bytes, int ranks) {
  std::vector<Way> ways;
  const auto add = [&](const char* algorithm, Regime regime, bool push, std::initializer_list<int> lanes) {
    for (int n : lanes)
      if (n * ranks <= 128 && n * 128 <= bytes)
        ways.push_back({algorithm, regime, push, n, Datapath::vector});
  };
  if (bytes <= 64 * KiB) add("direct", Regime::packet, false, {1, 2, 4, 8, 16});
  if (bytes <= 256 * KiB) add("direct", Regime::staged, false, {1, 4, 16});
  if (bytes >= 8 * KiB) add("two_phase", Regime::zero_copy, true, {4, 8, 16, 32});
  for (bool push : {false, true})
    if (bytes <= MiB) add("direct", Regime::zero_copy, push, {1, 4, 16, 32});
  if (bytes > MiB)
    for (bool push : {false, true}) {
      add("direct", Regime::zero_copy, push, {16, 32, 64});
      if (bytes >= 64 * MiB && ranks == kRanks)
        ways.push_back({"direct", Regime::zero_copy, push, 16, Datapath::bulk});
    }
  return ways;
}

Timed best(const Bench& bench, const Problem& problem, std::int64_t bytes) {
  Timed best;
  for (const Way& way : ways_for(bytes, problem.ranks()))
    if (const auto timed = bench.time(problem, way);
        timed && (best.way.empty() || timed->seconds < best.seconds))
      best = *timed;
  return best;
}

void print_row(std::string_view what, std::string_view reference, std::string_view reach, double got,
               const Timed& timed, bool reached) {
  fmt::print("{:<34} {:<16} {:>8} {:8.3f} {} {:10.3f} us  {}{}\n", what, reference, reach, got,
             reached ? "     " : "short", timed.seconds * 1e6, timed.way, timed.wrong != 0 ? " WRONG" : "");
  std::fflush(stdout);
}

void print_most(std::string_view what, std::string_view reference, double most, double got,
                const Timed& timed) {
  print_row(what, reference, fmt::format("<= {:.2f}", most), got, timed, got <= most);
}

/// The best of kernels hard-coded for one H200, microseconds, in one run with a barrier of kPeersBarrier_us.
struct Peers {
  int ranks;
  std::array<double, 6> us;  // 1, 4, 16, 64, 256 KiB, 1 MiB
};
constexpr std::array kPeers = {Peers{4, {1.89, 1.98, 2.28, 2.78, 3.46, 5.19}},
                               Peers{2, {1.68, 1.82, 1.98, 2.31, 2.70, 3.74}}};
constexpr double kPeersBarrier_us = 2.05;
constexpr std::array<double, 6> kMost = {1.2, 1.35, 1.75, 2.2, 2.6, 3.2};

std::int64_t size_of_row(std::size_t i) { return KiB << (2 * i); }

void print_all_reduce(const Bench& bench, double barrier) {
  for (std::size_t i = 0; i < kMost.size(); ++i) {
    const std::int64_t bytes = size_of_row(i);
    const Timed timed = best(bench, all_reduce(kRanks, bytes), bytes);
    print_most(fmt::format("all_reduce, 8 ranks, {}", print_bytes(bytes)), "barrier of 8", kMost[i],
               timed.seconds / barrier, timed);
  }
  for (const Peers& peers : kPeers)
    for (std::size_t i = 0; i < peers.us.size(); ++i) {
      const std::int64_t bytes = size_of_row(i);
      const Timed timed = best(bench, all_reduce(peers.ranks, bytes), bytes);
      print_most(fmt::format("all_reduce, {} ranks, {}", peers.ranks, print_bytes(bytes)), "barrier of 8",
                 peers.us[i] / kPeersBarrier_us, timed.seconds / barrier, timed);
    }
}

void print_rates(const Bench& bench, double memcpy) {
  const auto row = [&](std::string_view kind, std::int64_t bytes, double least) {
    const Timed timed = best(bench, problem_of(kind, kRanks, bytes), bytes);
    const double got = timed.rate / memcpy;
    print_row(fmt::format("{}, 8 ranks, {}", kind, print_bytes(bytes)), "memcpy",
              fmt::format(">= {:.2f}", least), got, timed, got >= least);
  };
  for (std::int64_t bytes : {64 * MiB, 256 * MiB}) row("all_reduce", bytes, 0.95);
  for (const char* kind :
       {"all_gather", "reduce_scatter", "all_to_all", "all_gather_v", "reduce_scatter_v", "all_to_all_v"})
    row(kind, 256 * MiB, 0.93);
}

void print_primes(const Bench& bench) {
  for (std::int64_t count : {509, 8191, 131071, 8388593}) {
    const std::int64_t bytes = 2 * count, even = 2 * (count + 1);
    const Timed neighbour = best(bench, all_reduce(kRanks, even), even);
    const Timed timed = best(bench, all_reduce(kRanks, bytes), bytes);
    print_most(fmt::format("all_reduce, 8 ranks, {} elements", count), "one more", 1.3,
               timed.seconds / neighbour.seconds, timed);
  }
}

void print_small(const Bench& bench, double barrier) {
  for (const char* kind : {"broadcast", "scatter", "gather", "all_gather", "all_to_all", "reduce",
                           "reduce_scatter", "permute", "all_gather_v", "all_to_all_v", "reduce_scatter_v"})
    for (std::size_t i = 0; i < 5; ++i) {
      const std::int64_t bytes = size_of_row(i);
      const Timed timed = best(bench, problem_of(kind, kRanks, bytes), bytes);
      print_row(fmt::format("{}, 8 ranks, {}", kind, print_bytes(bytes)), "barrier of 8", "",
                timed.seconds / barrier, timed, true);
    }
}

}  // namespace

void print_table(const Bench& bench) {
  const double barrier = bench.barrier_s(kRanks), memcpy = bench.memcpy_rate();
  fmt::print("barrier of 8 ranks {:.3f} us, of 4 {:.3f} us, of 2 {:.3f} us; empty kernel {:.3f} us\n",
             barrier * 1e6, bench.barrier_s(4) * 1e6, bench.barrier_s(2) * 1e6, bench.empty_s() * 1e6);
  fmt::print("{:<34} {:<16} {:>8} {:>8}\n", "what", "reference", "reach", "got");
  print_all_reduce(bench, barrier);
  print_rates(bench, memcpy);
  print_primes(bench);
  print_small(bench, barrier);
}

}  // namespace purlin::bench
