#pragma once
#include <cstdint>
#include <span>

#include "snac/host/storage.hpp"
#include "spec/problem.hpp"

namespace purlin::host {

/// Test data, a function of (seed, launch, index in the tensor): replicas are equal, every launch has its
/// own. Copies, integers, min and max take any bits. Sums, products and averages of floats take in turn small
/// integers, whose reductions are exact in any order, and numbers near 1 with full mantissas.
struct DataSeed {
  std::uint64_t seed = 1;
  std::int64_t launch = 0;
};

/// Fills the input of `rank`, laid out as `problem.input` says.
void fill_input(const Problem& problem, Rank rank, const DataSeed& seed, std::span<std::byte> input);

/// NaN patterns: what nobody writes is seen.
void poison(std::span<std::byte> bytes);

/// Poisoned memory between two guard bands, which nobody may write.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::int64_t bytes);
  std::span<std::byte> bytes() const;
  bool guards_hold() const;

 private:
  static constexpr std::int64_t kGuard = 2 * kAlignment;  // bytes on each side
  std::int64_t size_;
  Storage all_;
};

}  // namespace purlin::host
