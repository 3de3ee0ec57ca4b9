#include "cli/render/number.hpp"

#include <fmt/format.h>

namespace purlin::cli {

std::string print_us(double time_us) {
  return fmt::format("{:.{}f}", time_us, time_us < 100 ? 2 : time_us < 10'000 ? 1 : 0);
}

std::string print_rate(const std::optional<double>& rate_GBps) {
  return rate_GBps ? fmt::format("{:.2f}", *rate_GBps) : "-";
}

std::string print_exact(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

}  // namespace purlin::cli
