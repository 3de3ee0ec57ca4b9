#pragma once
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "spec/source.hpp"

namespace purlin {

/// The bytes of a file, or of standard input for `-`. Faults are reported at `place`: what cannot be read, is
/// a directory, has more than `limit` bytes, or is a pipe that stays silent for `patience`.
std::optional<std::string> read_file(const std::string& path, std::size_t limit, const SourcePlace& place,
                                     const Source& source,
                                     std::chrono::milliseconds patience = std::chrono::seconds(60));

}  // namespace purlin
