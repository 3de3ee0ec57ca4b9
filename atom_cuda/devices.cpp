#include "atom_cuda/devices.hpp"

#include <fmt/format.h>

#include "atom_cuda/kernels.hpp"
#include "atom_cuda/peers.hpp"
#include "atom_cuda/residency.cuh"

namespace purlin::cuda {
namespace {

[[noreturn]] void refuse(const std::vector<std::string>& wrong) {
  throw Refusal(fmt::format("{}", fmt::join(wrong, "\n")));
}

/// Kernels load lazily; loading one while another spins on the same device would wait for it.
void load_kernels(int ordinal) {
  const OnDevice on(ordinal);
  cudaFuncAttributes attributes;
  const auto load = [&](const WalkKernels& kernels) {
    for (const void* kernel : {kernels.any, kernels.flat, kernels.packets})
      if (kernel != nullptr) PURLIN_CUDA(cudaFuncGetAttributes(&attributes, kernel));
  };
  load(copying_walk_kernels());
  for (DataType type : kDataTypes)
    for (ReduceOp op : kReduceOps)
      if (op != ReduceOp::copy && applies_to(op, type)) load(walk_kernels(type, op));
}

std::vector<Device> chosen(const Discovery& found, std::span<const int> ordinals) {
  std::vector<Device> devices;
  for (int ordinal : ordinals)
    for (const Device& device : found.devices)
      if (device.ordinal == ordinal) devices.push_back(device);
  return devices;
}

std::vector<std::string> bad_peers(std::span<const int> ordinals) {
  std::vector<std::string> wrong;
  for (const BadPair& pair : connect_peers(ordinals))
    wrong.push_back(
        pair.from == pair.to
            ? fmt::format("device {} does not keep its own memory: {}", pair.from, pair.why)
            : fmt::format("device {} cannot use the memory of device {}: {}", pair.from, pair.to, pair.why));
  return wrong;
}

}  // namespace

std::shared_ptr<Devices> Devices::open(std::span<const int> ordinals, const DevicesOptions& options) {
  const Discovery found = discover();
  std::vector<std::string> wrong = check_choice(found, ordinals);
  if (found.devices.empty()) wrong = found.problems;
  if (options.blocking_launches && ordinals.size() > 1)
    wrong.push_back(
        "CUDA_LAUNCH_BLOCKING makes each launch wait for its end, but devices that wait for each other must "
        "run "
        "together: unset it, or take one device");
  if (!wrong.empty()) refuse(wrong);
  if (const auto bad = bad_peers(ordinals); !bad.empty()) refuse(bad);
  for (int ordinal : ordinals) load_kernels(ordinal);
  return std::shared_ptr<Devices>(new Devices(chosen(found, ordinals), options));
}

Devices::Devices(std::vector<Device> devices, const DevicesOptions& options)
    : devices_(std::move(devices)), options_(options), residency_(new Residency) {}

Devices::~Devices() = default;

}  // namespace purlin::cuda
