#include "atom_cuda/stream.hpp"

#include "atom_cuda/stopwatch.cuh"
#include "atom_cuda/stream_state.cuh"

namespace purlin::cuda {
namespace {

RunReport run(StreamState& stream, const VerifiedSchedule& schedule, std::span<const RankBuffers> buffers,
              const LaunchOptions& options, const SoakOptions* soak) {
  const Plan plan = stream.prepare(schedule, options);
  const Binding binding = stream.bind(buffers);
  Stopwatch watch(stream);
  watch.start();
  stream.enqueue(plan, binding, soak);
  watch.stop();
  RunReport report;
  report.hang = stream.wait();
  if (report.hang) return report;
  const auto launches = soak == nullptr ? std::size_t{1} : static_cast<std::size_t>(soak->launches);
  report.launch_s.assign(launches, watch.seconds() / static_cast<double>(launches));
  if (options.trace) report.trace = read_trace(*plan, stream.devices->all());
  return report;
}

}  // namespace

Stream::Stream(std::shared_ptr<Devices> devices, int ranks)
    : state_(new StreamState(std::move(devices), ranks)) {}
Stream::~Stream() = default;

RunReport Stream::launch(const VerifiedSchedule& schedule, std::span<const RankBuffers> buffers,
                         const LaunchOptions& options) {
  return run(*state_, schedule, buffers, options, nullptr);
}

RunReport Stream::soak(const VerifiedSchedule& schedule, std::span<const RankBuffers> buffers,
                       const SoakOptions& options) {
  return run(*state_, schedule, buffers, options, &options);
}

Plan Stream::prepare(const VerifiedSchedule& schedule, const LaunchOptions& options) {
  return state_->prepare(schedule, options);
}
Binding Stream::bind(std::span<const RankBuffers> buffers) { return state_->bind(buffers); }
void Stream::enqueue(const Plan& plan, const Binding& binding) { state_->enqueue(plan, binding); }
void Stream::begin_capture() { state_->begin_capture(); }
Graph Stream::end_capture() { return state_->end_capture(); }
void Stream::enqueue(const Graph& graph) { state_->enqueue(graph); }
std::optional<HangReport> Stream::wait() { return state_->wait(); }
std::uint64_t Stream::epoch() const { return state_->epoch; }

void Stream::jump_to_epoch(std::uint64_t epoch) {
  state_->wait();
  state_->jump(epoch);
}

}  // namespace purlin::cuda
