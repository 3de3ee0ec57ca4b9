#include "tests/mutation/killers.hpp"

#include <array>

namespace purlin::testing {
namespace {

// What is missing or comes at another time: counts, bytes, order, rendezvous, cycles, packets.
constexpr std::string_view kMisplaced = "V109 V110 V201 V202 V203 V204 V205 V301 V302 V303 V401 V501 V502";

// Where bytes come from, or go to, the wrong place; of packets, which are waited for, too.
constexpr std::string_view kWrongBytes = "V118 V201 V202 V203 V204 V205 V206 V209 V210 V501 V502";

constexpr std::array kKillers = {
    Killers{"drop", kMisplaced},
    Killers{"duplicate", kMisplaced, "V206"},
    Killers{"swap with the next", kMisplaced},
    Killers{"move", kMisplaced},
    Killers{"give away", kMisplaced, "V108 V111"},
    Killers{"shrink", kWrongBytes, "V105"},
    Killers{"grow", kWrongBytes, "V103 V104 V105 V301 V302 V303 V304"},
    Killers{"shrink one end of", kWrongBytes, "V105"},
    Killers{"grow one end of", kWrongBytes, "V103 V104 V105 V301 V302 V303 V304"},
    Killers{"shift", kWrongBytes, "V103 V104 V113 V115 V301 V302 V303 V304"},
    Killers{"shift one end of", kWrongBytes, "V103 V104 V113 V115 V301 V302 V303 V304"},
    Killers{"change a stride of", kWrongBytes, "V103 V104 V113 V301 V302 V303 V304"},
    Killers{"change a buffer of", kWrongBytes, "V103 V111 V301 V302 V304"},
    Killers{"retarget", kMisplaced, "V103 V111 V118 V206 V209 V210 V304"},
    Killers{"change a slot of", kMisplaced, "V108"},
    Killers{"drop a target of", kMisplaced, "V118"},
    Killers{"swap sources of", "V207"},
    Killers{"drop a source of", "V118 V201"},
    Killers{"repeat a source of", "V118 V202"},
    Killers{"change the op of", "V118 V105 V112"},
    Killers{"change the divisor of", "V118 V112 V208"},
    Killers{"weaken", kMisplaced},
    Killers{"strengthen", "V110 V501"},
    Killers{"change the ordinal of", "V109"},
    Killers{"change a turn of", kMisplaced, "V115"},
    Killers{"halve windows", "V103"},
    Killers{"halve packet windows", "V103"},
    Killers{"use one half", "V402"},
    Killers{"halve scratch", "V103"},
    Killers{"merge signals", kMisplaced},
    Killers{"change a producer", "V108"},
    Killers{"swap programs", "V108 V111"},
};

}  // namespace

std::span<const Killers> killers() { return kKillers; }

bool may_break(std::string_view kind, std::string_view rule) {
  const Killers* longest = nullptr;  // "drop a target of await" is no "drop"
  for (const Killers& killers : kKillers)
    if (kind.starts_with(killers.mutation) &&
        (!longest || killers.mutation.size() > longest->mutation.size()))
      longest = &killers;
  const auto says = [&](std::string_view rules) { return rules.find(rule) != std::string_view::npos; };
  return longest && (says(longest->rules) || says(longest->more));
}

}  // namespace purlin::testing
