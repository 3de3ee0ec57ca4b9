// A pair of layouts -> problem; what is read, prints and reads as the same again.
#include <cstddef>
#include <cstdint>
#include <string>

#include "spec/assert.hpp"
#include "spec/read_problem.hpp"

using namespace purlin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string pair(reinterpret_cast<const char*>(data), size);
  if (pair.find("->") == std::string::npos) pair += " -> n";  // never a file's name
  Overrides overrides;
  overrides.ranks = 1 + static_cast<std::int64_t>(size % 8);
  overrides.op = size % 2 == 0 ? "copy" : "sum";
  Diagnostics diagnostics;
  const auto spec = read_spec(pair, overrides, diagnostics);
  PURLIN_ASSERT(spec.has_value() != diagnostics.has_errors());
  if (!spec) return 0;
  const Problem& problem = spec->problem;
  const std::string printed = print(problem, problem.input) + " -> " + print(problem, problem.output);
  const auto again = read_spec(printed, overrides, diagnostics);
  PURLIN_ASSERT(again && again->problem.input == problem.input && again->problem.output == problem.output);
  return 0;
}
