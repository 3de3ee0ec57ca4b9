#include "atom_cuda/stream_state.cuh"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "atom_cuda/protocol/stamp.hpp"

namespace purlin::cuda {
namespace {

std::vector<Rank> rows_of(const Devices& devices, std::size_t device, int ranks) {
  std::vector<Rank> rows;
  for (Rank rank; rank.value < ranks; ++rank.value)
    if (devices.index_of(rank) == device) rows.push_back(rank);
  return rows;
}

DeviceMemory zeroed(int ordinal, std::int64_t bytes) {
  DeviceMemory memory(ordinal, bytes);
  memory.fill(0);
  return memory;
}

}  // namespace

StreamState::Part::Part(const Device& device, std::vector<Rank> ranks_here)
    : ordinal(device.ordinal),
      rows(std::move(ranks_here)),
      stream(device.ordinal),
      abort_flag(zeroed(device.ordinal, sizeof(std::uint32_t))),
      meetings(zeroed(device.ordinal, static_cast<std::int64_t>(rows.size() * sizeof(std::uint32_t)))),
      fork(device.ordinal, cudaEventDisableTiming) {}

StreamState::StreamState(std::shared_ptr<Devices> the_devices, int the_ranks)
    : devices(std::move(the_devices)), ranks(the_ranks), memory_(*devices, the_ranks) {
  for (std::size_t d = 0; d < devices->all().size(); ++d)
    parts.emplace_back(devices->all()[d], rows_of(*devices, d, ranks));
  std::vector<std::uint32_t*> aborts;
  for (Part& part : parts) aborts.push_back(part.abort_flag.as<std::uint32_t>());
  for (Part& part : parts) {
    part.aborts = uploaded<std::uint32_t*>(part.ordinal, aborts);
    member_.streams.push_back(&part.stream);
    member_.largest.emplace_back();
    member_.events.emplace_back(part.ordinal, cudaEventDisableTiming);
  }
  devices->residency().join(member_);
}

StreamState::~StreamState() {
  devices->residency().leave(member_);
  for (Part& part : parts) cudaStreamSynchronize(part.stream.get());
}

void StreamState::make_room(const PlanState& plan) {
  const Schedule& schedule = *plan.schedule;
  const bool multicast = std::ranges::any_of(schedule.programs, [](const auto& lanes) {
    return std::ranges::any_of(lanes, [](const Program& program) {
      return std::ranges::any_of(program, [](const Action& a) { return a.datapath == Datapath::multicast; });
    });
  });
  const bool more = memory_.must_grow(schedule, multicast);
  if (!more && schedule.lanes <= lanes_) return;
  if (capturing())
    throw Refusal("a plan that needs more memory than those before it: prepare it before capturing");
  wait();
  if (more) memory_.grow(schedule, multicast, epoch);
  set_epoch_cells(std::max(lanes_, schedule.lanes));
  ++generation_;
}

void StreamState::set_epoch_cells(int lanes) {
  lanes_ = lanes;
  for (Part& part : parts) {
    const std::vector<std::uint64_t> cells(part.rows.size() * static_cast<std::size_t>(lanes), epoch);
    if (part.epochs.size() != static_cast<std::int64_t>(cells.size() * 8)) {
      part.epochs = DeviceMemory(part.ordinal, static_cast<std::int64_t>(cells.size() * 8));
      part.waits = MappedMemory(static_cast<std::int64_t>((cells.size() + 1) * sizeof(WaitRecord)));
      std::fill_n(part.waits.as<WaitRecord>(), cells.size(), WaitRecord{});
    }
    part.epochs.upload(cells.data(), part.epochs.size());
  }
}

void StreamState::jump(std::uint64_t to) {
  epoch = refreshed_ = to;
  memory_.forget_stamps(epoch);
  set_epoch_cells(lanes_);
}

Binding StreamState::bind(std::span<const RankBuffers> buffers) {
  if (buffers.empty() || std::ssize(buffers) % ranks != 0)
    throw Refusal(fmt::format("{} buffers for {} ranks", buffers.size(), ranks));
  auto binding = std::make_shared<BindingState>();
  binding->buffers.assign(buffers.begin(), buffers.end());
  binding->sets = static_cast<std::uint32_t>(std::ssize(buffers) / ranks);
  for (const Part& part : parts)
    binding->tables.emplace_back(part.ordinal, static_cast<std::int64_t>(buffers.size()) * kBaseKinds * 8);
  return binding;
}

/// Writes the tables anew after the stream's memory moved.
void StreamState::refresh(BindingState& binding) {
  if (binding.generation == generation_) return;
  if (capturing() && binding.generation != 0)
    throw Refusal(
        "the stream's memory moved since these buffers were bound: bind them again before capturing");
  const std::vector<std::uint64_t> own = memory_.bases();
  binding.addresses.clear();
  for (std::uint32_t set = 0; set < binding.sets; ++set)
    binding.addresses.insert(binding.addresses.end(), own.begin(), own.end());
  std::uint64_t all = 16;
  for (std::size_t i = 0; i < binding.buffers.size(); ++i) {
    binding.addresses[i * kBaseKinds] = reinterpret_cast<std::uint64_t>(binding.buffers[i].input.data());
    binding.addresses[i * kBaseKinds + 1] = reinterpret_cast<std::uint64_t>(binding.buffers[i].output.data());
    all |= binding.addresses[i * kBaseKinds] | binding.addresses[i * kBaseKinds + 1];
  }
  binding.alignment = 1u << std::countr_zero(all);
  for (DeviceMemory& table : binding.tables) table.upload(binding.addresses.data(), table.size());
  binding.generation = generation_;
}

LaunchParams StreamState::params_of(const PlanState& plan, const BindingState& binding,
                                    std::size_t device) const {
  const PlanState::Part& part = plan.parts[device];
  const Part& own = parts[device];
  LaunchParams params;
  params.cells = part.cells.as<Cell>();
  params.bases = binding.tables[device].as<std::uint64_t>();
  params.epochs = own.epochs.as<std::uint64_t>();
  params.page_cells = part.page_cells;
  params.ranks = static_cast<std::uint32_t>(ranks);
  params.lanes = static_cast<std::uint32_t>(plan.schedule->lanes);
  params.epoch_cells = static_cast<std::uint32_t>(lanes_);
  params.halves = static_cast<std::uint32_t>(memory_.halves());
  params.alignment = binding.alignment;
  const auto window = static_cast<std::uint64_t>(memory_.window_half());
  params.half_bytes[static_cast<int>(BufferKind::window)] = window;
  params.half_bytes[kMulticastBase] = window;
  params.half_bytes[static_cast<int>(BufferKind::packet_window)] =
      static_cast<std::uint64_t>(memory_.packet_half());
  params.half_bytes[kSignalsBase] = static_cast<std::uint64_t>(memory_.signal_half());
  params.notifies = plan.notifies ? 1 : 0;
  params.timeout_ns = static_cast<std::uint64_t>(plan.options.timeout.count());
  params.abort = own.abort_flag.as<std::uint32_t>();
  params.all_aborts = own.aborts.as<std::uint32_t*>();
  params.devices = static_cast<std::uint32_t>(parts.size());
  params.waits = own.waits.as<WaitRecord>();
  if (plan.options.trace) {
    params.trace = part.trace.as<TraceRecord>();
    params.clocks = part.clocks.as<TraceClock>();
  }
  params.trace_actions = plan.trace_actions;
  params.meetings = own.meetings.as<std::uint32_t>();
  params.bulk_bytes = plan.bulk_bytes;
  return params;
}

void StreamState::launch_part(const PlanState& plan, const BindingState& binding, std::size_t device,
                              const SoakOptions* soak) {
  if (plan.parts[device].rows.empty()) return;
  const OnDevice on(parts[device].ordinal);
  const cudaStream_t stream = parts[device].stream.get();
  LaunchParams params = params_of(plan, binding, device);
  if (soak != nullptr) {
    params.launches = static_cast<std::uint32_t>(soak->launches);
    params.sets = binding.sets;
    params.seed = soak->seed;
    params.longest_pause_ns = static_cast<std::uint32_t>(soak->longest_pause.count());
    PURLIN_CUDA(cudaMemsetAsync(params.meetings, 0, parts[device].meetings.size(), stream));
  }
  const bool copies = !plan.parts[device].copy_lanes.empty();
  if (copies) PURLIN_CUDA(cudaEventRecord(parts[device].fork.get(), stream));
  if (!plan.block_lanes.empty()) {
    const dim3 blocks(static_cast<unsigned>(plan.block_lanes.size()),
                      static_cast<unsigned>(plan.parts[device].rows.size()));
    void* arguments[] = {&params};
    const bool brief =
        plan.brief_kernel != nullptr && soak == nullptr && params.halves == 2 && params.alignment == 16;
    launch_together(brief ? plan.brief_kernel : plan.kernel, blocks, plan.threads, plan.shared_bytes, stream,
                    arguments);
  }
  if (copies) launch_copy_lanes(plan, binding, device, params);
}

void StreamState::launch_copy_lanes(const PlanState& plan, const BindingState& binding, std::size_t device,
                                    const LaunchParams& params) {
  Part& own = parts[device];
  const auto& lanes = plan.parts[device].copy_lanes;
  if (capturing() && plan.alternates_copies)
    throw Refusal("a copy lane uses windows, whose half changes by launch: such a plan cannot be captured");
  while (own.copy_streams.size() < lanes.size()) {
    own.copy_streams.emplace_back(own.ordinal);
    own.copy_events.emplace_back(own.ordinal, cudaEventDisableTiming);
  }
  const std::uint64_t half = (epoch + 1) % static_cast<std::uint64_t>(memory_.halves());
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const cudaStream_t stream = own.copy_streams[i].get();
    PURLIN_CUDA(cudaStreamWaitEvent(stream, own.fork.get(), 0));
    enqueue_copy_lane(lanes[i], params, binding.addresses, half, stream);
    PURLIN_CUDA(cudaEventRecord(own.copy_events[i].get(), stream));
    PURLIN_CUDA(cudaStreamWaitEvent(own.stream.get(), own.copy_events[i].get(), 0));
  }
}

/// Stamps of very old launches would look new one day.
void StreamState::refresh_stamps() {
  if (epoch - refreshed_ < kRefreshAfter || capturing()) return;
  wait();
  memory_.forget_stamps(epoch);
  refreshed_ = epoch;
}

void StreamState::enqueue(const Plan& plan, const Binding& binding, const SoakOptions* soak) {
  refresh_stamps();
  refresh(*binding);
  if (soak != nullptr && !plan->copy_lanes.empty())
    throw Refusal("copy lanes cannot be soaked inside one kernel");
  if (capturing()) {
    for (std::size_t d = 0; d < parts.size(); ++d) launch_part(*plan, *binding, d, nullptr);
    capture_->plans.push_back(plan);
    capture_->bindings.push_back(binding);
    return;
  }
  const std::uint64_t launches = soak == nullptr ? 1 : static_cast<std::uint64_t>(soak->launches);
  {
    const std::lock_guard lock(devices->residency().mutex);
    std::vector<Footprint> footprint;
    for (const PlanState::Part& part : plan->parts) footprint.push_back(part.footprint);
    devices->residency().admit(member_, footprint, devices->all());
    for (std::size_t d = 0; d < parts.size(); ++d) launch_part(*plan, *binding, d, soak);
  }
  launched_.push_back({epoch + 1, {plan}});
  epoch += launches;
}

void StreamState::begin_capture() {
  if (capturing()) throw Refusal("the stream is being captured already");
  for (Part& part : parts) {
    const OnDevice on(part.ordinal);
    PURLIN_CUDA(cudaStreamBeginCapture(part.stream.get(), cudaStreamCaptureModeThreadLocal));
  }
  capture_ = std::make_shared<GraphState>();
  capture_->generation = generation_;
  capture_->footprint.resize(parts.size());
}

Graph StreamState::end_capture() {
  const std::shared_ptr<GraphState> graph = std::exchange(capture_, nullptr);
  if (graph == nullptr) throw Refusal("the stream is not being captured");
  for (Part& part : parts) {
    const OnDevice on(part.ordinal);
    cudaGraph_t captured = nullptr;
    PURLIN_CUDA(cudaStreamEndCapture(part.stream.get(), &captured));
    graph->parts.emplace_back();
    const cudaError_t error = cudaGraphInstantiate(&graph->parts.back(), captured, 0);
    cudaGraphDestroy(captured);
    PURLIN_CUDA(error);
    PURLIN_CUDA(cudaGraphUpload(graph->parts.back(), part.stream.get()));
  }
  for (const Plan& plan : graph->plans)
    for (std::size_t d = 0; d < parts.size(); ++d) {
      Footprint& most = graph->footprint[d];
      const Footprint& one = plan->parts[d].footprint;
      if (most.blocks == 0) most = one;
      most = {std::max(most.blocks, one.blocks), std::min(most.per_multiprocessor, one.per_multiprocessor)};
    }
  return graph;
}

GraphState::~GraphState() {
  for (cudaGraphExec_t part : parts)
    if (part != nullptr) cudaGraphExecDestroy(part);
}

void StreamState::enqueue(const Graph& graph) {
  refresh_stamps();
  if (graph->generation != generation_)
    throw Refusal("the stream's memory moved since this graph was captured: capture it again");
  {
    const std::lock_guard lock(devices->residency().mutex);
    devices->residency().admit(member_, graph->footprint, devices->all());
    for (std::size_t d = 0; d < parts.size(); ++d) {
      const OnDevice on(parts[d].ordinal);
      PURLIN_CUDA(cudaGraphLaunch(graph->parts[d], parts[d].stream.get()));
    }
  }
  if (graph->plans.empty()) return;
  launched_.push_back({epoch + 1, graph->plans});
  epoch += graph->plans.size();
}

std::optional<HangReport> StreamState::wait() {
  for (Part& part : parts) part.stream.synchronize();
  std::optional<HangReport> found;
  if (any_record()) {
    found = hang();
    recover();
  }
  launched_.clear();
  return found;
}

bool StreamState::any_record() const {
  return std::ranges::any_of(parts, [&](const Part& part) {
    const auto* records = part.waits.as<WaitRecord>();
    return std::any_of(records, records + part.rows.size() * static_cast<std::size_t>(lanes_),
                       [](const WaitRecord& record) { return record.written != 0; });
  });
}

void StreamState::recover() {
  for (Part& part : parts) {
    part.abort_flag.fill(0);
    std::fill_n(part.waits.as<WaitRecord>(), part.rows.size() * static_cast<std::size_t>(lanes_),
                WaitRecord{});
  }
  set_epoch_cells(lanes_);
}

std::optional<HangReport> StreamState::hang() const {
  HangEvidence evidence;
  evidence.epoch = epoch;
  for (const Part& part : parts) {
    const std::size_t count = part.rows.size() * static_cast<std::size_t>(lanes_);
    std::vector<std::uint64_t> cells(count);
    part.epochs.download(cells.data(), part.epochs.size());
    evidence.ended.push_back(std::move(cells));
    for (const WaitRecord& record : std::span(part.waits.as<WaitRecord>(), count))
      if (record.written != 0) evidence.epoch = std::min(evidence.epoch, record.epoch);
  }
  for (const Launched& launched : launched_)
    if (launched.first_epoch <= evidence.epoch)
      evidence.plan = launched.plans[(evidence.epoch - launched.first_epoch) % launched.plans.size()].get();
  for (std::size_t d = 0; d < parts.size(); ++d) {
    const auto* records = parts[d].waits.as<WaitRecord>();
    const std::size_t lanes = parts[d].rows.size() * static_cast<std::size_t>(evidence.plan->schedule->lanes);
    evidence.records.emplace_back(records, records + lanes);
  }
  return explain(evidence, static_cast<std::size_t>(lanes_));
}

}  // namespace purlin::cuda
