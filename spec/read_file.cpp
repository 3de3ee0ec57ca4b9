#include "spec/read_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "spec/size.hpp"

namespace purlin {
namespace {

// Owned, but standard input.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : value_(path == "-" ? STDIN_FILENO
                           : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
  ~Descriptor() {
    if (value_ > STDIN_FILENO) close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int value() const { return value_; }

 private:
  int value_;
};

std::string last_error() { return std::strerror(errno); }

// Empty where there is something to read, or the end.
std::string wait_for_input(int descriptor, std::chrono::milliseconds patience) {
  pollfd waiting{descriptor, POLLIN, 0};
  const int timeout = isatty(descriptor) ? -1 : static_cast<int>(patience.count());
  int ready = 0;
  do ready = poll(&waiting, 1, timeout);
  while (ready < 0 && errno == EINTR);
  if (ready < 0) return last_error();
  return ready == 0 ? fmt::format("nothing arrived for {} ms", patience.count()) : std::string();
}

struct Outcome {
  std::string text;
  std::string fault;
};

Outcome read_all(int descriptor, std::size_t limit, std::chrono::milliseconds patience) {
  constexpr std::size_t kStep = 65536;
  Outcome outcome;
  while (outcome.text.size() <= limit) {
    outcome.fault = wait_for_input(descriptor, patience);
    if (!outcome.fault.empty()) return outcome;
    const std::size_t before = outcome.text.size();
    outcome.text.resize(before + kStep);
    const ssize_t got = read(descriptor, outcome.text.data() + before, kStep);
    outcome.text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return outcome;
    if (got < 0 && errno != EINTR && errno != EAGAIN) return outcome.fault = last_error(), outcome;
  }
  return outcome;
}

std::string why_unreadable(int descriptor) {
  struct stat facts{};
  if (descriptor < 0 || fstat(descriptor, &facts) != 0) return last_error();
  return S_ISDIR(facts.st_mode) ? "it is a directory" : "";
}

}  // namespace

std::optional<std::string> read_file(const std::string& path, std::size_t limit, const SourcePlace& place,
                                     const Source& source, std::chrono::milliseconds patience) {
  const std::string name = path == "-" ? "standard input" : path;
  const Descriptor descriptor(path);
  Outcome outcome;
  outcome.fault = why_unreadable(descriptor.value());
  if (outcome.fault.empty()) outcome = read_all(descriptor.value(), limit, patience);
  if (!outcome.fault.empty()) {
    source.error("S001", place, fmt::format("cannot read {}: {}", name, outcome.fault),
                 "name a readable file, or - for standard input");
    return std::nullopt;
  }
  if (outcome.text.size() <= limit) return std::move(outcome.text);
  source.error("S002", place,
               fmt::format("{} has more than {}", name, print_bytes(static_cast<std::int64_t>(limit))),
               "is it the file that you meant?");
  return std::nullopt;
}

}  // namespace purlin
