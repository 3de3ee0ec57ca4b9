#pragma once
#include <array>
#include <functional>
#include <string>

#include "cli/exit_status.hpp"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace purlin::cli {

/// A verb as declared on the app, and what it does when chosen.
struct Verb {
  CLI::App* app = nullptr;
  std::function<Exit()> act;
};

Verb declare_run(CLI::App& purlin);
Verb declare_verify(CLI::App& purlin);
Verb declare_simulate(CLI::App& purlin);
Verb declare_plan(CLI::App& purlin);
Verb declare_compare(CLI::App& purlin);
Verb declare_machine(CLI::App& purlin);
Verb declare_explain(CLI::App& purlin);

/// Every verb, in the order of help. A new one is its file and a line here.
inline constexpr std::array kVerbs = {
    declare_run,     declare_simulate, declare_verify,  declare_plan,
    declare_compare, declare_machine,  declare_explain,
};

/// Adds a verb: one line on what it is for, and examples to paste.
CLI::App& add_verb(CLI::App& purlin, const std::string& name, const std::string& purpose,
                   const std::string& examples);

/// A number from `least` to `most`; unlike CLI::Range, nan is none.
CLI::Validator within(double least, double most);

}  // namespace purlin::cli
