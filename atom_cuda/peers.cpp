#include "atom_cuda/peers.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "atom_cuda/peer_probe.cuh"
#include "atom_cuda/runtime.cuh"

namespace purlin::cuda {
namespace {

class Pair {
 public:
  Pair(int from, int to) : from_(from), to_(to) {}

  std::string connect() const {
    int possible = 0;
    PURLIN_CUDA(cudaDeviceCanAccessPeer(&possible, from_, to_));
    if (possible == 0) return "the driver says that there is no peer access: no link, or a MIG slice";
    const OnDevice here(from_);
    const cudaError_t error = cudaDeviceEnablePeerAccess(to_, 0);
    if (error == cudaSuccess) return "";
    cudaGetLastError();
    return error == cudaErrorPeerAccessAlreadyEnabled ? "" : cudaGetErrorString(error);
  }

  std::string probe() const {
    DeviceMemory ground(to_, sizeof(ProbeGround));
    DeviceMemory reads(from_, sizeof(std::uint32_t)), writes(to_, sizeof(std::uint32_t));
    reads.fill(0), writes.fill(0);
    auto* theirs = ground.as<ProbeGround>();
    on(to_, [&] { fill_ground(theirs, to_); });
    on(from_, [&] { visit_ground(theirs, from_, to_, reads.as<std::uint32_t>()); });
    on(to_, [&] { count_wrong_writes(theirs, from_, to_, writes.as<std::uint32_t>()); });
    std::uint32_t wrong_reads = 0, wrong_writes = 0, counter = 0;
    reads.download(&wrong_reads, sizeof(wrong_reads));
    writes.download(&wrong_writes, sizeof(wrong_writes));
    ground.download(&counter, sizeof(counter), offsetof(ProbeGround, counter));
    std::string why;
    if (wrong_reads > 0) why += fmt::format("{} of {} words read wrong; ", wrong_reads, kProbeWords);
    if (wrong_writes > 0) why += fmt::format("{} of {} words written wrong; ", wrong_writes, kProbeWords);
    if (counter != kProbeThreads)
      why += fmt::format("{} atomic additions counted to {}; ", kProbeThreads, counter);
    return why.substr(0, why.empty() ? 0 : why.size() - 2);
  }

 private:
  template <class Act>
  static void on(int ordinal, Act&& act) {
    const OnDevice here(ordinal);
    act();
  }
  int from_, to_;
};

}  // namespace

std::vector<BadPair> connect_peers(std::span<const int> ordinals) {
  std::vector<BadPair> bad;
  const auto note = [&](int from, int to, const std::string& why) {
    if (!why.empty()) bad.push_back({from, to, why});
    return why.empty();
  };
  for (int from : ordinals)
    for (int to : ordinals) {
      const Pair pair(from, to);
      if (from != to && !note(from, to, pair.connect())) continue;
      note(from, to, pair.probe());
    }
  return bad;
}

}  // namespace purlin::cuda
