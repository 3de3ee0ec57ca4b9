#include "atom_cuda/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atom_cuda/probe_kernels.cuh"
#include "atom_cuda/probe_timing.cuh"
#include "atom_cuda/probe_walk.cuh"
#include "spec/assert.hpp"

namespace purlin::cuda {
namespace {

constexpr std::int64_t KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;
constexpr int kInGraph = 64;
constexpr int kManyLanes = 32;
constexpr std::int64_t kChaseSteps = 20'000;
constexpr std::uint64_t kRounds = 2'000;

using GoOn = std::function<bool(const std::string&)>;
struct Interrupted {};

/// Bytes read plus bytes written per second.
double copy_GBps(std::int64_t bytes, double seconds) {
  return 2 * static_cast<double>(bytes) / seconds * 1e-9;
}

class DeviceProber {
 public:
  DeviceProber(const Device& device, const DevicesOptions& options)
      : device_(device), alone_(Devices::open(std::array{device.ordinal}, options)), walk_(alone_) {}

  DeviceProbe probe() {
    found_.device = device_;
    memory();
    cache();
    waits();
    launches();
    return std::move(found_);
  }

 private:
  /// The faster of CUDA's own ways.
  void memory() {
    constexpr std::int64_t kBytes = GiB;
    const DeviceMemory from(device_.ordinal, kBytes), to(device_.ordinal, kBytes);
    const double seconds = time_on(device_.ordinal, [&](cudaStream_t stream) {
      PURLIN_CUDA(cudaMemcpyAsync(to.data(), from.data(), kBytes, cudaMemcpyDeviceToDevice, stream));
    });
    found_.memory_GBps = {copy_GBps(kBytes, seconds), "cudaMemcpyAsync of 1 GiB within the device"};
  }

  double repeated_copy_GBps(std::int64_t touched) {
    const std::int64_t bytes = touched / 2;
    const int times = static_cast<int>(2 * GiB / bytes);
    const DeviceMemory from(device_.ordinal, bytes), to(device_.ordinal, bytes);
    const auto copies = [&](int count) {
      return time_on(device_.ordinal, [&](cudaStream_t stream) {
        launch_copies(to.data(), from.data(), bytes, count, device_.multiprocessors, stream);
      });
    };
    return copy_GBps(bytes, (copies(2 * times) - copies(times)) / times);
  }

  /// The cache ends where copies are half way down to the memory's rate.
  void cache() {
    const std::int64_t within = std::clamp(device_.cache_bytes / 2, MiB, 16 * MiB);
    found_.cache_GBps = {
        repeated_copy_GBps(within),
        fmt::format("a kernel that copies {:g} MiB again and again", static_cast<double>(within) / 2 / MiB)};
    const double half_way = (found_.cache_GBps.value + found_.memory_GBps.value) / 2;
    std::int64_t fits = within;
    for (std::int64_t touched = within; touched <= 4 * device_.cache_bytes;
         touched += std::min(4 * MiB, within))
      if (repeated_copy_GBps(touched) >= half_way) fits = touched;
    found_.cache_bytes = {
        static_cast<double>(fits),
        fmt::format("the most that such a kernel touches at {:.0f} GB/s or more", half_way)};
  }

  void waits() {
    DeviceMemory flags(device_.ordinal, sizeof(BarrierFlags));
    flags.fill(0);
    found_.barrier_ns = {
        1e9 * time_in_graph(
                  device_.ordinal, kInGraph,
                  [&](cudaStream_t stream) { launch_flag_barrier(flags.as<BarrierFlags>(), stream); }),
        fmt::format("flags of {} blocks, each to each, a node of a graph of {}", kBarrierBlocks, kInGraph)};
    found_.empty_ns = {1e9 * time_in_graph(device_.ordinal, kInGraph, launch_empty),
                       fmt::format("an empty kernel, a node of a graph of {}", kInGraph)};
  }

  void launches() {
    const WalkProbe::Way nothing{.ranks = 1};
    found_.graph_ns = {1e9 * walk_.launch_s(nothing, true),
                       "the walking kernel with nothing to do, in a graph"};
    found_.pipelined_ns = {1e9 * walk_.launch_s(nothing, false), "the same behind others on a stream"};
    found_.synchronous_ns = {1e9 * walk_.synchronous_s(), "the same, launched and waited for by the host"};
  }

  const Device& device_;
  std::shared_ptr<Devices> alone_;
  WalkProbe walk_;
  DeviceProbe found_;
};

/// Latencies and rates from one device to another's memory, or to its own.
class PairProber {
 public:
  PairProber(int from, int to, const DevicesOptions& options, const DeviceProbe& near)
      : from_(from), to_(to), launch_ns_(near.graph_ns.value), walk_(open(from, to, options)) {
    *unanswered() = 0;
  }

  PairProbe probe(double poll_ns) {
    found_.from = from_;
    found_.to = to_;
    found_.load_ns = {chase_ns(MiB, false), "chased pointers through 1 MiB"};
    found_.far_load_ns = {chase_ns(GiB, false), "chased pointers through 1 GiB"};
    found_.flag_ns = {from_ == to_ ? ping_within_ns() : ping_between_ns(), "ping and pong of a flag, halved"};
    notifications(poll_ns);
    for (Datapath datapath : {Datapath::vector, Datapath::bulk, Datapath::packet})
      if (auto lanes = walk_.lanes(datapath)) found_.lanes.push_back(std::move(*lanes));
    bulk_start();
    copy_engine();
    return std::move(found_);
  }

  /// What a wait's loop takes, on the device's own memory.
  double poll_ns() const { return chase_ns(MiB, true); }

 private:
  static std::shared_ptr<Devices> open(int from, int to, const DevicesOptions& options) {
    return from == to ? Devices::open(std::array{from}, options)
                      : Devices::open(std::array{from, to}, options);
  }

  std::uint32_t* unanswered() const { return unanswered_.as<std::uint32_t>(); }

  /// Once both sides ended.
  void check_answered() const {
    if (*unanswered() != 0)
      throw CudaError(fmt::format("a flag that devices {} and {} hand each other was not seen within {} s",
                                  from_, to_, kPingLimit_s));
  }

  double chase_ns(std::int64_t bytes, bool acquire) const {
    const DeviceMemory memory(to_, bytes);
    auto* nodes = memory.as<ChaseNode>();
    {
      const OnDevice there(to_);
      const DeviceStream stream(to_);
      launch_make_cycle(nodes, static_cast<std::uint64_t>(bytes) / sizeof(ChaseNode), stream.get());
      stream.synchronize();
    }
    DeviceMemory at(from_, sizeof(nodes));
    at.upload(&nodes, sizeof(nodes));
    const auto chase = [&](std::int64_t steps) {
      return time_on(from_,
                     [&](cudaStream_t stream) { launch_chase(at.as<ChaseNode*>(), steps, acquire, stream); });
    };
    return 1e9 * (chase(2 * kChaseSteps) - chase(kChaseSteps)) / kChaseSteps;
  }

  double ping_within_ns() const {
    DeviceMemory flags(from_, 64 * sizeof(std::uint64_t));
    const auto rounds = [&](std::uint64_t count) {
      return time_on(from_, [&](cudaStream_t stream) {
        PURLIN_CUDA(cudaMemsetAsync(flags.data(), 0, static_cast<std::size_t>(flags.size()), stream));
        launch_ping_pong(flags.as<std::uint64_t>(), {count, unanswered()}, stream);
      });
    };
    const double added_s = rounds(2 * kRounds) - rounds(kRounds);
    check_answered();
    return 1e9 * added_s / (2 * kRounds);
  }

  double ping_between_ns() const {
    const auto rounds = [&](std::uint64_t count) {
      DeviceMemory here(from_, 256), there(to_, 256);
      here.fill(0), there.fill(0);
      const DeviceStream near(from_), far(to_);
      return time_once([&] {
        const auto start = [&](const DeviceStream& stream, DeviceMemory& own, DeviceMemory& theirs,
                               bool first) {
          const OnDevice on(stream.ordinal());
          launch_ping(own.as<std::uint64_t>(), theirs.as<std::uint64_t>(), {count, unanswered()}, first,
                      stream.get());
        };
        start(near, here, there, true), start(far, there, here, false);
        near.synchronize(), far.synchronize();
      });
    };
    (void)rounds(1);
    check_answered();
    const double added_s = rounds(20 * kRounds) - rounds(10 * kRounds);
    check_answered();
    return 1e9 * added_s / (20 * kRounds);
  }

  template <class Act>
  static double time_once(Act&& act) {
    const auto begin = std::chrono::steady_clock::now();
    act();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  /// Solved for what the simulator adds up for such a launch.
  void notifications(double poll_ns) {
    const double notified = 1e9 * walk_.launch_s({.bytes = 0});
    const int shared = from_ == to_ ? 2 : 1;  // ranks of a device
    const double further = 1e9 * walk_.launch_s({.bytes = 0, .lanes = kManyLanes}) - notified;
    found_.lane_ns = {
        std::max(0.0, further / (shared * (kManyLanes - 1))),
        fmt::format("launches in which {} lanes of two ranks only notify and await each other, less "
                    "those of one lane",
                    kManyLanes)};
    const double beside = launch_ns_ + (shared - 1) * found_.lane_ns.value;
    const double packet = 1e9 * walk_.launch_s({.bytes = 8, .regime = Regime::packet});
    found_.notify_ns = {
        std::max(0.0, notified - beside - poll_ns / 2),
        "a launch in which two ranks only notify and await each other, less launch.* and half "
        "of latency.poll_ns"};
    found_.pull_ns = {std::max(poll_ns, 1e9 * walk_.launch_s({.bytes = 8}) - notified),
                      "a launch in which two ranks copy 8 bytes of each other, less one in which they only "
                      "notify and await"};
    found_.store_ns = {std::max(0.0, packet - beside - poll_ns),
                       "a launch in which two ranks exchange one packet, less launch.* and latency.poll_ns"};
  }

  void bulk_start() {
    if (std::ranges::count(found_.lanes, Datapath::bulk, &LaneProbe::datapath) == 0) return;
    const WalkProbe::Way by_vector{.bytes = 16 * KiB};
    WalkProbe::Way by_bulk = by_vector;
    by_bulk.datapath = Datapath::bulk;
    found_.bulk_start_ns =
        Probed{std::max(0.0, 1e9 * (walk_.launch_s(by_bulk) - walk_.launch_s(by_vector))),
               "16 KiB of each of two ranks by one lane: by bulk copies less by registers"};
  }

  void copy_engine() {
    constexpr std::int64_t kMost = 256 * MiB;
    const DeviceMemory here(from_, kMost), there(to_, kMost);
    const auto copies = [&](std::int64_t bytes) {
      return time_on(from_,
                     [&](cudaStream_t stream) {
                       for (int i = 0; i < kInGraph; ++i)
                         PURLIN_CUDA(cudaMemcpyPeerAsync(here.data(), from_, there.data(), to_,
                                                         static_cast<std::size_t>(bytes), stream));
                     }) /
             kInGraph;
    };
    const double small_s = copies(4 * KiB), large_s = copies(kMost);
    found_.copy_engine_start_ns = {1e9 * small_s, fmt::format("{} copies of 4 KiB on a stream", kInGraph)};
    found_.copy_engine_GBps = {static_cast<double>(kMost) / (large_s - small_s) * 1e-9,
                               "copies of 256 MiB on a stream"};
  }

  int from_, to_;
  double launch_ns_;
  WalkProbe walk_;
  MappedMemory unanswered_{sizeof(std::uint32_t)};
  PairProbe found_;
};

class Prober {
 public:
  Prober(const std::vector<int>& ordinals, const DevicesOptions& options, const GoOn& go_on)
      : ordinals_(ordinals), options_(options), go_on_(go_on) {}

  Probe probe() {
    const std::shared_ptr<Devices> all = Devices::open(ordinals_, options_);
    const Discovery found = discover();
    found_.driver = found.driver;
    found_.runtime = found.runtime;
    for (const Device& device : all->all()) {
      say(fmt::format("device {}", device.ordinal));
      found_.devices.push_back(DeviceProber(device, options_).probe());
      pair(device.ordinal, device.ordinal, found_.devices.back());
    }
    for (std::size_t from = 0; from < ordinals_.size(); ++from)
      for (int to : ordinals_)
        if (ordinals_[from] != to) pair(ordinals_[from], to, found_.devices[from]);
    return std::move(found_);
  }

 private:
  void say(const std::string& what) const {
    if (!go_on_(what)) throw Interrupted{};
  }

  void pair(int from, int to, DeviceProbe& near) {
    say(from == to ? fmt::format("ranks on device {}", from) : fmt::format("devices {} and {}", from, to));
    PairProber prober(from, to, options_, near);
    if (from == to) near.poll_ns = {prober.poll_ns(), "acquiring loads chased through 1 MiB"};
    found_.pairs.push_back(prober.probe(near.poll_ns.value));
  }

  const std::vector<int>& ordinals_;
  const DevicesOptions& options_;
  const GoOn& go_on_;
  Probe found_;
};

}  // namespace

std::optional<Probe> probe(const std::vector<int>& ordinals, const DevicesOptions& options,
                           const GoOn& go_on) {
  try {
    return Prober(ordinals, options, go_on).probe();
  } catch (const Interrupted&) {
    return std::nullopt;
  }
}

}  // namespace purlin::cuda
