#include "spec/diagnostic.hpp"

#include <algorithm>
#include <tuple>

namespace purlin {

Diagnostic& Diagnostics::add(Diagnostic diagnostic) { return all_.emplace_back(std::move(diagnostic)); }

bool Diagnostics::has_errors() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> ordered = all_;
  std::stable_sort(ordered.begin(), ordered.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.place.file, a.place.line, a.place.column) <
           std::tie(b.place.file, b.place.line, b.place.column);
  });
  return ordered;
}

}  // namespace purlin
