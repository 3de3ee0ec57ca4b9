#include "snac/verify/bounds.hpp"

#include <fmt/format.h>

#include "snac/verify/callers_buffers.hpp"
#include "snac/verify/check.hpp"
#include "snac/verify/signal_bounds.hpp"
#include "snac/verify/site.hpp"
#include "snac/verify/span_bounds.hpp"

namespace purlin {
namespace {

// Far above any machine, so that nothing overflows; a machine's own limits come with its model.
constexpr std::int64_t kMaxLanes = 1024;
constexpr std::int64_t kMaxWindowBytes = std::int64_t{1} << 40;

void within(std::string_view what, std::int64_t value, std::int64_t maximum) {
  if (value < 0 || value > maximum)
    throw Counterexample{"V102", fmt::format("{} is {}, the maximum is {}", what, value, maximum)};
}

void same_size(std::string_view table, std::size_t has, std::size_t wants) {
  if (has != wants)
    throw Counterexample{"V101", fmt::format("`{}` has {} entries instead of {}", table, has, wants)};
}

void not_negative(std::string_view table, const std::vector<std::int64_t>& sizes) {
  for (std::size_t rank = 0; rank < sizes.size(); ++rank)
    if (sizes[rank] < 0)
      throw Counterexample{"V101", fmt::format("`{}` of rank {} has {} bytes", table, rank, sizes[rank])};
}

void check_tables(const Schedule& schedule) {
  const auto ranks = static_cast<std::size_t>(schedule.problem.ranks());
  if (schedule.lanes < 1) throw Counterexample{"V101", fmt::format("`lanes` is {}", schedule.lanes)};
  within("lanes per rank", schedule.lanes, kMaxLanes);
  const auto lanes = static_cast<std::size_t>(schedule.lanes);
  same_size("lane_kinds", schedule.lane_kinds.size(), lanes);
  same_size("programs", schedule.programs.size(), ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    same_size(fmt::format("programs[{}]", rank), schedule.programs[rank].size(), lanes);
  const Buffers& buffers = schedule.buffers;
  same_size("buffers.input", buffers.input.size(), ranks);
  same_size("buffers.output", buffers.output.size(), ranks);
  same_size("buffers.scratch", buffers.scratch.size(), ranks);
  not_negative("buffers.input", buffers.input);
  not_negative("buffers.output", buffers.output);
  not_negative("buffers.scratch", buffers.scratch);
}

void check_windows(const Buffers& buffers) {
  within("halves of a window", buffers.halves, kMaxWindowBytes);
  if (buffers.halves < 1) throw Counterexample{"V101", fmt::format("`buffers.halves` is {}", buffers.halves)};
  within("bytes of the window", buffers.window_half, kMaxWindowBytes / buffers.halves);
  within("bytes of the packet window", buffers.packet_window_half, kMaxWindowBytes / buffers.halves);
}

void check_limits(const Schedule& schedule, const Limits& limits) {
  const auto named = [&](std::string_view what, std::string_view limit) {
    const std::string sharing =
        limits.ranks_per_gpu > 1 ? fmt::format(" for {} ranks of a GPU", limits.ranks_per_gpu) : "";
    return fmt::format("{} ({} of {}{})", what, limit, limits.machine, sharing);
  };
  const Buffers& buffers = schedule.buffers;
  within(named("lanes per rank", "limit.lanes"), schedule.lanes, limits.lanes);
  within(named("bytes of a half of the windows", "limit.window_MiB"),
         buffers.window_half + buffers.packet_window_half, limits.window_half);
}

void check_callers_buffers(const Schedule& schedule) {
  for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value)
    for (BufferKind kind : {BufferKind::input, BufferKind::output}) {
      const std::int64_t has = size_of(schedule.buffers, kind, rank);
      const std::int64_t wants = callers_bytes(schedule.problem, kind, rank);
      if (has != wants)
        throw Counterexample{"V117", fmt::format("the {} of rank {} has {} bytes instead of {}",
                                                 name_of(kind), rank.value, has, wants)};
    }
}

}  // namespace

Check check_bounds(const Schedule& schedule, const std::optional<Limits>& limits) {
  return run_check("bounds", [&](Check& check) {
    check_tables(schedule);
    check_windows(schedule.buffers);
    if (limits) check_limits(schedule, *limits);
    check_callers_buffers(schedule);
    const std::int64_t spans = check_span_bounds(schedule);
    const SignalCount signals = check_signal_bounds(schedule);
    check.covered = {{"actions", count_actions(schedule)},
                     {"spans", spans},
                     {"notifications", signals.notifications},
                     {"waits", signals.waits},
                     {"slots", static_cast<std::int64_t>(schedule.signals.size())}};
    if (signals.unread > 0)
      check.notes.push_back(
          fmt::format("nobody awaits {} notifications, the first {}", signals.unread, signals.first_unread));
  });
}

}  // namespace purlin
