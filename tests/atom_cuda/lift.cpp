#include "tests/atom_cuda/lift.hpp"

#include <cstring>

namespace purlin::testing {
namespace {

using namespace purlin::cuda;

/// Reads cells one after the other.
class CellReader {
 public:
  explicit CellReader(const Cell* at) : at_(at) {}
  template <class T>
  T next() {
    T value;
    std::memcpy(static_cast<void*>(&value), at_++, sizeof(value));
    return value;
  }
  template <class T>
  std::vector<T> packed(std::size_t count) {
    std::vector<T> values(count);
    if (count > 0) std::memcpy(static_cast<void*>(values.data()), at_, count * sizeof(T));
    at_ += (count * sizeof(T) + 15) / 16;
    return values;
  }

 private:
  const Cell* at_;
};

class ActionReader {
 public:
  explicit ActionReader(const Cell* cells) : reader_(cells), head_(reader_.next<Head>()) {}

  Action read() {
    Action action;
    action.datapath = head_.datapath;
    if (head_.kind == DeviceKind::notify || head_.kind == DeviceKind::await) {
      const auto signal = reader_.next<Signal>();
      action.step = static_cast<int>(signal.step);
      if (head_.kind == DeviceKind::notify)
        action.what = read_notify(signal);
      else
        action.what = read_await();
      return action;
    }
    const auto extent = reader_.next<Extent>();
    finish_ = reader_.next<Finish>();
    action.step = static_cast<int>(finish_.step);
    shape_.run = extent.run;
    for (std::int64_t count : reader_.packed<std::int64_t>(head_.dims)) shape_.push_inner({count, 0});
    PURLIN_ASSERT(extent.bytes == shape_.bytes());
    for (int i = 0; i < head_.sources; ++i) sources_.push_back(read_end());
    for (int i = 0; i < head_.destinations; ++i) destinations_.push_back(read_end());
    assemble(action);
    return action;
  }

 private:
  Notify read_notify(const Signal& signal) {
    Notify notify{static_cast<int>(signal.slot), signal.value, {}};
    for (std::uint32_t rank : reader_.packed<std::uint32_t>(head_.sources))
      notify.ranks.push_back({static_cast<int>(rank)});
    return notify;
  }
  Await read_await() {
    Await await;
    for (const Wait& wait : reader_.packed<Wait>(head_.sources))
      await.waits.push_back({static_cast<int>(wait.slot), wait.value});
    return await;
  }

  TakePackets::End read_end() {
    const auto end = reader_.next<End>();
    Fold fold;
    if (head_.flags & kFolds) fold = reader_.next<Fold>();
    const auto strides = reader_.packed<std::int64_t>(head_.dims);
    const Rank rank{static_cast<int>(end.base) / kBaseKinds};
    if (end.tag & End::kPackets) return TakePackets::Packets{rank, end.offset, end.tag & End::kTurn};
    Span span{static_cast<BufferKind>(end.base % kBaseKinds), rank, shape_};
    span.block.offset = end.offset;
    for (int i = 0; i < head_.dims; ++i) span.block.dim(i).stride = strides[static_cast<std::size_t>(i)];
    if (end.tag & End::kFold) span.block.fold = Dim{fold.count, fold.stride};
    return span;
  }

  static std::vector<Span> spans(const std::vector<TakePackets::End>& ends) {
    std::vector<Span> all;
    for (const auto& end : ends) all.push_back(std::get<Span>(end));
    return all;
  }

  void assemble(Action& action) {
    const auto op = static_cast<ReduceOp>(head_.op);
    if (head_.flags & kStage) {
      action.what = Stage{std::get<Span>(sources_.at(0)), std::get<Span>(destinations_.at(0))};
    } else if (head_.kind == DeviceKind::put) {
      PutPackets put{std::get<Span>(sources_.at(0)), 1, {}};
      for (const auto& end : destinations_) {
        const auto& packets = std::get<TakePackets::Packets>(end);
        put.turn = packets.turn;
        put.targets.push_back({packets.rank, packets.offset});
      }
      action.what = put;
    } else if (head_.kind == DeviceKind::take) {
      action.what = TakePackets{op, finish_.divisor, shape_, sources_, destinations_};
    } else {
      action.what = Consume{op, finish_.divisor, spans(sources_), spans(destinations_)};
    }
  }

  CellReader reader_;
  Head head_;
  Finish finish_;
  Block shape_;
  std::vector<TakePackets::End> sources_, destinations_;
};

Program lift_lane(const Lowered& lowered, std::size_t page) {
  Program program;
  while (true) {
    PageHead top;
    std::memcpy(static_cast<void*>(&top), &lowered.cells[page], sizeof(top));
    std::size_t at = page + 1;
    while (true) {
      Head head;
      std::memcpy(static_cast<void*>(&head), &lowered.cells[at], sizeof(head));
      if (head.kind == DeviceKind::end) return program;
      if (head.kind == DeviceKind::turn) break;
      if (head.kind != DeviceKind::delay) program.push_back(ActionReader(&lowered.cells[at]).read());
      at += head.cells;
    }
    page = top.next;
  }
}

/// Of a span without bytes, only where it starts.
void forget_shape(Span& span) {
  if (span.block.bytes() > 0) return;
  Block empty;
  empty.offset = span.block.offset;
  span.block = empty;
}

Program normal(Program program) {
  const auto ends = [](std::vector<TakePackets::End>& all) {
    for (auto& end : all)
      if (auto* span = std::get_if<Span>(&end)) forget_shape(*span);
  };
  for (Action& action : program)
    std::visit(
        Overloaded{[](Notify&) {}, [](Await&) {}, [](Stage& s) { forget_shape(s.from), forget_shape(s.to); },
                   [](Consume& c) {
                     for (Span& s : c.sources) forget_shape(s);
                     for (Span& s : c.destinations) forget_shape(s);
                   },
                   [](PutPackets& p) {
                     if (p.targets.empty()) p.turn = 1;
                     forget_shape(p.source);
                   },
                   [&](TakePackets& t) {
                     t.shape = packed(t.shape, 0);
                     if (t.shape.bytes() == 0) t.shape = {};
                     ends(t.sources), ends(t.destinations);
                   }},
        action.what);
  return program;
}

}  // namespace

std::vector<std::vector<Program>> lift(const cuda::Lowered& lowered) {
  std::vector<std::vector<Program>> rows(lowered.rows.size());
  std::size_t page = 0;
  for (auto& row : rows)
    for (std::size_t lane = 0; lane < lowered.lanes.size(); ++lane) {
      row.push_back(normal(lift_lane(lowered, page)));
      page += static_cast<std::size_t>(lowered.page_cells);
    }
  return rows;
}

std::vector<std::vector<Program>> liftable(const Schedule& schedule, const cuda::Lowered& lowered) {
  std::vector<std::vector<Program>> rows;
  for (Rank rank : lowered.rows) {
    rows.emplace_back();
    for (int lane : lowered.lanes)
      rows.back().push_back(
          normal(schedule.programs[static_cast<std::size_t>(rank.value)][static_cast<std::size_t>(lane)]));
  }
  return rows;
}

}  // namespace purlin::testing
