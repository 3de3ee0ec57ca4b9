#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "snac/schedule.hpp"

namespace purlin::testing {

/// What brute force says of a few launches in a row.
struct Explored {
  std::string fault;        // of some interleaving: a race, a hang, a wrong output; empty where all are right
  bool is_complete = true;  // without a fault: whether every state was seen
  std::int64_t states = 0;  // seen on the way
};

enum class Steps {
  every,     // all interleavings of all steps
  unordered  // a step that commutes with all that others may still do is done at once
};

/// Tries the interleavings of the lanes' steps over `launches`, each state once. A rank starts its next
/// launch when its own lanes have ended; nothing else holds ranks together. Reading and writing are steps of
/// their own, inputs change every launch, and two enabled steps that touch a byte, one writing, are a fault.
Explored explore(const std::vector<const Schedule*>& launches, Steps steps = Steps::unordered,
                 std::int64_t most_states = 20'000);

}  // namespace purlin::testing
