#include "snac/host/unmet.hpp"

#include "snac/host/perform.hpp"

namespace purlin::host {
namespace {

std::optional<Unmet> unmet_wait(const LaunchMemory& memory, Rank self, const Await::Wait& wait) {
  const Stamp seen = memory.slot(self, wait.slot).load(std::memory_order_acquire);
  if (reached(seen, stamp(memory.epoch, wait.value))) return std::nullopt;
  return Unmet{
      .slot = wait.slot, .offset = 0, .expected = wait.value, .seen = ordinal_in(memory.epoch, seen)};
}

std::optional<Unmet> unmet_packet(const LaunchMemory& memory, const TakePackets::Packets& packets,
                                  std::int64_t word) {
  Packet& packet = memory.packets(packets.rank, packets.offset)[word];
  const Stamp seen = std::atomic_ref<std::uint64_t>(packet.flag).load(std::memory_order_acquire);
  const Stamp wanted = stamp(memory.epoch, packets.turn);
  if (seen == wanted) return std::nullopt;
  const bool this_launch = seen >> 32 == wanted >> 32;
  return Unmet{.slot = {},
               .offset = packets.offset + word * static_cast<std::int64_t>(sizeof(Packet)),
               .expected = packets.turn,
               .seen = this_launch ? static_cast<std::uint32_t>(seen) : 0,
               .overwritten = seen != kNoStamp && reached(seen, wanted)};
}

std::optional<Unmet> first_missing(const LaunchMemory& memory, const TakePackets& take, std::int64_t word) {
  for (const TakePackets::End& source : take.sources)
    if (const auto* packets = std::get_if<TakePackets::Packets>(&source))
      if (auto missing = unmet_packet(memory, *packets, word)) return missing;
  return std::nullopt;
}

}  // namespace

std::optional<Unmet> unmet(const LaunchMemory& memory, Rank self, const Action& action, std::int64_t done) {
  if (done >= units_of(action)) return std::nullopt;
  if (const auto* await = std::get_if<Await>(&action.what))
    return unmet_wait(memory, self, await->waits[static_cast<std::size_t>(done)]);
  if (const auto* take = std::get_if<TakePackets>(&action.what)) return first_missing(memory, *take, done);
  return std::nullopt;
}

}  // namespace purlin::host
