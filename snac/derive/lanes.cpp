#include "snac/derive/lanes.hpp"

#include "snac/derive/lane_program.hpp"
#include "snac/derive/moves.hpp"
#include "snac/derive/ordinals.hpp"
#include "snac/derive/rendezvous.hpp"

namespace purlin {
namespace {

class LaneWriter {
 public:
  LaneWriter(const Traffic& traffic, const Mailboxes& boxes, int lanes, bool meets, LaneProgram program)
      : traffic_(traffic),
        boxes_(boxes),
        moves_(traffic, boxes),
        rank_(program.rank()),
        lanes_(lanes),
        meets_(meets && program.lane() == 0),
        program_(std::move(program)) {}

  void write() {
    if (meets_) program_.notify(Purpose::rendezvous, traffic_.everybody_but(rank_), 1);
    for_each_moment(boxes_.rounds(), boxes_.depth(), traffic_.steps(), [&](Moment moment) { write(moment); });
    program_.notify(Purpose::done, traffic_.lenders(rank_), 1);
    program_.await(Purpose::done, traffic_.borrowers(rank_), 1);
    if (meets_) program_.await(Purpose::rendezvous, traffic_.everybody_but(rank_), 1);
  }

 private:
  bool is_announced() const { return traffic_.style().regime != Regime::packet; }
  Purpose purpose() const {
    return traffic_.style().regime == Regime::zero_copy ? Purpose::ready : Purpose::staged;
  }
  Turn turn(Moment moment) const { return {program_.lane(), moment.round}; }
  /// Whether a later round takes this round's part of the windows.
  bool is_reused(std::int64_t round) const { return round + boxes_.depth() < boxes_.rounds(); }

  void write(Moment moment) {
    program_.begin_step(moment.step);
    if (moment.step == 0) await_room(moment.round);
    const auto& work = traffic_.work(rank_, moment.step);
    for (std::size_t i = 0; i < work.size(); ++i) {
      const HopId id = work[(first_of(work.size()) + i) % work.size()];
      if (moment.step > 0) await_operands(id, moment.round);
      moves_.write(id, turn(moment), program_);
    }
    announce(moment);
    if (moment.step == traffic_.steps() && is_reused(moment.round))
      program_.notify(Purpose::drained, traffic_.givers(rank_), moment.round + 1);
  }

  /// Lanes begin at different places, so that not all are on one link at a time.
  std::size_t first_of(std::size_t works) const {
    return works * static_cast<std::size_t>(program_.lane()) / static_cast<std::size_t>(lanes_);
  }

  void await_room(std::int64_t round) {
    if (round >= boxes_.depth())
      program_.await(Purpose::drained, traffic_.takers(rank_), round - boxes_.depth() + 1);
  }

  void await_operands(HopId id, std::int64_t round) {
    if (!is_announced()) return;
    std::vector<std::pair<Rank, std::int64_t>> producers;
    for (int operand : traffic_.hop(id).operands) {
      const Hop& read = traffic_.hop({id.flow, operand});
      if (read.at != rank_)
        producers.emplace_back(read.at, ordinal(traffic_, boxes_, read.at, rank_, {read.step, round}));
    }
    for (Rank to : traffic_.hop(id).pushed_to)
      producers.emplace_back(to, ordinal(traffic_, boxes_, to, rank_, {0, round}));
    program_.await(purpose(), producers);
  }

  void announce(Moment moment) {
    const bool is_once = purpose() == Purpose::ready && moment.step == 0;
    if (!is_announced() || (is_once && moment.round > 0)) return;
    std::vector<std::pair<Rank, std::int64_t>> readers;
    for (Rank reader : traffic_.readers(rank_, moment.step))
      readers.emplace_back(reader, ordinal(traffic_, boxes_, rank_, reader, moment));
    program_.notify(purpose(), readers);
  }

  const Traffic& traffic_;
  const Mailboxes& boxes_;
  const Moves moves_;
  const Rank rank_;
  const int lanes_;
  const bool meets_;  // this lane meets all other ranks' first lanes
  LaneProgram program_;
};

}  // namespace

void write_lanes(const Traffic& traffic, const Mailboxes& boxes, Schedule& schedule) {
  schedule.programs.assign(static_cast<std::size_t>(traffic.ranks()),
                           std::vector<Program>(static_cast<std::size_t>(schedule.lanes)));
  SlotTable slots(schedule);
  const bool meets = !is_rendezvous(traffic, schedule.lanes);
  for (Rank rank; rank.value < traffic.ranks(); ++rank.value)
    for (int lane = 0; lane < schedule.lanes; ++lane)
      LaneWriter(traffic, boxes, schedule.lanes, meets, LaneProgram(schedule, slots, rank, lane)).write();
}

}  // namespace purlin
