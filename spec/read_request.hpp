#pragma once
#include "spec/read_problem.hpp"
#include "spec/request.hpp"

namespace purlin {

/// The tables of a spec, taken apart: keys and types are checked, meaning is not. Faults are reported to
/// `source`.
Request read_request(const TomlTable& document, const Source& source, SpecOptions& options);

}  // namespace purlin
