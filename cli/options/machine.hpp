#pragma once
#include "cli/options/shared.hpp"

namespace purlin::cli {

struct MachineVerbOptions {
  std::vector<std::string> machines;  // built-in names or files; none: list those built in
  OutputOptions output;
};

}  // namespace purlin::cli
