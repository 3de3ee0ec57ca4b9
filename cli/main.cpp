#include <fmt/core.h>

#include "cli/version.hpp"

int main() { fmt::print("purlin {}\n", purlin::cli::kVersion); }
