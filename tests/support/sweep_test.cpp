#include "tests/support/sweep.hpp"

#include <cstdlib>

#include "tests/catch.hpp"

using namespace purlin::testing;

TEST_CASE("slices share all cases out, each to one") {
  for (int index = 0; index < 20; ++index) {
    int owners = 0;
    for (const char* slice : {"1/3", "2/3", "3/3"}) {
      setenv("PURLIN_TEST_SLICE", slice, 1);
      owners += in_slice(static_cast<std::uint64_t>(index));
    }
    CHECK(owners == 1);
  }
  unsetenv("PURLIN_TEST_SLICE");
  CHECK(in_slice(7));
}
