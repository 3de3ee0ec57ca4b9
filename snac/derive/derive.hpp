#pragma once
#include "snac/derive/mailboxes.hpp"

namespace purlin {

/// How flows become a schedule.
struct Derivation {
  Style style;
  Cutting cutting;
  std::int64_t window_limit = 0;  // bytes of a half
};

/// Of the schedule that they would become, nearly.
std::int64_t spans_of(const Flows& flows, const Mailboxes& boxes);

/// Fills in buffers, signals and programs of a schedule whose problem is set. Returns why it cannot be done,
/// or an empty string; `derivation.cutting` becomes what was done.
std::string derive(const Flows& flows, Derivation& derivation, Schedule& schedule);

}  // namespace purlin
