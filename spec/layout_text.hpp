#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace purlin {

/// A word of a layout string and the byte where it stands.
struct LayoutWord {
  std::string text;
  std::size_t offset = 0;
};

/// A layout string taken apart, before mesh and axes are known.
struct LayoutText {
  struct Binding {
    std::optional<LayoutWord> mesh_axis;  // absent where one name stands for both
    LayoutWord axis;
    std::int64_t shift = 0;
  };
  struct Pin {
    std::optional<LayoutWord> mesh_axis;  // absent in `@ 3`
    std::int64_t coordinate = 0;
    std::size_t offset = 0;
    std::size_t length = 1;
  };
  std::vector<Binding> bindings;
  std::vector<LayoutWord> local;
  std::vector<Pin> pins;
};

/// Where a layout string stops being one.
struct LayoutError {
  std::string code;
  std::size_t offset = 0;
  std::size_t length = 1;
  std::string message;
  std::string help;
};

inline constexpr std::size_t kMaxLayoutBytes = 4096;

/// By the grammar of docs/spec.md. nullopt and `error` at the first fault.
std::optional<LayoutText> parse_layout(std::string_view text, LayoutError& error);

/// `[A-Za-z_][A-Za-z0-9_]*`
bool is_name(std::string_view text);
inline constexpr std::string_view kNameHelp = "a name is letters, digits and _, and no digit first";

}  // namespace purlin
