// Figures of the CUDA Atom on one device, ranks in loopback: each as a ratio to references measured in the
// same run. `docs/measurements/` keeps what it printed.
//
//   loopback search [RANKS [SIZE…]]     every chain, regime and number of lanes for an all_reduce, best first
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "atom_cuda/caller_memory.cuh"
#include "atom_cuda/stopwatch.cuh"
#include "atom_cuda/stream_state.cuh"
#include "snac/bandwidth.hpp"
#include "snac/chain.hpp"
#include "snac/plan.hpp"
#include "spec/size.hpp"
#include "tests/bench/loopback_reference.cuh"
#include "tests/support/schedule_builder.hpp"

namespace purlin::bench {
namespace {

using cuda::Devices;
using cuda::StreamState;

constexpr int kInGraph = 64;
constexpr int kReplays = 15;
constexpr std::int64_t KiB = 1024, MiB = 1024 * KiB;

void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Median seconds of what `launch` enqueues.
template <class Launch>
double time_launches(cudaStream_t stream, Launch&& launch) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin)), check(cudaEventCreate(&end));
  std::vector<double> seconds;
  for (int replay = 0; replay < kReplays + 3; ++replay) {
    check(cudaEventRecord(begin, stream));
    launch();
    check(cudaEventRecord(end, stream));
    check(cudaStreamSynchronize(stream));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end));
    if (replay >= 3) seconds.push_back(ms * 1e-3);
  }
  cudaEventDestroy(begin), cudaEventDestroy(end);
  return median(seconds);
}

/// Median seconds of one of `count` things that `enqueue` puts into a stream.
template <class Enqueue>
double time_on_stream(int count, Enqueue&& enqueue) {
  cudaStream_t stream;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const double seconds = time_launches(stream, [&] {
    for (int i = 0; i < count; ++i) enqueue(stream);
  });
  cudaStreamDestroy(stream);
  return seconds / count;
}

/// The same inside a graph.
template <class Enqueue>
double time_in_graph(int count, Enqueue&& enqueue) {
  cudaStream_t stream;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  for (int i = 0; i < count; ++i) enqueue(stream);
  cudaGraph_t graph;
  check(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec;
  check(cudaGraphInstantiate(&exec, graph, 0));
  const double seconds = time_launches(stream, [&] { check(cudaGraphLaunch(exec, stream)); });
  cudaGraphExecDestroy(exec), cudaGraphDestroy(graph), cudaStreamDestroy(stream);
  return seconds / count;
}

/// How a schedule is asked for.
struct Way {
  std::string algorithm;
  Regime regime = Regime::zero_copy;
  bool push = false;
  int lanes = 1;
  Datapath datapath = Datapath::vector;

  std::string text() const {
    return fmt::format("{}/{}{} {} lanes {}", algorithm, name_of(regime), push ? " push" : "", lanes,
                       name_of(datapath));
  }
};

std::optional<Schedule> planned(const Problem& problem, const Way& way) {
  PlanOptions options;
  options.algorithm = way.algorithm;
  options.regime = way.regime;
  options.push = way.push;
  options.lanes = way.lanes;
  Diagnostics diagnostics;
  auto schedule = plan(problem, options, diagnostics);
  if (!schedule) return std::nullopt;
  for (auto& lanes : schedule->programs)
    for (Program& program : lanes)
      for (Action& action : program)
        if (std::holds_alternative<Consume>(action.what) || std::holds_alternative<Stage>(action.what))
          action.datapath = way.datapath;
  return schedule;
}

/// Bytes that consumes, stages and packets of all lanes read and write.
std::int64_t moved_bytes(const Schedule& schedule) {
  std::int64_t bytes = 0;
  const auto add = [&](const Span& span) {
    bytes += span.block.bytes() * (span.block.fold ? span.block.fold->count : 1);
  };
  for (const auto& lanes : schedule.programs)
    for (const Program& program : lanes)
      for (const Action& action : program)
        if (const auto* consume = std::get_if<Consume>(&action.what)) {
          for (const Span& span : consume->sources) add(span);
          for (const Span& span : consume->destinations) add(span);
        }
  return bytes;
}

struct Timed {
  double seconds = 0;
  std::int64_t wrong = 0;
};

class Bench {
 public:
  Bench() : devices_(Devices::open(std::array{0})) {}

  const Devices& devices() const { return *devices_; }

  double barrier_s(int ranks) {
    cuda::DeviceMemory memory(0, sizeof(Flags));
    memory.fill(0);
    return time_in_graph(kInGraph,
                         [&](cudaStream_t stream) { launch_barrier(memory.as<Flags>(), ranks, stream); });
  }
  double empty_s() {
    return time_in_graph(kInGraph, [](cudaStream_t stream) { launch_empty(8, stream); });
  }
  /// Bytes read plus bytes written, per second: the faster of copies in a graph and copies on a stream, which
  /// need not go the same way.
  double memcpy_rate() {
    const std::int64_t bytes = 1024 * MiB;
    cuda::DeviceMemory from(0, bytes), to(0, bytes);
    const auto copy = [&](cudaStream_t stream) {
      check(cudaMemcpyAsync(to.data(), from.data(), static_cast<std::size_t>(bytes), cudaMemcpyDeviceToDevice,
                            stream));
    };
    const double in_graph = time_in_graph(4, copy), on_stream = time_on_stream(4, copy);
    fmt::print("memcpy of 1 GiB: {:.0f} GB/s in a graph, {:.0f} GB/s on a stream\n",
               2 * static_cast<double>(bytes) / in_graph * 1e-9,
               2 * static_cast<double>(bytes) / on_stream * 1e-9);
    return 2 * static_cast<double>(bytes) / std::min(in_graph, on_stream);
  }

  /// The schedule in a graph of launches over as many buffer sets as stay in the cache; checked after each
  /// replay.
  Timed time(const VerifiedSchedule& schedule) {
    const std::int64_t bytes = cuda::CallerMemory::bytes_for(*schedule);
    const int sets =
        static_cast<int>(std::clamp<std::int64_t>(24 * MiB / std::max<std::int64_t>(bytes, 1), 1, kInGraph));
    const int launches = static_cast<int>(
        std::clamp<std::int64_t>(16384 * MiB / std::max<std::int64_t>(bytes, 1), 2, kInGraph));
    const int ranks = schedule->problem.ranks();
    cuda::CallerMemory memory(*devices_, *schedule, sets);
    StreamState stream(devices_, ranks);
    const cuda::Plan plan = stream.prepare(schedule, {});
    std::vector<cuda::Binding> bindings;
    for (int i = 0; i < sets; ++i)
      bindings.push_back(stream.bind(
          memory.buffers().subspan(static_cast<std::size_t>(i * ranks), static_cast<std::size_t>(ranks))));
    for (const auto& binding : bindings) stream.enqueue(plan, binding);
    Timed timed;
    if (stream.wait()) return timed.wrong = -1, timed;
    stream.begin_capture();
    for (int i = 0; i < launches; ++i) stream.enqueue(plan, bindings[static_cast<std::size_t>(i % sets)]);
    const cuda::Graph graph = stream.end_capture();
    cuda::Stopwatch watch(stream);
    std::vector<double> seconds;
    const cudaStream_t raw = stream.parts[0].stream.get();
    const int replays = bytes > 512 * MiB ? 5 : kReplays;
    for (int replay = 0; replay < replays + 1; ++replay) {
      memory.set_seed(7, 2 * replay + 1);
      memory.enqueue_fill(0, raw);
      watch.start();
      stream.enqueue(graph);
      watch.stop();
      if (stream.wait()) return timed.wrong = -1, timed;
      memory.enqueue_check(0, sets, raw);
      stream.parts[0].stream.synchronize();
      timed.wrong += memory.take_findings().elements;
      if (replay > 0) seconds.push_back(watch.seconds() / launches);
    }
    timed.seconds = median(seconds);
    return timed;
  }

 private:
  std::shared_ptr<Devices> devices_;
};

Problem all_reduce(int ranks, std::int64_t bytes) {
  return testing::problem_of("[p] n", "n", ReduceOp::sum, ranks, {{"n", bytes / 2}}, DataType::bf16);
}

std::optional<VerifiedSchedule> proved(std::optional<Schedule> schedule) {
  if (!schedule) return std::nullopt;
  return verify(std::move(*schedule)).schedule;
}

std::vector<Way> ways_for(std::int64_t bytes, int ranks) {
  std::vector<Way> ways;
  for (const Chain& chain : chains())
    for (Regime regime : {Regime::packet, Regime::zero_copy, Regime::staged})
      for (bool push : {false, true})
        for (int lanes : {1, 2, 4, 8, 16})
          for (Datapath datapath : {Datapath::vector, Datapath::bulk}) {
            if (lanes * ranks > 132 || lanes * 128 > bytes) continue;
            if (regime == Regime::packet && (bytes > 256 * KiB || push || datapath == Datapath::bulk))
              continue;
            if (datapath == Datapath::bulk && bytes < MiB) continue;
            if (bytes >= 16 * MiB && lanes < 16) continue;
            if (bytes < MiB && (chain.name == "ring" || chain.name == "tree")) continue;
            ways.push_back({std::string(chain.name), regime, push, lanes, datapath});
          }
  return ways;
}

void search(Bench& bench, int ranks, const std::vector<std::int64_t>& sizes) {
  const double barrier = bench.barrier_s(ranks), memcpy = bench.memcpy_rate();
  fmt::print("ranks {}: barrier {:.3f} us, empty {:.3f} us, memcpy {:.0f} GB/s\n", ranks, barrier * 1e6,
             bench.empty_s() * 1e6, memcpy * 1e-9);
  for (std::int64_t bytes : sizes) {
    std::vector<std::pair<double, std::string>> found;
    for (const Way& way : ways_for(bytes, ranks)) {
      const auto schedule = proved(planned(all_reduce(ranks, bytes), way));
      if (!schedule) continue;
      try {
        const Timed timed = bench.time(*schedule);
        const double rate = static_cast<double>(moved_bytes(**schedule)) / timed.seconds / memcpy;
        found.emplace_back(timed.seconds, fmt::format("{:9.3f} us {:6.2f} x barrier, {:.3f} of memcpy{}  {}",
                                                      timed.seconds * 1e6, timed.seconds / barrier, rate,
                                                      timed.wrong != 0 ? " WRONG" : "", way.text()));
      } catch (const cuda::Refusal&) {
      }
    }
    std::ranges::sort(found);
    fmt::print("{}\n", print_bytes(bytes));
    for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 7); ++i)
      fmt::print("  {}\n", found[i].second);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace purlin::bench

int main(int argc, char** argv) {
  using namespace purlin::bench;
  if (argc < 2 || std::string_view(argv[1]) != "search")
    return fmt::print(stderr, "usage: loopback search [RANKS [SIZE...]]\n"), 2;
  const int ranks = argc > 2 ? std::atoi(argv[2]) : 8;
  std::vector<std::int64_t> sizes;
  for (int i = 3; i < argc; ++i) {
    const auto bytes = purlin::parse_size(argv[i]);
    if (!bytes) return fmt::print(stderr, "{}: not a size such as 64K or 1M\n", argv[i]), 2;
    sizes.push_back(*bytes);
  }
  if (sizes.empty())
    for (std::int64_t bytes = KiB; bytes <= 256 * MiB; bytes *= 4) sizes.push_back(bytes);
  Bench bench;
  search(bench, ranks, sizes);
}
