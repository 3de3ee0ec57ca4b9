#pragma once
#include "cli/options/shared.hpp"

namespace purlin::cli {

struct VerifyVerbOptions {
  RequestOptions request;
  OutputOptions output;
  std::string atom = "auto";
  std::optional<std::string> gpus;
  std::optional<int> first_gpus;
  bool all_schedules = false;
  std::optional<std::string> against;
  int interleavings = 16;
  int launches = 16;  // of the soak
  double timeout_s = 10;
};

}  // namespace purlin::cli
