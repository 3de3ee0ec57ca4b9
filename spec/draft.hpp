#pragma once
#include <optional>
#include <string>

#include "spec/layout_text.hpp"
#include "spec/named_collectives.hpp"
#include "spec/problem.hpp"
#include "spec/request.hpp"

namespace purlin {

/// A layout of the request: its parts and where they were written.
struct PlacedLayout {
  LayoutText parts;
  std::string text;
  SourcePlace place;
  bool readable = false;
  bool written = true;  // false: a kind's, whose place is the kind's

  SourcePlace at(const LayoutWord& word, const Source& source) const {
    return at(word.offset, word.text.size(), source);
  }
  SourcePlace at(std::size_t offset, std::size_t length, const Source& source) const {
    return written ? source.inside(place, text, offset, length) : place;
  }
};

/// A problem on its way through the checks. Each step reports what it finds and goes on where that makes
/// sense.
struct Draft {
  const Request& request;
  const Source& source;
  Problem problem = {};
  const NamedCollective* kind = nullptr;
  SourcePlace op_place = {};  // of what says the op: op, the kind or the table
  PlacedLayout input = {};
  PlacedLayout output = {};
  std::optional<std::int64_t> size = {};  // bytes to give the axes that have no size of their own
  bool unsized = false;                   // such an axis was met
};

// The steps, in order. Each returns whether the next ones can go on.
bool check_mesh(Draft& draft);
bool check_op(Draft& draft);
bool check_layout_texts(Draft& draft);
bool check_axes(Draft& draft);
bool check_ragged(Draft& draft);
bool check_pair(Draft& draft);
bool choose_scale(Draft& draft);
bool check_total_size(Draft& draft);
bool give_sizes(Draft& draft);  // to axes that have none of their own
bool check_in_place(Draft& draft);

}  // namespace purlin
