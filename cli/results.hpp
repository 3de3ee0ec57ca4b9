#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace purlin::cli {

/// Where results go: standard output, or a file that appears whole or not at all. Throws std::system_error
/// where it cannot write; a file that was not committed leaves what was there before.
class Results {
 public:
  /// Opens a temporary file beside `path`, so that an unwritable place is known before the work is done.
  explicit Results(const std::optional<std::string>& path);
  ~Results();
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;

  void write(std::string_view text);
  void commit();

  bool is_file() const { return !temporary_.empty(); }

 private:
  std::string path_;
  std::string temporary_;
  int file_ = -1;
};

}  // namespace purlin::cli
