#pragma once
// What stands behind a Stream and its plans, bindings and graphs.
#include <deque>
#include <string>

#include "atom_cuda/datapath/copy_engine.cuh"
#include "atom_cuda/launch_params.hpp"
#include "atom_cuda/lower.hpp"
#include "atom_cuda/residency.cuh"
#include "atom_cuda/runtime.cuh"
#include "atom_cuda/shared_memory.cuh"
#include "atom_cuda/stream.hpp"

namespace purlin::cuda {

struct PlanState {
  /// A device's part: the lists of its ranks, and what its launch takes.
  struct Part {
    std::vector<Rank> rows;
    DeviceMemory cells;
    std::uint32_t page_cells = 0;
    DeviceMemory trace, clocks;  // where a trace is asked for
    std::vector<CopyLane> copy_lanes;
    Footprint footprint;
  };
  VerifiedSchedule schedule;
  LaunchOptions options;
  const void* kernel = nullptr;
  const void* brief_kernel = nullptr;  // where the lists allow it
  int threads = 0;
  std::uint32_t shared_bytes = 0;
  std::uint32_t bulk_bytes = 0;
  std::vector<int> block_lanes = {};  // of the schedule
  std::vector<int> copy_lanes = {};
  std::uint32_t trace_actions = 0;
  std::vector<Part> parts = {};  // [device]

  bool notifies = false;           // some block lane does
  bool alternates_copies = false;  // copy engines touch windows, whose half changes by launch
};

struct BindingState {
  std::vector<RankBuffers> buffers;  // [set][rank]
  std::uint32_t sets = 1;
  std::uint32_t alignment = 16;
  std::uint64_t generation = 0;          // of the stream's memory that the tables know
  std::vector<std::uint64_t> addresses;  // [set][base], the first halves
  std::vector<DeviceMemory> tables;      // [device]
};

struct GraphState {
  std::vector<cudaGraphExec_t> parts;  // [device]
  std::vector<Plan> plans;             // in order
  std::vector<Binding> bindings;       // kept alive
  std::vector<Footprint> footprint;    // [device]
  std::uint64_t generation = 0;
  ~GraphState();
};

struct StreamState {
  /// What a device has of a stream.
  struct Part {
    Part(const Device& device, std::vector<Rank> ranks);
    int ordinal;
    std::vector<Rank> rows;
    DeviceStream stream;
    DeviceMemory epochs, abort_flag, aborts, meetings;
    MappedMemory waits;
    std::vector<DeviceStream> copy_streams;
    std::vector<DeviceEvent> copy_events;
    DeviceEvent fork;
  };
  /// Launches of which it is not yet known how they ended.
  struct Launched {
    std::uint64_t first_epoch;
    std::vector<Plan> plans;  // in turn
  };

  StreamState(std::shared_ptr<Devices> the_devices, int the_ranks);
  ~StreamState();

  Plan prepare(const VerifiedSchedule& schedule, const LaunchOptions& options);
  Binding bind(std::span<const RankBuffers> buffers);
  void enqueue(const Plan& plan, const Binding& binding, const SoakOptions* soak = nullptr);
  void begin_capture();
  Graph end_capture();
  void enqueue(const Graph& graph);
  std::optional<HangReport> wait();
  void jump(std::uint64_t to);
  bool capturing() const { return capture_ != nullptr; }

  std::shared_ptr<Devices> devices;
  int ranks;
  std::vector<Part> parts;  // [device]
  std::uint64_t epoch = 0;

 private:
  void make_room(const PlanState& plan);
  void set_epoch_cells(int lanes);
  void refresh(BindingState& binding);
  void refresh_stamps();
  LaunchParams params_of(const PlanState& plan, const BindingState& binding, std::size_t device) const;
  void launch_part(const PlanState& plan, const BindingState& binding, std::size_t device,
                   const SoakOptions* soak);
  void launch_copy_lanes(const PlanState& plan, const BindingState& binding, std::size_t device,
                         const LaunchParams& params);
  std::optional<HangReport> hang() const;
  void recover();
  bool any_record() const;

  SharedMemory memory_;
  std::uint64_t generation_ = 1;
  int lanes_ = 0;  // epoch cells per row
  std::uint64_t refreshed_ = 0;
  std::deque<Launched> launched_;
  std::shared_ptr<GraphState> capture_;
  Devices::Residency::Member member_;
};

/// The actions of a traced launch, once it ended.
std::vector<TraceEvent> read_trace(const PlanState& plan, const std::vector<Device>& devices);

/// What a hang's records say, [device]; epoch cells hold the launches that each lane ended.
struct HangEvidence {
  std::uint64_t epoch = 0;  // of the launch that did not end
  const PlanState* plan = nullptr;
  std::vector<std::vector<WaitRecord>> records;   // [device][row · lanes + lane]
  std::vector<std::vector<std::uint64_t>> ended;  // [device][row · cells + cell]
};
HangReport explain(const HangEvidence& evidence, std::size_t cells);

}  // namespace purlin::cuda
