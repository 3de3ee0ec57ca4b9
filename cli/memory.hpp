#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace purlin::cli {

/// Bytes that this process may still take: of the machine, or of its control group where that is less.
/// nullopt where the system does not say.
std::optional<std::int64_t> available_bytes();

/// `MemAvailable:  123 kB` of /proc/meminfo.
std::optional<std::int64_t> parse_meminfo(const std::string& text);

}  // namespace purlin::cli
