#pragma once
#include <string>

#include "snac/schedule.hpp"
#include "tests/support/random.hpp"

namespace purlin::testing {

/// A schedule to be changed.
struct Base {
  std::string name;
  Schedule schedule;
};

/// A plan on 2 to 8 ranks with one or two lanes: of a shipped sample, cut to a few elements, or of a spec
/// that chains treat apart, by any chain in any regime.
Base draw_base(Random& random);

}  // namespace purlin::testing
