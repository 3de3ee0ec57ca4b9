#pragma once
#include <optional>
#include <string>

#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// Which Atom executes, and why where the user left it open.
struct AtomChoice {
  std::string name;  // cuda, host
  std::string why;
};

/// --atom auto, cuda or host. An Atom that is not there is a diagnostic.
std::optional<AtomChoice> choose_atom(const std::string& asked, Diagnostics& diagnostics);

}  // namespace purlin::cli
