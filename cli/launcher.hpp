#pragma once
#include <functional>
#include <optional>
#include <string>

namespace purlin::cli {

/// A launcher that started several copies of this process.
struct Launcher {
  std::string variable;
  int processes = 0;
};

/// Looks a variable up; nullptr where it is not set. `std::getenv` in the program.
using Environment = std::function<const char*(const char*)>;

/// The launcher whose variables are set for more than one process.
std::optional<Launcher> find_launcher(const Environment& environment);

/// What will happen, in one sentence.
std::string explain(const Launcher& launcher);

}  // namespace purlin::cli
