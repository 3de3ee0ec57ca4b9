#pragma once
#include <compare>
#include <cstdint>

namespace purlin {

/// A participant of a collective: row-major position in the mesh, from 0.
struct Rank {
  int value = 0;
  friend constexpr auto operator<=>(Rank, Rank) = default;
};

/// A count with a unit. Quantities of different units do not mix.
template <class Unit>
struct Quantity {
  std::int64_t value = 0;
  friend constexpr auto operator<=>(Quantity, Quantity) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return {a.value + b.value}; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return {a.value - b.value}; }
  friend constexpr Quantity operator*(Quantity a, std::int64_t n) { return {a.value * n}; }
  constexpr Quantity& operator+=(Quantity b) { return value += b.value, *this; }
};

using Bytes = Quantity<struct BytesUnit>;
using Elements = Quantity<struct ElementsUnit>;

}  // namespace purlin
