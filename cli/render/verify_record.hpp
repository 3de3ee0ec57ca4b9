#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "snac/verify/verify.hpp"

namespace purlin::cli {

/// One schedule and what became of it. `remarks` says in words what a check did not do.
struct JudgedSchedule {
  std::string algorithm;
  std::string regime;
  int lanes = 1;
  std::int64_t size_bytes = 0;
  std::vector<Check> checks;
  std::vector<std::string> remarks;

  Verdict verdict() const;
};

struct VerifyCase {
  std::string spec;
  Problem problem;
  std::vector<JudgedSchedule> schedules;

  Verdict verdict() const;
};

}  // namespace purlin::cli
