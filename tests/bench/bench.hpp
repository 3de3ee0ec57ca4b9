#pragma once
#include <functional>
#include <string>
#include <vector>

#include "snac/plan.hpp"
#include "spec/problem.hpp"

namespace purlin::bench {

/// One benchmark: `run` prints its figures to stdout, ratios where something in the same run is a fair
/// measure.
struct Benchmark {
  std::string name;
  std::string what;
  void (*run)();
};
std::vector<Benchmark>& benchmarks();

/// A static of this type adds a benchmark.
struct Registration {
  Registration(std::string name, std::string what, void (*run)());
};

double seconds(const std::function<void()>& work);
double median(std::vector<double> values);

/// What `work` costs in a process of its own.
struct Cost {
  double seconds = 0;
  double cpu_s = 0;    // of the process and what it started, whatever else runs
  double peak_MB = 0;  // resident, what the process had before included
  std::string said;    // what `work` returned
};
Cost cost_of(const std::function<std::string()>& work);

/// From TOML text; a mistake in it ends the benchmark.
Problem read(const std::string& toml);

/// `kind` over `ranks`, S as near to `size_bytes` as whole elements of bf16 allow.
Problem named(const std::string& kind, int ranks, std::int64_t size_bytes);

Schedule planned(const Problem& problem, const PlanOptions& options = {});

}  // namespace purlin::bench
