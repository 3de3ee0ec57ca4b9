#pragma once
#include "cli/options/shared.hpp"

namespace purlin::cli {

struct SimulateVerbOptions {
  RequestOptions request;
  OutputOptions output;
  std::vector<std::string> set;   // KEY=V1,V2,…
  std::vector<std::string> down;  // A:B
  std::vector<std::string> slow;  // GPU=FACTOR
  std::optional<std::string> gpus;
  std::optional<std::string> skew;
  std::optional<int> samples;
  std::string launch = "graph";
  std::optional<std::string> profile;
  bool candidates = false;
  bool sensitivity = false;
  std::optional<std::string> trace;
};

}  // namespace purlin::cli
