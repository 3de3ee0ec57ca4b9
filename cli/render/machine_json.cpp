#include <nlohmann/json.hpp>

#include "cli/render/machine_report.hpp"
#include "cli/version.hpp"
#include "spec/rings.hpp"

namespace purlin::cli {
namespace {

using nlohmann::json;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

json hubs_of(const Machine& machine) {
  json hubs = json::array();
  for (const Hub& hub : machine.hubs) hubs.push_back({{"name", hub.name}, {"title", hub.title}});
  return hubs;
}

json links_of(const Machine& machine) {
  json links = json::array();
  for (const Wire& wire : machine.wires) {
    const LinkKind& link = machine.links[at(wire.link)];
    links.push_back({{"a", machine.node_name(wire.a)},
                     {"b", machine.node_name(wire.b)},
                     {"link", link.name},
                     {"count", wire.count},
                     {"rate_GBps", wire.count * link.nominal_GBps.number}});
  }
  return links;
}

json rings_of(const Machine& machine) {
  std::vector<Gpu> all;
  for (int gpu = 0; gpu < machine.gpus; ++gpu) all.push_back({gpu});
  json rings = json::array();
  for (const std::vector<Gpu>& ring : disjoint_rings(machine, all)) {
    json gpus = json::array();
    for (Gpu gpu : ring) gpus.push_back(gpu.value);
    rings.push_back(gpus);
  }
  return rings;
}

json constants_of(const Machine& machine) {
  json constants = json::array();
  for (const NamedConstant& named : known_constants(machine))
    constants.push_back({{"key", named.key},
                         {"value", named.constant->number},
                         {"unit", unit_of(named.key)},
                         {"confidence", name_of(named.constant->confidence)},
                         {"source", named.constant->source},
                         {"meaning", named.meaning}});
  return constants;
}

json to_json(const Machine& machine) {
  return {{"name", machine.name},
          {"title", machine.title},
          {"gpus", machine.gpus},
          {"any_size", machine.any_size},
          {"loopback", machine.loopback},
          {"topology", {{"source", machine.wires_source}, {"confidence", name_of(machine.wires_confidence)}}},
          {"hubs", hubs_of(machine)},
          {"links", links_of(machine)},
          {"rings", rings_of(machine)},
          {"constants", constants_of(machine)}};
}

}  // namespace

std::string render_machines_json(const std::vector<Machine>& machines) {
  json all = json::array();
  for (const Machine& machine : machines) all.push_back(to_json(machine));
  return json{{"purlin", kVersion}, {"verb", "machine"}, {"machines", all}}.dump() + "\n";
}

}  // namespace purlin::cli
