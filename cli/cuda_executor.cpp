#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "atom_cuda/error.hpp"
#include "atom_cuda/measure.hpp"
#include "atom_cuda/nccl_baseline.hpp"
#include "atom_cuda/trial.hpp"
#include "cli/complain.hpp"
#include "cli/cuda_environment.hpp"
#include "cli/device_bound.hpp"
#include "cli/device_choice.hpp"
#include "cli/device_model.hpp"
#include "cli/executor.hpp"
#include "spec/read_machine.hpp"
#include "spec/topology.hpp"

namespace purlin::cli {
namespace {

constexpr int kLoopbackRanks = 8;

/// What the Atom refuses is a bad request.
template <class Act>
auto refusing(Act&& act) {
  try {
    return act();
  } catch (const cuda::Refusal& refusal) {
    throw Refused(refusal.what());
  }
}

class CudaExecutor : public Executor {
 public:
  CudaExecutor(const cuda::Discovery& found, std::vector<int> ordinals, const ExecutorOptions& options)
      : found_(found),
        ordinals_(std::move(ordinals)),
        rates_(ordinals_.size()),
        shape_{options.launch != "stream", 0},
        compares_(options.baseline.has_value()) {
    for (std::size_t d = 0; d < ordinals_.size(); ++d)
      rates_[d] = {ordinals_[d], device(d).memory_GBps, device(d).cache_bytes, 0};
  }

  std::string atom() const override { return "cuda"; }
  std::string launch() const override { return shape_.graph ? "graph" : "stream"; }
  int devices() const override { return static_cast<int>(ordinals_.size()); }
  std::string where(int ranks) const override {
    return fmt::format("on {} {}{}", devices(), devices() == 1 ? "device" : "devices",
                       ranks > devices() ? ", ranks in loopback" : "");
  }
  std::vector<std::string> notes() const override {
    std::vector<std::string> notes{
        "limit: by nominal rates of links and, beyond the cache, of memory",
        "a time is that of launches in a row, as many as half the cache holds and at most 64, divided"};
    for (std::size_t d = 0; d < ordinals_.size(); ++d)
      notes.push_back(fmt::format("device {}: {}, {}; driver {}, runtime {}", device(d).ordinal,
                                  device(d).name, device(d).uuid, found_.driver, found_.runtime));
    return notes;
  }
  std::optional<int> default_ranks() const override { return devices() > 1 ? devices() : kLoopbackRanks; }

  /// Ranks that share a device are joined by its memory alone: the model has a GPU for each device. The
  /// switch reduces and broadcasts only for who asked for that.
  void adapt(Request& request, Diagnostics& diagnostics) override {
    request.plan.in_switch = false;
    multicast_ = multicast_ || asks_for_switch(request);
    if (request.schedule) return;
    if (!request.machine_said) request.machine = model_of(device(0).name, diagnostics);
    if (!request.plan.machine) request.plan.machine = read_machine(request.machine, diagnostics);
    if (!request.plan.machine) return;
    const int per_device = (request.problem.ranks() + devices() - 1) / devices();
    request.plan.most_lanes = std::max(1, least_multiprocessors() / per_device);
    if (!request.plan.machine->loopback) return place(request, diagnostics);
    if (devices() > 1)
      complain(diagnostics,
               fmt::format("machine {} is of ranks that share one GPU, this runs on {} devices",
                           request.plan.machine->name, devices()),
               "-g 1 takes one device, --machine flat has any number");
  }

  std::vector<MemoryNeed> memory_to_measure(const Schedule& schedule) override {
    return refusing([&] {
      const std::vector<std::int64_t> bytes = cuda::bytes_to_measure(*open(), schedule, shape_);
      std::vector<MemoryNeed> needs;
      for (std::size_t d = 0; d < bytes.size(); ++d)
        needs.push_back({fmt::format("device {} ({})", device(d).ordinal, device(d).name),
                         bytes[d] * (compares_ ? 2 : 1), cuda::free_bytes(device(d).ordinal)});
      return needs;
    });
  }
  std::int64_t bytes_to_try(const Schedule& schedule, int launches) const override {
    return cuda::bytes_to_try(schedule, launches);
  }

  Measurement measure(const VerifiedSchedule& schedule, const MeasureOptions& options) override {
    return refusing([&] {
      MeasureOptions how = options;
      const auto rival = compares_ ? start_rival(*schedule, options) : nullptr;
      if (rival) how.after_timed = [&] { rival_->launch_s.push_back(rival->repeat()); };
      Measurement found = cuda::measure(open(), schedule, how, shape_);
      if (rival) rival_->wrong = rival->wrong();
      return found;
    });
  }
  Trial try_out(const VerifiedSchedule& schedule, const TrialOptions& options) override {
    return refusing([&] { return cuda::try_out(open(), schedule, options); });
  }
  std::string trial_key() const override { return "delayed_launches"; }

  Bound bound(const Schedule& schedule) const override {
    Placement placement;
    for (int rank = 0; rank < schedule.problem.ranks(); ++rank) placement.push_back({rank % devices()});
    return device_bound(schedule, placement, rates_);
  }
  bool bound_is_limit() const override { return true; }
  std::optional<Rival> take_rival() override { return std::exchange(rival_, std::nullopt); }

 private:
  const cuda::Device& device(std::size_t d) const {
    return *std::ranges::find(found_.devices, ordinals_[d], &cuda::Device::ordinal);
  }

  const std::shared_ptr<cuda::Devices>& open() {
    if (!devices_)
      devices_ =
          cuda::Devices::open(ordinals_, {.multicast = multicast_, .blocking_launches = launches_block()});
    return devices_;
  }

  int least_multiprocessors() const {
    int least = device(0).multiprocessors;
    for (std::size_t d = 1; d < ordinals_.size(); ++d) least = std::min(least, device(d).multiprocessors);
    return least;
  }

  static std::string model_of(const std::string& name, Diagnostics& diagnostics) {
    std::string model = model_of_device(name);
    if (!model.empty()) return model;
    Diagnostic& note = diagnostics.add({});
    note.severity = Severity::note;
    note.message = fmt::format("no built-in machine model is of {}: planned for flat", name);
    note.help = "`purlin machine --probe --output mine.toml` measures one, --machine mine.toml takes it";
    return "flat";
  }

  void place(Request& request, Diagnostics& diagnostics) {
    Machine& machine = *request.plan.machine;
    if (machine.any_size) machine = with_gpus(machine, devices());
    if (machine.gpus < devices())
      return complain(diagnostics,
                      fmt::format("machine {} has {} GPUs, this runs on {} devices", machine.name,
                                  machine.gpus, devices()),
                      "--gpus takes fewer devices, --machine flat has any number");
    request.plan.gpus.clear();
    const Topology topology(machine);
    for (int d = 0; d < devices(); ++d) {
      request.plan.gpus.push_back({d});
      auto& rate = rates_[static_cast<std::size_t>(d)].port_GBps;
      if (devices() > 1) rate = std::max(rate, topology.ingress_GBps({d}));
    }
  }

  /// Null, with the reason in rival_, where NCCL cannot do it.
  std::unique_ptr<cuda::NcclBaseline> start_rival(const Schedule& schedule, const MeasureOptions& options) {
    rival_ = Rival{"nccl", {}, 0, cuda::nccl_refusal(schedule.problem, devices())};
    if (!rival_->refusal.empty()) return nullptr;
    if (!nccl_) {
      if (!multicast_) setenv("NCCL_NVLS_ENABLE", "0", 1);  // neither side reduces in the switch
      nccl_ = std::make_unique<cuda::Nccl>(open());
    }
    rival_->name = "nccl " + nccl_->version();
    rival_->refusal = nccl_->refusal(schedule.problem);
    if (!rival_->refusal.empty()) return nullptr;
    return std::make_unique<cuda::NcclBaseline>(*nccl_, open(), schedule, shape_, options.seed,
                                                options.check);
  }

  cuda::Discovery found_;
  std::vector<int> ordinals_;
  std::vector<DeviceRates> rates_;  // [device]
  cuda::MeasureShape shape_;
  bool compares_;
  bool multicast_ = false;  // some request asks for it
  std::shared_ptr<cuda::Devices> devices_;
  std::unique_ptr<cuda::Nccl> nccl_;
  std::optional<Rival> rival_;
};

}  // namespace

std::string why_no_cuda() {
  const cuda::Discovery found = cuda::discover();
  if (!found.devices.empty()) return "";
  return found.problems.empty() ? "there is no device" : found.problems.front();
}

std::string why_cuda() {
  const cuda::Discovery found = cuda::discover();
  return found.devices.size() == 1
             ? fmt::format("one device is there: {}", found.devices.front().name)
             : fmt::format("{} devices are there: {}", found.devices.size(), found.devices.front().name);
}

std::unique_ptr<Executor> make_cuda_executor(const ExecutorOptions& options, Diagnostics& diagnostics) {
  const cuda::Discovery found = cuda::discover();
  const auto ordinals =
      choose_devices(options.gpus, options.first_gpus, cuda::ordinals_of(found), diagnostics);
  if (!ordinals) return nullptr;
  for (const std::string& wrong : cuda::check_choice(found, *ordinals)) complain(diagnostics, wrong);
  if (diagnostics.has_errors()) return nullptr;
  return std::make_unique<CudaExecutor>(found, *ordinals, options);
}

}  // namespace purlin::cli
