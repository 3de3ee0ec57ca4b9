#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace purlin::testing {

/// Memory between two guard bands. `skew` bytes more before it let alignments vary.
class Guarded {
 public:
  explicit Guarded(std::size_t bytes, std::size_t skew = 0)
      : all_(bytes + skew + 2 * kBand, kGuard), begin_(kBand + skew), bytes_(bytes) {}

  std::span<std::byte> bytes() { return std::span(all_).subspan(begin_, bytes_); }
  std::span<const std::byte> bytes() const { return std::span(all_).subspan(begin_, bytes_); }

  bool bands_are_whole() const {
    for (std::size_t i = 0; i < all_.size(); ++i)
      if ((i < begin_ || i >= begin_ + bytes_) && all_[i] != kGuard) return false;
    return true;
  }

 private:
  static constexpr std::size_t kBand = 64;
  static constexpr std::byte kGuard{0xc3};
  std::vector<std::byte> all_;
  std::size_t begin_;
  std::size_t bytes_;
};

}  // namespace purlin::testing
