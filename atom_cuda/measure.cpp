#include "atom_cuda/measure.hpp"

#include <algorithm>
#include <chrono>

#include "atom_cuda/caller_memory.cuh"
#include "atom_cuda/stopwatch.cuh"
#include "atom_cuda/stream_state.cuh"
#include "snac/host/reference.hpp"

namespace purlin::cuda {
namespace {

constexpr int kMostLaunches = 64;

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Measuring {
 public:
  Measuring(const std::shared_ptr<Devices>& devices, const VerifiedSchedule& schedule,
            const MeasureOptions& options, const MeasureShape& shape)
      : schedule_(schedule),
        options_(options),
        shape_(shape),
        begin_s_(now_s()),
        launches_(launches_per_time(*devices, *schedule, shape)),
        memory_(*devices, *schedule, launches_),
        stream_(devices, schedule->problem.ranks()),
        watch_(stream_) {
    plan_ = stream_.prepare(schedule, without_trace(options.launch));
    for (int i = 0; i < launches_; ++i)
      bindings_.push_back(
          stream_.bind(memory_.buffers().subspan(static_cast<std::size_t>(i * schedule->problem.ranks()),
                                                 static_cast<std::size_t>(schedule->problem.ranks()))));
    found_.set_up_s = now_s() - begin_s_;
  }

  Measurement measure() {
    if (first_launch() && warm_up()) timed_launches();
    if (options_.trace && !found_.hang && !found_.interrupted) trace();
    return std::move(found_);
  }

 private:
  static LaunchOptions without_trace(LaunchOptions launch) { return launch.trace = false, launch; }

  bool go_on() {
    if (!options_.go_on || options_.go_on(done_++, all())) return true;
    return found_.interrupted = true, false;
  }
  int all() const { return 1 + std::max(0, options_.warmup - 1) + options_.iters + (options_.trace ? 1 : 0); }

  /// One launch by itself, with the caller's inputs where there are some.
  bool first_launch() {
    if (!go_on()) return false;
    fill(0);
    if (!options_.first_inputs.empty()) upload_inputs();
    stream_.enqueue(plan_, bindings_.front());
    if (!ended()) return false;
    if (options_.keep_first_outputs) found_.first_outputs = memory_.outputs_on_host();
    if (!options_.check) return true;
    if (options_.first_inputs.empty())
      check(1);
    else
      check_on_host();
    return true;
  }

  bool warm_up() {
    if (shape_.graph) capture();
    for (int i = 1; i < options_.warmup; ++i) {
      if (!go_on()) return false;
      enqueue_all();
    }
    return ended();
  }

  void timed_launches() {
    for (int i = 0; i < options_.iters; ++i) {
      if (!go_on()) return;
      fill(i + 1);
      watch_.start();
      enqueue_all();
      watch_.stop();
      if (!ended()) return;
      found_.launch_s.push_back(watch_.seconds() / launches_);
      if (options_.check) check(launches_);
      if (options_.after_timed) options_.after_timed();
    }
  }

  void capture() {
    stream_.begin_capture();
    for (const Binding& binding : bindings_) stream_.enqueue(plan_, binding);
    graph_ = stream_.end_capture();
  }

  void enqueue_all() {
    if (graph_) return stream_.enqueue(graph_);
    for (const Binding& binding : bindings_) stream_.enqueue(plan_, binding);
  }

  bool ended() {
    found_.hang = stream_.wait();
    return !found_.hang;
  }

  void fill(int round) {
    memory_.set_seed(options_.seed, 2 * round + 1);
    for (std::size_t d = 0; d < stream_.parts.size(); ++d)
      memory_.enqueue_fill(d, stream_.parts[d].stream.get());
    for (const auto& part : stream_.parts) part.stream.synchronize();
  }

  /// Only those sets of buffers that were launched hold results.
  void check(int sets) {
    for (std::size_t d = 0; d < stream_.parts.size(); ++d)
      memory_.enqueue_check(d, sets, stream_.parts[d].stream.get());
    for (const auto& part : stream_.parts) part.stream.synchronize();
    const CallerMemory::Wrong wrong = memory_.take_findings();
    note(wrong.elements, wrong.first);
  }

  void note(std::int64_t wrong, const std::string& first) {
    found_.wrong += wrong;
    if (wrong > 0 && found_.first_wrong.empty()) found_.first_wrong = first;
  }

  void upload_inputs() {
    for (Rank rank; rank.value < schedule_->problem.ranks(); ++rank.value) {
      const auto& from = options_.first_inputs[static_cast<std::size_t>(rank.value)];
      if (!from.empty())
        PURLIN_CUDA(cudaMemcpy(memory_.input(rank).data(), from.data(), from.size(), cudaMemcpyDefault));
    }
  }

  /// The caller's data is nothing that the device could make again.
  void check_on_host() {
    const RankTensors got = memory_.outputs_on_host();
    const std::vector<std::span<const std::byte>> inputs(options_.first_inputs.begin(),
                                                         options_.first_inputs.end());
    const std::vector<std::span<const std::byte>> after(got.begin(), got.end());
    const host::Comparison compared =
        host::compare(schedule_->problem, inputs, after, host::tolerance_of(*schedule_));
    note(compared.wrong, compared.first);
  }

  void trace() {
    LaunchOptions traced = options_.launch;
    traced.trace = true;
    const Plan plan = stream_.prepare(schedule_, traced);
    fill(options_.iters + 1);
    stream_.enqueue(plan, bindings_.front());
    if (ended()) found_.trace = read_trace(*plan, stream_.devices->all());
  }

  const VerifiedSchedule& schedule_;
  const MeasureOptions& options_;
  const MeasureShape& shape_;
  double begin_s_;
  int launches_;
  CallerMemory memory_;
  StreamState stream_;
  Stopwatch watch_;
  Plan plan_;
  std::vector<Binding> bindings_;
  Graph graph_;
  Measurement found_;
  int done_ = 0;
};

}  // namespace

Measurement measure(const std::shared_ptr<Devices>& devices, const VerifiedSchedule& schedule,
                    const MeasureOptions& options, const MeasureShape& shape) {
  return Measuring(devices, schedule, options, shape).measure();
}

int launches_per_time(const Devices& devices, const Schedule& schedule, const MeasureShape& shape) {
  if (shape.launches > 0) return shape.launches;
  std::int64_t cache = devices.all().front().cache_bytes;
  for (const Device& device : devices.all()) cache = std::min(cache, device.cache_bytes);
  const auto per_device = CallerMemory::bytes_for(schedule) / std::ssize(devices.all());
  return static_cast<int>(
      std::clamp<std::int64_t>(cache / 2 / std::max<std::int64_t>(per_device, 1), 1, kMostLaunches));
}

std::vector<std::int64_t> bytes_to_measure(const Devices& devices, const Schedule& schedule,
                                           const MeasureShape& shape) {
  const Buffers& buffers = schedule.buffers;
  const std::int64_t sets = launches_per_time(devices, schedule, shape);
  const std::int64_t windows = buffers.halves * (buffers.window_half + buffers.packet_window_half);
  std::vector<std::int64_t> bytes(devices.all().size());
  for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value) {
    std::int64_t& own = bytes[devices.index_of(rank)];
    own += windows + size_of(buffers, BufferKind::scratch, rank) +
           sets * (size_of(buffers, BufferKind::input, rank) + size_of(buffers, BufferKind::output, rank));
    if (schedule.problem.in_place != InPlace::no)
      own += sets * held_bytes(schedule.problem, schedule.problem.input, rank).value;
  }
  return bytes;
}

}  // namespace purlin::cuda
