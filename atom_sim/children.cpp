#include "atom_sim/children.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace purlin::sim {
namespace {

constexpr int kSent = 0;
constexpr int kFailed = 1;  // the message was sent instead

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void send_all(int pipe, const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t written = write(pipe, bytes.data() + sent, bytes.size() - sent);
    if (written < 0 && errno != EINTR) return;  // the parent is gone
    if (written > 0) sent += static_cast<std::size_t>(written);
  }
}

/// Never returns, runs no destructor and flushes nothing: those are the parent's.
[[noreturn]] void be_child(int pipe, std::size_t job, const Produce& produce) {
  int status = kSent;
  try {
    send_all(pipe, produce(job));
  } catch (const std::exception& error) {
    status = kFailed;
    send_all(pipe, error.what());
  }
  close(pipe);
  _exit(status);
}

struct Child {
  std::size_t job = 0;
  pid_t process = 0;
  int pipe = -1;
  std::string sent;
};

class Children {
 public:
  Children(const Produce& produce, const Consume& consume) : produce_(produce), consume_(consume) {}
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children() {  // after a failure: the others end on their broken pipes
    for (const Child& child : running_) {
      close(child.pipe);
      waitpid(child.process, nullptr, 0);
    }
  }

  std::size_t running() const { return running_.size(); }

  void start(std::size_t job) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) fail("cannot make a pipe");
    std::fflush(nullptr);  // else the child has what is not written yet too
    const pid_t process = fork();
    if (process == 0) {
      close(ends[0]);
      be_child(ends[1], job, produce_);
    }
    close(ends[1]);
    if (process < 0) {
      close(ends[0]);
      fail("cannot start a process");
    }
    running_.push_back({job, process, ends[0], {}});
  }

  /// Until one has ended and its result is taken.
  void finish_one() {
    while (true) {
      std::vector<pollfd> waits;
      for (const Child& child : running_) waits.push_back({child.pipe, POLLIN, 0});
      if (poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) fail("cannot wait for a process");
      for (std::size_t i = 0; i < waits.size(); ++i)
        if (waits[i].revents != 0 && !receive(running_[i])) return finish(i);
    }
  }

 private:
  /// False at the end.
  static bool receive(Child& child) {
    std::array<char, 65536> bytes{};
    const ssize_t got = read(child.pipe, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) return true;
    if (got > 0) child.sent.append(bytes.data(), static_cast<std::size_t>(got));
    return got > 0;
  }

  void finish(std::size_t index) {
    const Child child = std::move(running_[index]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(index));
    close(child.pipe);
    int status = 0;
    while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status))
      throw std::runtime_error(
          fmt::format("the simulator's process was ended by signal {}", WTERMSIG(status)));
    if (WEXITSTATUS(status) == kFailed) throw std::runtime_error("the simulator failed: " + child.sent);
    if (WEXITSTATUS(status) != kSent)
      throw std::runtime_error(fmt::format("the simulator's process ended with {}", WEXITSTATUS(status)));
    consume_(child.job, child.sent);
  }

  const Produce& produce_;
  const Consume& consume_;
  std::vector<Child> running_;
};

}  // namespace

void run_in_children(std::size_t jobs, int processes, const Produce& produce, const Consume& consume) {
  Children children(produce, consume);
  for (std::size_t job = 0; job < jobs; ++job) {
    if (children.running() == static_cast<std::size_t>(processes)) children.finish_one();
    children.start(job);
  }
  while (children.running() > 0) children.finish_one();
}

}  // namespace purlin::sim
