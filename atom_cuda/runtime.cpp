#include "atom_cuda/runtime.cuh"

#include <fmt/format.h>

namespace purlin::cuda {

void throw_cuda_error(cudaError_t error, const char* call, const char* file, int line) {
  cudaGetLastError();  // an error that is not sticky does not answer for a later call
  throw CudaError(fmt::format("{} ({}) from {} at {}:{}", cudaGetErrorString(error), cudaGetErrorName(error),
                              call, file, line));
}

OnDevice::OnDevice(int ordinal) {
  PURLIN_CUDA(cudaGetDevice(&before_));
  PURLIN_CUDA(cudaSetDevice(ordinal));
}

OnDevice::~OnDevice() { cudaSetDevice(before_); }

DeviceMemory::DeviceMemory(int ordinal, std::int64_t bytes) : size_(bytes), ordinal_(ordinal) {
  if (bytes == 0) return;
  const OnDevice on(ordinal);
  PURLIN_CUDA(cudaMalloc(&data_, static_cast<std::size_t>(bytes)));
  fill(0xff);
}

DeviceMemory::~DeviceMemory() {
  if (data_ != nullptr) cudaFree(data_);
}

void DeviceMemory::fill(std::uint8_t byte) {
  if (size_ == 0) return;
  const OnDevice on(ordinal_);
  PURLIN_CUDA(cudaMemset(data_, byte, static_cast<std::size_t>(size_)));
  PURLIN_CUDA(cudaDeviceSynchronize());
}

void DeviceMemory::upload(const void* from, std::int64_t bytes, std::int64_t offset) {
  if (bytes == 0) return;
  PURLIN_CUDA(cudaMemcpy(data_ + offset, from, static_cast<std::size_t>(bytes), cudaMemcpyHostToDevice));
}

void DeviceMemory::download(void* to, std::int64_t bytes, std::int64_t offset) const {
  if (bytes == 0) return;
  PURLIN_CUDA(cudaMemcpy(to, data_ + offset, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToHost));
}

MappedMemory::MappedMemory(std::int64_t bytes) {
  PURLIN_CUDA(
      cudaHostAlloc(&data_, static_cast<std::size_t>(bytes), cudaHostAllocMapped | cudaHostAllocPortable));
}

MappedMemory::~MappedMemory() {
  if (data_ != nullptr) cudaFreeHost(data_);
}

DeviceStream::DeviceStream(int ordinal) : ordinal_(ordinal) {
  const OnDevice on(ordinal);
  PURLIN_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
}

DeviceStream::~DeviceStream() {
  if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

void DeviceStream::synchronize() const { PURLIN_CUDA(cudaStreamSynchronize(stream_)); }

DeviceEvent::DeviceEvent(int ordinal, unsigned flags) {
  const OnDevice on(ordinal);
  PURLIN_CUDA(cudaEventCreateWithFlags(&event_, flags));
}

DeviceEvent::~DeviceEvent() {
  if (event_ != nullptr) cudaEventDestroy(event_);
}

void DeviceEvent::record(const DeviceStream& stream) const {
  const OnDevice on(stream.ordinal());
  PURLIN_CUDA(cudaEventRecord(event_, stream.get()));
}

double seconds_between(const DeviceEvent& begin, const DeviceEvent& end) {
  float ms = 0;
  PURLIN_CUDA(cudaEventElapsedTime(&ms, begin.get(), end.get()));
  return static_cast<double>(ms) * 1e-3;
}

void launch_together(const void* kernel, dim3 blocks, int threads, std::size_t shared_bytes,
                     cudaStream_t stream, void** arguments) {
  PURLIN_CUDA(cudaLaunchCooperativeKernel(kernel, blocks, dim3(static_cast<unsigned>(threads)), arguments,
                                          shared_bytes, stream));
}

}  // namespace purlin::cuda
