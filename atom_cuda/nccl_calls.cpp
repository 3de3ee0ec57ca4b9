#include "atom_cuda/nccl_calls.cuh"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace purlin::cuda {
namespace {

constexpr int kFirstWithF8 = 22400;  // 2.24
constexpr std::array kFunctions = {"all_reduce", "reduce", "broadcast", "all_gather", "reduce_scatter"};

bool is_ragged(const Problem& problem) {
  return std::ranges::any_of(problem.axes, [](const Axis& axis) { return axis.ragged.has_value(); });
}

int root_of(const Problem& problem) {
  for (const Layout* layout : {&problem.input, &problem.output})
    if (!layout->pins.empty()) return static_cast<int>(layout->pins.front().coordinate);
  return 0;
}

bool is_one_run(const Block& block) { return block.dims() == 0 && !block.fold; }

}  // namespace

bool has_nccl_function(const Problem& problem) {
  return !is_ragged(problem) && problem.mesh.axes.size() == 1 &&
         std::ranges::count(kFunctions, problem.kind) > 0;
}

std::string nccl_refusal(const Problem& problem, int devices) {
  if (problem.ranks() != devices)
    return fmt::format("NCCL needs one GPU for each rank: {} ranks, {} devices", problem.ranks(), devices);
  if (has_nccl_function(problem)) return "";
  if (problem.op != ReduceOp::copy)
    return "NCCL reduces in all_reduce, reduce and reduce_scatter of one mesh axis and equal parts only";
  for (const Transfer& transfer : transfers_of(problem))
    if (!is_one_run(transfer.destination) || !is_one_run(transfer.sources.front().block))
      return "NCCL sends contiguous bytes only, and this collective moves strided ones";
  return "";
}

std::string nccl_version_refusal(const Problem& problem, int version) {
  const bool narrow = problem.dtype == DataType::f8e4m3 || problem.dtype == DataType::f8e5m2;
  if (!narrow || !has_nccl_function(problem) || version >= kFirstWithF8) return "";
  return fmt::format("NCCL has {} since 2.24, this one is older", name_of(problem.dtype));
}

NcclCalls::NcclCalls(const NcclState& nccl, const Problem& problem) : nccl_(nccl), problem_(problem) {
  if (!has_nccl_function(problem)) transfers_ = transfers_of(problem);
}

void NcclCalls::enqueue(const CallerMemory& memory, int set, const std::vector<DeviceStream>& streams) const {
  PURLIN_NCCL(nccl_.library, group_start());
  for (Rank rank; rank.value < problem_.ranks(); ++rank.value) {
    const DeviceStream& stream = streams[static_cast<std::size_t>(rank.value)];
    const OnDevice on(stream.ordinal());
    if (has_nccl_function(problem_))
      enqueue_whole(memory, set, rank, stream.get());
    else
      enqueue_transfers(memory, set, rank, stream.get());
  }
  PURLIN_NCCL(nccl_.library, group_end());
}

void NcclCalls::enqueue_whole(const CallerMemory& memory, int set, Rank rank, cudaStream_t stream) const {
  call(memory.input(rank, set), memory.output(rank, set), nccl_.comms[static_cast<std::size_t>(rank.value)],
       stream);
}

void NcclCalls::call(std::span<std::byte> input, std::span<std::byte> output, NcclComm comm,
                     cudaStream_t stream) const {
  const NcclLibrary& nccl = nccl_.library;
  const auto element = static_cast<std::size_t>(size_of(problem_.dtype).value);
  const std::size_t before = input.size() / element, after = output.size() / element;
  const int type = nccl_type(problem_.dtype), op = nccl_op(problem_.op), root = root_of(problem_);
  if (problem_.kind == "all_reduce")
    PURLIN_NCCL(nccl, all_reduce(input.data(), output.data(), before, type, op, comm, stream));
  else if (problem_.kind == "reduce")
    PURLIN_NCCL(nccl, reduce(input.data(), output.data(), before, type, op, root, comm, stream));
  else if (problem_.kind == "broadcast")
    PURLIN_NCCL(nccl, broadcast(input.data(), output.data(), after, type, root, comm, stream));
  else if (problem_.kind == "all_gather")
    PURLIN_NCCL(nccl, all_gather(input.data(), output.data(), before, type, comm, stream));
  else
    PURLIN_NCCL(nccl, reduce_scatter(input.data(), output.data(), after, type, op, comm, stream));
}

/// Between two ranks both sides list their transfers in one order: sends and receives pair up.
void NcclCalls::enqueue_transfers(const CallerMemory& memory, int set, Rank rank, cudaStream_t stream) const {
  const NcclLibrary& nccl = nccl_.library;
  const NcclComm comm = nccl_.comms[static_cast<std::size_t>(rank.value)];
  constexpr int kBytes = 1;  // as u8
  for (const Transfer& transfer : transfers_) {
    const Transfer::Source& source = transfer.sources.front();
    const auto bytes = static_cast<std::size_t>(transfer.destination.bytes());
    if (bytes == 0) continue;
    if (source.rank == rank)
      PURLIN_NCCL(nccl, send(memory.input(rank, set).data() + source.block.offset, bytes, kBytes,
                             transfer.to.value, comm, stream));
    if (transfer.to == rank)
      PURLIN_NCCL(nccl, recv(memory.output(rank, set).data() + transfer.destination.offset, bytes, kBytes,
                             source.rank.value, comm, stream));
  }
}

}  // namespace purlin::cuda
