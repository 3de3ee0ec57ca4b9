#pragma once
// The CUDA runtime with owners and checked calls.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "atom_cuda/error.hpp"

namespace purlin::cuda {

[[noreturn]] void throw_cuda_error(cudaError_t error, const char* call, const char* file, int line);

inline void check_cuda(cudaError_t error, const char* call, const char* file, int line) {
  if (error != cudaSuccess) throw_cuda_error(error, call, file, line);
}
#define PURLIN_CUDA(call) ::purlin::cuda::check_cuda((call), #call, __FILE__, __LINE__)

/// Makes a device current while it lives.
class OnDevice {
 public:
  explicit OnDevice(int ordinal);
  ~OnDevice();
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = 0;
};

/// Plain device memory, poisoned with NaN patterns (0xff) until written.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  DeviceMemory(int ordinal, std::int64_t bytes);
  DeviceMemory(DeviceMemory&& other) noexcept { swap(other); }
  DeviceMemory& operator=(DeviceMemory&& other) noexcept { return swap(other), *this; }
  ~DeviceMemory();

  std::byte* data() const { return data_; }
  std::int64_t size() const { return size_; }
  int ordinal() const { return ordinal_; }
  std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(data_); }
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data_);
  }
  void fill(std::uint8_t byte);
  void upload(const void* from, std::int64_t bytes, std::int64_t offset = 0);
  void download(void* to, std::int64_t bytes, std::int64_t offset = 0) const;

 private:
  void swap(DeviceMemory& other) noexcept {
    std::swap(data_, other.data_), std::swap(size_, other.size_), std::swap(ordinal_, other.ordinal_);
  }
  std::byte* data_ = nullptr;
  std::int64_t size_ = 0;
  int ordinal_ = 0;
};

template <class T>
DeviceMemory uploaded(int ordinal, std::span<const T> values) {
  DeviceMemory memory(ordinal, static_cast<std::int64_t>(values.size_bytes()));
  memory.upload(values.data(), memory.size());
  return memory;
}

/// Host memory that devices see at the same address.
class MappedMemory {
 public:
  MappedMemory() = default;
  explicit MappedMemory(std::int64_t bytes);
  MappedMemory(MappedMemory&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  MappedMemory& operator=(MappedMemory&& other) noexcept { return std::swap(data_, other.data_), *this; }
  ~MappedMemory();
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
};

/// A stream of a device that does not wait for the default one.
class DeviceStream {
 public:
  explicit DeviceStream(int ordinal);
  DeviceStream(DeviceStream&& other) noexcept
      : stream_(std::exchange(other.stream_, nullptr)), ordinal_(other.ordinal_) {}
  DeviceStream& operator=(DeviceStream&&) = delete;
  ~DeviceStream();
  cudaStream_t get() const { return stream_; }
  int ordinal() const { return ordinal_; }
  void synchronize() const;

 private:
  cudaStream_t stream_ = nullptr;
  int ordinal_;
};

class DeviceEvent {
 public:
  explicit DeviceEvent(int ordinal, unsigned flags = cudaEventDefault);
  DeviceEvent(DeviceEvent&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  DeviceEvent& operator=(DeviceEvent&& other) noexcept { return std::swap(event_, other.event_), *this; }
  ~DeviceEvent();
  cudaEvent_t get() const { return event_; }
  void record(const DeviceStream& stream) const;

 private:
  cudaEvent_t event_ = nullptr;
};

double seconds_between(const DeviceEvent& begin, const DeviceEvent& end);

/// A kernel launch whose blocks are all resident at once, or refused by CUDA.
void launch_together(const void* kernel, dim3 blocks, int threads, std::size_t shared_bytes,
                     cudaStream_t stream, void** arguments);

}  // namespace purlin::cuda
