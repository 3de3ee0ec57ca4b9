#include "spec/read_machine.hpp"

#include <fstream>
#include <set>
#include <sstream>

#include "spec/machine_rules.hpp"
#include "spec/rings.hpp"
#include "spec/topology.hpp"
#include "tests/catch.hpp"
#include "tests/support/source_dir.hpp"

using namespace purlin;

namespace {

Machine builtin(const std::string& name) {
  Diagnostics diagnostics;
  const auto machine = read_machine(name, diagnostics);
  for (const Diagnostic& d : diagnostics.all())
    UNSCOPED_INFO(d.place.file << ":" << d.place.line << ":" << d.place.column << ": " << d.code << " "
                               << d.message);
  REQUIRE(machine);
  CHECK(diagnostics.empty());
  return *machine;
}

Diagnostics errors_of(const std::string& text) {
  Diagnostics diagnostics;
  CHECK_FALSE(read_machine_text(text, "mine.toml", "", diagnostics));
  return diagnostics;
}

std::string constant(const std::string& key, const std::string& value) {
  return key + " = { value = " + value + ", source = \"a test\", confidence = \"derived\" }\n";
}

}  // namespace

TEST_CASE("every shipped machine reads, and each of its numbers says its source") {
  CHECK(builtin_machines().size() >= 12);
  for (const BuiltinMachine& row : builtin_machines()) {
    DYNAMIC_SECTION(row.name) {
      const Machine machine = builtin(std::string(row.name));
      CHECK(machine.name == row.name);
      CHECK_FALSE(machine.title.empty());
      CHECK(machine.wires_source.empty() == machine.wires.empty());
      for (const NamedConstant& named : known_constants(machine)) {
        INFO(named.key);
        CHECK_FALSE(named.constant->source.empty());
        const bool gap = named.constant->source.starts_with("gap");
        CHECK((!gap || named.constant->confidence == Confidence::unconfirmed));
      }
    }
  }
}

TEST_CASE("shipped machines' files are the compiled-in text") {
  for (const BuiltinMachine& row : builtin_machines()) {
    std::ifstream file(testing::source_dir() / "samples/machines" / (std::string(row.name) + ".toml"));
    std::stringstream text;
    text << file.rdbuf();
    CHECK(text.str() == row.text);
  }
}

TEST_CASE("each shipped machine has the links its name promises") {
  struct Row {
    std::string name;
    int gpus;
    double egress_GBps;
    double pair_GBps;  // gpu0 to gpu1
    std::size_t neighbours;
  };
  const std::vector<Row> rows = {
      {"dgx-v100", 8, 150, 25, 4},       {"dgx2-v100", 16, 150, 150, 15}, {"dgx-a100", 8, 300, 300, 7},
      {"a100-mesh-4", 4, 300, 100, 3},   {"hgx-h100", 8, 450, 450, 7},    {"hgx-h200", 8, 450, 450, 7},
      {"gh200-mesh-4", 4, 450, 150, 3},  {"hgx-b200", 8, 900, 900, 7},    {"gb200-nvl72", 72, 900, 900, 71},
      {"pcie-gen4-8", 8, 31.5, 31.5, 7}, {"pcie-gen5-8", 8, 63, 63, 7},   {"flat", 8, 450, 450, 7}};
  for (const Row& row : rows) {
    INFO(row.name);
    const Machine machine = builtin(row.name);
    const Topology topology(machine);
    CHECK(machine.gpus == row.gpus);
    CHECK(topology.rate_GBps({0}, {1}) == Approx(row.pair_GBps));
    for (int gpu = 0; gpu < machine.gpus; ++gpu) {
      CHECK(topology.egress_GBps({gpu}) == Approx(row.egress_GBps));
      CHECK(topology.neighbours({gpu}).size() == row.neighbours);
    }
  }
}

TEST_CASE("rings of the shipped meshes use every link") {
  const auto rings_of = [](const std::string& name) {
    const Machine machine = builtin(name);
    std::vector<Gpu> all;
    for (int gpu = 0; gpu < machine.gpus; ++gpu) all.push_back({gpu});
    return disjoint_rings(machine, all).size();
  };
  CHECK(rings_of("dgx-v100") == 3);
  CHECK(rings_of("a100-mesh-4") == 6);
  CHECK(rings_of("gh200-mesh-4") == 9);
  CHECK(rings_of("hgx-h200") == 0);
}

TEST_CASE("PCIe boxes show the cliff: the host is shared by more and more") {
  const Machine machine = builtin("pcie-gen4-8");
  const Topology topology(machine);
  CHECK(topology.hops({0}, {1}) == 2);
  CHECK(topology.hops({0}, {2}) == 4);
  CHECK(topology.hops({0}, {4}) == 5);
  CHECK(topology.rate_GBps({0}, {4}) == Approx(24));
  CHECK(topology.route({0}, {4})->hub_latency_ns == 600);
}

TEST_CASE("flat has any size") {
  const Machine machine = builtin("flat");
  CHECK(machine.any_size);
  CHECK(Topology(with_gpus(machine, 3)).neighbours({2}).size() == 2);
}

TEST_CASE("an extended machine keeps what it does not say, and drops links it no longer uses") {
  Diagnostics diagnostics;
  const auto machine = read_machine_text("extends = \"hgx-h200\"\n[memory]\n" + constant("rate_GBps", "4000"),
                                         "mine.toml", "", diagnostics);
  REQUIRE(machine);
  CHECK(machine->name == "mine");
  CHECK(machine->memory_rate_GBps.number == 4000);
  CHECK(machine->memory_rate_GBps.source == "a test");
  CHECK(machine->memory_size_GB.number == 141);
  const Machine mesh = builtin("gh200-mesh-4");
  CHECK(mesh.hubs.empty());
  CHECK(builtin("pcie-gen4-8").links.size() == 2);
}

TEST_CASE("an extended machine's pattern follows its own number of GPUs") {
  Diagnostics diagnostics;
  const auto machine = read_machine_text("extends = \"hgx-h200\"\n[gpu]\n" + constant("count", "4"),
                                         "mine.toml", "", diagnostics);
  REQUIRE(machine);
  CHECK(machine->wires.size() == 4);
}

TEST_CASE("all errors of a machine file are found in one run, each at its place") {
  const Diagnostics errors =
      errors_of("extends = \"hgx-h200\"\n[memory]\n" + constant("rate_Gbps", "1") +
                "size_GB = 3\n[latency]\n" + constant("load_ns", "nan") + constant("poll_ns", "\"x\""));
  REQUIRE(errors.all().size() == 4);
  const auto at = [&](std::size_t i) { return errors.sorted()[i]; };
  CHECK(at(0).code == "S102");
  CHECK(at(0).help == "did you mean \"rate_GBps\"?");
  CHECK(at(0).place.line == 3);
  CHECK(at(1).code == "M101");
  CHECK(at(1).place.line == 4);
  CHECK(at(2).code == "M105");
  CHECK(at(2).place.column == 21);
  CHECK(at(2).source_line.starts_with("load_ns"));
  CHECK(at(3).code == "S103");
}

TEST_CASE("a misspelt machine is met by the right one") {
  Diagnostics diagnostics;
  CHECK_FALSE(read_machine("hgx-h20O", diagnostics));
  CHECK(diagnostics.all().front().code == "M100");
  CHECK(diagnostics.all().front().help == "did you mean \"hgx-h200\"?");
  CHECK_FALSE(read_machine("nowhere/x.toml", diagnostics));
  CHECK_FALSE(read_machine("/", diagnostics));
}

TEST_CASE("earlier errors of others do not refuse a good machine") {
  Diagnostics diagnostics;
  diagnostics.add({});
  CHECK(read_machine("flat", diagnostics));
}

TEST_CASE("every rule for machine files has a bad sample that breaks it, at a place, with a mend") {
  for (const MachineRule& rule : machine_rules()) {
    if (!rule.code.starts_with("M1") || rule.code == "M100") continue;
    INFO(rule.code);
    Diagnostics diagnostics;
    CHECK_FALSE(read_machine(testing::source_dir() / "samples/bad" / (std::string(rule.code) + ".toml"),
                             diagnostics));
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all().front().code == rule.code);
    CHECK_FALSE(diagnostics.all().front().place.file.empty());
    CHECK_FALSE(diagnostics.all().front().help.empty());
  }
}

TEST_CASE("rules are in order, explain themselves and say the mend") {
  std::string_view before;
  for (const MachineRule& rule : machine_rules()) {
    CHECK(before < rule.code);
    before = rule.code;
    CHECK_FALSE(rule.title.empty());
    CHECK_FALSE(rule.text.empty());
    CHECK_FALSE(rule.mend.empty());
    CHECK(machine_rule(rule.code) == &rule);
  }
  CHECK(machine_rule("M999") == nullptr);
}
