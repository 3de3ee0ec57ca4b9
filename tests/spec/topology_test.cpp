#include "spec/topology.hpp"

#include <cmath>

#include "tests/catch.hpp"
#include "tests/support/machines.hpp"

using namespace purlin;

namespace {

std::vector<std::string> names(const Topology& topology, Gpu from, Gpu to) {
  std::vector<std::string> all;
  const std::optional<Route> route = topology.route(from, to);
  REQUIRE(route);
  for (int resource : route->resources) all.push_back(topology.resources()[std::size_t(resource)].name);
  return all;
}

}  // namespace

TEST_CASE("behind a switch every pair shares each GPU's own link, by direction") {
  const Topology topology(testing::star(8));
  CHECK(names(topology, {2}, {5}) == std::vector<std::string>{"gpu2>switch", "switch>gpu5"});
  CHECK(topology.rate_GBps({2}, {5}) == 450);
  CHECK(topology.egress_GBps({2}) == 450);
  CHECK(topology.hops({2}, {5}) == 2);
  CHECK(topology.neighbours({3}).size() == 7);
}

TEST_CASE("within a GPU a route is empty and not bound") {
  const Topology topology(testing::star(2));
  CHECK(names(topology, {1}, {1}).empty());
  CHECK(std::isinf(topology.rate_GBps({1}, {1})));
  CHECK(topology.hops({1}, {1}) == 0);
}

TEST_CASE("direct links lead to neighbours only; others are relayed over the widest way") {
  const Topology topology(testing::cube_mesh());
  CHECK(names(topology, {0}, {3}) == std::vector<std::string>{"gpu0>gpu3"});
  CHECK_FALSE(topology.route({0}, {5}));
  CHECK_FALSE(topology.reaches({0}, {7}));
  CHECK(topology.rate_GBps({0}, {5}) == 0);
  CHECK(topology.neighbours({0}) == std::vector<Gpu>{{3}, {4}, {1}, {2}});
  CHECK(topology.relay({0}, {3}) == std::vector<Gpu>{{0}, {3}});
  CHECK(topology.relay({0}, {7}) == std::vector<Gpu>{{0}, {4}, {7}});
  CHECK(topology.egress_GBps({0}) == 150);
}

TEST_CASE("a tree's route passes shared uplinks and the host once") {
  const Topology topology(testing::pcie_tree());
  CHECK(names(topology, {0}, {1}) == std::vector<std::string>{"gpu0>pci0", "pci0>gpu1"});
  CHECK(names(topology, {0}, {3}) ==
        std::vector<std::string>{"gpu0>pci0", "pci0>host", "host", "host>pci1", "pci1>gpu3"});
  CHECK(topology.route({0}, {1})->hub_latency_ns == 0);
  CHECK(topology.route({0}, {3})->hub_latency_ns == 500);
  CHECK(topology.rate_GBps({0}, {3}) == 24);
  CHECK(topology.nearer({0}, {1}, {2}));
  CHECK_FALSE(topology.nearer({0}, {2}, {3}));
}

TEST_CASE("of equally long routes the widest is taken") {
  Machine machine = testing::pcie_tree();
  machine.hubs.push_back({"bypass", "", {}, {}, {}});
  for (int gpu = 0; gpu < 4; ++gpu) machine.wires.push_back({gpu, 7, 0, 4});
  const Topology topology(machine);
  CHECK(names(topology, {0}, {1}) == std::vector<std::string>{"gpu0>bypass", "bypass>gpu1"});
  CHECK(topology.rate_GBps({0}, {3}) == 96);
}

TEST_CASE("GPUs without any way have no relay") {
  Machine machine = testing::full_mesh(3, 1);
  machine.wires = {{0, 1, 0, 1}};
  CHECK(Topology(machine).relay({0}, {2}).empty());
}

TEST_CASE("a star is resized with its wires") {
  for (int gpus : {1, 2, 3, 5, 72}) {
    const Machine machine = with_gpus(testing::star(8), gpus);
    const Topology topology(machine);
    CHECK(machine.gpu_count.number == gpus);
    CHECK(static_cast<int>(machine.wires.size()) == gpus);
    CHECK(static_cast<int>(topology.neighbours({gpus - 1}).size()) == gpus - 1);
  }
}

TEST_CASE("nodes are found by the names they are shown with") {
  const Machine machine = testing::pcie_tree();
  for (int node = 0; node < machine.nodes(); ++node)
    CHECK(machine.node_named(machine.node_name(node)) == node);
  for (const char* wrong : {"gpu4", "gpu", "gpu-1", "gpu01", "gpu0x", "pci2", ""})
    CHECK_FALSE(machine.node_named(wrong));
}
