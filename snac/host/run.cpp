#include "snac/host/run.hpp"

namespace purlin::host {

void Abort::give_up(Site site) {
  const std::lock_guard lock(mutex_);
  if (!first_ && !error_) first_ = std::move(site);
  raised_.store(true, std::memory_order_release);
}

void Abort::fail(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!first_ && !error_) error_ = std::move(error);
  raised_.store(true, std::memory_order_release);
}

std::optional<Abort::Site> Abort::first() const {
  if (error_) std::rethrow_exception(error_);
  return first_;
}

}  // namespace purlin::host
