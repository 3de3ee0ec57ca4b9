#include "cli/what_if.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "cli/complain.hpp"
#include "cli/render/text.hpp"
#include "spec/edit_machine.hpp"
#include "spec/read_machine.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

constexpr int kMostGpus = 4096;

/// One --set: a key and its values as written.
struct Sweep {
  std::string key;
  std::vector<std::string> values;
};

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<Sweep> parse_set(const std::string& text, Diagnostics& diagnostics) {
  const auto at = text.find('=');
  Sweep sweep{text.substr(0, at), {}};
  if (at != std::string::npos) sweep.values = split(text.substr(at + 1), ',');
  const bool good = !sweep.values.empty() && std::ranges::all_of(sweep.values, [](const std::string& v) {
    return parse_real(v).has_value();
  });
  if (good) return sweep;
  complain(diagnostics, fmt::format("--set {}: a key and numbers are needed", text),
           "--set memory.rate_GBps=3000,4000");
  return std::nullopt;
}

/// Every combination of one value of each.
std::vector<std::vector<std::pair<std::string, std::string>>> combinations(const std::vector<Sweep>& sweeps) {
  std::vector<std::vector<std::pair<std::string, std::string>>> all = {{}};
  for (const Sweep& sweep : sweeps) {
    std::vector<std::vector<std::pair<std::string, std::string>>> longer;
    for (const auto& before : all)
      for (const std::string& value : sweep.values) {
        longer.push_back(before);
        longer.back().emplace_back(sweep.key, value);
      }
    all = std::move(longer);
  }
  return all;
}

bool change(Machine& machine, const std::vector<std::pair<std::string, std::string>>& set,
            const SimulateVerbOptions& options, Diagnostics& diagnostics) {
  std::vector<Setting> settings;
  for (const auto& [key, value] : set) settings.push_back({key, *parse_real(value)});
  if (!set_constants(machine, settings, diagnostics)) return false;
  for (const std::string& link : options.down)
    if (!take_down(machine, link, diagnostics)) return false;
  for (const std::string& gpu : options.slow)
    if (!slow_down(machine, gpu, diagnostics)) return false;
  return true;
}

/// `4`, `gpu4`.
std::optional<std::int64_t> parse_gpu(std::string text) {
  if (text.starts_with("gpu")) text = text.substr(3);
  const auto gpu = parse_integer(text);
  return gpu && *gpu >= 0 && *gpu < kMostGpus ? gpu : std::nullopt;
}

}  // namespace

std::vector<Variant> variants_of(const std::vector<std::string>& machines, const SimulateVerbOptions& options,
                                 Diagnostics& diagnostics) {
  std::vector<Sweep> sweeps;
  for (const std::string& text : options.set)
    if (auto sweep = parse_set(text, diagnostics)) sweeps.push_back(std::move(*sweep));
  std::vector<Variant> variants;
  if (sweeps.size() < options.set.size()) return variants;
  for (const std::string& name : machines) {
    const auto machine = read_machine(name, diagnostics);
    for (const auto& set : combinations(sweeps)) {
      if (!machine) break;
      variants.push_back({*machine, set});
      if (!change(variants.back().machine, set, options, diagnostics)) break;
    }
  }
  return variants;
}

std::optional<double> parse_time_s(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits = {
      {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}};
  std::string_view number = text;
  double unit = 1e-6;
  for (const auto& [name, seconds] : kUnits)
    if (number.ends_with(name)) {
      number.remove_suffix(name.size());
      unit = seconds;
      break;
    }
  const auto value = parse_real(number);
  return value && *value >= 0 ? std::optional(*value * unit) : std::nullopt;
}

std::optional<std::vector<Gpu>> parse_gpus(const std::string& text) {
  std::vector<Gpu> gpus;
  for (const std::string& part : split(text, ',')) {
    const auto dash = part.find('-');
    const auto first = parse_gpu(part.substr(0, dash));
    const auto last = dash == std::string::npos ? first : parse_gpu(part.substr(dash + 1));
    if (!first || !last || *last < *first) return std::nullopt;
    for (auto gpu = *first; gpu <= *last; ++gpu) {
      if (std::ranges::find(gpus, Gpu{static_cast<int>(gpu)}) != gpus.end()) return std::nullopt;
      gpus.push_back({static_cast<int>(gpu)});
    }
  }
  return gpus;
}

}  // namespace purlin::cli
