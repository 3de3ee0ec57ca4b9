#include "tests/atom_cuda/gpu.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <iostream>

#include "snac/host/caller_memory.hpp"
#include "snac/host/element.hpp"
#include "snac/host/stream.hpp"
#include "tests/catch.hpp"

namespace purlin::testing {
namespace {

constexpr std::size_t kBand = 256;
constexpr int kGuard = 0xc3;
constexpr int kSkipped = 77;  // as tests/CMakeLists.txt tells ctest

[[noreturn]] void skip(const std::string& why) {
  std::cerr << "skipped: " << why << '\n';
  std::exit(kSkipped);
}

void check(cudaError_t error) {
  INFO(cudaGetErrorString(error));
  REQUIRE(error == cudaSuccess);
}

bool same_element(const std::byte* a, const std::byte* b, DataType type, bool any_nan) {
  if (std::memcmp(a, b, static_cast<std::size_t>(size_of(type).value)) == 0) return true;
  return any_nan && host::is_nan(type, a) && host::is_nan(type, b);
}

}  // namespace

std::shared_ptr<cuda::Devices> devices() {
  static const std::shared_ptr<cuda::Devices> all = [] {
    const cuda::Discovery found = cuda::discover();
    if (found.devices.empty()) skip(found.problems.empty() ? "no device" : found.problems.front());
    std::vector<int> ordinals;
    for (const cuda::Device& device : found.devices) ordinals.push_back(device.ordinal);
    return cuda::Devices::open(ordinals);
  }();
  return all;
}

DeviceWorld::DeviceWorld(const Schedule& schedule, int skew) {
  const auto bytes = static_cast<std::size_t>(skew * size_of(schedule.problem.dtype).value);
  for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value) {
    const auto input = allocate(rank, size_of(schedule.buffers, BufferKind::input, rank), bytes);
    buffers_.push_back({input, allocate(rank, size_of(schedule.buffers, BufferKind::output, rank), bytes)});
  }
}

DeviceWorld::~DeviceWorld() {
  for (const Allocation& allocation : allocations_) cudaFree(allocation.all);
}

std::span<std::byte> DeviceWorld::allocate(Rank rank, std::int64_t bytes, std::size_t skew) {
  const cuda::Devices& all = *devices();
  check(cudaSetDevice(all.all()[all.index_of(rank)].ordinal));
  Allocation allocation{nullptr, kBand + skew, static_cast<std::size_t>(bytes)};
  check(cudaMalloc(reinterpret_cast<void**>(&allocation.all), allocation.before + allocation.bytes + kBand));
  allocations_.push_back(allocation);
  return {allocation.all + allocation.before, allocation.bytes};
}

void DeviceWorld::upload(std::span<const RankBuffers> before) {
  for (std::size_t i = 0; i < allocations_.size(); ++i) {
    const Allocation& to = allocations_[i];
    const auto from = i % 2 == 0 ? before[i / 2].input : before[i / 2].output;
    check(cudaMemset(to.all, kGuard, to.before + to.bytes + kBand));
    if (!from.empty())
      check(cudaMemcpy(to.all + to.before, from.data(), from.size(), cudaMemcpyHostToDevice));
  }
  check(cudaDeviceSynchronize());
}

std::string DeviceWorld::difference(std::span<const RankBuffers> expected, DataType type,
                                    bool any_nan) const {
  const auto element = static_cast<std::size_t>(size_of(type).value);
  for (std::size_t i = 0; i < allocations_.size(); ++i) {
    const Allocation& own = allocations_[i];
    const auto wanted = i % 2 == 0 ? expected[i / 2].input : expected[i / 2].output;
    const std::string name = fmt::format("{} of rank {}", i % 2 == 0 ? "input" : "output", i / 2);
    std::vector<std::byte> got(own.before + own.bytes + kBand);
    check(cudaMemcpy(got.data(), own.all, got.size(), cudaMemcpyDeviceToHost));
    for (std::size_t at = 0; at < got.size(); ++at)
      if ((at < own.before || at >= own.before + own.bytes) && got[at] != std::byte{kGuard})
        return fmt::format("byte {} beside {} of {} bytes was written",
                           static_cast<std::int64_t>(at - own.before), name, own.bytes);
    for (std::size_t at = 0; at < own.bytes; at += element)
      if (!same_element(got.data() + own.before + at, wanted.data() + at, type, any_nan))
        return fmt::format("element {} of {}", at / element, name);
  }
  return "";
}

std::string differs_from_host(cuda::Stream& stream, const VerifiedSchedule& schedule,
                              const host::DataSeed& seed, int skew) {
  const Problem& problem = schedule->problem;
  host::CallerMemory memory(*schedule);
  memory.fill(seed);
  DeviceWorld world(*schedule, skew);
  world.upload(memory.buffers());
  host::Stream reference(problem.ranks());
  if (reference.launch(schedule, memory.buffers()).hang) return "the host hangs";
  const RunReport report = stream.launch(schedule, world.buffers());
  if (report.hang)
    return fmt::format("rank {} lane {} action {} waits: {}", report.hang->first.rank.value,
                       report.hang->first.lane, report.hang->first.action, report.hang->cause);
  return world.difference(memory.buffers(), problem.dtype, problem.op != ReduceOp::copy);
}

VerifiedSchedule must_verify(Schedule schedule) {
  Verification verification = verify(std::move(schedule));
  for (const Check& check : verification.checks) {
    INFO(check.name << " " << check.rule << " " << check.counterexample);
    REQUIRE(check.verdict == Verdict::pass);
  }
  return *verification.schedule;
}

}  // namespace purlin::testing
