#pragma once
#include <cstdint>

namespace purlin::cuda {

inline constexpr int kProbeWords = 64 * 1024;  // 256 KiB each way: more than one page and one link
inline constexpr int kProbeThreads = 256;

/// One peer's memory: what it holds, what is written into it, and a counter.
struct ProbeGround {
  std::uint32_t held[kProbeWords];
  std::uint32_t written[kProbeWords];
  std::uint32_t counter;
};

/// On the device whose memory it is.
void fill_ground(ProbeGround* own, int self);
/// On the visitor: reads, writes, and adds 1 by every thread.
void visit_ground(ProbeGround* peer, int from, int to, std::uint32_t* wrong_reads);
/// On the device whose memory it is: what the visitor left.
void count_wrong_writes(const ProbeGround* own, int from, int to, std::uint32_t* wrong);

}  // namespace purlin::cuda
