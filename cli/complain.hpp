#pragma once
#include <string>

#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// An error of the command line: no place, no rule.
inline void complain(Diagnostics& diagnostics, std::string message, std::string help = {}) {
  Diagnostic& diagnostic = diagnostics.add({});
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
}

/// The same about a file.
inline void complain_of(Diagnostics& diagnostics, std::string file, std::string message,
                        std::string help = {}) {
  Diagnostic& diagnostic = diagnostics.add({});
  diagnostic.place.file = std::move(file);
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
}

}  // namespace purlin::cli
