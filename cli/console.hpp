#pragma once
#include <string>
#include <string_view>

#include "cli/exit_status.hpp"
#include "cli/options/shared.hpp"
#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// Standard error: diagnostics, notes and progress. Never results.
class Console {
 public:
  explicit Console(const OutputOptions& options);

  /// Rendered; with --format json also as one line of JSON.
  void show(const Diagnostic& diagnostic) const;
  void show(const Diagnostics& diagnostics) const;

  void warn(std::string message) const;  // not under --quiet, nor notes
  void note(std::string message) const;
  void error(std::string message, std::string help = {}) const;

  bool quiet() const { return quiet_; }
  bool verbose() const { return verbose_; }

  /// One line that overwrites itself: on a terminal only, ten times a second at most, never under --quiet.
  void progress(std::string_view line);
  void clear_progress();

 private:
  bool color_ = false;
  bool json_ = false;
  bool quiet_ = false;
  bool verbose_ = false;
  bool terminal_ = false;
  bool progress_shown_ = false;
  double next_progress_s_ = 0;
};

}  // namespace purlin::cli
