#include <algorithm>
#include <cstring>

#include "snac/host/data.hpp"

namespace purlin::host {
namespace {

constexpr std::byte kGuardByte{0xc3};

std::span<std::byte> all_of(const Storage& storage) {
  return {storage.data(), static_cast<std::size_t>(storage.size())};
}

}  // namespace

void poison(std::span<std::byte> bytes) {
  if (!bytes.empty()) std::memset(bytes.data(), 0xff, bytes.size());
}

GuardedBuffer::GuardedBuffer(std::int64_t bytes) : size_(bytes), all_(bytes + 2 * kGuard) {
  std::ranges::fill(all_of(all_).first(kGuard), kGuardByte);
  std::ranges::fill(all_of(all_).last(kGuard), kGuardByte);
}

std::span<std::byte> GuardedBuffer::bytes() const {
  return all_of(all_).subspan(kGuard, static_cast<std::size_t>(size_));
}

bool GuardedBuffer::guards_hold() const {
  const auto holds = [](std::span<std::byte> guard) {
    return std::ranges::all_of(guard, [](std::byte byte) { return byte == kGuardByte; });
  };
  return holds(all_of(all_).first(kGuard)) && holds(all_of(all_).last(kGuard));
}

}  // namespace purlin::host
