#include "atom_cuda/multicast_memory.hpp"

#include "atom_cuda/driver.cuh"

namespace purlin::cuda {
namespace {

CUmemAllocationProp on_device(int ordinal) {
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, {ordinal}};
  return properties;
}

CUmemAccessDesc access_of(int ordinal) {
  return {{CU_MEM_LOCATION_TYPE_DEVICE, {ordinal}}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
}

std::size_t rounded_up(std::size_t bytes, std::size_t granule) {
  return (bytes + granule - 1) / granule * granule;
}

/// A virtual address range with something mapped.
struct Mapping {
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  CUmemGenericAllocationHandle memory = 0;
};

Mapping map(CUmemGenericAllocationHandle memory, std::size_t bytes, std::size_t granule,
            std::span<const int> ordinals) {
  Mapping mapping{0, bytes, memory};
  PURLIN_DRIVER(cuMemAddressReserve, &mapping.address, bytes, granule, CUdeviceptr{0}, 0ull);
  PURLIN_DRIVER(cuMemMap, mapping.address, bytes, std::size_t{0}, memory, 0ull);
  std::vector<CUmemAccessDesc> access;
  for (int ordinal : ordinals) access.push_back(access_of(ordinal));
  PURLIN_DRIVER(cuMemSetAccess, mapping.address, bytes, access.data(), access.size());
  return mapping;
}

void unmap(const Mapping& mapping) {
  if (mapping.address == 0) return;
  driver_function<decltype(cuMemUnmap)>("cuMemUnmap")(mapping.address, mapping.bytes);
  driver_function<decltype(cuMemAddressFree)>("cuMemAddressFree")(mapping.address, mapping.bytes);
  driver_function<decltype(cuMemRelease)>("cuMemRelease")(mapping.memory);
}

}  // namespace

bool supports_multicast(int ordinal) {
  auto* ask = reinterpret_cast<decltype(cuDeviceGetAttribute)*>(driver_entry("cuDeviceGetAttribute"));
  int value = 0;
  return ask != nullptr && ask(&value, CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, ordinal) == CUDA_SUCCESS &&
         value != 0;
}

struct MulticastMemory::State {
  std::vector<Mapping> windows;
  Mapping all;
  std::int64_t bytes = 0;

  ~State() {
    unmap(all);
    for (const Mapping& window : windows) unmap(window);
  }
};

MulticastMemory::MulticastMemory(std::span<const int> ordinals, std::int64_t bytes) : state_(new State) {
  CUmulticastObjectProp properties{};
  properties.numDevices = static_cast<unsigned>(ordinals.size());
  properties.size = static_cast<std::size_t>(bytes);
  std::size_t granule = 0;
  PURLIN_DRIVER(cuMulticastGetGranularity, &granule, &properties, CU_MULTICAST_GRANULARITY_RECOMMENDED);
  properties.size = rounded_up(properties.size, granule);
  state_->bytes = static_cast<std::int64_t>(properties.size);
  CUmemGenericAllocationHandle object = 0;
  PURLIN_DRIVER(cuMulticastCreate, &object, &properties);
  for (int ordinal : ordinals) PURLIN_DRIVER(cuMulticastAddDevice, object, CUdevice{ordinal});
  for (int ordinal : ordinals) {
    const CUmemAllocationProp place = on_device(ordinal);
    CUmemGenericAllocationHandle memory = 0;
    PURLIN_DRIVER(cuMemCreate, &memory, properties.size, &place, 0ull);
    state_->windows.push_back(map(memory, properties.size, granule, ordinals));
    PURLIN_DRIVER(cuMulticastBindMem, object, std::size_t{0}, memory, std::size_t{0}, properties.size, 0ull);
  }
  state_->all = map(object, properties.size, granule, ordinals);
}

MulticastMemory::~MulticastMemory() = default;
MulticastMemory::MulticastMemory(MulticastMemory&&) noexcept = default;
MulticastMemory& MulticastMemory::operator=(MulticastMemory&&) noexcept = default;

std::uint64_t MulticastMemory::window(std::size_t i) const { return state_->windows[i].address; }
std::uint64_t MulticastMemory::multicast_address() const { return state_->all.address; }
std::int64_t MulticastMemory::bytes() const { return state_->bytes; }

}  // namespace purlin::cuda
