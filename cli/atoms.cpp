#include "cli/atoms.hpp"

#include "cli/complain.hpp"

namespace purlin::cli {

std::optional<AtomChoice> choose_atom(const std::string& asked, Diagnostics& diagnostics) {
  if (asked == "host") return AtomChoice{"host", ""};
  if (asked == "auto") return AtomChoice{"host", "this purlin was built without the CUDA Atom"};
  complain(diagnostics, "--atom cuda: this purlin was built without the CUDA Atom",
           "build with nvcc in PATH (cmake --preset cuda), or --atom host");
  return std::nullopt;
}

}  // namespace purlin::cli
