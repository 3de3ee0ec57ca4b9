#pragma once
#include "snac/flow.hpp"
#include "snac/schedule.hpp"

namespace purlin {

/// How hops hand on what they have: who moves the bytes, and by way of which memory.
struct Style {
  Regime regime = Regime::zero_copy;
  bool push = false;  // producers write into readers' memory; packets are always pushed

  /// Whether results go straight into readers' outputs.
  bool pushes_into_outputs() const { return push && regime == Regime::zero_copy; }
};

/// Where a hop's result waits for its readers.
enum class Place {
  caller,          // in the input or output it belongs to anyway
  own_window,      // in a window of the rank that made it
  reader_window,   // in a window of each reader; from the switch at one place in all
  reader_packets,  // in a packet window of each reader
};

Place place_of(const Hop& hop, Style style);

}  // namespace purlin
