#pragma once
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/request.hpp"
#include "snac/measurement.hpp"
#include "snac/trial.hpp"
#include "snac/verify/verify.hpp"

namespace purlin::cli {

/// What was asked for cannot run there: the request is bad.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How the user wants schedules executed, unchecked.
struct ExecutorOptions {
  std::string atom = "auto";
  std::optional<std::string> gpus;
  std::optional<int> first_gpus;
  std::optional<std::string> launch;
  std::optional<std::string> baseline;
};

/// Bytes that an execution takes somewhere, and that are left there; nullopt: nobody says.
struct MemoryNeed {
  std::string where;  // empty: the system's memory
  std::int64_t bytes = 0;
  std::optional<std::int64_t> available;
};

/// The least time that moving the bytes takes, and what they must pass.
struct Bound {
  double seconds = 0;
  std::string what;  // "writing the outputs", "memory of device 0"
};

/// The same collective by somebody else: times of one repetition per timed launch, in the same run.
struct Rival {
  std::string name;
  std::vector<double> launch_s;
  std::int64_t wrong = 0;
  std::string refusal;  // why there are no times
};

/// An Atom that executes: what `run` and `verify` know of it. What takes a schedule throws Refused where it
/// cannot run there, `bound` and `bytes_to_try` apart.
class Executor {
 public:
  virtual ~Executor() = default;

  virtual std::string atom() const = 0;                // host, cuda
  virtual std::string launch() const = 0;              // threads, graph, stream
  virtual int devices() const { return 0; }            // 0: host threads
  virtual std::string where(int ranks) const = 0;      // "on host threads"
  virtual std::vector<std::string> notes() const = 0;  // for the head; the first: of limits
  /// Of a kind or a pair of layouts, unless told.
  virtual std::optional<int> default_ranks() const { return std::nullopt; }

  /// What the planner must know: how many lanes, which machine.
  virtual void adapt(Request& request, Diagnostics& diagnostics) = 0;
  /// Why so many ranks and lanes never run at once here; empty where they do.
  virtual std::string too_many(int /*ranks*/, int /*lanes*/) const { return {}; }
  virtual std::vector<MemoryNeed> memory_to_measure(const Schedule& schedule) = 0;
  /// With a soak of so many launches.
  virtual std::int64_t bytes_to_try(const Schedule& schedule, int launches) const = 0;

  virtual Measurement measure(const VerifiedSchedule& schedule, const MeasureOptions& options) = 0;
  virtual Trial try_out(const VerifiedSchedule& schedule, const TrialOptions& options) = 0;
  /// What one of a trial's single launches is, as a key: "interleavings".
  virtual std::string trial_key() const = 0;

  /// A time below it was not measured right.
  virtual Bound bound(const Schedule& schedule) const = 0;
  /// Whether the bound is a limit worth comparing with.
  virtual bool bound_is_limit() const { return false; }

  /// What the last measurement's times are compared with; nullopt: nothing.
  virtual std::optional<Rival> take_rival() { return std::nullopt; }

  std::string why;  // where `auto` chose
};

/// --atom and what goes with it. An Atom that is not there, and options that it lacks, are diagnostics.
std::unique_ptr<Executor> make_executor(const ExecutorOptions& options, Diagnostics& diagnostics);

std::unique_ptr<Executor> make_host_executor();

/// Why there is no CUDA to execute on; empty where there is.
std::string why_no_cuda();
/// What `auto` says where it takes CUDA: "one device is there: NVIDIA H200".
std::string why_cuda();
/// Needs an empty why_no_cuda().
std::unique_ptr<Executor> make_cuda_executor(const ExecutorOptions& options, Diagnostics& diagnostics);

}  // namespace purlin::cli
