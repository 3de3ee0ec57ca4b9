#include <algorithm>
#include <array>
#include <utility>

#include "atom_cuda/data.cuh"
#include "atom_cuda/datapath/element.cuh"

namespace purlin::cuda {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocks = 1024;  // per frame, at most

/// The finaliser of SplitMix64, as the host has it.
__host__ __device__ std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

__device__ double unit(std::uint64_t noise) { return static_cast<double>(noise >> 11) * 0x1p-53; }

template <DataType kType>
__device__ typename Element<kType>::Bits drawn(const Draw& draw, std::uint64_t noise) {
  using E = Element<kType>;
  using Bits = typename E::Bits;
  using Wide = typename E::Wide;
  switch (draw.kind) {
    case Draw::Kind::any_bits:
      break;
    case Draw::Kind::any_float:
      if (noise >> 61 == 0) return E::narrow(noise % 2 == 0 ? Wide(0) : -Wide(0));
      break;
    case Draw::Kind::summands: {
      const double value =
          static_cast<double>(noise % (2 * draw.widest + 1)) - static_cast<double>(draw.widest);
      return E::narrow(static_cast<Wide>(unit(mix(noise)) < draw.density ? value : 0));
    }
    case Draw::Kind::factors: {
      const double two = unit(mix(noise)) * draw.count < 2 ? 2 : 1;
      return E::narrow(static_cast<Wide>(noise % 2 == 0 ? two : -two));
    }
  }
  return static_cast<Bits>(noise);
}

/// The index along every walk of the i-th element, and what follows from it by strides. Out of line: inlined
/// into every kernel, its divisions took most of this file's compile time.
__device__ __noinline__ std::int64_t along(const WalkDim* dims, int walks, std::int64_t i,
                                           const std::int64_t* strides) {
  std::int64_t sum = 0;
  for (int w = walks - 1; w >= 0; --w) {
    const std::int64_t at = w == 0 ? i : i % dims[w].extent;
    sum += at * strides[w];
    if (w > 0) i /= dims[w].extent;
  }
  return sum;
}

__device__ __noinline__ std::int64_t memory_at(const WalkDim* dims, int walks, std::int64_t i) {
  std::int64_t sum = 0;
  for (int w = walks - 1; w >= 0; --w) {
    const std::int64_t at = w == 0 ? i : i % dims[w].extent;
    sum += at * dims[w].stride;
    if (w > 0) i /= dims[w].extent;
  }
  return sum;
}

__device__ void note(Findings* findings, std::int64_t frame, std::int64_t element) {
  atomicAdd(&findings->wrong, 1ull);
  atomicMin(&findings->first, static_cast<unsigned long long>(frame << 40 | element));
}

template <DataType kType, bool kVerify>
__global__ void fill(const Draw draw, const std::uint64_t* key, const FillFrame* frames, int count,
                     Findings* findings) {
  using Bits = typename Element<kType>::Bits;
  for (int f = blockIdx.y; f < count; f += gridDim.y) {
    const FillFrame& frame = frames[f];
    auto* memory = reinterpret_cast<Bits*>(frame.address);
    for (std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
         i < frame.elements; i += static_cast<std::int64_t>(gridDim.x) * blockDim.x) {
      const std::int64_t position = frame.position + along(frame.memory, frame.walks, i, frame.tensor);
      const Bits bits = drawn<kType>(draw, mix(*key ^ static_cast<std::uint64_t>(position)));
      Bits& element = memory[memory_at(frame.memory, frame.walks, i)];
      if (!kVerify)
        element = bits;
      else if (element != bits)
        note(findings, f, i);
    }
  }
}

template <class W>
__device__ bool is_nan(W value) {
  return value != value;
}

template <DataType kType, ReduceOp kOp>
__device__ typename Element<kType>::Bits expected(const CheckFrame& frame,
                                                  const CheckContribution* contributions,
                                                  std::int64_t element) {
  using E = Element<kType>;
  using Bits = typename E::Bits;
  typename E::Wide all = neutral<kOp, kType>();
  bool none = true;
  for (std::int64_t c = 0; c < frame.contributions; ++c) {
    const CheckContribution& contribution = contributions[frame.first + c];
    const auto* from = reinterpret_cast<const Bits*>(contribution.address) +
                       along(frame.memory, frame.walks, element, contribution.strides);
    std::int64_t folded = 1;
    for (int i = 0; i < contribution.folds; ++i) folded *= contribution.fold[i].extent;
    for (std::int64_t k = 0; k < folded; ++k) {
      all = combine<kOp>(all, E::widen(from[memory_at(contribution.fold, contribution.folds, k)]));
      none = false;
    }
  }
  return E::narrow(finished<kType, kOp>(all, frame.divisor, none));
}

template <DataType kType>
__global__ void check(ReduceOp op, const CheckFrame* frames, int count,
                      const CheckContribution* contributions, Findings* findings) {
  using E = Element<kType>;
  using Bits = typename E::Bits;
  for (int f = blockIdx.y; f < count; f += gridDim.y) {
    const CheckFrame& frame = frames[f];
    const auto* memory = reinterpret_cast<const Bits*>(frame.address);
    for (std::int64_t i = blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
         i < frame.elements; i += static_cast<std::int64_t>(gridDim.x) * blockDim.x) {
      const Bits got = memory[memory_at(frame.memory, frame.walks, i)];
      Bits wanted = 0;
      if (op == ReduceOp::copy)
        wanted = reinterpret_cast<const Bits*>(contributions[frame.first].address)[along(
            frame.memory, frame.walks, i, contributions[frame.first].strides)];
      if (op == ReduceOp::sum || op == ReduceOp::avg)
        wanted = expected<kType, ReduceOp::sum>(frame, contributions, i);
      if (op == ReduceOp::prod) wanted = expected<kType, ReduceOp::prod>(frame, contributions, i);
      if (op == ReduceOp::min) wanted = expected<kType, ReduceOp::min>(frame, contributions, i);
      if (op == ReduceOp::max) wanted = expected<kType, ReduceOp::max>(frame, contributions, i);
      if (got != wanted && !(op != ReduceOp::copy && is_nan(E::widen(got)) && is_nan(E::widen(wanted))))
        note(findings, f, i);
    }
  }
}

__global__ void check_bytes(const std::uint8_t* memory, std::int64_t bytes, std::uint8_t value,
                            Findings* findings) {
  for (std::int64_t i = threadIdx.x; i < bytes; i += blockDim.x)
    if (memory[i] != value) note(findings, 0, i);
}

__global__ void next_key(std::uint64_t* key) { *key = mix(*key + 1); }

dim3 blocks_for(int frames) {
  const int rows = std::clamp(frames, 1, 65535);
  return {static_cast<unsigned>(std::max(kBlocks / rows, 16)), static_cast<unsigned>(rows)};
}

/// Calls `visit.template operator()<kType>()` for the type.
template <class Visit>
void with_type(DataType type, Visit&& visit) {
  const auto try_all = [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    ((kDataTypes[kIndex] == type ? visit.template operator()<kDataTypes[kIndex]>() : void()), ...);
  };
  try_all(std::make_index_sequence<kDataTypes.size()>{});
  PURLIN_CUDA(cudaGetLastError());
}

}  // namespace

void launch_fill(DataType type, const Draw& draw, const std::uint64_t* key, const FillFrame* frames,
                 int count, cudaStream_t stream) {
  with_type(type, [&]<DataType kType>() {
    fill<kType, false><<<blocks_for(count), kThreads, 0, stream>>>(draw, key, frames, count, nullptr);
  });
}

void launch_verify_fill(DataType type, const Draw& draw, const std::uint64_t* key, const FillFrame* frames,
                        int count, Findings* findings, cudaStream_t stream) {
  with_type(type, [&]<DataType kType>() {
    fill<kType, true><<<blocks_for(count), kThreads, 0, stream>>>(draw, key, frames, count, findings);
  });
}

void launch_check(DataType type, ReduceOp op, const CheckFrame* frames, int count,
                  const CheckContribution* contributions, Findings* findings, cudaStream_t stream) {
  with_type(type, [&]<DataType kType>() {
    check<kType><<<blocks_for(count), kThreads, 0, stream>>>(op, frames, count, contributions, findings);
  });
}

void launch_check_bytes(std::uint64_t address, std::int64_t bytes, std::uint8_t value, Findings* findings,
                        cudaStream_t stream) {
  check_bytes<<<1, kThreads, 0, stream>>>(reinterpret_cast<const std::uint8_t*>(address), bytes, value,
                                          findings);
  PURLIN_CUDA(cudaGetLastError());
}

void launch_next_key(std::uint64_t* key, cudaStream_t stream) {
  next_key<<<1, 1, 0, stream>>>(key);
  PURLIN_CUDA(cudaGetLastError());
}

}  // namespace purlin::cuda
