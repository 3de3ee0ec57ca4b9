#include "cli/memory.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace purlin::cli {
namespace {

std::string content(const std::string& path) {
  std::ostringstream text;
  if (std::ifstream file(path); file) text << file.rdbuf();
  return text.str();
}

std::optional<std::int64_t> number(const std::string& text) {
  std::istringstream stream(text);
  std::int64_t value = 0;
  return stream >> value ? std::optional(value) : std::nullopt;
}

/// Version 2 of control groups, seen from inside: a limit of `max` is none.
std::optional<std::int64_t> left_in_group() {
  const auto limit = number(content("/sys/fs/cgroup/memory.max"));
  const auto used = number(content("/sys/fs/cgroup/memory.current"));
  return limit && used ? std::optional(std::max<std::int64_t>(0, *limit - *used)) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> parse_meminfo(const std::string& text) {
  const std::string key = "MemAvailable:";
  const auto at = text.find(key);
  if (at == std::string::npos) return std::nullopt;
  const auto kilobytes = number(text.substr(at + key.size()));
  return kilobytes ? std::optional(*kilobytes * 1024) : std::nullopt;
}

std::optional<std::int64_t> available_bytes() {
  const auto machine = parse_meminfo(content("/proc/meminfo"));
  const auto group = left_in_group();
  return machine && group ? std::optional(std::min(*machine, *group)) : machine ? machine : group;
}

}  // namespace purlin::cli
