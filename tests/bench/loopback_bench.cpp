#include "tests/bench/loopback_bench.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atom_cuda/caller_memory.cuh"
#include "atom_cuda/stopwatch.cuh"
#include "snac/plan.hpp"
#include "tests/bench/loopback_reference.cuh"
#include "tests/support/schedule_builder.hpp"

namespace purlin::bench {
namespace {

using cuda::Devices;
using cuda::StreamState;

constexpr int kInGraph = 64;
constexpr int kReplays = 15;

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

std::optional<VerifiedSchedule> proved(std::optional<Schedule> schedule) {
  if (!schedule) return std::nullopt;
  return verify(std::move(*schedule)).schedule;
}

}  // namespace

Bench::Bench() : devices_(Devices::open(std::array{0})) {}

double Bench::barrier_s(int ranks) const {
  cuda::DeviceMemory memory(0, sizeof(Flags));
  memory.fill(0);
  return time_in_graph(kInGraph,
                       [&](cudaStream_t stream) { launch_barrier(memory.as<Flags>(), ranks, stream); });
}

double Bench::empty_s() const {
  return time_in_graph(kInGraph, [](cudaStream_t stream) { launch_empty(8, stream); });
}

double Bench::memcpy_rate() const {
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

Timed Bench::time(const VerifiedSchedule& schedule) const {
  const std::int64_t bytes = cuda::CallerMemory::bytes_for(*schedule);
  const int sets =
      static_cast<int>(std::clamp<std::int64_t>(24 * MiB / std::max<std::int64_t>(bytes, 1), 1, kInGraph));
  const int launches =
      static_cast<int>(std::clamp<std::int64_t>(16384 * MiB / std::max<std::int64_t>(bytes, 1), 2, kInGraph));
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
  timed.rate = static_cast<double>(moved_bytes(*schedule)) / timed.seconds;
  return timed;
}

std::optional<Timed> Bench::time(const Problem& problem, const Way& way) const {
  const auto schedule = proved(planned(problem, way));
  if (!schedule) return std::nullopt;
  try {
    Timed timed = time(*schedule);
    timed.way = way.text();
    return timed;
  } catch (const cuda::Refusal&) {
    return std::nullopt;
  }
}

Problem all_reduce(int ranks, std::int64_t bytes) {
  return testing::problem_of("[p] n", "n", ReduceOp::sum, ranks, {{"n", bytes / 2}}, DataType::bf16);
}

}  // namespace purlin::bench
