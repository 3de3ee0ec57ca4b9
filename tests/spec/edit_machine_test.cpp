#include "spec/edit_machine.hpp"

#include "spec/read_machine.hpp"
#include "spec/topology.hpp"
#include "tests/catch.hpp"
#include "tests/support/machines.hpp"

using namespace purlin;
using testing::builtin;

namespace {

/// The only error's code.
std::string code_of(const Diagnostics& diagnostics) {
  REQUIRE(diagnostics.all().size() == 1);
  CHECK_FALSE(diagnostics.all().front().help.empty());
  return diagnostics.all().front().code;
}

}  // namespace

TEST_CASE("every known constant of every machine can be set by its key") {
  for (const BuiltinMachine& row : builtin_machines()) {
    const Machine machine = builtin(std::string(row.name));
    for (const NamedConstant& named : known_constants(machine)) {
      INFO(row.name << " " << named.key);
      if (named.key == "gpu.count") continue;
      Machine changed = machine;
      Diagnostics diagnostics;
      CHECK(set_constants(changed, {{named.key, named.constant->number}}, diagnostics));
      CHECK(known_constants(changed).size() == known_constants(machine).size());
    }
  }
}

TEST_CASE("a setting shows, with its origin") {
  Machine machine = builtin("hgx-h200");
  Diagnostics diagnostics;
  REQUIRE(set_constants(machine, {{"link.nvlink.nominal_GBps", 50}, {"link.nvlink.vector_GBps", 40}},
                        diagnostics));
  CHECK(machine.links.front().vector_GBps.number == 40);
  CHECK(machine.links.front().vector_GBps.source == "set by option");
  CHECK(Topology(machine).rate_GBps({0}, {1}) == 900);
}

TEST_CASE("what a model lacks can be given to it") {
  Machine machine = builtin("dgx-a100");
  Diagnostics diagnostics;
  REQUIRE_FALSE(machine.lane_bulk_GBps.known);
  REQUIRE(set_constants(machine, {{"lane.bulk_GBps", 30}}, diagnostics));
  CHECK(machine.lane_bulk_GBps.number == 30);
}

TEST_CASE("settings are refused with the reason") {
  const auto refusal = [](const std::vector<Setting>& settings) {
    Machine machine = builtin("hgx-h200");
    Diagnostics diagnostics;
    CHECK_FALSE(set_constants(machine, settings, diagnostics));
    return diagnostics;
  };
  CHECK(code_of(refusal({{"memory.rate_GBs", 1}})) == "M201");
  CHECK(refusal({{"memory.rate_GBs", 1}}).all().front().help == "did you mean \"memory.rate_GBps\"?");
  CHECK(code_of(refusal({{"memory.rate_GBps", -1}})) == "M202");
  CHECK(code_of(refusal({{"limit.lanes", 1.5}})) == "M202");
  CHECK(code_of(refusal({{"gpu.count", 4}})) == "M203");
  CHECK(code_of(refusal({{"link.nvlink.vector_GBps", 30}})) == "M107");
}

TEST_CASE("only a machine of any size is given other GPUs") {
  Machine machine = builtin("flat");
  Diagnostics diagnostics;
  REQUIRE(set_constants(machine, {{"gpu.count", 5}}, diagnostics));
  CHECK(machine.gpus == 5);
  CHECK(machine.wires.size() == 5);
}

TEST_CASE("a link is taken down by the names it is shown with, either way round") {
  for (const char* ends : {"gpu0:gpu3", "gpu3:gpu0"}) {
    Machine machine = builtin("dgx-v100");
    Diagnostics diagnostics;
    REQUIRE(take_down(machine, ends, diagnostics));
    CHECK_FALSE(Topology(machine).route({0}, {3}));
    CHECK(Topology(machine).relay({0}, {3}).size() == 3);
  }
}

TEST_CASE("links are taken down only where there are any, and never the last") {
  Machine machine = builtin("hgx-h200");
  Diagnostics unknown, parting;
  CHECK_FALSE(take_down(machine, "gpu0:gpu1", unknown));
  CHECK(code_of(unknown) == "M204");
  CHECK_FALSE(take_down(machine, "gpu5:nvswitch", parting));
  CHECK(code_of(parting) == "M205");
}

TEST_CASE("a GPU is slowed by a factor, twice by both") {
  Machine machine = builtin("hgx-h200");
  Diagnostics diagnostics;
  REQUIRE(slow_down(machine, "gpu3=0.5", diagnostics));
  REQUIRE(slow_down(machine, "3=0.5", diagnostics));
  CHECK(machine.speed_of({3}) == 0.25);
  CHECK(machine.speed_of({2}) == 1);
  for (const char* wrong :
       {"gpu8=0.5", "gpu0", "gpu0=0", "gpu0=2", "nvswitch=0.5", "gpu0=nan", "=0.5", "gpu0=0.5x"}) {
    Diagnostics errors;
    INFO(wrong);
    CHECK_FALSE(slow_down(machine, wrong, errors));
    CHECK(code_of(errors) == "M206");
  }
}

TEST_CASE("a machine has a GPU for every rank, grows to it, or says that it has not") {
  Diagnostics diagnostics;
  CHECK(sized_for(builtin("hgx-h200"), 3, diagnostics)->gpus == 8);
  CHECK(sized_for(builtin("flat"), 72, diagnostics)->gpus == 72);
  CHECK(diagnostics.empty());
  CHECK_FALSE(sized_for(builtin("hgx-h200"), 9, diagnostics));
  CHECK(code_of(diagnostics) == "M207");
}
