#pragma once
#include "cli/options/shared.hpp"

namespace purlin::cli {

struct CompareVerbOptions {
  std::vector<std::string> files;
  double threshold_percent = 5;
  OutputOptions output;
};

}  // namespace purlin::cli
