#include <random>

#include "spec/assert.hpp"
#include "spec/ragged_table.hpp"

namespace purlin {
namespace {

constexpr std::uint32_t kSeed = 20240229;

// Pairs of entries move apart by the same amount, so the mean stays.
std::vector<std::int64_t> seeded_row(std::int64_t mean, std::int64_t extent) {
  std::vector<std::int64_t> row(static_cast<std::size_t>(extent), mean);
  std::mt19937 random(kSeed);
  std::size_t first = 0;
  if (extent > 2) row[first++] = 2 * mean, row[first++] = 0;
  for (; first + 1 < row.size(); first += 2) {
    const std::int64_t apart = mean < 2 ? 0 : 1 + static_cast<std::int64_t>(random()) % (mean - 1);
    row[first] += apart, row[first + 1] -= apart;
  }
  for (std::size_t i = row.size(); i > 1; --i)
    std::swap(row[i - 1], row[random() % i]);  // the same on every library
  return row;
}

}  // namespace

std::vector<std::int64_t> seeded_table(std::int64_t mean, std::int64_t extent, std::size_t parents) {
  PURLIN_ASSERT(parents == 1 || parents == 2);
  const std::vector<std::int64_t> row = seeded_row(mean, extent);
  if (parents == 1) return row;
  std::vector<std::int64_t> table;
  for (std::int64_t i = 0; i < extent; ++i)
    for (std::int64_t j = 0; j < extent; ++j)
      table.push_back(row[static_cast<std::size_t>((j + extent - i) % extent)]);
  return table;
}

}  // namespace purlin
