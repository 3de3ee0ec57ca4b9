#pragma once
#include "snac/host/lane.hpp"

namespace purlin::host {

/// Walks `lane` to its end in this thread, or until a wait gives up.
void drive(Run& run, Lane& lane);

/// Walks all lanes in this thread, in an order drawn from the seed; gives up where none can go on.
void drive_interleaved(Run& run, std::span<Lane* const> lanes, std::uint64_t seed);

}  // namespace purlin::host
