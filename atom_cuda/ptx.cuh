#pragma once
// All inline PTX, as functions with names. Nothing here knows of ranks, lanes or actions.
#include <cstdint>

namespace purlin::cuda::ptx {

using Address = std::uint64_t;

__device__ __forceinline__ std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// Nanoseconds of a clock that all of a device's multiprocessors share; coarse.
__device__ __forceinline__ std::uint64_t global_time_ns() {
  std::uint64_t time;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time)::"memory");
  return time;
}

// ---- barriers of some of a block's threads; 0 is that of all

__device__ __forceinline__ void sync_some(std::uint32_t barrier, std::uint32_t threads) {
  asm volatile("barrier.cta.sync.aligned %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

__device__ __forceinline__ void arrive_some(std::uint32_t barrier, std::uint32_t threads) {
  asm volatile("barrier.cta.arrive.aligned %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// ---- packets: 16 bytes that are seen whole or not at all

__device__ __forceinline__ void store_packet(Address to, std::uint64_t word, std::uint64_t flag) {
  asm volatile(
      "{\n\t.reg .b128 packet;\n\tmov.b128 packet, {%1, %2};\n\tst.relaxed.sys.global.b128 [%0], "
      "packet;\n\t}" ::"l"(to),
      "l"(word), "l"(flag)
      : "memory");
}

struct Packet {
  std::uint64_t word;
  std::uint64_t flag;
};

__device__ __forceinline__ Packet load_packet(Address from) {
  Packet packet;
  asm volatile(
      "{\n\t.reg .b128 packet;\n\tld.relaxed.sys.global.b128 packet, [%2];\n\tmov.b128 {%0, %1}, packet;\n\t}"
      : "=l"(packet.word), "=l"(packet.flag)
      : "l"(from));
  return packet;
}

/// Loads where `wanted`, else leaves what is there: no branch keeps loads from being in flight together.
__device__ __forceinline__ void load_packet_if(bool wanted, Address from, Packet& packet) {
  asm volatile(
      "{\n\t.reg .pred wanted;\n\t.reg .b128 packet;\n\tsetp.ne.u32 wanted, %3, 0;\n\t"
      "mov.b128 packet, {%0, %1};\n\t@wanted ld.relaxed.sys.global.b128 packet, [%2];\n\t"
      "mov.b128 {%0, %1}, packet;\n\t}"
      : "+l"(packet.word), "+l"(packet.flag)
      : "l"(from), "r"(static_cast<std::uint32_t>(wanted)));
}

// ---- extremes: NaN wins, −0 < +0

__device__ __forceinline__ float min_nan(float a, float b) {
  float least;
  asm("min.NaN.f32 %0, %1, %2;" : "=f"(least) : "f"(a), "f"(b));
  return least;
}

__device__ __forceinline__ float max_nan(float a, float b) {
  float most;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(most) : "f"(a), "f"(b));
  return most;
}

// ---- copies from global into shared memory, 16 bytes by a thread

__device__ __forceinline__ void copy_async_16(void* to_shared, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to_shared)), "l"(from)
               : "memory");
}

__device__ __forceinline__ void wait_copies_async() { asm volatile("cp.async.wait_all;" ::: "memory"); }

#if __CUDA_ARCH__ >= 900

// ---- bulk copies: bytes and both addresses are multiples of 16

__device__ __forceinline__ void init_barrier(std::uint64_t* barrier, std::uint32_t arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals)
               : "memory");
}

__device__ __forceinline__ void invalidate_barrier(std::uint64_t* barrier) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(shared_address(barrier)) : "memory");
}

/// Makes barriers that were just initialised known to bulk copies.
__device__ __forceinline__ void fence_barrier_init() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// One arrival, and `bytes` more to come from bulk copies before the phase ends.
__device__ __forceinline__ void arrive_expecting(std::uint64_t* barrier, std::uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
               "r"(bytes)
               : "memory");
}

__device__ __forceinline__ void arrive(std::uint64_t* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

__device__ __forceinline__ bool phase_ended(std::uint64_t* barrier, std::uint32_t parity) {
  std::uint32_t ended;
  asm volatile(
      "{\n\t.reg .pred ended;\n\tmbarrier.try_wait.parity.shared::cta.b64 ended, [%1], %2;\n\t"
      "selp.u32 %0, 1, 0, ended;\n\t}"
      : "=r"(ended)
      : "r"(shared_address(barrier)), "r"(parity)
      : "memory");
  return ended != 0;
}

__device__ __forceinline__ void wait_phase(std::uint64_t* barrier, std::uint32_t parity) {
  while (!phase_ended(barrier, parity)) {
  }
}

__device__ __forceinline__ void bulk_load(void* to_shared, Address from, std::uint32_t bytes,
                                          std::uint64_t* barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
          shared_address(to_shared)),
      "l"(from), "r"(bytes), "r"(shared_address(barrier))
      : "memory");
}

__device__ __forceinline__ void bulk_store(Address to, const void* from_shared, std::uint32_t bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
               "r"(shared_address(from_shared)), "r"(bytes)
               : "memory");
}

__device__ __forceinline__ void commit_bulk_stores() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// All but the last `kPending` groups have read their shared memory.
template <int kPending>
__device__ __forceinline__ void wait_bulk_stores_read() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(kPending) : "memory");
}

/// All of this thread's bulk stores are complete: their writes are visible to it.
__device__ __forceinline__ void wait_bulk_stores() {
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

/// Orders ordinary accesses before with bulk copies after, in both directions.
__device__ __forceinline__ void fence_proxy_async() { asm volatile("fence.proxy.async;" ::: "memory"); }

__device__ __forceinline__ void fence_proxy_async_shared() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// ---- multicast: one access for the same byte of all devices

__device__ __forceinline__ void multicast_store_16(Address to, uint4 value) {
  asm volatile("multimem.st.weak.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to),
               "f"(__uint_as_float(value.x)), "f"(__uint_as_float(value.y)), "f"(__uint_as_float(value.z)),
               "f"(__uint_as_float(value.w))
               : "memory");
}

#define PURLIN_MULTICAST_REDUCE_V4(name, type)                                     \
  __device__ __forceinline__ uint4 name(Address from) {                            \
    uint4 value;                                                                   \
    asm volatile("multimem.ld_reduce.weak.global." type " {%0, %1, %2, %3}, [%4];" \
                 : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)      \
                 : "l"(from)                                                       \
                 : "memory");                                                      \
    return value;                                                                  \
  }
PURLIN_MULTICAST_REDUCE_V4(multicast_add_f16, "add.acc::f32.v4.f16x2")
PURLIN_MULTICAST_REDUCE_V4(multicast_min_f16, "min.v4.f16x2")
PURLIN_MULTICAST_REDUCE_V4(multicast_max_f16, "max.v4.f16x2")
PURLIN_MULTICAST_REDUCE_V4(multicast_add_bf16, "add.acc::f32.v4.bf16x2")
PURLIN_MULTICAST_REDUCE_V4(multicast_min_bf16, "min.v4.bf16x2")
PURLIN_MULTICAST_REDUCE_V4(multicast_max_bf16, "max.v4.bf16x2")
#undef PURLIN_MULTICAST_REDUCE_V4

__device__ __forceinline__ uint4 multicast_add_f32(Address from) {
  float a, b, c, d;
  asm volatile("multimem.ld_reduce.weak.global.add.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
               : "l"(from)
               : "memory");
  return {__float_as_uint(a), __float_as_uint(b), __float_as_uint(c), __float_as_uint(d)};
}

#define PURLIN_MULTICAST_REDUCE(name, result, constraint, type)      \
  __device__ __forceinline__ result name(Address from) {             \
    result value;                                                    \
    asm volatile("multimem.ld_reduce.weak.global." type " %0, [%1];" \
                 : "=" constraint(value)                             \
                 : "l"(from)                                         \
                 : "memory");                                        \
    return value;                                                    \
  }
PURLIN_MULTICAST_REDUCE(multicast_add_u32, std::uint32_t, "r", "add.u32")
PURLIN_MULTICAST_REDUCE(multicast_min_u32, std::uint32_t, "r", "min.u32")
PURLIN_MULTICAST_REDUCE(multicast_max_u32, std::uint32_t, "r", "max.u32")
PURLIN_MULTICAST_REDUCE(multicast_min_s32, std::uint32_t, "r", "min.s32")
PURLIN_MULTICAST_REDUCE(multicast_max_s32, std::uint32_t, "r", "max.s32")
PURLIN_MULTICAST_REDUCE(multicast_add_u64, std::uint64_t, "l", "add.u64")
PURLIN_MULTICAST_REDUCE(multicast_min_u64, std::uint64_t, "l", "min.u64")
PURLIN_MULTICAST_REDUCE(multicast_max_u64, std::uint64_t, "l", "max.u64")
PURLIN_MULTICAST_REDUCE(multicast_min_s64, std::uint64_t, "l", "min.s64")
PURLIN_MULTICAST_REDUCE(multicast_max_s64, std::uint64_t, "l", "max.s64")
PURLIN_MULTICAST_REDUCE(multicast_add_f64, double, "d", "add.f64")
#undef PURLIN_MULTICAST_REDUCE

#endif

}  // namespace purlin::cuda::ptx
