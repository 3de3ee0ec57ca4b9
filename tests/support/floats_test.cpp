#include "tests/support/floats.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "tests/catch.hpp"

using namespace purlin;
using namespace purlin::testing;

TEST_CASE("the definition of floats agrees with the machine's own") {
  for (float value : {0.0F, 1.0F, -1.5F, 3.1415927F, 1e-45F, 1.1754944e-38F, 3.4028235e38F}) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    CHECK(decoded(DataType::f32, bits) == static_cast<long double>(value));
    CHECK(encoded(DataType::f32, value) == bits);
  }
  for (double value : {0.1, -2.5e-308, 1.7976931348623157e308})
    CHECK(encoded(DataType::f64, value) == std::bit_cast<std::uint64_t>(value));
  CHECK(encoded(DataType::f32, 1.0L + std::ldexp(1.0L, -24)) == std::bit_cast<std::uint32_t>(1.0F));
  CHECK(encoded(DataType::f32, 1e39L) ==
        std::bit_cast<std::uint32_t>(std::numeric_limits<float>::infinity()));
}

TEST_CASE("small floats have their published limits") {
  CHECK(decoded(DataType::f16, 0x7bff) == 65504);
  CHECK(decoded(DataType::bf16, 0x3f80) == 1);
  CHECK(decoded(DataType::f8e4m3, 0x7e) == 448);
  CHECK(std::isnan(decoded(DataType::f8e4m3, 0x7f)));
  CHECK(decoded(DataType::f8e5m2, 0x7b) == 57344);
  CHECK(std::isinf(decoded(DataType::f8e5m2, 0x7c)));
  CHECK(smallest_step(DataType::f8e4m3) == std::ldexp(1.0L, -9));
  CHECK(smallest_step(DataType::f8e5m2) == std::ldexp(1.0L, -16));
}

TEST_CASE("rounding beyond the largest value overflows, it never saturates") {
  CHECK(encoded(DataType::f8e4m3, 464) == 0x7e);
  CHECK(encoded(DataType::f8e4m3, 465) == 0x7f);
  CHECK(encoded(DataType::f8e5m2, 61439) == 0x7b);
  CHECK(encoded(DataType::f8e5m2, 61440) == 0x7c);
  CHECK(encoded(DataType::f16, -65520) == 0xfc00);
}

TEST_CASE("every finite code survives decoding and encoding") {
  for (DataType type : {DataType::f16, DataType::bf16, DataType::f8e4m3, DataType::f8e5m2}) {
    const std::uint64_t codes = std::uint64_t{1} << (8 * size_of(type).value);
    for (std::uint64_t code = 0; code < codes;
         code += type == DataType::f16 || type == DataType::bf16 ? 7 : 1)
      if (std::isfinite(decoded(type, code))) REQUIRE(encoded(type, decoded(type, code)) == code);
  }
}
