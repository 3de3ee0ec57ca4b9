#pragma once
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "spec/assert.hpp"

namespace purlin {

/// Spans whose strides have no common measure and too many rows to visit one by one: nothing is claimed of
/// them.
struct Irregular : std::runtime_error {
  Irregular() : std::runtime_error("strides without a common measure") {}
};

/// A vector of fixed capacity, on the stack.
template <class T, int kCapacity>
class Few {
 public:
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](int i) { return all_[static_cast<std::size_t>(i)]; }
  const T& operator[](int i) const { return all_[static_cast<std::size_t>(i)]; }
  T& back() { return (*this)[size_ - 1]; }
  const T* begin() const { return all_.data(); }
  const T* end() const { return all_.data() + size_; }
  T* begin() { return all_.data(); }
  T* end() { return all_.data() + size_; }
  void push(const T& value) {
    if (size_ == kCapacity) throw Irregular();
    (*this)[size_++] = value;
  }
  void pop() { --size_; }
  void resize(int size) { size_ = size; }

 private:
  std::array<T, kCapacity> all_;
  int size_ = 0;
};

inline constexpr int kMaxSteps = 12;

/// `count` times, `at` apart in the coordinate that is compared and `carry` apart in the one carried along.
struct Step {
  std::int64_t count = 1;
  std::int64_t at = 0;
  std::int64_t carry = 0;
  friend bool operator==(const Step&, const Step&) = default;
};

/// Single bytes, each with a place in a compared coordinate (an address, say) and in a carried one. Steps
/// nest: outermost first, each as far apart as what it repeats extends. No step is empty.
struct Box {
  std::int64_t at = 0;
  std::int64_t carry = 0;
  Few<Step, kMaxSteps> steps;

  std::int64_t bytes() const;
  /// From the first place to one past the last.
  std::int64_t extent() const;
  std::int64_t end() const { return at + extent(); }
};

/// Sorts the steps, drops those of count 1 and joins those that continue each other in both coordinates.
void normalise(Box& box);

/// Bytes of two boxes at the same places, with what each box carries there.
struct Meet {
  struct Step {
    std::int64_t count = 1;
    std::int64_t at = 0;
    std::int64_t a = 0;
    std::int64_t b = 0;
  };
  std::int64_t at = 0;
  std::int64_t a = 0;
  std::int64_t b = 0;
  Few<Step, kMaxSteps> steps;

  std::int64_t bytes() const;
};

/// Appends the intersection, as few disjoint boxes. Its cost is that of the steps, never of the rows.
void meet(const Box& a, const Box& b, std::vector<Meet>& out);

bool overlap(const Box& a, const Box& b);

/// Appends what of `a` is not in `b`, as few disjoint boxes.
void subtract(const Box& a, const Box& b, std::vector<Box>& out);

}  // namespace purlin
