#include <cstring>

#include "snac/host/element.hpp"
#include "snac/host/moves.hpp"
#include "snac/host/tile.hpp"

namespace purlin::host {
namespace {

constexpr std::int64_t kWordBytes = 8;

std::atomic_ref<std::uint64_t> flag_of(Packet& packet) { return std::atomic_ref<std::uint64_t>(packet.flag); }

/// Writes words, then lets each be seen: the flag is the word's release.
void put_words(Packet* packets, const std::byte* words, std::int64_t count, Stamp flag) {
  for (std::int64_t i = 0; i < count; ++i) {
    packets[i].word = load<std::uint64_t>(words, i);
    flag_of(packets[i]).store(flag, std::memory_order_release);
  }
}

void take_words(const Packet* packets, std::byte* words, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) store(words, i, packets[i].word);
}

std::int64_t arrived(Packet* packets, std::int64_t limit, Stamp flag) {
  for (std::int64_t i = 0; i < limit; ++i)
    if (flag_of(packets[i]).load(std::memory_order_acquire) != flag) return i;
  return limit;
}

/// What is left of the last word holds nothing.
void clear_tail(std::byte* words, std::int64_t bytes) {
  const std::int64_t over = bytes % kWordBytes;
  if (over != 0) std::memset(words + bytes, 0, static_cast<std::size_t>(kWordBytes - over));
}

Packet* packets_at(const LaunchMemory& memory, const TakePackets::Packets& at, std::int64_t word) {
  return memory.packets(at.rank, at.offset) + word;
}

/// One tile of a take: words [from, to), which are bytes [from · 8, end).
class TakeTile {
 public:
  TakeTile(const LaunchMemory& memory, const TakePackets& take) : memory_(memory), take_(take) {}

  void run(std::int64_t from, std::int64_t to) {
    from_ = from, to_ = to;
    end_ = std::min(to * kWordBytes, take_.shape.bytes());
    const std::byte* results = take_.op == ReduceOp::copy ? copied() : reduced();
    for (const TakePackets::End& end : take_.destinations) deliver(results, end);
  }

 private:
  std::byte* unpacked(const TakePackets::Packets& source) {
    take_words(packets_at(memory_, source, from_), words_.data(), to_ - from_);
    return words_.data();
  }

  const std::byte* copied() {
    PURLIN_ASSERT(take_.sources.size() == 1);
    if (const auto* packets = std::get_if<TakePackets::Packets>(&take_.sources[0])) return unpacked(*packets);
    const Span& span = std::get<Span>(take_.sources[0]);
    gather(memory_.base(span), span.block, from_ * kWordBytes, end_, words_.data());
    return words_.data();
  }

  const std::byte* reduced() {
    Tile tile(memory_.schedule->problem.dtype, take_.op);
    tile.begin(end_ - from_ * kWordBytes);
    for (const TakePackets::End& source : take_.sources)
      std::visit(Overloaded{[&](const Span& span) {
                              tile.fold(memory_.base(span), span.block, from_ * kWordBytes, end_);
                            },
                            [&](const TakePackets::Packets& packets) { tile.fold_dense(unpacked(packets)); }},
                 source);
    const std::int64_t bytes = end_ - from_ * kWordBytes;
    std::memcpy(words_.data(), tile.finish(take_.divisor), static_cast<std::size_t>(bytes));
    return words_.data();
  }

  void deliver(const std::byte* results, const TakePackets::End& end) {
    if (const auto* span = std::get_if<Span>(&end))
      return scatter(results, memory_.base(*span), span->block, from_ * kWordBytes, end_);
    clear_tail(words_.data(), end_ - from_ * kWordBytes);
    const auto& packets = std::get<TakePackets::Packets>(end);
    put_words(packets_at(memory_, packets, from_), results, to_ - from_, stamp(memory_.epoch, packets.turn));
  }

  const LaunchMemory& memory_;
  const TakePackets& take_;
  std::int64_t from_ = 0, to_ = 0, end_ = 0;
  TileBytes words_;
};

}  // namespace

std::int64_t words_of(const Block& shape) { return (shape.bytes() + kWordBytes - 1) / kWordBytes; }

void put_part(const LaunchMemory& memory, const PutPackets& put, std::int64_t from, std::int64_t to) {
  constexpr std::int64_t kTileWords = kTileBytes / kWordBytes;
  TileBytes words;
  for (std::int64_t at = from; at < to; at += kTileWords) {
    const std::int64_t end = std::min(at + kTileWords, to);
    const std::int64_t bytes = std::min(end * kWordBytes, put.source.block.bytes()) - at * kWordBytes;
    gather(memory.base(put.source), put.source.block, at * kWordBytes, at * kWordBytes + bytes, words.data());
    clear_tail(words.data(), bytes);
    for (const PutPackets::Target& target : put.targets)
      put_words(memory.packets(target.rank, target.offset) + at, words.data(), end - at,
                stamp(memory.epoch, put.turn));
  }
}

void take_part(const LaunchMemory& memory, const TakePackets& take, std::int64_t from, std::int64_t to) {
  const std::int64_t step =
      Accumulator::kElements * size_of(memory.schedule->problem.dtype).value / kWordBytes;
  TakeTile tile(memory, take);
  for (std::int64_t at = from; at < to; at += step) tile.run(at, std::min(at + step, to));
}

std::int64_t arrived(const LaunchMemory& memory, const TakePackets& take, std::int64_t from,
                     std::int64_t limit) {
  std::int64_t words = std::min(limit, words_of(take.shape) - from);
  for (const TakePackets::End& source : take.sources)
    if (const auto* packets = std::get_if<TakePackets::Packets>(&source))
      words = arrived(packets_at(memory, *packets, from), words, stamp(memory.epoch, packets->turn));
  return words;
}

}  // namespace purlin::host
