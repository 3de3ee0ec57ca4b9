#pragma once
#include <optional>

#include "spec/problem.hpp"
#include "spec/request.hpp"

namespace purlin {

/// The checked problem; every fault is reported to `source`.
std::optional<Problem> check_request(const Request& request, const Source& source);

}  // namespace purlin
