#pragma once
#include "cli/options/shared.hpp"

namespace purlin::cli {

struct PlanVerbOptions {
  RequestOptions request;
  OutputOptions output;
  bool candidates = false;
};

}  // namespace purlin::cli
