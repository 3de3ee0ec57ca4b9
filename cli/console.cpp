#include "cli/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/render/diagnostic.hpp"

namespace purlin::cli {
namespace {

constexpr double kProgressInterval_s = 0.1;

bool wants_color(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  return isatty(STDERR_FILENO) != 0 && (no_color == nullptr || *no_color == '\0') && !dumb;
}

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Diagnostic plain(Severity severity, std::string message, std::string help = {}) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  return diagnostic;
}

}  // namespace

Console::Console(const OutputOptions& options)
    : color_(wants_color(options.color)),
      json_(options.format == "json"),
      quiet_(options.quiet),
      verbose_(options.verbose),
      terminal_(isatty(STDERR_FILENO) != 0) {}

void Console::show(const Diagnostic& diagnostic) const {
  if (quiet_ && diagnostic.severity != Severity::error) return;
  std::string text = render(diagnostic, color_);
  if (json_) text += to_json(diagnostic).dump() + "\n";
  std::fputs(text.c_str(), stderr);
}

void Console::show(const Diagnostics& diagnostics) const {
  for (const Diagnostic& diagnostic : diagnostics.sorted()) show(diagnostic);
}

void Console::warn(std::string message) const { show(plain(Severity::warning, std::move(message))); }
void Console::note(std::string message) const { show(plain(Severity::note, std::move(message))); }
void Console::error(std::string message, std::string help) const {
  show(plain(Severity::error, std::move(message), std::move(help)));
}

void Console::progress(std::string_view line) {
  if (!terminal_ || quiet_ || now_s() < next_progress_s_) return;
  next_progress_s_ = now_s() + kProgressInterval_s;
  progress_shown_ = true;
  std::fputs(fmt::format("\r\033[K{}", line).c_str(), stderr);
}

void Console::clear_progress() {
  if (progress_shown_) std::fputs("\r\033[K", stderr);
  progress_shown_ = false;
}

}  // namespace purlin::cli
