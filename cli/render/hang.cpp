#include "cli/render/hang.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace purlin::cli {
namespace {

std::string line_of(const HangReport::Waiter& waiter) {
  return fmt::format(
      "  rank {}, lane {}, action {} awaits {}: expected {}, seen {}; rank {} should have notified\n",
      waiter.rank.value, waiter.lane, waiter.action, waiter.signal, waiter.expected, waiter.seen,
      waiter.producer.value);
}

nlohmann::json to_json(const HangReport::Waiter& waiter) {
  return {{"rank", waiter.rank.value},        {"lane", waiter.lane},         {"action", waiter.action},
          {"signal", waiter.signal},          {"expected", waiter.expected}, {"seen", waiter.seen},
          {"producer", waiter.producer.value}};
}

}  // namespace

std::string render(const HangReport& hang) {
  std::string text = "a wait gave up";
  if (hang.culprit) text += fmt::format(": rank {} did not arrive", hang.culprit->value);
  if (!hang.cause.empty()) text += fmt::format(" ({})", hang.cause);
  text += "\n";
  if (hang.chain.empty()) return text + line_of(hang.first);
  for (const HangReport::Waiter& waiter : hang.chain) text += line_of(waiter);
  return text;
}

nlohmann::json to_json(const HangReport& hang) {
  nlohmann::json json = to_json(hang.first);
  json["chain"] = nlohmann::json::array();
  for (const HangReport::Waiter& waiter : hang.chain) json["chain"].push_back(to_json(waiter));
  json["culprit"] = hang.culprit ? nlohmann::json(hang.culprit->value) : nlohmann::json();
  json["cause"] = hang.cause.empty() ? nlohmann::json() : nlohmann::json(hang.cause);
  return json;
}

}  // namespace purlin::cli
