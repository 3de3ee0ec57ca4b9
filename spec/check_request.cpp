#include "spec/check_request.hpp"

#include <fmt/format.h>

#include "spec/draft.hpp"
#include "spec/nearest.hpp"
#include "spec/size.hpp"

namespace purlin {
namespace {

constexpr std::int64_t kDefaultBytes = std::int64_t{1} << 20;

bool find_kind(Draft& draft) {
  if (!draft.request.kind) return true;
  const auto& [name, place] = *draft.request.kind;
  draft.kind = named_collective(name);
  if (draft.kind) return draft.problem.kind = draft.kind->name, true;
  draft.source.error("S701", place, fmt::format("unknown kind {}", name),
                     did_you_mean(name, collective_names(), "known: " + listed(collective_names())));
  return false;
}

bool read_wanted_size(Draft& draft) {
  if (draft.request.named) draft.size = kDefaultBytes;
  if (!draft.request.size) return true;
  const auto& [text, place] = *draft.request.size;
  if (const auto range = parse_size_range(text)) return draft.size = range->max, true;
  draft.source.error("S107", place, fmt::format("{} is no size", text),
                     "write bytes, as in 64K or 1M, or a sweep MIN:MAX[:FACTOR], as in 1K:64M:4");
  return false;
}

// What each step needs of the others, so that one run finds all faults that do not follow from another.
bool check(Draft& draft) {
  const bool kind = find_kind(draft);
  const bool size = read_wanted_size(draft);
  const bool mesh = check_mesh(draft);
  const bool op = check_op(draft);
  const bool texts = check_layout_texts(draft);
  const bool axes = mesh && check_axes(draft);
  const bool ragged = axes && check_ragged(draft);
  const bool pair = axes && op && check_pair(draft);
  if (!kind || !size || !texts || !ragged || !pair) return false;
  return choose_scale(draft) && check_total_size(draft) && give_sizes(draft) && check_in_place(draft);
}

}  // namespace

std::optional<Problem> check_request(const Request& request, const Source& source) {
  Draft draft{.request = request, .source = source};
  draft.problem.name = request.name;
  if (!check(draft)) return std::nullopt;
  return std::move(draft.problem);
}

}  // namespace purlin
