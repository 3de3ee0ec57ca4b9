#include <fmt/format.h>

#include <algorithm>

#include "spec/check_sizes.hpp"
#include "spec/packing.hpp"
#include "spec/problem.hpp"

namespace purlin {
namespace {

__extension__ using Wide = __int128;

// S over the sides that the scaled axis stands in, and over the others: the first grows with it, the second
// stays.
struct Sizes {
  std::int64_t growing = 0;
  std::int64_t fixed = 0;
};

Sizes sizes_of(const Problem& problem) {
  Sizes sizes;
  for (const Layout* layout : {&problem.input, &problem.output}) {
    std::int64_t& size = layout->names(problem.scale) ? sizes.growing : sizes.fixed;
    size = std::max(size, (size_of(problem.dtype) * largest_held(problem, *layout).value).value);
  }
  return sizes;
}

// Rounds down. `now` is at least `value`, so the result is at most `size`.
std::int64_t scaled(std::int64_t value, std::int64_t size, std::int64_t now) {
  return static_cast<std::int64_t>(static_cast<Wide>(value) * size / now);
}

void rescale(Axis& axis, std::int64_t size, std::int64_t now) {
  axis.size = scaled(axis.size, size, now);
  if (!axis.ragged) return;
  for (std::int64_t& entry : axis.ragged->sizes) entry = scaled(entry, size, now);
}

Diagnostic& fault(Diagnostics& diagnostics, std::string code, std::string message, std::string help) {
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  return diagnostics.add(std::move(diagnostic));
}

}  // namespace

std::optional<Problem> resized(const Problem& problem, Bytes size, Diagnostics& diagnostics) {
  if (problem.scale < 0) {
    fault(diagnostics, "S801", "no axis is local on both sides, so none can follow the size",
          "name the axis to rescale: scale = \"n\" in [collective]");
    return std::nullopt;
  }
  Problem result = problem;
  Axis& axis = result.axes[static_cast<std::size_t>(result.scale)];
  if (!axis.ragged) axis.size = std::max<std::int64_t>(axis.size, 1);  // zero would stay zero
  const Sizes now = sizes_of(result);
  if (now.fixed > size.value) {
    fault(diagnostics, "S802",
          fmt::format("{} bytes cannot be reached: {} of them do not depend on {}", size.value, now.fixed,
                      axis.name),
          "ask for a larger size, or let another axis follow it: scale = \"…\" in [collective]");
    return std::nullopt;
  }
  if (now.growing > 0) rescale(axis, size.value, now.growing);
  auto wrong = size_fault(result);
  if (!wrong) return result;
  diagnostics.add(std::move(*wrong));
  return std::nullopt;
}

}  // namespace purlin
