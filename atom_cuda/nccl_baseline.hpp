#pragma once
#include <memory>
#include <string>
#include <vector>

#include "atom_cuda/devices.hpp"
#include "atom_cuda/measure.hpp"
#include "snac/schedule.hpp"

namespace purlin::cuda {

struct NcclState;

/// The system's NCCL, loaded at run time, with a communicator of all devices.
class Nccl {
 public:
  /// Throws a Refusal where there is no libnccl.so.2, or it cannot use the devices together.
  explicit Nccl(std::shared_ptr<Devices> devices);
  ~Nccl();
  std::string version() const;  // "2.28.3"
  /// Why this library cannot do `problem`; empty where it can.
  std::string refusal(const Problem& problem) const;
  NcclState& state() const { return *state_; }

 private:
  std::unique_ptr<NcclState> state_;
};

/// Why NCCL cannot do `problem` with one GPU for each rank; empty where it can. Says nothing of the library.
std::string nccl_refusal(const Problem& problem, int devices);

/// The same of a version of the library, as ncclGetVersion numbers it.
std::string nccl_version_refusal(const Problem& problem, int version);

/// The collective of a schedule by NCCL: buffers, data, launches and checks are as in `measure`.
class NcclBaseline {
 public:
  /// The problem must not be refused. Runs once, so that what NCCL sets up is not timed.
  NcclBaseline(const Nccl& nccl, std::shared_ptr<Devices> devices, const Schedule& schedule,
               const MeasureShape& shape, std::uint64_t seed, bool check);
  ~NcclBaseline();

  /// Times one repetition: seconds of a launch.
  double repeat();
  std::int64_t wrong() const;  // elements, of all repetitions

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace purlin::cuda
