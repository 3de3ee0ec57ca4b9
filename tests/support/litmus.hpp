#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace purlin::testing {

/// A packet as GPUs move it: payload and flag in one relaxed access of 16 bytes.
class LitmusPacket {
 public:
  void put(std::uint64_t flag, std::uint64_t word);
  /// Polls until the flag is at least `flag`; what came with it.
  struct Taken {
    std::uint64_t flag = 0, word = 0;
  };
  Taken take(std::uint64_t flag) const;

 private:
  __extension__ using Both = unsigned __int128;
  alignas(16) Both both_ = 0;
};

/// The memory of one round: plain bytes are relaxed too, since the machine is to be seen, not the compiler.
struct alignas(128) LitmusCell {
  LitmusPacket x;
  alignas(64) LitmusPacket y;
  alignas(64) std::atomic<std::uint64_t> z = 0;
  alignas(64) std::atomic<std::uint64_t> ready = 0, passed = 0;
};

/// What a thread does in a round; says whether it saw what must not be.
using LitmusThread = std::function<bool(LitmusCell&)>;

/// Runs the threads against each other over fresh cells; in how many rounds one of them saw it.
std::int64_t count_seen(const std::vector<LitmusThread>& threads, int rounds);

}  // namespace purlin::testing
