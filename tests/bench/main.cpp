#include <fmt/core.h>

#include <exception>
#include <string_view>

#include "tests/bench/bench.hpp"

using purlin::bench::Benchmark;
using purlin::bench::benchmarks;

namespace {

bool is_asked_for(const Benchmark& benchmark, int count, char** names) {
  for (int i = 1; i < count; ++i)
    if (benchmark.name == std::string_view(names[i])) return true;
  return count == 1;
}

int run(const Benchmark& benchmark) try {
  fmt::print("{}: {}\n", benchmark.name, benchmark.what);
  benchmark.run();
  fmt::print("\n");
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}: {}\n", benchmark.name, error.what());
  return 1;
}

}  // namespace

int main(int count, char** names) {
  int done = 0;
  int failed = 0;
  for (const Benchmark& benchmark : benchmarks())
    if (is_asked_for(benchmark, count, names)) ++done, failed += run(benchmark);
  if (done > 0) return failed == 0 ? 0 : 1;
  fmt::print(stderr, "usage: purlin_bench [NAME…], with NAME one of\n");
  for (const Benchmark& benchmark : benchmarks())
    fmt::print(stderr, "  {:14} {}\n", benchmark.name, benchmark.what);
  return 2;
}
