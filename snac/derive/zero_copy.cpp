#include "snac/derive/zero_copy.hpp"

#include <utility>

namespace purlin {
namespace {

class ZeroCopy {
 public:
  ZeroCopy(const Exchange& exchange, const Sharing& sharing, Schedule& schedule)
      : exchange_(exchange), sharing_(sharing), writer_(schedule, exchange), rendezvous_(is_apart()) {}

  void write_lane(Rank rank, int lane) {
    const auto& consumers = exchange_.consumers[index(rank)];
    const auto& producers = exchange_.producers[index(rank)];
    const bool meets = rendezvous_ && lane == 0;
    if (meets) writer_.notify(rank, 0, Purpose::rendezvous, 1, exchange_.everybody_but(rank));
    writer_.notify(rank, lane, Purpose::ready, 1, consumers);
    read_all(rank, lane);
    writer_.notify(rank, lane, Purpose::done, 1, producers);
    writer_.await(rank, lane, Purpose::done, 1, consumers);
    if (meets) writer_.await(rank, 0, Purpose::rendezvous, 1, exchange_.everybody_but(rank));
  }

 private:
  static std::size_t index(Rank rank) { return static_cast<std::size_t>(rank.value); }

  bool is_apart() const {
    std::vector<std::vector<Rank>> awaited = exchange_.producers;
    for (std::size_t rank = 0; rank < awaited.size(); ++rank)
      awaited[rank].insert(awaited[rank].end(), exchange_.consumers[rank].begin(),
                           exchange_.consumers[rank].end());
    return needs_rendezvous(exchange_, awaited);
  }

  void read_all(Rank rank, int lane) {
    std::vector<char> is_ready(static_cast<std::size_t>(exchange_.ranks()));
    is_ready[index(rank)] = 1;
    for (const Transfer* transfer : exchange_.reads[index(rank)]) {
      std::vector<Rank> awaited;
      for (const Transfer::Source& source : transfer->sources)
        if (!std::exchange(is_ready[index(source.rank)], 1)) awaited.push_back(source.rank);
      writer_.await(rank, lane, Purpose::ready, 1, awaited);
      read(*transfer, lane);
    }
  }

  void read(const Transfer& transfer, int lane) {
    const std::int64_t rounds = sharing_.rounds(transfer, lane);
    for (std::int64_t round = 0; round < rounds; ++round) {
      const Range piece = sharing_.piece(transfer, lane, round);
      std::vector<std::vector<Span>> sources;
      for (const Transfer::Source& source : transfer.sources)
        sources.push_back(own_pieces(exchange_.problem, source, piece));
      writer_.consume(lane, transfer, piece, sources);
    }
  }

  const Exchange& exchange_;
  const Sharing& sharing_;
  ProgramWriter writer_;
  const bool rendezvous_;
};

}  // namespace

void derive_zero_copy(const Exchange& exchange, const Sharing& sharing, Schedule& schedule) {
  ZeroCopy lanes(exchange, sharing, schedule);
  for (int rank = 0; rank < exchange.ranks(); ++rank)
    for (int lane = 0; lane < sharing.lanes; ++lane) lanes.write_lane({rank}, lane);
}

}  // namespace purlin
