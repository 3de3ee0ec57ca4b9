#pragma once
// Test data made and judged on the device: the same bits as the host makes, so that either can check the
// other.
#include <cstdint>

#include "atom_cuda/runtime.cuh"
#include "spec/data_type.hpp"
#include "spec/reduce_op.hpp"

namespace purlin::cuda {

inline constexpr int kMostWalks = 8;

struct WalkDim {
  std::int64_t extent = 1;
  std::int64_t stride = 0;  // elements
};

/// Elements of one buffer and where each lies in the whole tensor, affine in some indices.
struct FillFrame {
  std::uint64_t address = 0;
  std::int64_t elements = 0;
  std::int64_t position = 0;
  int walks = 0;
  WalkDim memory[kMostWalks];       // strides in the buffer, outermost first
  std::int64_t tensor[kMostWalks];  // strides of the position
};

/// How noise becomes an element.
struct Draw {
  enum class Kind : std::int32_t { any_bits, any_float, summands, factors } kind = Kind::any_bits;
  std::uint64_t widest = 1;
  double density = 1;
  double count = 1;
};

/// Elements of one output, each made of `contributions` elements of inputs times their folds.
struct CheckFrame {
  std::uint64_t address = 0;
  std::int64_t elements = 0;
  std::int64_t first = 0;  // in the list of contributions
  std::int64_t contributions = 0;
  std::int64_t divisor = 1;
  int walks = 0;
  WalkDim memory[kMostWalks];
};
struct CheckContribution {
  std::uint64_t address = 0;
  std::int64_t strides[kMostWalks];  // along the frame's walks, elements
  int folds = 0;
  WalkDim fold[kMostWalks];
};

/// What a check found, in memory of its device.
struct Findings {
  unsigned long long wrong = 0;
  unsigned long long first = ~0ull;  // frame · 2^40 + element, of the first found wrong
};

void launch_fill(DataType type, const Draw& draw, const std::uint64_t* key, const FillFrame* frames,
                 int count, cudaStream_t stream);
/// Counts the elements that are not what `launch_fill` would write.
void launch_verify_fill(DataType type, const Draw& draw, const std::uint64_t* key, const FillFrame* frames,
                        int count, Findings* findings, cudaStream_t stream);
/// Counts the elements that are not what is reduced (or copied) into them, bit by bit; any NaN for a NaN.
void launch_check(DataType type, ReduceOp op, const CheckFrame* frames, int count,
                  const CheckContribution* contributions, Findings* findings, cudaStream_t stream);
/// Counts bytes that are not `value`.
void launch_check_bytes(std::uint64_t address, std::int64_t bytes, std::uint8_t value, Findings* findings,
                        cudaStream_t stream);
/// The key of the next launch's data: *key = mix(*key + 1).
void launch_next_key(std::uint64_t* key, cudaStream_t stream);

}  // namespace purlin::cuda
