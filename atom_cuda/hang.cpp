#include "snac/host/hang.hpp"

#include "atom_cuda/stream_state.cuh"
#include "spec/assert.hpp"

namespace purlin::cuda {
namespace {

using host::Stand;

class Evidence {
 public:
  Evidence(const HangEvidence& evidence, std::size_t cells) : evidence_(evidence), cells_(cells) {
    const Schedule& schedule = *evidence.plan->schedule;
    stands_.assign(schedule.programs.size(), std::vector<Stand>(static_cast<std::size_t>(schedule.lanes)));
    for (std::size_t d = 0; d < evidence.records.size(); ++d)
      for (std::size_t row = 0; row < evidence.plan->parts[d].rows.size(); ++row) add_row(d, row);
  }

  HangReport explain() const { return host::explain_hang(stands_, first_rank_, first_lane_); }

 private:
  void add_row(std::size_t device, std::size_t row) {
    const PlanState& plan = *evidence_.plan;
    std::size_t cell = 0;
    for (const std::vector<int>& lanes : {plan.block_lanes, plan.copy_lanes})
      for (int lane : lanes) add_lane(device, row, lane, cell++);
  }

  void add_lane(std::size_t device, std::size_t row, int lane, std::size_t cell) {
    const PlanState& plan = *evidence_.plan;
    const Rank rank = plan.parts[device].rows[row];
    const auto lanes = static_cast<std::size_t>(plan.schedule->lanes);
    const WaitRecord& record = evidence_.records[device][row * lanes + static_cast<std::size_t>(lane)];
    Stand& stand = stands_[static_cast<std::size_t>(rank.value)][static_cast<std::size_t>(lane)];
    stand.schedule = &*plan.schedule;
    if (record.written != 0) {
      stand.kind = Stand::Kind::waiting;
      stand.action = record.action;
      stand.unmet = host::Unmet{{}, record.offset, record.expected, record.seen};
      if (record.slot >= 0) stand.unmet->slot = record.slot;
      if (record.first != 0 || !found_) first_rank_ = rank, first_lane_ = lane, found_ = true;
    } else if (evidence_.ended[device][row * cells_ + cell] >= evidence_.epoch) {
      stand.kind = Stand::Kind::ended;
      stand.action = std::ssize(
          plan.schedule->programs[static_cast<std::size_t>(rank.value)][static_cast<std::size_t>(lane)]);
    }
  }

  const HangEvidence& evidence_;
  std::size_t cells_;
  std::vector<std::vector<Stand>> stands_;
  Rank first_rank_;
  int first_lane_ = 0;
  bool found_ = false;
};

}  // namespace

HangReport explain(const HangEvidence& evidence, std::size_t cells) {
  PURLIN_ASSERT(evidence.plan != nullptr);
  return Evidence(evidence, cells).explain();
}

}  // namespace purlin::cuda
