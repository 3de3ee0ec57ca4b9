#pragma once
#include <string>
#include <vector>

#include "tests/support/problems.hpp"

namespace purlin::testing {

/// Specs of every kind that chains may treat apart: `ranks` ranks, `n` elements along the axis that scales.
inline std::vector<ShortSpec> chain_specs(int ranks, int n) {
  const std::string one = "[" + std::to_string(ranks) + "]", size = "n = " + std::to_string(n);
  const std::string small = size + "\nb = 3";
  std::vector<ShortSpec> specs = {
      {one, size, "[rank=p] n", "n", "sum"},
      {one, size, "[rank=p] n", "n", "avg", "bf16"},
      {one, size, "[rank=p] n", "n", "sum", "f32", true},
      {one, size, "[rank=p] s n", "[rank=s] n", "max", "i32"},
      {one, size, "[rank=p] s n", "[rank=s] n", "sum", "f16", true},
      {one, size, "[rank=s] n", "s n", "copy", "u8"},
      {one, size, "[rank=s] n", "s n", "copy", "f32", true},
      {one, size, "[rank=s] d n", "[rank=d] s n"},
      {one, size, "n @ 0", "n"},
      {one, size + "\ns = " + std::to_string(ranks), "s n @ 0", "[rank=s] n"},
      {one, size, "[rank=s] n", "s n @ " + std::to_string(ranks - 1)},
      {one, size, "[rank=p] n", "n @ " + std::to_string(ranks / 2), "prod", "i64"},
      {one, size, "[rank=s] n", "[rank=s+1] n", "copy", "i8"},
      {one, small, "[rank=p] b n", "n b", "sum", "f64"},
      {one, small, "[rank=s] b n", "b s n"},
      {one, small, "[rank=p] b n", "n", "avg"},
      {one, small, "[rank=s] b n", "s n", "sum"},
      {one, size, "n", "n"},
  };
  if (ranks % 2 == 0) {
    const std::string two = "[" + std::to_string(ranks / 2) + ", 2]";
    specs.push_back({two, size, "[x,y] n", "[x] n", "sum"});
    specs.push_back({two, size, "[x,y] n", "[y] n", "sum", "bf16"});
    specs.push_back({two, size, "[x,y] n", "n", "sum", "i32"});
    specs.push_back({two, size, "[x,y] n", "x y n"});
    specs.push_back({two, size, "[x] n", "n", "sum"});
    specs.push_back({two, size, "[y] n", "y n"});
    specs.push_back({two, size, "n @ y=1", "n"});
    specs.push_back({two, size, "[x,y] n", "y n", "sum"});
  }
  return specs;
}

}  // namespace purlin::testing
