#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace purlin::cuda {

/// Whether the device can join a multicast object. False where the driver does not say.
bool supports_multicast(int ordinal);

/// Windows of the same size on several devices, and one address that stands for all of them at once.
class MulticastMemory {
 public:
  /// One window per entry of `ordinals`; all devices must support it.
  MulticastMemory(std::span<const int> ordinals, std::int64_t bytes);
  ~MulticastMemory();
  MulticastMemory(MulticastMemory&&) noexcept;
  MulticastMemory& operator=(MulticastMemory&&) noexcept;

  std::uint64_t window(std::size_t i) const;
  std::uint64_t multicast_address() const;
  std::int64_t bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace purlin::cuda
