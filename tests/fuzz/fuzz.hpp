#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "spec/assert.hpp"

/// What libFuzzer calls; a broken PURLIN_ASSERT, a sanitizer's finding or a slow input is a fault.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}
