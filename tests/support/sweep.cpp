#include "tests/support/sweep.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace purlin::testing {
namespace {

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Extent read_extent() {
  const std::string value = setting("PURLIN_TEST_EXTENT");
  if (value == "brief") return Extent::brief;
  if (value.empty() || value == "normal") return Extent::normal;
  if (value == "wide") return Extent::wide;
  if (value == "full") return Extent::full;
  throw std::runtime_error("PURLIN_TEST_EXTENT is " + value + ", not brief, normal, wide or full");
}

}  // namespace

Extent extent() {
  static const Extent known = read_extent();
  return known;
}

int cases(int brief, int normal, int wide) {
  if (extent() == Extent::brief) return brief;
  if (extent() == Extent::normal) return normal;
  return extent() == Extent::wide ? wide : 10 * wide;
}

bool in_slice(std::uint64_t index) {
  const std::string value = setting("PURLIN_TEST_SLICE");  // I/N, I from 1
  if (value.empty()) return true;
  const std::size_t slash = value.find('/');
  const std::uint64_t at = std::stoull(value.substr(0, slash));
  const std::uint64_t of = std::stoull(value.substr(slash + 1));
  return index % of + 1 == at;
}

std::uint64_t seed() {
  const std::string value = setting("PURLIN_TEST_SEED");
  return value.empty() ? 20'250'101 : std::stoull(value);
}

}  // namespace purlin::testing
