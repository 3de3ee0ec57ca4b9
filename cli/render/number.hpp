#pragma once
#include <optional>
#include <string>

namespace purlin::cli {

/// Microseconds for a table: 12.34, 123.4, 12346.
std::string print_us(double time_us);

/// Two decimals, `-` where absent.
std::string print_rate(const std::optional<double>& rate_GBps);

/// Shortest text that reads back as the same number; empty where absent.
std::string print_exact(const std::optional<double>& value);

}  // namespace purlin::cli
