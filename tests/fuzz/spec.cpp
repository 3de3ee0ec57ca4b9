// TOML text -> problem. What is accepted keeps its promises; what is not says why.
#include <cstddef>
#include <cstdint>
#include <string>

#include "spec/assert.hpp"
#include "spec/read_problem.hpp"

using namespace purlin;

namespace {

void use(const Problem& problem) {
  PURLIN_ASSERT(problem.ranks() >= 1 && problem.ranks() <= kMaxRanks);
  const Bytes size = size_of(problem);
  PURLIN_ASSERT(size.value >= 0 && size.value <= kMaxBytes);
  PURLIN_ASSERT(!print(problem, problem.input).empty() || problem.input == Layout{});
  Diagnostics diagnostics;
  const auto smaller = resized(problem, {size.value / 2}, diagnostics);
  PURLIN_ASSERT(smaller ? size_of(*smaller).value <= size.value / 2 : diagnostics.has_errors());
  in_place_form(problem);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  const auto spec = read_problem(text, "fuzz.toml", "/nowhere", {}, diagnostics);
  PURLIN_ASSERT(spec.has_value() != diagnostics.has_errors());
  if (spec) use(spec->problem);
  return 0;
}
