#include "snac/derive/sharing.hpp"

#include <algorithm>
#include <limits>

#include "snac/derive/exchange.hpp"

namespace purlin {

std::int64_t Sharing::granule(const Transfer& transfer) const {
  // An eighth of a lane's part keeps lanes even; 16 bytes keep accesses wide.
  std::int64_t at_most = std::max<std::int64_t>(16, transfer.destination.bytes() / lanes / 8);
  if (chunk > 0) at_most = std::min(at_most, chunk / most_folded(transfer));
  return granule_of(transfer.destination, element, at_most);
}

Range Sharing::of_lane(const Transfer& transfer, int lane) const {
  // Copies too small for all lanes start at different lanes for different sources.
  const int turn = transfer.sources.size() == 1 && !in_place ? transfer.sources[0].rank.value : 0;
  return part_of(transfer.destination.bytes(), granule(transfer), lanes, (lane + turn) % lanes);
}

std::int64_t Sharing::piece_bytes(const Transfer& transfer) const {
  if (chunk == 0) return std::numeric_limits<std::int64_t>::max();
  const std::int64_t unit = granule(transfer);
  return std::max(unit, chunk / most_folded(transfer) / unit * unit);
}

std::int64_t Sharing::rounds(const Transfer& transfer, int lane) const {
  const std::int64_t bytes = of_lane(transfer, lane).bytes();
  return bytes == 0 ? 0 : (bytes - 1) / piece_bytes(transfer) + 1;
}

Range Sharing::piece(const Transfer& transfer, int lane, std::int64_t round) const {
  const Range all = of_lane(transfer, lane);
  if (round >= rounds(transfer, lane)) return {all.last, all.last};
  if (chunk == 0) return all;
  const std::int64_t first = all.first + round * piece_bytes(transfer);
  return {first, std::min(all.last, first + piece_bytes(transfer))};
}

std::int64_t Sharing::largest_piece(const Transfer& transfer) const {
  std::int64_t largest = 0;
  for (int lane = 0; lane < lanes; ++lane) largest = std::max(largest, of_lane(transfer, lane).bytes());
  return std::min(largest, piece_bytes(transfer));
}

}  // namespace purlin
