#pragma once
#include <optional>

#include "spec/machine.hpp"
#include "spec/source.hpp"
#include "spec/toml/toml_value.hpp"

namespace purlin {

/// What a constant may be.
struct ConstantBounds {
  bool whole = false;
  double least = 0;
  double most = 0;
};

/// Why `number` cannot be, or nothing.
std::optional<std::string> impossible(double number, const ConstantBounds& bounds);

/// `{ value, source, confidence }`; nullopt and diagnostics where it is not that.
std::optional<Constant> read_constant(const TomlEntry& entry, const std::string& key,
                                      const ConstantBounds& bounds, const Source& source);

/// `sourced` and the like; nullopt and a diagnostic where it is none of them.
std::optional<Confidence> read_confidence(const std::optional<Placed<std::string>>& text,
                                          const SourcePlace& place, const std::string& of,
                                          const Source& source);

/// A source that says something; nullopt and a diagnostic without.
std::optional<std::string> read_origin(const std::optional<Placed<std::string>>& text,
                                       const SourcePlace& place, const std::string& of, const Source& source);

}  // namespace purlin
