#pragma once
#include "cli/options/shared.hpp"

namespace purlin::cli {

struct ExplainVerbOptions {
  std::vector<std::string> codes;
  OutputOptions output;
};

}  // namespace purlin::cli
