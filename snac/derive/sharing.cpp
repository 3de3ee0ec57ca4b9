#include "snac/derive/sharing.hpp"

#include <algorithm>
#include <limits>

#include "snac/cards/multicast.hpp"

namespace purlin {
namespace {

/// An eighth of a lane's part keeps lanes even; 16 bytes keep accesses wide.
std::int64_t granule(const Flow& flow, const Cutting& cutting) {
  std::int64_t at_most = std::max<std::int64_t>(16, flow.range.bytes() / cutting.lanes / 8);
  if (cutting.chunk > 0) at_most = std::min(at_most, cutting.chunk / most_folded(*flow.delivery));
  if (uses_switch(flow)) return std::max(kSwitchBytes, at_most / kSwitchBytes * kSwitchBytes);
  return granule_of(flow.delivery->destination, cutting.element, at_most);
}

std::int64_t piece_bytes(const Flow& flow, const Cutting& cutting, std::int64_t unit) {
  if (cutting.chunk == 0) return std::numeric_limits<std::int64_t>::max();
  return std::max(unit, cutting.chunk / most_folded(*flow.delivery) / unit * unit);
}

}  // namespace

std::int64_t most_folded(const Delivery& delivery) {
  std::int64_t most = 1;
  for (const Delivery::Source& source : delivery.sources)
    if (source.block.fold) most = std::max(most, source.block.fold->count);
  return most;
}

Sharing::Sharing(const Flow& flow, const Cutting& cutting)
    : range_(flow.range),
      lanes_(cutting.lanes),
      turn_(cutting.by_position ? 0 : flow.hops.front().at.value + flow.hops.back().at.value),
      granule_(granule(flow, cutting)),
      piece_(piece_bytes(flow, cutting, granule_)) {}

Range Sharing::of_lane(int lane) const {
  const Range part = part_of(range_.bytes(), granule_, lanes_, (lane + turn_) % lanes_);
  return {range_.first + part.first, range_.first + part.last};
}

std::int64_t Sharing::rounds() const {
  const std::int64_t units = (range_.bytes() + granule_ - 1) / granule_;
  const std::int64_t most = (units + lanes_ - 1) / lanes_ * granule_;  // of any lane
  return most == 0 ? 0 : (std::min(most, range_.bytes()) - 1) / piece_ + 1;
}

Range Sharing::piece(int lane, std::int64_t round) const {
  const Range all = of_lane(lane);
  if (round >= rounds()) return {all.last, all.last};
  if (piece_ >= all.bytes()) return round == 0 ? all : Range{all.last, all.last};
  const std::int64_t first = std::min(all.last, all.first + round * piece_);
  return {first, std::min(all.last, first + piece_)};
}

std::int64_t Sharing::largest_piece() const {
  const std::int64_t units = (range_.bytes() + granule_ - 1) / granule_;
  const std::int64_t most = (units + lanes_ - 1) / lanes_ * granule_;
  return std::min({most, range_.bytes(), piece_});
}

}  // namespace purlin
