#include "snac/derive/ordinals.hpp"

#include <algorithm>

namespace purlin {

std::int64_t ordinal(const Traffic& traffic, const Mailboxes& boxes, Rank rank, Rank reader, Moment moment) {
  const std::span<const Read> steps = traffic.steps_read(rank, reader);
  const bool is_once = traffic.style().regime == Regime::zero_copy && steps.front().step == 0;
  if (is_once && moment.step == 0) return 1;
  const std::int64_t before = is_once ? 1 : 0;
  const std::int64_t count = static_cast<std::int64_t>(steps.size()) - before;
  const std::int64_t nth =
      std::ranges::lower_bound(steps, moment.step, {}, &Read::step) - steps.begin() - before;
  const std::int64_t wave = moment.round / boxes.depth() * boxes.depth();
  const std::int64_t width = std::min(boxes.depth(), boxes.rounds() - wave);
  return before + wave * count + nth * width + (moment.round - wave) + 1;
}

}  // namespace purlin
