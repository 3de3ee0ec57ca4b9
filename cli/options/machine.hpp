#pragma once
#include "cli/options/shared.hpp"

namespace purlin::cli {

struct MachineVerbOptions {
  std::vector<std::string> machines;  // built-in names or files; none: list those built in
  bool probe = false;
  std::optional<std::string> gpus;  // that a probe measures
  std::optional<int> first_gpus;
  OutputOptions output;
};

}  // namespace purlin::cli
