// Figures of the CUDA Atom on one device, ranks in loopback: each as a ratio to references measured in the
// same run. `docs/measurements/` keeps what it printed.
//
//   loopback table                      what is to be reached, beside what is
//   loopback search [RANKS [SIZE…]]     every chain, regime and number of lanes for an all_reduce, best first
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "snac/chain.hpp"
#include "spec/size.hpp"
#include "tests/bench/loopback_table.hpp"

namespace purlin::bench {
namespace {

std::vector<Way> ways_for(std::int64_t bytes, int ranks) {
  std::vector<Way> ways;
  for (const Chain& chain : chains())
    for (Regime regime : {Regime::packet, Regime::zero_copy, Regime::staged})
      for (bool push : {false, true})
        for (int lanes : {1, 2, 4, 8, 16})
          for (Datapath datapath : {Datapath::vector, Datapath::bulk}) {
            if (lanes * ranks > 132 || lanes * 128 > bytes) continue;
            if (regime == Regime::packet && (bytes > 256 * KiB || push || datapath == Datapath::bulk))
              continue;
            if (datapath == Datapath::bulk && bytes < MiB) continue;
            if (bytes >= 16 * MiB && lanes < 16) continue;
            if (bytes < MiB && (chain.name == "ring" || chain.name == "tree")) continue;
            ways.push_back({std::string(chain.name), regime, push, lanes, datapath});
          }
  return ways;
}

void search(const Bench& bench, int ranks, const std::vector<std::int64_t>& sizes) {
  const double barrier = bench.barrier_s(ranks), memcpy = bench.memcpy_rate();
  fmt::print("ranks {}: barrier {:.3f} us, empty {:.3f} us, memcpy {:.0f} GB/s\n", ranks, barrier * 1e6,
             bench.empty_s() * 1e6, memcpy * 1e-9);
  for (std::int64_t bytes : sizes) {
    std::vector<std::pair<double, std::string>> found;
    for (const Way& way : ways_for(bytes, ranks)) {
      const std::optional<Timed> timed = bench.time(all_reduce(ranks, bytes), way);
      if (!timed) continue;
      found.emplace_back(timed->seconds,
                         fmt::format("{:9.3f} us {:6.2f} x barrier, {:.3f} of memcpy{}  {}",
                                     timed->seconds * 1e6, timed->seconds / barrier, timed->rate / memcpy,
                                     timed->wrong != 0 ? " WRONG" : "", timed->way));
    }
    std::ranges::sort(found);
    fmt::print("{}\n", print_bytes(bytes));
    for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 7); ++i)
      fmt::print("  {}\n", found[i].second);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace purlin::bench

int main(int argc, char** argv) {
  using namespace purlin::bench;
  const std::string_view verb = argc > 1 ? argv[1] : "";
  if (verb == "table" && argc == 2) return print_table(Bench()), 0;
  if (verb != "search") return fmt::print(stderr, "usage: loopback table | search [RANKS [SIZE...]]\n"), 2;
  const int ranks = argc > 2 ? std::atoi(argv[2]) : 8;
  std::vector<std::int64_t> sizes;
  for (int i = 3; i < argc; ++i) {
    const auto bytes = purlin::parse_size(argv[i]);
    if (!bytes) return fmt::print(stderr, "{}: not a size such as 64K or 1M\n", argv[i]), 2;
    sizes.push_back(*bytes);
  }
  if (sizes.empty())
    for (std::int64_t bytes = KiB; bytes <= 256 * MiB; bytes *= 4) sizes.push_back(bytes);
  search(Bench(), ranks, sizes);
}
