#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/diagnostic.hpp"
#include "spec/machine.hpp"

namespace purlin {

/// A machine model that is compiled in: a file of samples/machines.
struct BuiltinMachine {
  std::string_view name;
  std::string_view text;
};

/// All of them, by name.
const std::vector<BuiltinMachine>& builtin_machines();

/// A built-in machine's name or a TOML file, as the command line takes it. Everything wrong lands in
/// `diagnostics`; nullopt where there is an error.
std::optional<Machine> read_machine(const std::string& name_or_file, Diagnostics& diagnostics);

/// TOML text to a checked model. `name` stands in messages; files it extends are sought in `directory`.
std::optional<Machine> read_machine_text(std::string_view text, const std::string& name,
                                         const std::string& directory, Diagnostics& diagnostics);

}  // namespace purlin
