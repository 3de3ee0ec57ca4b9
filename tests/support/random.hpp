#pragma once
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace purlin::testing {

/// Seeded choices, the same on every machine (the standard's distributions are not).
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  /// From 0 to `end` − 1.
  std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(bits_() % static_cast<std::uint64_t>(end));
  }
  std::int64_t between(std::int64_t first, std::int64_t last) { return first + below(last - first + 1); }
  bool chance(int percent) { return below(100) < percent; }

  template <class Items>
  const auto& pick(const Items& items) {
    return items[static_cast<std::size_t>(below(static_cast<std::int64_t>(items.size())))];
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[static_cast<std::size_t>(below(static_cast<std::int64_t>(i)))]);
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace purlin::testing
