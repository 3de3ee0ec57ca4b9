#include "atom_cuda/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "atom_cuda/multicast_memory.hpp"
#include "atom_cuda/runtime.cuh"

namespace purlin::cuda {
namespace {

/// What CUDA says, what it usually means and what helps.
struct KnownCause {
  cudaError_t error;
  const char* cause;
};
constexpr std::array kKnownCauses = {
    KnownCause{cudaErrorNoDevice,
               "there is no GPU, or CUDA_VISIBLE_DEVICES hides it, or its device files are missing in this "
               "container"},
    KnownCause{cudaErrorInsufficientDriver,
               "the NVIDIA driver is missing or older than the CUDA runtime: update the driver"},
    KnownCause{
        cudaErrorSystemNotReady,
        "NVSwitch machines need the fabric manager: start nvidia-fabricmanager, of the driver's version"},
    KnownCause{cudaErrorSystemDriverMismatch,
               "kernel module and user-space driver differ: reload the module or reboot after an update"},
    KnownCause{cudaErrorCompatNotSupportedOnDevice,
               "the forward compatibility package does not support this GPU: take it out of LD_LIBRARY_PATH"},
    KnownCause{cudaErrorDevicesUnavailable,
               "another process holds the GPU in exclusive mode, or it is in a bad state: see nvidia-smi"},
    KnownCause{cudaErrorInitializationError,
               "the driver did not start: a forked child of a process that used CUDA cannot use it, and some "
               "sandboxes hide /dev/nvidia*"},
    KnownCause{
        cudaErrorOperatingSystem,
        "the operating system refused: permissions of /dev/nvidia*, or a driver without its kernel module"},
    KnownCause{cudaErrorNoKernelImageForDevice,
               "purlin was built for other architectures: configure with -DPURLIN_CUDA_ARCHITECTURES"},
};

std::string explain(cudaError_t error, const std::string& what) {
  std::string text = fmt::format("{}: {} ({})", what, cudaGetErrorString(error), cudaGetErrorName(error));
  for (const KnownCause& known : kKnownCauses)
    if (known.error == error) text += fmt::format("; {}", known.cause);
  return text;
}

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

std::string uuid_text(const cudaUUID_t& uuid, bool slice) {
  std::string text = slice ? "MIG-" : "GPU-";
  for (std::size_t i = 0; i < sizeof(uuid.bytes); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

int attribute(int ordinal, cudaDeviceAttr attribute) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, attribute, ordinal) != cudaSuccess) cudaGetLastError();
  return value;
}

Device describe(int ordinal, const cudaDeviceProp& properties) {
  Device device;
  device.ordinal = ordinal;
  device.name = properties.name;
  device.slice = device.name.find("MIG ") != std::string::npos;
  device.uuid = uuid_text(properties.uuid, device.slice);
  device.pci = fmt::format("{:08x}:{:02x}:{:02x}", properties.pciDomainID, properties.pciBusID,
                           properties.pciDeviceID);
  device.major = properties.major;
  device.minor = properties.minor;
  device.multiprocessors = properties.multiProcessorCount;
  device.copy_engines = properties.asyncEngineCount;
  device.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
  device.memory_GBps = 2e3 * attribute(ordinal, cudaDevAttrMemoryClockRate) *
                       attribute(ordinal, cudaDevAttrGlobalMemoryBusWidth) / 8 * 1e-9;
  device.cache_bytes = properties.l2CacheSize;
  device.lane_shared_bytes = static_cast<std::int64_t>(properties.sharedMemPerBlockOptin);
  device.clock_Hz = 1e3 * attribute(ordinal, cudaDevAttrClockRate);
  device.cooperative = properties.cooperativeLaunch != 0;
  device.multicast = supports_multicast(ordinal);
  return device;
}

}  // namespace

Discovery discover() {
  Discovery found;
  int version = 0;
  if (cudaRuntimeGetVersion(&version) == cudaSuccess) found.runtime = version_text(version);
  if (cudaDriverGetVersion(&version) == cudaSuccess && version > 0) found.driver = version_text(version);
  if (found.driver.empty())
    found.problems.push_back("no NVIDIA driver is loaded: libcuda.so.1 was not found");
  int count = 0;
  if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess) {
    cudaGetLastError();
    found.problems.push_back(explain(error, "no device can be used"));
    return found;
  }
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, ordinal);
    if (error == cudaSuccess)
      found.devices.push_back(describe(ordinal, properties));
    else
      found.problems.push_back(explain(error, fmt::format("device {}", ordinal)));
  }
  return found;
}

std::int64_t free_bytes(int ordinal) {
  const OnDevice on(ordinal);
  std::size_t available = 0, all = 0;
  PURLIN_CUDA(cudaMemGetInfo(&available, &all));
  return static_cast<std::int64_t>(available);
}

std::vector<int> ordinals_of(const Discovery& found) {
  std::vector<int> ordinals;
  for (const Device& device : found.devices) ordinals.push_back(device.ordinal);
  return ordinals;
}

std::vector<std::string> check_choice(const Discovery& found, std::span<const int> ordinals) {
  std::vector<std::string> wrong;
  std::map<std::string, int> by_uuid;
  if (ordinals.empty()) wrong.push_back("no device is chosen");
  for (int ordinal : ordinals) {
    const auto device = std::ranges::find(found.devices, ordinal, &Device::ordinal);
    if (device == found.devices.end()) {
      wrong.push_back(fmt::format("there is no device {}: {} can be used", ordinal, found.devices.size()));
      continue;
    }
    if (const auto [other, added] = by_uuid.try_emplace(device->uuid, ordinal); !added)
      wrong.push_back(other->second == ordinal ? fmt::format("device {} is named twice", ordinal)
                                               : fmt::format("devices {} and {} are the same GPU, {}",
                                                             other->second, ordinal, device->uuid));
    if (!device->cooperative)
      wrong.push_back(
          fmt::format("device {} ({}) cannot start all blocks of a kernel together", ordinal, device->name));
  }
  return wrong;
}

}  // namespace purlin::cuda
