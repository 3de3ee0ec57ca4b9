#include "snac/verify/site.hpp"

#include <fmt/format.h>

namespace purlin {

const Action& action_at(const Schedule& schedule, const Site& site) {
  const auto& lanes = schedule.programs.at(static_cast<std::size_t>(site.rank.value));
  return lanes.at(static_cast<std::size_t>(site.lane)).at(static_cast<std::size_t>(site.action));
}

std::string describe(const Schedule& schedule, const Site& site) {
  return fmt::format("rank {}, lane {}, action {} ({})", site.rank.value, site.lane, site.action,
                     name_of(action_at(schedule, site)));
}

std::string describe_slot(const Schedule& schedule, int slot) {
  const SignalSlot& signal = schedule.signals.at(static_cast<std::size_t>(slot));
  return fmt::format("{} of rank {}, lane {} (slot {})", name_of(signal.purpose), signal.producer.value,
                     signal.lane, slot);
}

}  // namespace purlin
