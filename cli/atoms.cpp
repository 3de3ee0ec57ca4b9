#include "cli/atoms.hpp"

#include "cli/complain.hpp"

namespace purlin::cli {

std::optional<AtomChoice> choose_atom(const std::string& asked, Diagnostics& diagnostics) {
  if (asked == "host") return AtomChoice{"host", ""};
  if (asked == "auto") return AtomChoice{"host", "execution on GPUs is not in this version"};
  complain(diagnostics, "--atom cuda: execution on GPUs is not in this version", "--atom host");
  return std::nullopt;
}

}  // namespace purlin::cli
