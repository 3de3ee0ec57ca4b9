#pragma once
#include "snac/host/memory.hpp"

namespace purlin::host {

/// The payload of each action that moves some, for part of its dense bytes or words; `perform` decides which
/// part.

/// Bytes [from, to) of one span into every other.
void copy_part(const LaunchMemory& memory, const Span& source, std::span<const Span> destinations,
               std::int64_t from, std::int64_t to);

/// Bytes [from, to), whole elements, of a consume.
void consume_part(const LaunchMemory& memory, const Consume& consume, std::int64_t from, std::int64_t to);

/// Words [from, to) of packets.
void put_part(const LaunchMemory& memory, const PutPackets& put, std::int64_t from, std::int64_t to);
void take_part(const LaunchMemory& memory, const TakePackets& take, std::int64_t from, std::int64_t to);

/// How many words from `from` on, at most `limit`, have arrived for every source.
std::int64_t arrived(const LaunchMemory& memory, const TakePackets& take, std::int64_t from,
                     std::int64_t limit);

std::int64_t words_of(const Block& shape);

}  // namespace purlin::host
