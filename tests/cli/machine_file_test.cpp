#include "cli/render/machine_file.hpp"

#include "spec/read_machine.hpp"
#include "tests/catch.hpp"

using namespace purlin;
using namespace purlin::cli;

namespace {

Machine read(const std::string& text, const std::string& name) {
  Diagnostics diagnostics;
  auto machine = read_machine_text(text, name, ".", diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(machine);
  return *machine;
}

bool same(const Constant& a, const Constant& b) {
  return a.known == b.known && a.number == b.number && a.source == b.source && a.confidence == b.confidence;
}

}  // namespace

TEST_CASE("a machine that is written reads back") {
  for (const BuiltinMachine& builtin : builtin_machines()) {
    INFO(builtin.name);
    Machine machine = read(std::string(builtin.text), std::string(builtin.name));
    Machine again = read(render_machine_file(machine, {"a remark"}), machine.name);
    CHECK(again.title == machine.title);
    CHECK(again.gpus == machine.gpus);
    CHECK(again.any_size == machine.any_size);
    CHECK(again.loopback == machine.loopback);
    CHECK(again.wires == machine.wires);
    CHECK(again.wires_source == machine.wires_source);
    CHECK(again.wires_confidence == machine.wires_confidence);
    const auto before = constant_slots(machine), after = constant_slots(again);
    REQUIRE(before.size() == after.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      INFO(before[i].key);
      CHECK(before[i].key == after[i].key);
      CHECK(same(*before[i].constant, *after[i].constant));
    }
  }
}

TEST_CASE("a machine's texts may hold anything") {
  Machine machine = read(std::string(builtin_machines().front().text), "x");
  machine.title = "a \"quoted\"\ttitle with \\ and \x01";
  CHECK(read(render_machine_file(machine, {}), "x").title == machine.title);
}
