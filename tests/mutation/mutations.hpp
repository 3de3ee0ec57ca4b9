#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "snac/schedule.hpp"
#include "snac/verify/site.hpp"
#include "tests/support/random.hpp"

namespace purlin::testing {

/// One way to change a schedule. `apply` says whether there was anything to change; of a mutation of the
/// tables, the site does not matter.
struct Mutation {
  std::string_view name;
  bool of_action = true;
  bool (*apply)(Schedule&, const Site&, Random&);
};

/// All of them; the tests walk the list.
std::span<const Mutation> mutations();

struct Mutant {
  std::string kind;   // "drop await", "halve windows"
  std::string where;  // the action, as it was
  Schedule schedule;
};

/// `schedule` with one change, drawn; kinds of actions are equally likely. nullopt where nothing was found
/// that differs.
std::optional<Mutant> mutate(const Schedule& schedule, const Mutation& mutation, Random& random);

}  // namespace purlin::testing
