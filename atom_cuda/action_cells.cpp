#include "atom_cuda/action_cells.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "spec/assert.hpp"

namespace purlin::cuda {
namespace {

template <class T>
void append(Cells& cells, const T& value) {
  static_assert(sizeof(T) == sizeof(Cell));
  Cell cell;
  std::memcpy(&cell, &value, sizeof(cell));
  cells.push_back(cell);
}

template <class T>
void append_packed(Cells& cells, const std::vector<T>& values) {
  const std::size_t at = cells.size();
  const std::size_t bytes = values.size() * sizeof(T);
  cells.resize(at + (bytes + 15) / 16);
  if (bytes > 0) std::memcpy(&cells[at], values.data(), bytes);
}

/// An action's ends in one form.
struct Ends {
  struct One {
    std::optional<Span> span;
    TakePackets::Packets packets;
  };
  Block shape;
  std::vector<One> sources, destinations;
};

Ends::One end_of(const Span& span) { return {span, {}}; }
Ends::One end_of(const TakePackets::End& end) {
  if (const auto* span = std::get_if<Span>(&end)) return {*span, {}};
  return {std::nullopt, std::get<TakePackets::Packets>(end)};
}

template <class Range>
std::vector<Ends::One> ends_of(const Range& range) {
  std::vector<Ends::One> all;
  for (const auto& end : range) all.push_back(end_of(end));
  return all;
}

/// What divides everything that an address in the action is made of; bases aside, and `more` too.
std::uint32_t unit_of(const Ends& ends, std::int64_t more) {
  std::uint64_t all = 16 | static_cast<std::uint64_t>(more);
  const auto add = [&](const Ends::One& end) {
    if (!end.span) return;
    const Block& block = end.span->block;
    all |= static_cast<std::uint64_t>(block.offset);
    for (int i = 0; i < block.dims(); ++i) all |= static_cast<std::uint64_t>(block.dim(i).stride);
    if (block.fold) all |= static_cast<std::uint64_t>(block.fold->stride);
  };
  for (const auto& end : ends.sources) add(end);
  for (const auto& end : ends.destinations) add(end);
  return std::uint32_t{1} << std::countr_zero(all);
}

/// Whether threads need not look where bytes lie: 16-byte vectors, or 8-byte words with packets, and a rest.
bool is_flat(const Ends& ends, const Head& head) {
  const bool packets = head.kind == DeviceKind::put || head.kind == DeviceKind::take;
  const std::uint32_t unit = unit_of(ends, 0);
  return ends.shape.dims() == 0 && ends.shape.bytes() < (std::int64_t{1} << 31) &&
         unit >= (packets ? 8u : 16u) && std::ssize(ends.sources) <= kMostFlatEnds &&
         std::ssize(ends.destinations) <= kMostFlatEnds && !ends.sources.empty();
}

bool has_folds(const Ends& ends) {
  return std::ranges::any_of(ends.sources, [](const auto& end) { return end.span && end.span->block.fold; });
}

class ActionWriter {
 public:
  explicit ActionWriter(const Action& action) : action_(action) { append(cells_, Head{}); }

  Cells write(std::uint32_t index, Ordering::Needs needs) {
    std::visit(*this, action_.what);
    PURLIN_ASSERT(cells_.size() < 65536);
    head_.datapath = action_.datapath;
    head_.action = index;
    head_.cells = static_cast<std::uint16_t>(cells_.size());
    head_.flags =
        static_cast<std::uint8_t>(head_.flags | (needs.sync ? kSync : 0) | (needs.fence ? kFence : 0));
    std::memcpy(cells_.data(), &head_, sizeof(head_));
    return std::move(cells_);
  }

  void operator()(const Notify& notify) {
    head_.kind = DeviceKind::notify;
    append(cells_, Signal{static_cast<std::uint32_t>(notify.slot), notify.value, step(), 0});
    std::vector<std::uint32_t> ranks;
    for (Rank rank : notify.ranks) ranks.push_back(static_cast<std::uint32_t>(rank.value));
    head_.sources = count(ranks.size());
    append_packed(cells_, ranks);
  }

  void operator()(const Await& await) {
    head_.kind = DeviceKind::await;
    append(cells_, Signal{0, 0, step(), 0});
    std::vector<Wait> waits;
    for (const auto& wait : await.waits) waits.push_back({static_cast<std::uint32_t>(wait.slot), wait.value});
    head_.sources = count(waits.size());
    append_packed(cells_, waits);
  }

  void operator()(const Stage& stage) {
    head_.kind = DeviceKind::copy;
    head_.flags = kStage;
    write_ends({stage.from.block, {end_of(stage.from)}, {end_of(stage.to)}}, 1);
  }

  void operator()(const Consume& consume) {
    head_.kind = consume.op == ReduceOp::copy ? DeviceKind::copy : DeviceKind::reduce;
    head_.op = static_cast<std::uint8_t>(consume.op);
    const Block shape = consume.destinations.empty() ? Block{} : consume.destinations[0].block;
    write_ends({shape, ends_of(consume.sources), ends_of(consume.destinations)}, consume.divisor);
  }

  void operator()(const PutPackets& put) {
    head_.kind = DeviceKind::put;
    Ends ends{put.source.block, {end_of(put.source)}, {}};
    for (const auto& target : put.targets)
      ends.destinations.push_back({std::nullopt, {target.rank, target.offset, put.turn}});
    write_ends(ends, 1);
  }

  void operator()(const TakePackets& take) {
    head_.kind = DeviceKind::take;
    head_.op = static_cast<std::uint8_t>(take.op);
    write_ends({take.shape, ends_of(take.sources), ends_of(take.destinations)}, take.divisor);
  }

 private:
  std::uint32_t step() const { return static_cast<std::uint32_t>(action_.step); }
  static std::uint16_t count(std::size_t n) {
    return PURLIN_ASSERT(n < 65536), static_cast<std::uint16_t>(n);
  }

  void write_ends(const Ends& ends, std::int64_t divisor) {
    const int dims = ends.shape.dims();
    const bool folds = has_folds(ends);
    if (folds) head_.flags |= kFolds;
    const bool by_registers = action_.datapath != Datapath::bulk && action_.datapath != Datapath::multicast;
    if (!folds && by_registers && is_flat(ends, head_)) head_.flags |= kFlat;
    head_.dims = static_cast<std::uint8_t>(dims);
    head_.end_cells = static_cast<std::uint8_t>(1 + (folds ? 1 : 0) + (dims + 1) / 2);
    head_.sources = count(ends.sources.size());
    head_.destinations = count(ends.destinations.size());
    append(cells_, Extent{ends.shape.bytes(), ends.shape.run});
    append(cells_, Finish{divisor, step(), unit_of(ends, ends.shape.run)});
    std::vector<std::int64_t> counts;
    for (int i = 0; i < dims; ++i) counts.push_back(ends.shape.dim(i).count);
    append_packed(cells_, counts);
    for (const auto& end : ends.sources) write_end(end, dims, folds);
    for (const auto& end : ends.destinations) write_end(end, dims, folds);
  }

  void write_end(const Ends::One& end, int dims, bool folds) {
    std::vector<std::int64_t> strides(static_cast<std::size_t>(dims));
    Fold fold;
    if (end.span) {
      const Block& block = end.span->block;
      append(cells_,
             End{base_of(end.span->buffer, end.span->rank), block.fold ? End::kFold : 0, block.offset});
      if (block.fold) fold = {block.fold->count, block.fold->stride};
      for (int i = 0; i < std::min(dims, block.dims()); ++i)
        strides[static_cast<std::size_t>(i)] = block.dim(i).stride;
    } else {
      PURLIN_ASSERT(end.packets.turn <= End::kTurn);
      append(cells_, End{base_of(BufferKind::packet_window, end.packets.rank),
                         End::kPackets | end.packets.turn, end.packets.offset});
    }
    if (folds) append(cells_, fold);
    append_packed(cells_, strides);
  }

  const Action& action_;
  Head head_;
  Cells cells_;
};

}  // namespace

Cells action_cells(const Action& action, std::uint32_t index, Ordering::Needs needs) {
  return ActionWriter(action).write(index, needs);
}

Cells delay_cells(std::int64_t ns, std::uint32_t index) {
  Cells cells;
  Head head;
  head.kind = DeviceKind::delay;
  head.cells = 2;
  head.flags = kSync;
  head.action = index;
  append(cells, head);
  append(cells, Delay{ns, 0});
  return cells;
}

Cell last_cell(DeviceKind kind) {
  Head head;
  head.kind = kind;
  Cells cells;
  append(cells, head);
  return cells.front();
}

}  // namespace purlin::cuda
