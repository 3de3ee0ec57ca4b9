#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "spec/diagnostic.hpp"

namespace purlin {

/// A value and where the user wrote it.
template <class T>
struct Placed {
  T value{};
  SourcePlace place;
};

/// Errors beyond so many are not worth reading.
inline constexpr std::size_t kMaxDiagnostics = 100;

/// A text under its name, and diagnostics that quote it. Columns count code points.
class Source {
 public:
  Source(std::string name, std::string_view text, Diagnostics& diagnostics);

  const std::string& name() const { return name_; }
  /// Empty where it is too long to be quoted.
  std::string line(int number) const;
  SourcePlace place(int line, int column, int length = 1) const { return {name_, line, column, length}; }

  /// Part of a string value: `offset` and `length` in bytes of `value`, which stands (quoted) at `place`. The
  /// whole where escapes hide which characters those are.
  SourcePlace inside(const SourcePlace& place, std::string_view value, std::size_t offset,
                     std::size_t length) const;

  void error(std::string code, const SourcePlace& place, std::string message, std::string help = {},
             std::vector<Diagnostic::Note> notes = {}) const;
  void warning(std::string code, const SourcePlace& place, std::string message, std::string help = {}) const;
  /// Quotes the line of the diagnostic's place; drops what comes after too many.
  void report(Diagnostic diagnostic) const;
  Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  std::string name_;
  std::vector<std::string_view> lines_;
  Diagnostics& diagnostics_;
};

}  // namespace purlin
