#include "snac/verify/packets.hpp"

namespace purlin {
namespace {

PacketRun run_of(Rank rank, std::uint32_t turn, std::int64_t offset, std::int64_t bytes) {
  const std::int64_t first = offset / kPacketBytes;
  return {rank, turn, first, first + (bytes + kWordBytes - 1) / kWordBytes};
}

std::vector<PacketRun> runs_of(const TakePackets& take, const std::vector<TakePackets::End>& ends) {
  std::vector<PacketRun> runs;
  for (const TakePackets::End& end : ends)
    if (const auto* packets = std::get_if<TakePackets::Packets>(&end))
      runs.push_back(run_of(packets->rank, packets->turn, packets->offset, take.shape.bytes()));
  return runs;
}

}  // namespace

std::vector<PacketRun> puts_of(const Action& action) {
  if (const auto* take = std::get_if<TakePackets>(&action.what)) return runs_of(*take, take->destinations);
  std::vector<PacketRun> runs;
  if (const auto* put = std::get_if<PutPackets>(&action.what))
    for (const PutPackets::Target& to : put->targets)
      runs.push_back(run_of(to.rank, put->turn, to.offset, put->source.block.bytes()));
  return runs;
}

std::vector<PacketRun> takes_of(const Action& action) {
  const auto* take = std::get_if<TakePackets>(&action.what);
  return take ? runs_of(*take, take->sources) : std::vector<PacketRun>{};
}

}  // namespace purlin
