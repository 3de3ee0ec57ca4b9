#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "atom_cuda/devices.hpp"
#include "snac/atom.hpp"
#include "snac/verify/verify.hpp"

namespace purlin::cuda {

struct PlanState;
struct BindingState;
struct GraphState;
struct StreamState;

/// A schedule made ready for a stream: lists on the devices, memory that it needs, a kernel that fits.
using Plan = std::shared_ptr<const PlanState>;
/// The caller's device memory for launches of a stream. The memory is the caller's to keep.
using Binding = std::shared_ptr<BindingState>;
/// Launches that were captured, to be launched again and again.
using Graph = std::shared_ptr<const GraphState>;

struct SoakOptions : LaunchOptions {
  std::int64_t launches = 100;  // each takes the next set of buffers
  std::uint64_t seed = 1;
  std::chrono::nanoseconds longest_pause{0};  // of a rank between its launches, at random
};

/// What launches share: windows, signals and one epoch, on any number of devices. Plans of any size may
/// alternate on it, as long as each is a rendezvous. Several streams may run at once.
class Stream {
 public:
  Stream(std::shared_ptr<Devices> devices, int ranks);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// One launch on all ranks. Returns when every lane ended; after a hang the stream has recovered and takes
  /// the next launch.
  RunReport launch(const VerifiedSchedule& schedule, std::span<const RankBuffers> buffers,
                   const LaunchOptions& options = {});

  /// Launches in a row inside one kernel, in which ranks run ahead of each other as far as the schedule lets
  /// them. `buffers` holds one or more sets of one entry per rank, taken in turn.
  RunReport soak(const VerifiedSchedule& schedule, std::span<const RankBuffers> buffers,
                 const SoakOptions& options);

  /// The same in pieces: nothing below waits for a device, but where memory must grow.
  Plan prepare(const VerifiedSchedule& schedule, const LaunchOptions& options = {});
  Binding bind(std::span<const RankBuffers> buffers);
  void enqueue(const Plan& plan, const Binding& binding);
  /// What is enqueued in between is recorded, not run. Plans that came before may be in it, later ones may
  /// not.
  void begin_capture();
  Graph end_capture();
  void enqueue(const Graph& graph);
  /// Until all that was enqueued ended. After a hang the stream has recovered.
  std::optional<HangReport> wait();

  /// The number of the last launch; the next is one more.
  std::uint64_t epoch() const;
  /// For tests: continue counting launches from here, forward only.
  void jump_to_epoch(std::uint64_t epoch);

  StreamState& state() { return *state_; }

 private:
  std::unique_ptr<StreamState> state_;
};

}  // namespace purlin::cuda
