#include "atom_cuda/lower.hpp"

#include <algorithm>
#include <cstring>

#include "atom_cuda/action_cells.hpp"
#include "atom_cuda/injected.hpp"
#include "atom_cuda/ordering.hpp"
#include "spec/assert.hpp"

namespace purlin::cuda {
namespace {

constexpr int kPageCells = 128;  // 2 KiB: one 16-byte load by each of half the threads of the smallest lane

/// A signal, or what moves data the short way and divides nothing.
bool is_brief(const Cells& action) {
  Head head;
  std::memcpy(static_cast<void*>(&head), action.data(), sizeof(head));
  if (head.kind == DeviceKind::notify || head.kind == DeviceKind::await) return true;
  if ((head.flags & kFlat) == 0) return false;
  Finish finish;
  std::memcpy(static_cast<void*>(&finish), &action[2], sizeof(finish));
  return finish.divisor == 1;
}

std::vector<Cells> lower_lane(const Program& program, const Injected& injected) {
  std::vector<Cells> all;
  Ordering ordering;
  std::int64_t senders = 0;
  for (std::size_t i = 0; i < program.size(); ++i) {
    const auto index = static_cast<std::uint32_t>(i);
    if (const std::int64_t ns = injected.delay_ns(static_cast<std::int64_t>(i)); ns > 0) {
      all.push_back(delay_cells(ns, index));
      ordering.met();
    }
    if (is_sender(program[i]) && injected.drops(senders++)) continue;
    all.push_back(action_cells(program[i], index, ordering.before(program[i])));
  }
  return all;
}

class Pager {
 public:
  Pager(Lowered& lowered, std::size_t first_page, PageHead head)
      : lowered_(lowered), page_(first_page), head_(head) {}

  void add(const Cells& action) {
    if (used_ + static_cast<int>(action.size()) + 1 > lowered_.page_cells) turn();
    std::ranges::copy(action, lowered_.cells.begin() + static_cast<std::ptrdiff_t>(page_) + used_);
    used_ += static_cast<int>(action.size());
  }
  void close() { finish(DeviceKind::end); }

 private:
  void turn() {
    const std::size_t next = lowered_.cells.size();
    PURLIN_ASSERT(next < (std::uint64_t{1} << 32));
    lowered_.cells.resize(next + static_cast<std::size_t>(lowered_.page_cells));
    head_.next = static_cast<std::uint32_t>(next);
    head_.next_cells = static_cast<std::uint16_t>(lowered_.page_cells);
    finish(DeviceKind::turn);
    head_.next = 0, head_.next_cells = 0;
    page_ = next;
    used_ = 1;
  }
  void finish(DeviceKind kind) {
    Head last;
    last.kind = kind;
    std::memcpy(&lowered_.cells[page_], &head_, sizeof(head_));
    std::memcpy(&lowered_.cells[page_ + static_cast<std::size_t>(used_)], &last, sizeof(last));
  }

  Lowered& lowered_;
  std::size_t page_;
  PageHead head_;
  int used_ = 1;
};

void note_datapaths(const Program& program, Lowered& lowered) {
  for (const Action& action : program) {
    lowered.bulk = lowered.bulk || action.datapath == Datapath::bulk;
    lowered.multicast = lowered.multicast || action.datapath == Datapath::multicast;
    const auto* stage = std::get_if<Stage>(&action.what);
    const auto* consume = std::get_if<Consume>(&action.what);
    const auto* put = std::get_if<PutPackets>(&action.what);
    const auto* take = std::get_if<TakePackets>(&action.what);
    lowered.packets = lowered.packets || put || take;
    lowered.moves = lowered.moves || stage || consume;
    lowered.notifies = lowered.notifies || std::holds_alternative<Notify>(action.what);
    lowered.awaits = lowered.awaits || std::holds_alternative<Await>(action.what);
    if (stage) lowered.most_bytes = std::max(lowered.most_bytes, stage->from.block.bytes());
    if (consume && !consume->destinations.empty())
      lowered.most_bytes = std::max(lowered.most_bytes, consume->destinations[0].block.bytes());
    if (put) lowered.most_bytes = std::max(lowered.most_bytes, 2 * put->source.block.bytes());
    if (take) lowered.most_bytes = std::max(lowered.most_bytes, 2 * take->shape.bytes());
  }
}

}  // namespace

Lowered lower(const Schedule& schedule, std::span<const Rank> rows, std::span<const Injection> injections) {
  Lowered lowered;
  lowered.rows.assign(rows.begin(), rows.end());
  for (int lane = 0; lane < schedule.lanes; ++lane)
    if (schedule.lane_kinds[static_cast<std::size_t>(lane)] == LaneKind::block) lowered.lanes.push_back(lane);

  std::vector<std::vector<Cells>> lanes;
  std::size_t largest = 0;
  for (Rank rank : rows)
    for (int lane : lowered.lanes) {
      const Program& program =
          schedule.programs[static_cast<std::size_t>(rank.value)][static_cast<std::size_t>(lane)];
      note_datapaths(program, lowered);
      lanes.push_back(lower_lane(program, Injected(injections, rank, lane)));
      for (const Cells& action : lanes.back()) {
        largest = std::max(largest, action.size());
        lowered.flat = lowered.flat && is_brief(action);
      }
    }
  lowered.page_cells = std::max(kPageCells, static_cast<int>(largest) + 2);
  PURLIN_ASSERT(lowered.page_cells < 65536);
  lowered.cells.resize(lanes.size() * static_cast<std::size_t>(lowered.page_cells));

  std::size_t next = 0;
  for (Rank rank : rows)
    for (int lane : lowered.lanes) {
      PageHead head;
      head.rank = static_cast<std::uint32_t>(rank.value);
      head.lane = static_cast<std::uint32_t>(lane);
      head.absent = Injected(injections, rank, lane).absent() ? 1 : 0;
      Pager pager(lowered, next * static_cast<std::size_t>(lowered.page_cells), head);
      for (const Cells& action : lanes[next]) pager.add(action);
      pager.close();
      ++next;
    }
  return lowered;
}

}  // namespace purlin::cuda
