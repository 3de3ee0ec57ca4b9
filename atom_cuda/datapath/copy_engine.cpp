#include "atom_cuda/datapath/copy_engine.cuh"

#include "atom_cuda/action_cells.hpp"
#include "atom_cuda/injected.hpp"
#include "spec/assert.hpp"

namespace purlin::cuda {
namespace {

bool is_window(const Span& span) { return span.buffer == BufferKind::window; }

class CopyLaneWriter {
 public:
  CopyLaneWriter(CopyLane& lane, const Injected& injected) : lane_(lane), injected_(injected) {
    begin_batch();
  }

  Cells write(const Program& program) {
    for (std::size_t i = 0; i < program.size(); ++i) add(program[i], static_cast<std::uint32_t>(i));
    if (!lane_.steps.back().copies.empty()) begin_batch();
    cells_.push_back(last_cell(DeviceKind::end));
    return std::move(cells_);
  }

 private:
  void begin_batch() {
    if (!lane_.steps.empty()) cells_.push_back(last_cell(DeviceKind::end));
    lane_.steps.push_back({std::ssize(cells_), {}});
  }

  void add(const Action& action, std::uint32_t index) {
    if (const std::int64_t ns = injected_.delay_ns(index); ns > 0) append(delay_cells(ns, index));
    if (is_sender(action) && injected_.drops(senders_++)) return;
    if (const auto* stage = std::get_if<Stage>(&action.what)) return copy(stage->from, stage->to);
    if (const auto* consume = std::get_if<Consume>(&action.what)) {
      PURLIN_ASSERT(consume->op == ReduceOp::copy);
      for (const Span& to : consume->destinations) copy(consume->sources.front(), to);
      return;
    }
    append(action_cells(action, index, {false, true}));
  }

  void append(const Cells& cells) {
    if (!lane_.steps.back().copies.empty()) begin_batch();
    cells_.insert(cells_.end(), cells.begin(), cells.end());
  }

  void copy(const Span& from, const Span& to) {
    if (from.block.bytes() == 0) return;
    lane_.touches_windows = lane_.touches_windows || is_window(from) || is_window(to);
    lane_.steps.back().copies.emplace_back(from, to);
  }

  CopyLane& lane_;
  const Injected& injected_;
  Cells cells_;
  std::int64_t senders_ = 0;
};

/// Whether rows so far apart are one call's.
bool is_pitch(const Dim& rows, const Block& block) {
  return rows.stride >= block.run && rows.stride < std::int64_t{1} << 31;
}

/// Rows of both blocks, as few calls as their dims allow: the innermost dim is the rows of one call.
void copy_block(std::uint64_t to, std::uint64_t from, const Block& to_block, const Block& from_block, int dim,
                cudaStream_t stream) {
  const auto run = static_cast<std::size_t>(from_block.run);
  const int last = from_block.dims() - 1;
  if (dim > last)
    return PURLIN_CUDA(cudaMemcpyAsync(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), run,
                                       cudaMemcpyDefault, stream));
  const Dim& d = from_block.dim(dim);
  if (dim == last && is_pitch(d, from_block) && is_pitch(to_block.dim(dim), to_block))
    return PURLIN_CUDA(
        cudaMemcpy2DAsync(reinterpret_cast<void*>(to), static_cast<std::size_t>(to_block.dim(dim).stride),
                          reinterpret_cast<const void*>(from), static_cast<std::size_t>(d.stride), run,
                          static_cast<std::size_t>(d.count), cudaMemcpyDefault, stream));
  for (std::int64_t i = 0; i < d.count; ++i)
    copy_block(to + static_cast<std::uint64_t>(i * to_block.dim(dim).stride),
               from + static_cast<std::uint64_t>(i * d.stride), to_block, from_block, dim + 1, stream);
}

std::uint64_t start_of(const Span& span, const LaunchParams& params, std::span<const std::uint64_t> bases,
                       std::uint64_t half) {
  const std::uint64_t shift =
      is_window(span) ? half * params.half_bytes[static_cast<int>(BufferKind::window)] : 0;
  return bases[base_of(span.buffer, span.rank)] + shift + static_cast<std::uint64_t>(span.block.offset);
}

}  // namespace

CopyLane lower_copy_lane(const Schedule& schedule, Rank rank, int lane, std::span<const Injection> injections,
                         int ordinal) {
  CopyLane lowered;
  lowered.rank = rank;
  lowered.lane = lane;
  const Injected injected(injections, rank, lane);
  lowered.absent = injected.absent();
  const Cells cells =
      CopyLaneWriter(lowered, injected)
          .write(schedule.programs[static_cast<std::size_t>(rank.value)][static_cast<std::size_t>(lane)]);
  lowered.lists = uploaded<Cell>(ordinal, cells);
  return lowered;
}

void enqueue_copy_lane(const CopyLane& lane, const LaunchParams& params, std::span<const std::uint64_t> bases,
                       std::uint64_t half, cudaStream_t stream) {
  if (lane.absent) return;
  for (const CopyLane::Step& step : lane.steps) {
    SignalBatch batch;
    batch.cells = lane.lists.as<Cell>() + step.cells;
    batch.rank = static_cast<std::uint32_t>(lane.rank.value);
    batch.lane = static_cast<std::uint32_t>(lane.lane);
    batch.row = static_cast<std::uint32_t>(lane.row);
    batch.epoch_cell = static_cast<std::uint32_t>(lane.epoch_cell);
    batch.last = &step == &lane.steps.back();
    launch_signals(params, batch, stream);
    for (const auto& [from, to] : step.copies)
      copy_block(start_of(to, params, bases, half), start_of(from, params, bases, half), to.block, from.block,
                 0, stream);
  }
}

}  // namespace purlin::cuda
