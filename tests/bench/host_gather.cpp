#include <fmt/core.h>

#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include "snac/host/stream.hpp"
#include "tests/bench/bench.hpp"

namespace purlin::bench {
namespace {

constexpr int kRanks = 8;
constexpr std::int64_t kSize = 256 << 20;  // bytes that each rank holds after
constexpr int kRounds = 5;

using Buffer = std::vector<std::byte>;

struct Memory {
  std::vector<Buffer> inputs{kRanks, Buffer(kSize / kRanks, std::byte{1})};
  std::vector<Buffer> outputs{kRanks, Buffer(kSize, std::byte{2})};

  std::vector<host::RankBuffers> buffers() {
    std::vector<host::RankBuffers> all;
    for (std::size_t rank = 0; rank < kRanks; ++rank) all.push_back({inputs[rank], outputs[rank]});
    return all;
  }
};

/// The same bytes from the same places to the same places, shared out by output among as many threads as
/// cores.
void copy_plainly(Memory& memory) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> threads;
  for (unsigned core = 0; core < cores; ++core)
    threads.emplace_back([&memory, core, cores] {
      for (std::size_t to = core; to < kRanks; to += cores)
        for (std::size_t from = 0; from < kRanks; ++from)
          std::memcpy(memory.outputs[to].data() + from * memory.inputs[from].size(),
                      memory.inputs[from].data(), memory.inputs[from].size());
    });
}

void gather(host::Stream& stream, const VerifiedSchedule& schedule, Memory& memory) {
  if (stream.launch(schedule, memory.buffers()).hang) throw std::runtime_error("the launch hung");
}

void run() {
  const Verification verified = verify(planned(named("all_gather", kRanks, kSize)));
  if (!verified.schedule) throw std::runtime_error("the schedule was refused");
  Memory memory;
  host::Stream stream(kRanks);
  gather(stream, *verified.schedule, memory);
  std::vector<double> gathers, copies;
  for (int round = 0; round < kRounds; ++round) {
    copies.push_back(seconds([&] { copy_plainly(memory); }));
    gathers.push_back(seconds([&] { gather(stream, *verified.schedule, memory); }));
  }
  const double moved_GB = static_cast<double>(kSize) * kRanks / 1e9;
  fmt::print("  all_gather {:.2f} GB/s, memcpy {:.2f} GB/s of payload: {:.2f} of memcpy\n",
             moved_GB / median(gathers), moved_GB / median(copies), median(copies) / median(gathers));
}

const Registration kHostGather("host_gather",
                               "all_gather of 256 MiB on 8 host ranks against memcpy of the same bytes", run);

}  // namespace
}  // namespace purlin::bench
