#pragma once
#include "cli/options/shared.hpp"

namespace purlin::cli {

struct RunVerbOptions {
  RequestOptions request;
  OutputOptions output;
  std::string atom = "auto";
  std::optional<std::string> gpus;
  std::optional<int> first_gpus;  // nccl-tests' -g
  std::optional<std::string> inputs;
  std::optional<std::string> outputs;
  int warmup = 5;
  int iters = 20;
  int check = 1;
  std::optional<std::string> launch;
  std::optional<std::string> baseline;
  double timeout_s = 10;
  bool candidates = false;
  std::optional<std::string> trace;
  std::vector<std::string> injections;
};

}  // namespace purlin::cli
