#pragma once
#include <string>

#include "spec/problem.hpp"

namespace purlin {

/// A spec in short: mesh shape (axes x, y, z where there are several), [axes] lines, layouts.
struct ShortSpec {
  std::string shape;
  std::string axes;
  std::string input;
  std::string output;
  std::string op = "copy";
  std::string dtype = "f32";
  bool in_place = false;
};

/// Read through the spec reader; fails the test with the diagnostics where it is refused.
Problem problem_of(const ShortSpec& spec);

}  // namespace purlin
