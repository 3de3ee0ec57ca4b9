#include "spec/check_request.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/draft.hpp"
#include "spec/nearest.hpp"
#include "spec/ragged_table.hpp"
#include "spec/size.hpp"

namespace purlin {
namespace {

constexpr std::int64_t kDefaultBytes = std::int64_t{1} << 20;

bool find_kind(Draft& draft) {
  if (!draft.request.kind) return true;
  const auto& [name, place] = *draft.request.kind;
  draft.kind = named_collective(name);
  if (draft.kind) return draft.problem.kind = draft.kind->name, true;
  draft.source.error("S601", place, fmt::format("unknown kind {}", name),
                     did_you_mean(name, collective_names(), "known: " + listed(collective_names())));
  return false;
}

bool read_wanted_size(Draft& draft) {
  if (draft.request.named) draft.size = kDefaultBytes;
  if (!draft.request.size) return true;
  const auto& [text, place] = *draft.request.size;
  const auto range = parse_size_range(text);
  if (range) return draft.size = range->max, true;
  draft.source.error("S107", place, fmt::format("{} is no size", text),
                     "write 64K, 1M, or a sweep MIN:MAX[:FACTOR] such as 1K:64M:4");
  return false;
}

// Axes without a size of their own get what `--size` leaves; a kind's ragged name asks for a table of that
// mean.
bool give_sizes(Draft& draft) {
  Problem& problem = draft.problem;
  if (!draft.unsized || problem.scale < 0) return true;
  Diagnostics faults;
  auto sized = resized(problem, {draft.size.value_or(kDefaultBytes)}, faults);
  for (const Diagnostic& fault : faults.all()) draft.source.report(fault);
  if (!sized) return false;
  problem = std::move(*sized);
  if (!draft.kind || draft.kind->ragged_alias != draft.request.kind->value) return true;
  Axis& axis = problem.axes[static_cast<std::size_t>(problem.scale)];
  axis.ragged = Axis::Ragged{};
  for (char c : draft.kind->ragged_per)
    for (std::size_t i = 0; i < problem.axes.size(); ++i)
      if (problem.axes[i].name == std::string(1, c)) axis.ragged->parents.push_back(static_cast<AxisId>(i));
  const std::int64_t extent = problem.axes[static_cast<std::size_t>(axis.ragged->parents[0])].size;
  axis.ragged->sizes = seeded_table(axis.size, extent, axis.ragged->parents.size());
  axis.size = std::ranges::max(axis.ragged->sizes);
  return true;
}

bool check_meaning(Draft& draft) {
  return check_axes(draft) && check_ragged(draft) && check_pair(draft) && choose_scale(draft) &&
         check_total_size(draft) && give_sizes(draft) && check_total_size(draft) && check_in_place(draft);
}

}  // namespace

std::optional<Problem> check_request(const Request& request, const Source& source) {
  Draft draft{.request = request, .source = source};
  draft.problem.name = request.name;
  draft.op_place = request.collective;
  const bool kind = find_kind(draft);
  const bool size = read_wanted_size(draft);
  const bool mesh = check_mesh(draft);
  const bool op = check_op(draft);
  const bool texts = check_layout_texts(draft);
  if (!kind || !mesh || !texts) return std::nullopt;
  if (request.kind && draft.request.kind) draft.op_place = request.op ? draft.op_place : request.kind->place;
  if (!op || !size || !check_meaning(draft)) return std::nullopt;
  return std::move(draft.problem);
}

}  // namespace purlin
