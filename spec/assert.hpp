#pragma once
#include <string_view>

namespace purlin {

/// Prints the broken promise with its place to stderr and aborts. For our own mistakes only.
[[noreturn]] void assertion_failed(std::string_view condition, std::string_view file, int line);

}  // namespace purlin

/// An invariant of our own, checked in every build type.
#define PURLIN_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::purlin::assertion_failed(#condition, __FILE__, __LINE__))
