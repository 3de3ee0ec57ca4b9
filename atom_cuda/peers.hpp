#pragma once
#include <span>
#include <string>
#include <vector>

namespace purlin::cuda {

/// An ordered pair of devices of which the first cannot use the second's memory, and how it shows.
struct BadPair {
  int from = 0;  // ordinals
  int to = 0;
  std::string why;
};

/// Lets every device reach every other's memory and tries it with data, each way: reads, writes, atomics. All
/// pairs that fail, none left out.
std::vector<BadPair> connect_peers(std::span<const int> ordinals);

}  // namespace purlin::cuda
