#include "snac/host/crew.hpp"

namespace purlin::host {

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Crew::run(int parts, const std::function<void(int)>& part) {
  while (static_cast<int>(threads_.size()) < parts)
    threads_.emplace_back(&Crew::work, this, static_cast<int>(threads_.size()), jobs_);
  std::unique_lock lock(mutex_);
  part_ = &part;
  parts_ = running_ = parts;
  ++jobs_;
  wake_.notify_all();
  all_done_.wait(lock, [&] { return running_ == 0; });
}

void Crew::work(int i, std::uint64_t done) {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return closing_ || jobs_ != done; });
    if (closing_) return;
    done = jobs_;
    if (i >= parts_) continue;
    lock.unlock();
    (*part_)(i);
    lock.lock();
    if (--running_ == 0) all_done_.notify_all();
  }
}

}  // namespace purlin::host
