#include "cli/results.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace purlin::cli {
namespace {

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), "cannot write " + path);
}

/// A device or a pipe is written directly: renaming would replace it.
bool is_special(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

mode_t mode_for(const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/// The file behind links, so that the link stays.
std::string resolved(const std::string& path) {
  std::error_code ignored;
  const auto target = std::filesystem::canonical(path, ignored);
  return ignored ? path : target.string();
}

}  // namespace

Results::Results(const std::optional<std::string>& path) : path_(path.value_or("standard output")) {
  if (!path) {
    file_ = STDOUT_FILENO;
  } else if (is_special(*path)) {
    file_ = open(path->c_str(), O_WRONLY | O_CLOEXEC);
  } else if (std::filesystem::is_directory(*path)) {
    errno = EISDIR;
  } else {
    path_ = resolved(*path);
    temporary_ = path_ + ".XXXXXX";
    file_ = mkostemp(temporary_.data(), O_CLOEXEC);
    if (file_ < 0) temporary_.clear();
    if (file_ >= 0) (void)!fchmod(file_, mode_for(path_));  // some file systems have no modes
  }
  if (file_ < 0) fail(path_);
}

Results::~Results() {
  if (file_ > STDERR_FILENO) close(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void Results::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path_);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Results::commit() {
  if (temporary_.empty()) return;
  if (fsync(file_) != 0 || rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_);
  temporary_.clear();
}

}  // namespace purlin::cli
