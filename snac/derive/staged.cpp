#include "snac/derive/staged.hpp"

#include <utility>

namespace purlin {
namespace {

class StagedLanes {
 public:
  StagedLanes(const Exchange& exchange, const WindowPlan& window, Schedule& schedule)
      : exchange_(exchange),
        window_(window),
        writer_(schedule, exchange),
        rendezvous_(needs_rendezvous(exchange, exchange.producers)) {}

  /// Deadlock-free: staging waits only for drains of rounds that are read before it, on every lane alike.
  void write_lane(Rank rank, int lane) {
    const bool meets = rendezvous_ && lane == 0;
    const bool stages_ahead = window_.depth() > 1;
    if (meets) writer_.notify(rank, 0, Purpose::rendezvous, 1, exchange_.everybody_but(rank));
    stage(rank, lane, 0);
    for (std::int64_t round = 0; round < window_.rounds(); ++round) {
      if (stages_ahead) stage(rank, lane, round + 1);
      read(rank, lane, round);
      if (is_reused(round)) writer_.notify(rank, lane, Purpose::drained, round + 1, producers(rank));
      if (!stages_ahead) stage(rank, lane, round + 1);
    }
    if (meets) writer_.await(rank, 0, Purpose::rendezvous, 1, exchange_.everybody_but(rank));
  }

 private:
  const std::vector<Rank>& producers(Rank rank) const {
    return exchange_.producers[static_cast<std::size_t>(rank.value)];
  }
  const std::vector<Rank>& consumers(Rank rank) const {
    return exchange_.consumers[static_cast<std::size_t>(rank.value)];
  }

  /// Whether a later round takes this round's part of the window.
  bool is_reused(std::int64_t round) const { return round + window_.depth() < window_.rounds(); }

  void stage(Rank rank, int lane, std::int64_t round) {
    if (round >= window_.rounds()) return;
    if (round >= window_.depth())
      writer_.await(rank, lane, Purpose::drained, round - window_.depth() + 1, consumers(rank));
    for (const WindowPlan::Staged& staged : window_.staged_by(rank)) {
      const Range piece = window_.sharing().piece(*staged.transfer, lane, round);
      const std::vector<Span> from = own_pieces(exchange_.problem, staged.source, piece);
      const std::vector<Span> to = window_.pieces(staged.source, piece, lane, round);
      for (std::size_t i = 0; i < from.size(); ++i) stage(rank, lane, from[i], to[i]);
    }
    writer_.notify(rank, lane, Purpose::staged, round + 1, consumers(rank));
  }

  void stage(Rank rank, int lane, Span from, Span to) {
    from.block = unfolded(from.block);
    to.block = unfolded(to.block);
    writer_.stage(rank, lane, from, to);
  }

  void read(Rank rank, int lane, std::int64_t round) {
    std::vector<char> is_staged(static_cast<std::size_t>(exchange_.ranks()));
    is_staged[static_cast<std::size_t>(rank.value)] = 1;
    for (const Transfer* transfer : exchange_.reads[static_cast<std::size_t>(rank.value)]) {
      std::vector<Rank> awaited;
      for (const Transfer::Source& source : transfer->sources)
        if (!std::exchange(is_staged[static_cast<std::size_t>(source.rank.value)], 1))
          awaited.push_back(source.rank);
      writer_.await(rank, lane, Purpose::staged, round + 1, awaited);
      read(*transfer, lane, round);
    }
  }

  void read(const Transfer& transfer, int lane, std::int64_t round) {
    const Range piece = window_.sharing().piece(transfer, lane, round);
    std::vector<std::vector<Span>> sources;
    for (const Transfer::Source& source : transfer.sources)
      sources.push_back(source.rank == transfer.to ? own_pieces(exchange_.problem, source, piece)
                                                   : window_.pieces(source, piece, lane, round));
    writer_.consume(lane, transfer, piece, sources);
  }

  const Exchange& exchange_;
  const WindowPlan& window_;
  ProgramWriter writer_;
  const bool rendezvous_;
};

}  // namespace

void derive_staged(const Exchange& exchange, const WindowPlan& window, Schedule& schedule) {
  StagedLanes lanes(exchange, window, schedule);
  schedule.buffers.window_half = window.half();
  for (int rank = 0; rank < exchange.ranks(); ++rank)
    for (int lane = 0; lane < schedule.lanes; ++lane) lanes.write_lane({rank}, lane);
}

}  // namespace purlin
