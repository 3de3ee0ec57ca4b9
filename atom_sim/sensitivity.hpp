#pragma once
#include <string>
#include <vector>

#include "atom_sim/simulate.hpp"

namespace purlin::sim {

/// How a time answers to one constant of the machine: its ratio to the unchanged time.
struct Sensitivity {
  std::string constant;
  double at_less = 1;  // the constant × 0.9
  double at_more = 1;  // the constant × 1.1

  double swing() const;  // the larger of both changes
};

/// Simulates the job with each constant that a time can follow from 10 % smaller and larger; strongest first,
/// without those that change nothing. Empty where the schedule stalls.
std::vector<Sensitivity> sensitivity(const SimJob& job, int processes);

}  // namespace purlin::sim
