#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "snac/plan.hpp"
#include "spec/machine.hpp"

namespace purlin {

/// A constant of machines that an implementation has its own value for.
struct ProfileConstant {
  std::string key;  // as machines name it
  Constant constant;
};

/// One way in which an implementation moves data: a chain and a regime, and what that costs it.
struct ProfileWay {
  std::string name;
  std::string algorithm;
  Regime regime = Regime::staged;
  bool push = false;
  Constant lanes;        // not known: the planner's choice, as is the chunk
  Constant chunk_bytes;  // of a lane and round
  Constant overhead_ns;  // of a call, beside the machine's launch
  std::vector<ProfileConstant> constants;
};

/// For which collective which way is taken up to which size; the last has no end.
struct ProfileChoice {
  struct Step {
    std::optional<std::int64_t> up_to;  // bytes, included
    std::string way;
  };
  std::string collective;  // a kind or a ragged alias
  std::string source;
  Confidence confidence = Confidence::unconfirmed;
  std::vector<Step> steps;
};

/// The fixed costs of an implementation, over whatever machine: a file of samples/profiles, or a user's.
struct Profile {
  std::string name;
  std::string title;
  std::vector<ProfileConstant> constants;  // of all ways
  std::vector<ProfileWay> ways;
  std::vector<ProfileChoice> choices;
};

/// The way for a problem of its size; nullptr and a diagnostic where the profile has none.
const ProfileWay* way_for(const Profile& profile, const Problem& problem, Diagnostics& diagnostics);

/// The machine as the implementation uses it. Says in `diagnostics` what the machine has no place for.
std::optional<Machine> machine_under(const Profile& profile, const ProfileWay& way, Machine machine,
                                     Diagnostics& diagnostics);

/// `options` with all that the way decides.
PlanOptions plan_under(const ProfileWay& way, PlanOptions options);

}  // namespace purlin
