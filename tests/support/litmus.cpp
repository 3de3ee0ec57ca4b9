#include "tests/support/litmus.hpp"

#include <thread>

namespace purlin::testing {
namespace {

/// All threads begin a batch together: what happens apart in time shows nothing.
constexpr int kBatch = 64;

/// Calls `look` until it says true; others may need the core.
template <class Look>
void poll(Look&& look) {
  for (int i = 0; !look(); ++i)
    if (i % 64 == 63) std::this_thread::yield();
}

void run(const LitmusThread& thread, std::vector<LitmusCell>& cells, std::atomic<int>& arrived, int threads,
         std::vector<char>& seen) {
  int batches = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i % kBatch == 0) {
      arrived.fetch_add(1);
      ++batches;
      poll([&] { return arrived.load() >= batches * threads; });
    }
    seen[i] = thread(cells[i]);
  }
}

}  // namespace

void LitmusPacket::put(std::uint64_t flag, std::uint64_t word) {
  __atomic_store_n(&both_, static_cast<Both>(flag) << 64 | word, __ATOMIC_RELAXED);
}

LitmusPacket::Taken LitmusPacket::take(std::uint64_t flag) const {
  Taken taken;
  poll([&] {
    const Both both = __atomic_load_n(&both_, __ATOMIC_RELAXED);
    taken = {static_cast<std::uint64_t>(both >> 64), static_cast<std::uint64_t>(both)};
    return taken.flag >= flag;
  });
  return taken;
}

std::int64_t count_seen(const std::vector<LitmusThread>& threads, int rounds) {
  std::vector<LitmusCell> cells(static_cast<std::size_t>(rounds));
  std::vector<std::vector<char>> seen(threads.size(), std::vector<char>(cells.size()));
  std::atomic<int> arrived = 0;
  std::vector<std::thread> all;
  for (std::size_t i = 0; i < threads.size(); ++i)
    all.emplace_back([&, i] { run(threads[i], cells, arrived, static_cast<int>(threads.size()), seen[i]); });
  for (std::thread& thread : all) thread.join();
  std::int64_t count = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    bool any = false;
    for (const auto& of_thread : seen) any = any || of_thread[i] != 0;
    count += any;
  }
  return count;
}

}  // namespace purlin::testing
