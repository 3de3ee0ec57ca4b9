// CSV -> the table of a ragged axis; the first two bytes choose its shape.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spec/assert.hpp"
#include "spec/ragged_table.hpp"

using namespace purlin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  std::vector<std::int64_t> extents = {1 + data[0] % 8};
  if (data[1] % 2 == 1) extents.push_back(1 + data[1] / 2 % 8);
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  Diagnostics diagnostics;
  const auto sizes = parse_csv(text, extents, Source("fuzz.csv", text, diagnostics));
  PURLIN_ASSERT(sizes.has_value() != diagnostics.has_errors());
  if (!sizes) return 0;
  PURLIN_ASSERT(static_cast<std::int64_t>(sizes->size()) ==
                extents[0] * (extents.size() == 2 ? extents[1] : 1));
  for (std::int64_t entry : *sizes) PURLIN_ASSERT(entry >= 0);
  return 0;
}
