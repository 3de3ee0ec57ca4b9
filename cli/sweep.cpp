#include "cli/sweep.hpp"

#include <fmt/format.h>

#include "cli/complain.hpp"
#include "cli/render/text.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

constexpr std::int64_t kDefaultFactor = 2;
constexpr const char* kSizeHelp = "as in 64, 8K, 1.5M or 1G: powers of 1024";

std::optional<std::int64_t> parse_bytes(const std::string& text, const std::string& option,
                                        Diagnostics& diagnostics) {
  const auto bytes = parse_size(text);
  if (!bytes || *bytes < 0) {
    complain(diagnostics, fmt::format("{}: '{}' is no size", option, text), kSizeHelp);
    return std::nullopt;
  }
  return bytes;
}

std::optional<std::int64_t> parse_factor(const std::string& text, const std::string& option,
                                         Diagnostics& diagnostics) {
  const auto factor = parse_integer(text);
  if (!factor || *factor < 2) {
    complain(diagnostics, fmt::format("{}: the factor '{}' is no integer above 1", option, text));
    return std::nullopt;
  }
  return factor;
}

/// Steps that a sweep would take, capped just above the limit.
std::size_t count_steps(std::int64_t min, std::int64_t max, std::int64_t factor, std::int64_t step) {
  if (min == max) return 1;
  if (factor == 0) return static_cast<std::size_t>((max - min) / step) + 1;
  std::size_t count = 1;
  for (std::int64_t size = min; size <= max / factor && count <= kMaxSweep; size *= factor) ++count;
  return count;
}

std::optional<Sweep> checked(std::int64_t min, std::int64_t max, std::int64_t factor, std::int64_t step,
                             const std::string& option, Diagnostics& diagnostics) {
  if (min > max) {
    complain(diagnostics, fmt::format("{}: the sweep ends ({}) below its start ({})", option, max, min));
  } else if (min == 0 && max > 0 && factor != 0) {
    complain(diagnostics, fmt::format("{}: a sweep by a factor cannot start at 0", option),
             "start at 1, or -i STEP");
  } else if (const std::size_t count = count_steps(min, max, factor, step); count > kMaxSweep) {
    complain(diagnostics, fmt::format("{}: more than {} sizes", option, kMaxSweep),
             "a larger factor or step");
  } else {
    return steps(min, max, factor, step);
  }
  return std::nullopt;
}

/// -b -e -f -i, as nccl-tests reads them.
std::optional<Sweep> short_options(const SizeOptions& options, const Sweep& otherwise,
                                   Diagnostics& diagnostics) {
  if (options.factor && options.step) {
    complain(diagnostics, "-f and -i exclude each other");
    return std::nullopt;
  }
  const auto min = options.min ? parse_bytes(*options.min, "-b", diagnostics) : otherwise.front();
  const auto max = options.max ? parse_bytes(*options.max, "-e", diagnostics) : otherwise.back();
  const auto step = options.step ? parse_bytes(*options.step, "-i", diagnostics) : std::int64_t{0};
  const auto factor = !options.factor ? std::optional(options.step ? 0 : kDefaultFactor)
                                      : parse_factor(std::to_string(*options.factor), "-f", diagnostics);
  if (!min || !max || !step || !factor) return std::nullopt;
  if (options.step && *step == 0) return complain(diagnostics, "-i: a step of 0 goes nowhere"), std::nullopt;
  const std::int64_t first = options.min ? *min : std::min(*min, *max);
  const std::int64_t last = options.max ? *max : std::max(*min, *max);
  return checked(first, last, *factor, *step, "-b -e", diagnostics);
}

}  // namespace

Sweep steps(std::int64_t min, std::int64_t max, std::int64_t factor, std::int64_t step) {
  Sweep sizes{min};
  while (min != max) {
    if (factor != 0 ? min > max / factor : min > max - step) break;
    min = factor != 0 ? min * factor : min + step;
    sizes.push_back(min);
  }
  return sizes;
}

std::optional<Sweep> parse_sweep(const std::string& text, const std::string& option,
                                 Diagnostics& diagnostics) {
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() > 3)
    return complain(diagnostics, fmt::format("{}: '{}' is no sweep", option, text), "MIN:MAX[:FACTOR]"),
           std::nullopt;
  const auto min = parse_bytes(parts.front(), option, diagnostics);
  const auto max = parts.size() > 1 ? parse_bytes(parts[1], option, diagnostics) : min;
  const auto factor = parts.size() > 2 ? parse_factor(parts[2], option, diagnostics) : kDefaultFactor;
  if (!min || !max || !factor) return std::nullopt;
  return checked(*min, *max, *factor, 0, option, diagnostics);
}

std::optional<Sweep> sweep_of(const SizeOptions& options, const Sweep& otherwise, Diagnostics& diagnostics) {
  const bool letters = options.min || options.max || options.factor || options.step;
  if (options.size && letters)
    return complain(diagnostics, "--size and -b -e -f -i exclude each other"), std::nullopt;
  if (options.size) return parse_sweep(*options.size, "--size", diagnostics);
  if (letters) return short_options(options, otherwise, diagnostics);
  return Sweep{};
}

}  // namespace purlin::cli
