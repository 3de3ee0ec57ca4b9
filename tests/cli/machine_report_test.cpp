#include "cli/render/machine_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "spec/read_machine.hpp"
#include "tests/catch.hpp"
#include "tests/support/machines.hpp"

using namespace purlin;
using purlin::testing::builtin;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string circle() {
  Machine machine = testing::pcie_tree();
  machine.wires.push_back({4, 5, 0, 2});
  return cli::draw_links(machine);
}

}  // namespace

TEST_CASE("a switch is drawn with its GPUs on one line") {
  CHECK(cli::draw_links(testing::star(8)) ==
        "  switch\n  └─ gpu0 to gpu7, each (18 x link, 450 GB/s each way)\n");
}

TEST_CASE("a tree is drawn from its top, with what its hubs let through") {
  CHECK(cli::draw_links(testing::pcie_tree()) ==
        "  host (30 GB/s for all that crosses it)\n"
        "  ├─ pci0 (1 x link, 24 GB/s each way)\n"
        "  │  └─ gpu0 to gpu1, each (1 x link, 24 GB/s each way)\n"
        "  └─ pci1 (1 x link, 24 GB/s each way)\n"
        "     └─ gpu2 to gpu3, each (1 x link, 24 GB/s each way)\n");
}

TEST_CASE("a wire that closes a circle is drawn once, below") {
  CHECK(contains(circle(), "  also pci0 and pci1: 2 x link, 48 GB/s each way\n"));
}

TEST_CASE("direct links are a matrix of counts, with holes where data must be relayed") {
  const std::string text = cli::draw_links(testing::cube_mesh());
  CHECK(contains(text, "  gpu0      .      1      1      2      2      -      -      -\n"));
  CHECK(contains(cli::render_machine_text(builtin("dgx-v100"), false),
                 "rings that share no link: 0 1 2 3 7 5 6 4,"));
}

TEST_CASE("every machine shows each constant with unit, confidence and source, and each wire's ends") {
  for (const BuiltinMachine& row : builtin_machines()) {
    INFO(row.name);
    const Machine machine = builtin(std::string(row.name));
    const std::string text = cli::render_machine_text(machine, true);
    const auto document = nlohmann::json::parse(cli::render_machines_json({machine}));
    const auto& shown = document.at("machines").at(0);
    CHECK(shown.at("links").size() == machine.wires.size());
    CHECK(shown.at("constants").size() == known_constants(machine).size());
    for (const NamedConstant& named : known_constants(machine)) {
      CHECK(contains(text, named.key));
      CHECK(contains(text, named.constant->source));
      CHECK(contains(text, std::string(named.meaning)));
    }
    for (const Hub& hub : machine.hubs) CHECK(contains(text, hub.name));
  }
}

TEST_CASE("the list has a line for every machine") {
  std::vector<Machine> machines;
  for (const BuiltinMachine& row : builtin_machines()) machines.push_back(builtin(std::string(row.name)));
  const std::string text = cli::render_machine_list(machines);
  CHECK(std::ranges::count(text, '\n') == static_cast<std::ptrdiff_t>(machines.size()) + 1);
  const std::string flat = text.substr(text.find("\nflat") + 1);
  CHECK(contains(flat.substr(0, flat.find('\n')), " any  any number of GPUs"));
}
