#pragma once
#include "snac/host/element.hpp"
#include "spec/assert.hpp"
#include "spec/reduce_op.hpp"

namespace purlin::host {

/// NaN wins, the left one of two; −0 < +0. Written as selects so that it vectorises.
template <bool kMin, class W>
W extreme(W a, W b) {
  if constexpr (std::is_floating_point_v<W>) {
    using Bits = std::conditional_t<sizeof(W) == 8, std::uint64_t, std::uint32_t>;
    const Bits x = std::bit_cast<Bits>(a), y = std::bit_cast<Bits>(b);
    const W equal = std::bit_cast<W>(kMin ? x | y : x & y);  // differ in the sign of zero at most
    const W less = kMin ? a : b, more = kMin ? b : a;
    const W ordered = a < b ? less : a > b ? more : equal;
    return a != a ? a : b != b ? b : ordered;
  } else {
    return kMin == (a < b) ? a : b;
  }
}

/// One step of a reduction on accumulators; integers wrap. `avg` adds: its division comes last.
template <ReduceOp op, class W>
W combine(W a, W b) {
  if constexpr (op == ReduceOp::min || op == ReduceOp::max) {
    return extreme < op == ReduceOp::min > (a, b);
  } else if constexpr (std::is_floating_point_v<W>) {
    return op == ReduceOp::prod ? a * b : a + b;
  } else {
    using U = std::conditional_t<sizeof(W) < 4, std::uint32_t, std::make_unsigned_t<W>>;
    const U x = static_cast<U>(a), y = static_cast<U>(b);
    return static_cast<W>(op == ReduceOp::prod ? x * y : x + y);
  }
}

/// Calls `visit.template operator()<op>()`; a copy reduces nothing.
template <class Visit>
decltype(auto) with_reduction(ReduceOp op, Visit&& visit) {
  switch (op) {
    case ReduceOp::copy:
      break;
    case ReduceOp::sum:
      return visit.template operator()<ReduceOp::sum>();
    case ReduceOp::prod:
      return visit.template operator()<ReduceOp::prod>();
    case ReduceOp::min:
      return visit.template operator()<ReduceOp::min>();
    case ReduceOp::max:
      return visit.template operator()<ReduceOp::max>();
    case ReduceOp::avg:
      return visit.template operator()<ReduceOp::avg>();
  }
  PURLIN_ASSERT(op != ReduceOp::copy);
  return visit.template operator()<ReduceOp::sum>();
}

}  // namespace purlin::host
