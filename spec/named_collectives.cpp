#include "spec/named_collectives.hpp"

#include <algorithm>

namespace purlin {
namespace {

bool mentions(const NamedCollective& kind, std::string_view word) {
  return kind.input.find(word) != std::string_view::npos || kind.output.find(word) != std::string_view::npos;
}

}  // namespace

const NamedCollective* named_collective(std::string_view name) {
  const auto found = std::ranges::find_if(kNamedCollectives, [&](const NamedCollective& kind) {
    return kind.name == name || (!name.empty() && kind.ragged_alias == name);
  });
  return found == kNamedCollectives.end() ? nullptr : &*found;
}

std::vector<std::string> collective_names() {
  std::vector<std::string> names;
  for (const NamedCollective& kind : kNamedCollectives) {
    names.emplace_back(kind.name);
    if (!kind.ragged_alias.empty()) names.emplace_back(kind.ragged_alias);
  }
  return names;
}

bool uses_root(const NamedCollective& kind) { return mentions(kind, "@ root"); }
bool uses_shift(const NamedCollective& kind) { return mentions(kind, "+shift"); }

}  // namespace purlin
