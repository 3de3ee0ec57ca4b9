#include "cli/render/hang.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace purlin::cli {
namespace {

std::string line_of(const HangReport::Waiter& waiter) {
  return fmt::format(
      "rank {}, lane {}, action {} awaits \"{}\": expected {}, seen {}; rank {} should have notified",
      waiter.rank.value, waiter.lane, waiter.action, waiter.signal, waiter.expected, waiter.seen,
      waiter.producer.value);
}

nlohmann::json waiter_to_json(const HangReport::Waiter& waiter) {
  return {{"rank", waiter.rank.value},        {"lane", waiter.lane},         {"action", waiter.action},
          {"signal", waiter.signal},          {"expected", waiter.expected}, {"seen", waiter.seen},
          {"producer", waiter.producer.value}};
}

}  // namespace

Diagnostic diagnostic_of(const HangReport& hang, const std::string& when) {
  Diagnostic diagnostic;
  diagnostic.message = when + ": a wait gave up";
  if (hang.culprit) diagnostic.message += fmt::format(": rank {} did not arrive", hang.culprit->value);
  if (!hang.cause.empty()) diagnostic.message += fmt::format(" ({})", hang.cause);
  if (hang.chain.empty()) diagnostic.notes.push_back({line_of(hang.first), {}});
  for (const HangReport::Waiter& waiter : hang.chain) diagnostic.notes.push_back({line_of(waiter), {}});
  diagnostic.help = "docs/hang-reports.md says how to read this";
  return diagnostic;
}

nlohmann::json to_json(const HangReport& hang) {
  nlohmann::json json = waiter_to_json(hang.first);
  json["chain"] = nlohmann::json::array();
  for (const HangReport::Waiter& waiter : hang.chain) json["chain"].push_back(waiter_to_json(waiter));
  json["culprit"] = hang.culprit ? nlohmann::json(hang.culprit->value) : nlohmann::json();
  json["cause"] = hang.cause.empty() ? nlohmann::json() : nlohmann::json(hang.cause);
  return json;
}

}  // namespace purlin::cli
