#include "cli/executor.hpp"

#include <fmt/format.h>

#include "cli/complain.hpp"

namespace purlin::cli {
namespace {

std::unique_ptr<Executor> host(const ExecutorOptions& options, std::string why, Diagnostics& diagnostics) {
  const auto needs_cuda = [&](bool given, const char* option) {
    if (given)
      complain(diagnostics, fmt::format("{} is for CUDA devices; this runs on host threads", option));
  };
  needs_cuda(options.gpus.has_value(), "--gpus");
  needs_cuda(options.first_gpus.has_value(), "-g");
  needs_cuda(options.launch.has_value(), "--launch");
  needs_cuda(options.baseline.has_value(), "--baseline nccl");
  auto executor = make_host_executor();
  executor->why = std::move(why);
  return executor;
}

}  // namespace

std::unique_ptr<Executor> make_executor(const ExecutorOptions& options, Diagnostics& diagnostics) {
  if (options.atom == "host") return host(options, "", diagnostics);
  std::string missing = why_no_cuda();
  if (options.atom == "auto" && !missing.empty()) return host(options, std::move(missing), diagnostics);
  if (!missing.empty()) {
    complain(diagnostics, "--atom cuda: " + missing, "--atom host executes on threads of this machine");
    return nullptr;
  }
  auto executor = make_cuda_executor(options, diagnostics);
  if (executor && options.atom == "auto") executor->why = why_cuda();
  return executor;
}

}  // namespace purlin::cli
