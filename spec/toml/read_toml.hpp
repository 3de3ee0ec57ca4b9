#pragma once
#include <optional>

#include "spec/source.hpp"
#include "spec/toml/toml_value.hpp"

namespace purlin {

/// Larger files, and keys of more dotted parts, are refused before the parser sees them.
inline constexpr std::size_t kMaxTomlBytes = std::size_t{1} << 20;
inline constexpr int kMaxKeyParts = 32;

/// The document as a tree, or nullopt and the first syntax error. `text` is what `source` was made of.
std::optional<TomlTable> read_toml(std::string_view text, const Source& source);

}  // namespace purlin
