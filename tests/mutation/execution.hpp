#pragma once
#include <cstdint>
#include <string>

#include "snac/verify/verify.hpp"

namespace purlin::testing {

/// Executes `schedule` on the host in one thread, in orders drawn from the seed: launches alone, then in a
/// row with ranks running ahead, by itself and taking turns with `other` on its windows; all with changing
/// data. What went wrong; empty where nothing did.
std::string failure_in_execution(const VerifiedSchedule& schedule, const VerifiedSchedule& other,
                                 std::uint64_t seed);

/// `schedule`, which a proof other than that of bounds rejects, as if it had passed: in one thread it can
/// only compute nonsense or hang. To learn what execution would have seen.
VerifiedSchedule as_if_verified(Schedule schedule, const VerifiedSchedule& any);

}  // namespace purlin::testing
