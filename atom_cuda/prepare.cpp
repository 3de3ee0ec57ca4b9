#include <fmt/format.h>

#include <algorithm>

#include "atom_cuda/datapath/bulk_shape.hpp"
#include "atom_cuda/kernels.hpp"
#include "atom_cuda/stream_state.cuh"
#include "atom_cuda/walk_shape.hpp"
#include "snac/cards/multicast.hpp"

namespace purlin::cuda {
namespace {

constexpr std::size_t kMostCopyLanes =
    6;  // per device: more streams than hardware queues would wait for each other

std::vector<int> lanes_of(const Schedule& schedule, LaneKind kind) {
  std::vector<int> lanes;
  for (int lane = 0; lane < schedule.lanes; ++lane)
    if (schedule.lane_kinds[static_cast<std::size_t>(lane)] == kind) lanes.push_back(lane);
  return lanes;
}

/// A lane's threads: as many as its largest action has 16-byte vectors, whole warps.
int threads_for(const Lowered& lowered) {
  if (lowered.bulk) return kMostThreads;
  const std::int64_t vectors = (lowered.most_bytes + 15) / 16;
  return static_cast<int>(std::clamp<std::int64_t>((vectors + 31) / 32 * 32, kLeastThreads, kMostThreads));
}

class Preparation {
 public:
  Preparation(const StreamState& stream, const VerifiedSchedule& schedule, const LaunchOptions& options)
      : stream_(stream), plan_(new PlanState{.schedule = schedule, .options = options}) {}

  std::shared_ptr<PlanState> prepare() {
    const Schedule& schedule = *plan_->schedule;
    plan_->block_lanes = lanes_of(schedule, LaneKind::block);
    plan_->copy_lanes = lanes_of(schedule, LaneKind::copy_engine);
    const WalkKernels kernels = walk_kernels(schedule.problem.dtype, schedule.problem.op);
    plan_->kernel = kernels.any;
    for (const auto& lanes : schedule.programs)
      for (const Program& program : lanes)
        plan_->trace_actions = std::max(plan_->trace_actions, static_cast<std::uint32_t>(program.size()));
    std::vector<Lowered> lowered;
    for (const StreamState::Part& part : stream_.parts)
      lowered.push_back(lower(schedule, part.rows, plan_->options.injections));
    if (schedule.buffers.halves == 2) plan_->brief_kernel = brief_of(kernels, lowered);
    choose_shape(lowered);
    for (std::size_t d = 0; d < lowered.size(); ++d) add_part(d, lowered[d]);
    return plan_;
  }

 private:
  /// The kernel that has what these lists need and little else; or none.
  static const void* brief_of(const WalkKernels& kernels, const std::vector<Lowered>& lowered) {
    const auto any = [&](auto has) { return std::ranges::any_of(lowered, has); };
    if (any([](const Lowered& part) { return !part.flat; })) return nullptr;
    const bool signals = any(&Lowered::notifies) || any(&Lowered::awaits);
    if (!any(&Lowered::packets)) return any(&Lowered::notifies) ? kernels.flat : nullptr;
    return signals || any(&Lowered::moves) ? nullptr : kernels.packets;
  }

  void choose_shape(const std::vector<Lowered>& lowered) {
    plan_->threads = kLeastThreads;
    std::uint32_t page_cells = 0;
    for (const Lowered& part : lowered) {
      plan_->threads = std::max(plan_->threads, threads_for(part));
      page_cells = std::max(page_cells, static_cast<std::uint32_t>(part.page_cells));
      plan_->notifies = plan_->notifies || part.notifies;
      if (part.bulk) check_bulk();
      if (part.multicast) check_multicast();
    }
    plan_->shared_bytes =
        bulk_offset(static_cast<std::uint32_t>(stream_.ranks), page_cells) + plan_->bulk_bytes;
  }

  void check_bulk() {
    for (const Device& device : stream_.devices->all())
      if (device.major < 9)
        throw Refusal(fmt::format("device {} ({}) has no bulk copies: they need sm_90, it is sm_{}{}",
                                  device.ordinal, device.name, device.major, device.minor));
    plan_->bulk_bytes = kBulkBytes;
  }

  void check_multicast() const {
    const Schedule& schedule = *plan_->schedule;
    const Devices& devices = *stream_.devices;
    if (!devices.options().multicast)
      throw Refusal("the schedule reduces or broadcasts in the switch, which is not allowed here");
    for (const Device& device : devices.all())
      if (!device.multicast)
        throw Refusal(fmt::format("device {} ({}) cannot multicast", device.ordinal, device.name));
    if (static_cast<std::size_t>(stream_.ranks) != devices.all().size())
      throw Refusal(fmt::format("multicast needs one rank per device: {} ranks, {} devices", stream_.ranks,
                                devices.all().size()));
    for (const auto& lanes : schedule.programs)
      for (const Program& program : lanes)
        for (const Action& action : program) check_members(action);
    const ReduceOp op = schedule.problem.op == ReduceOp::avg ? ReduceOp::sum : schedule.problem.op;
    if (op != ReduceOp::copy && !reduces_in_switch(schedule.problem.dtype, op))
      throw Refusal(
          fmt::format("the switch cannot do {} on {}", name_of(op), name_of(schedule.problem.dtype)));
  }

  /// One multicast window joins all devices: an access reads or writes every rank's.
  void check_members(const Action& action) const {
    const auto* consume = std::get_if<Consume>(&action.what);
    if (action.datapath != Datapath::multicast || !consume) return;
    const auto ranks = static_cast<std::size_t>(stream_.ranks);
    for (const std::size_t members : {consume->sources.size(), consume->destinations.size()})
      if (members != 1 && members != ranks)
        throw Refusal(
            fmt::format("an action by way of the switch names {} of {} ranks: this Atom's multicast "
                        "window joins all of them",
                        members, ranks));
  }

  void add_part(std::size_t d, const Lowered& lowered) {
    const Device& device = stream_.devices->all()[d];
    PlanState::Part part;
    part.rows = lowered.rows;
    part.page_cells = static_cast<std::uint32_t>(lowered.page_cells);
    part.cells = uploaded<Cell>(device.ordinal, lowered.cells);
    add_copy_lanes(part, device.ordinal);
    if (plan_->options.trace) add_trace(part, device.ordinal);
    part.footprint = footprint_of(part, device);
    check_footprint(part.footprint, device, part.rows.size());
    plan_->parts.push_back(std::move(part));
  }

  void add_copy_lanes(PlanState::Part& part, int ordinal) {
    for (std::size_t row = 0; row < part.rows.size(); ++row)
      for (std::size_t i = 0; i < plan_->copy_lanes.size(); ++i) {
        CopyLane lane = lower_copy_lane(*plan_->schedule, part.rows[row], plan_->copy_lanes[i],
                                        plan_->options.injections, ordinal);
        lane.row = static_cast<int>(row);
        lane.epoch_cell = static_cast<int>(plan_->block_lanes.size() + i);
        plan_->alternates_copies =
            plan_->alternates_copies || (lane.touches_windows && plan_->schedule->buffers.halves > 1);
        part.copy_lanes.push_back(std::move(lane));
      }
    if (part.copy_lanes.size() > kMostCopyLanes)
      throw Refusal(fmt::format("{} copy lanes on device {}: at most {} run side by side",
                                part.copy_lanes.size(), ordinal, kMostCopyLanes));
  }

  void add_trace(PlanState::Part& part, int ordinal) const {
    const std::size_t lanes = part.rows.size() * static_cast<std::size_t>(plan_->schedule->lanes);
    part.trace =
        DeviceMemory(ordinal, static_cast<std::int64_t>(lanes * plan_->trace_actions * sizeof(TraceRecord)));
    part.clocks = DeviceMemory(ordinal, static_cast<std::int64_t>(lanes * sizeof(TraceClock)));
    part.trace.fill(0), part.clocks.fill(0);
  }

  Footprint footprint_of(const PlanState::Part& part, const Device& device) const {
    const OnDevice on(device.ordinal);
    if (plan_->shared_bytes > device.lane_shared_bytes)
      throw Refusal(fmt::format("a lane needs {} bytes of shared memory, device {} gives {} at most",
                                plan_->shared_bytes, device.ordinal, device.lane_shared_bytes));
    int per_multiprocessor = most_of(plan_->kernel, device);
    if (plan_->brief_kernel != nullptr)
      per_multiprocessor = std::min(per_multiprocessor, most_of(plan_->brief_kernel, device));
    const std::size_t blocks = part.rows.size() * plan_->block_lanes.size() + part.copy_lanes.size();
    return {static_cast<int>(blocks), per_multiprocessor};
  }

  /// Blocks of a multiprocessor.
  int most_of(const void* kernel, const Device& device) const {
    PURLIN_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     static_cast<int>(device.lane_shared_bytes) - kStaticSharedBytes));
    int blocks = 0;
    PURLIN_CUDA(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, plan_->threads, plan_->shared_bytes));
    return blocks;
  }

  void check_footprint(const Footprint& footprint, const Device& device, std::size_t rows) const {
    const int most = footprint.per_multiprocessor * device.multiprocessors;
    if (footprint.blocks <= most) return;
    throw Refusal(fmt::format(
        "device {} ({}) would have to run {} lanes at once, {} of each of {} ranks; its {} multiprocessors "
        "hold {} "
        "each, {} in all: take at most {} lanes, or fewer ranks per device",
        device.ordinal, device.name, footprint.blocks, plan_->schedule->lanes, rows, device.multiprocessors,
        footprint.per_multiprocessor, most, most / static_cast<int>(std::max<std::size_t>(rows, 1))));
  }

  const StreamState& stream_;
  std::shared_ptr<PlanState> plan_;
};

}  // namespace

Plan StreamState::prepare(const VerifiedSchedule& schedule, const LaunchOptions& options) {
  if (schedule->problem.ranks() != ranks)
    throw Refusal(fmt::format("a schedule of {} ranks on a stream of {}", schedule->problem.ranks(), ranks));
  std::shared_ptr<PlanState> plan = Preparation(*this, schedule, options).prepare();
  make_room(*plan);
  return plan;
}

}  // namespace purlin::cuda
