#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/source.hpp"
#include "spec/toml/toml_value.hpp"

namespace purlin {

/// What the user asked for, as written and not yet checked: the same for a file, a kind's name and a pair of
/// layouts.
struct Request {
  struct Ragged {
    bool readable = true;  // else what is wrong was reported
    std::vector<Placed<std::string>> per;
    std::optional<TomlValue> sizes;
    std::optional<Placed<std::string>> file;
  };
  struct AxisSize {
    Placed<std::string> name;
    std::optional<std::int64_t> size;  // absent where unreadable or ragged
    SourcePlace size_place;
    std::optional<Ragged> ragged;
  };

  std::string name;       // as the user named the spec
  std::string directory;  // where relative files are sought
  bool named = false;     // a kind's name or a pair: sizes and ranks have defaults

  std::optional<Placed<std::vector<Placed<std::string>>>> mesh_axes;
  std::optional<Placed<std::vector<Placed<std::int64_t>>>> mesh_shape;
  bool mesh_readable = true;
  std::vector<AxisSize> axes;

  bool collective_readable = true;
  SourcePlace collective;  // the table, for what is missing in it
  std::optional<Placed<std::string>> kind, input, output, dtype, op, over, scale;
  std::optional<Placed<std::int64_t>> root, shift;
  std::optional<Placed<std::string>> size;  // bytes, of an axis without a size
  std::optional<Placed<bool>> in_place;
};

}  // namespace purlin
