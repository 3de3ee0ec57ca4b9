#pragma once
#include "cli/options/shared.hpp"

namespace purlin::cli {

inline constexpr int kIters = 20;
inline constexpr double kBudget_s = 1;  // of a size

struct RunVerbOptions {
  RequestOptions request;
  OutputOptions output;
  std::string atom = "auto";
  std::optional<std::string> gpus;
  std::optional<int> first_gpus;  // nccl-tests' -g
  std::optional<std::string> inputs;
  std::optional<std::string> outputs;
  int warmup = 5;
  std::optional<int> iters;  // up to kIters in kBudget_s, unless told
  int check = 1;
  std::optional<std::string> launch;
  std::optional<std::string> baseline;
  double timeout_s = 10;
  bool candidates = false;
  std::optional<std::string> trace;
  std::vector<std::string> injections;
};

}  // namespace purlin::cli
