#include "tests/bench/bench.hpp"

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

#include "spec/read_problem.hpp"

namespace purlin::bench {
namespace {

std::string first_message(const Diagnostics& diagnostics) {
  return diagnostics.all().empty() ? "no reason given" : diagnostics.all().front().message;
}

std::string read_all(int from) {
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t n = 0; (n = ::read(from, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(n));
  return text;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

[[noreturn]] void work_in_child(const std::function<std::string()>& work, int to) {
  std::string said;
  const double taken = seconds([&] { said = work(); });
  const std::string text = fmt::format("{} {}", taken, said);
  const bool written = ::write(to, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::_exit(written ? 0 : 1);
}

}  // namespace

std::vector<Benchmark>& benchmarks() {
  static std::vector<Benchmark> all;
  return all;
}

Registration::Registration(std::string name, std::string what, void (*run)()) {
  benchmarks().push_back({std::move(name), std::move(what), run});
}

double seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

Cost cost_of(const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("pipe failed");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) work_in_child(work, ends[1]);
  ::close(ends[1]);
  const std::string text = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  rusage used{};
  ::wait4(child, &status, 0, &used);
  if (status != 0) throw std::runtime_error(fmt::format("the measured process ended with status {}", status));
  const std::size_t space = text.find(' ');
  return {std::stod(text.substr(0, space)), seconds_of(used.ru_utime) + seconds_of(used.ru_stime),
          static_cast<double>(used.ru_maxrss) / 1024, text.substr(space + 1)};
}

Problem read(const std::string& toml) {
  Diagnostics diagnostics;
  const auto spec = read_problem(toml, "benchmark", ".", {}, diagnostics);
  if (!spec) throw std::runtime_error(first_message(diagnostics));
  return spec->problem;
}

Problem named(const std::string& kind, int ranks, std::int64_t size_bytes) {
  Overrides overrides;
  overrides.ranks = ranks;
  overrides.dtype = "bf16";
  overrides.size = std::to_string(size_bytes);
  Diagnostics diagnostics;
  const auto spec = read_spec(kind, overrides, diagnostics);
  if (!spec) throw std::runtime_error(first_message(diagnostics));
  return spec->problem;
}

Schedule planned(const Problem& problem, const PlanOptions& options) {
  Diagnostics diagnostics;
  auto schedule = plan(problem, options, diagnostics);
  if (!schedule) throw std::runtime_error(first_message(diagnostics));
  return *std::move(schedule);
}

}  // namespace purlin::bench
