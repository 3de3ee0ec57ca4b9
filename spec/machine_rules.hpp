#pragma once
#include <span>
#include <string_view>

namespace purlin {

/// One thing a machine model must obey. M1xx: a file, with a sample in samples/bad; M2xx: a change by an
/// option; M3xx: what runs on it.
struct MachineRule {
  std::string_view code;
  std::string_view title;
  std::string_view text;
  std::string_view mend;
};

/// All rules, by code.
std::span<const MachineRule> machine_rules();

/// nullptr where no rule has that code.
const MachineRule* machine_rule(std::string_view code);

}  // namespace purlin
