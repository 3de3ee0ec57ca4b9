#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

namespace purlin::host {

inline constexpr std::int64_t kAlignment = 128;

/// Bytes aligned for any datapath, NaN patterns (0xFF) until written.
class Storage {
 public:
  Storage() = default;
  explicit Storage(std::int64_t bytes);
  std::byte* data() const { return data_.get(); }
  std::int64_t size() const { return size_; }

 private:
  struct Free {
    void operator()(std::byte* data) const;
  };
  std::unique_ptr<std::byte, Free> data_;
  std::int64_t size_ = 0;
};

}  // namespace purlin::host
