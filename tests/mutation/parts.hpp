#pragma once
#include <cstdint>
#include <vector>

#include "snac/action.hpp"

namespace purlin::testing {

// What a mutation may change in an action; pointers into it.

std::vector<Span*> spans_of(Action& action);
/// Blocks of spans, and the shape that ends of a take share.
std::vector<Block*> blocks_of(Action& action);
/// Where spans and runs of packets start, in bytes.
std::vector<std::int64_t*> offsets_of(Action& action);
/// Whose memory is touched and who is notified.
std::vector<Rank*> ranks_of(Action& action);
std::vector<std::uint32_t*> turns_of(Action& action);
std::vector<int*> slots_of(Action& action);
/// Values of waits; none of a notify, whose value is an ordinal.
std::vector<std::uint32_t*> waits_of(Action& action);

}  // namespace purlin::testing
