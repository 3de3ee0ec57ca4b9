#include "cli/inject.hpp"

#include <fmt/format.h>

#include <array>

#include "cli/complain.hpp"
#include "cli/render/text.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

constexpr const char* kForm = "KIND:rank=R[,lane=L][,action=I][,time=T], KIND one of delay, drop and absent";

std::optional<Injection::Kind> kind_named(const std::string& name) {
  if (name == "delay") return Injection::Kind::delay;
  if (name == "drop") return Injection::Kind::drop;
  if (name == "absent") return Injection::Kind::absent;
  return std::nullopt;
}

std::optional<std::chrono::nanoseconds> parse_time(const std::string& text) {
  struct Unit {
    const char* name;
    std::int64_t ns;
  };
  constexpr std::array kUnits = {Unit{"ns", 1}, Unit{"us", 1'000}, Unit{"ms", 1'000'000},
                                 Unit{"s", 1'000'000'000}};
  const auto end = text.find_first_not_of("0123456789");
  const auto value = parse_integer(text.substr(0, end));
  if (!value || *value > 1'000'000'000 || end == std::string::npos) return std::nullopt;
  for (const Unit& unit : kUnits)
    if (text.substr(end) == unit.name) return std::chrono::nanoseconds(*value * unit.ns);
  return std::nullopt;
}

bool set(Injection& injection, const std::string& key, const std::string& value) {
  if (key == "time") {
    const auto time = parse_time(value);
    injection.time = time.value_or(injection.time);
    return time.has_value();
  }
  const auto number = parse_integer(value);
  if (!number || *number < 0 || *number > 1'000'000'000) return false;
  if (key == "rank") return injection.rank.value = static_cast<int>(*number), true;
  if (key == "lane") return injection.lane = static_cast<int>(*number), true;
  if (key == "action") return injection.action = *number, true;
  return false;
}

std::optional<Injection> parse(const std::string& text) {
  const auto colon = text.find(':');
  const auto kind = kind_named(text.substr(0, colon));
  if (!kind || colon == std::string::npos) return std::nullopt;
  Injection injection;
  injection.kind = *kind;
  injection.rank.value = -1;
  for (const std::string& part : split(text.substr(colon + 1), ',')) {
    const auto equals = part.find('=');
    if (equals == std::string::npos || !set(injection, part.substr(0, equals), part.substr(equals + 1)))
      return std::nullopt;
  }
  return injection.rank.value < 0 ? std::nullopt : std::optional(injection);
}

}  // namespace

std::vector<Injection> parse_injections(const std::vector<std::string>& texts, Diagnostics& diagnostics) {
  std::vector<Injection> injections;
  for (const std::string& text : texts) {
    if (const auto injection = parse(text))
      injections.push_back(*injection);
    else
      complain(diagnostics, fmt::format("--inject: '{}' is no fault to inject", text), kForm);
  }
  return injections;
}

}  // namespace purlin::cli
