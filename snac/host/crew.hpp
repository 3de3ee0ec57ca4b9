#pragma once
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace purlin::host {

/// Threads that stay: each runs its part of one job after the other.
class Crew {
 public:
  Crew() = default;
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Calls `part(i)` for every i below `parts`, each in a thread of its own, and waits for all. Throws
  /// std::system_error where the machine gives no more threads.
  void run(int parts, const std::function<void(int)>& part);

 private:
  void work(int i, std::uint64_t done);

  std::mutex mutex_;
  std::condition_variable wake_, all_done_;
  const std::function<void(int)>* part_ = nullptr;
  std::uint64_t jobs_ = 0;
  int parts_ = 0, running_ = 0;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace purlin::host
