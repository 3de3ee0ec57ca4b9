#include "atom_cuda/datapath/bulk_shape.hpp"
#include "atom_cuda/datapath/copy_engine.cuh"
#include "atom_cuda/protocol/begin.cuh"
#include "atom_cuda/protocol/pause.cuh"
#include "atom_cuda/protocol/signals.cuh"

namespace purlin::cuda {
namespace {

/// One warp does a list of awaits and notifies. One that gave up leaves the launch uncounted.
__global__ void __launch_bounds__(32, 1)
    signals(const __grid_constant__ LaunchParams params, const SignalBatch batch) {
  const std::uint64_t epoch = __ldcg(epoch_cells(params, batch.row) + batch.epoch_cell) + 1;
  if (*params.abort != 0) return;
  Bases<false>(params, 0, threadIdx.x, 32).keep(params, epoch);
  if (threadIdx.x == 0)
    board() = {epoch, params.alignment, batch.rank, batch.row * params.lanes + batch.lane, 0};
  __syncwarp();
  const Cell* cells = batch.cells;
  for (; as<Head>(cells).kind != DeviceKind::end; cells += as<Head>(cells).cells) {
    const DeviceKind kind = as<Head>(cells).kind;
    if (kind == DeviceKind::delay) pause_ns(static_cast<std::uint64_t>(as<Delay>(cells + 1).time_ns));
    if (kind == DeviceKind::notify) notify(cells);
    if (kind == DeviceKind::await && !await(params, cells)) return;
  }
  if (batch.last && threadIdx.x == 0) count_launch(params, batch.row, batch.epoch_cell);
}

}  // namespace

const void* signals_kernel() { return reinterpret_cast<const void*>(&signals); }

void launch_signals(const LaunchParams& params, const SignalBatch& batch, cudaStream_t stream) {
  signals<<<1, 32, pages_offset(params.ranks), stream>>>(params, batch);
  PURLIN_CUDA(cudaGetLastError());
}

}  // namespace purlin::cuda
