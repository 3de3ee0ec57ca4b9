#include "snac/host/storage.hpp"

#include <cstring>
#include <new>

namespace purlin::host {
namespace {

std::byte* allocate(std::int64_t bytes) {
  return static_cast<std::byte*>(
      ::operator new(static_cast<std::size_t>(bytes), std::align_val_t{kAlignment}));
}

}  // namespace

void Storage::Free::operator()(std::byte* data) const {
  ::operator delete(data, std::align_val_t{kAlignment});
}

Storage::Storage(std::int64_t bytes) : data_(allocate(bytes)), size_(bytes) {
  std::memset(data(), 0xff, static_cast<std::size_t>(bytes));
}

}  // namespace purlin::host
