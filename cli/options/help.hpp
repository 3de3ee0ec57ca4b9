#pragma once
#include <string>

namespace CLI {
class App;
}

namespace purlin::cli {

/// Bare `purlin`: the verbs and three commands to paste.
std::string overview(const CLI::App& purlin);

/// `-h`: fits a screen. `--help`: complete, with examples.
std::string short_help(const CLI::App& app);
std::string complete_help(const CLI::App& app);

}  // namespace purlin::cli
