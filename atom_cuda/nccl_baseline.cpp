#include "atom_cuda/nccl_baseline.hpp"

#include <algorithm>
#include <utility>

#include "atom_cuda/nccl_calls.cuh"

namespace purlin::cuda {
namespace {

/// Launches that were captured on one device.
class CapturedGraph {
 public:
  explicit CapturedGraph(cudaGraph_t graph) {
    const cudaError_t error = cudaGraphInstantiate(&exec_, graph, 0);
    cudaGraphDestroy(graph);
    PURLIN_CUDA(error);
  }
  CapturedGraph(CapturedGraph&& other) noexcept : exec_(std::exchange(other.exec_, nullptr)) {}
  CapturedGraph& operator=(CapturedGraph&&) = delete;
  ~CapturedGraph() {
    if (exec_ != nullptr) cudaGraphExecDestroy(exec_);
  }
  void launch(cudaStream_t stream) const { PURLIN_CUDA(cudaGraphLaunch(exec_, stream)); }

 private:
  cudaGraphExec_t exec_ = nullptr;
};

}  // namespace

/// Rank r is device r.
struct NcclBaseline::State {
  State(const Nccl& nccl, std::shared_ptr<Devices> the_devices, const Schedule& schedule,
        const MeasureShape& shape, std::uint64_t the_seed, bool the_check)
      : devices(std::move(the_devices)),
        problem(schedule.problem),
        launches(launches_per_time(*devices, schedule, shape)),
        seed(the_seed),
        check(the_check),
        memory(*devices, schedule, launches),
        calls(nccl.state(), problem) {
    for (const Device& device : devices->all()) {
      streams.emplace_back(device.ordinal);
      begins.emplace_back(device.ordinal), ends.emplace_back(device.ordinal);
    }
    fill();
    calls.enqueue(memory, 0, streams);
    synchronize();
    if (shape.graph) capture();
  }

  void capture() {
    for (const DeviceStream& stream : streams) {
      const OnDevice on(stream.ordinal());
      PURLIN_CUDA(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
    }
    enqueue_all();
    for (const DeviceStream& stream : streams) {
      const OnDevice on(stream.ordinal());
      cudaGraph_t graph = nullptr;
      PURLIN_CUDA(cudaStreamEndCapture(stream.get(), &graph));
      graphs.emplace_back(graph);
    }
  }

  void enqueue_all() {
    for (int set = 0; set < launches; ++set) calls.enqueue(memory, set, streams);
  }

  void launch() {
    if (graphs.empty()) return enqueue_all();
    for (std::size_t d = 0; d < streams.size(); ++d) {
      const OnDevice on(streams[d].ordinal());
      graphs[d].launch(streams[d].get());
    }
  }

  double repeat() {
    fill();
    for (std::size_t d = 0; d < streams.size(); ++d) begins[d].record(streams[d]);
    launch();
    for (std::size_t d = 0; d < streams.size(); ++d) ends[d].record(streams[d]);
    synchronize();
    double most = 0;
    for (std::size_t d = 0; d < streams.size(); ++d)
      most = std::max(most, seconds_between(begins[d], ends[d]));
    if (check) look();
    return most / launches;
  }

  void fill() {
    memory.set_seed(seed, 2 * fills++ + 1);
    for (std::size_t d = 0; d < streams.size(); ++d) memory.enqueue_fill(d, streams[d].get());
    synchronize();
  }

  void look() {
    for (std::size_t d = 0; d < streams.size(); ++d) memory.enqueue_check(d, launches, streams[d].get());
    synchronize();
    wrong += memory.take_findings().elements;
  }

  void synchronize() const {
    for (const DeviceStream& stream : streams) stream.synchronize();
  }

  std::shared_ptr<Devices> devices;
  Problem problem;
  int launches;
  std::uint64_t seed;
  bool check;
  CallerMemory memory;
  NcclCalls calls;
  std::vector<DeviceStream> streams;
  std::vector<DeviceEvent> begins, ends;
  std::vector<CapturedGraph> graphs;
  std::int64_t fills = 0;
  std::int64_t wrong = 0;
};

NcclBaseline::NcclBaseline(const Nccl& nccl, std::shared_ptr<Devices> devices, const Schedule& schedule,
                           const MeasureShape& shape, std::uint64_t seed, bool check)
    : state_(new State(nccl, std::move(devices), schedule, shape, seed, check)) {}
NcclBaseline::~NcclBaseline() = default;

double NcclBaseline::repeat() { return state_->repeat(); }
std::int64_t NcclBaseline::wrong() const { return state_->wrong; }

}  // namespace purlin::cuda
