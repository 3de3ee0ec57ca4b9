#include "atom_sim/platform.hpp"

#include <algorithm>
#include <simgrid/s4u.hpp>

#include "spec/assert.hpp"

namespace purlin::sim {
namespace {

namespace sg = simgrid::s4u;

constexpr double kMicro = 1e6;          // SimGrid's second is our microsecond: its clock resolves 1e-9 of it
constexpr double kBytesPerMicro = 1e3;  // of one GB/s

/// Sanitizers follow threads, but not SimGrid's own stacks.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr const char* kContexts = "--cfg=contexts/factory:thread";
#else
constexpr const char* kContexts = "--cfg=contexts/factory:raw";
#endif

/// By name, so that a change of SimGrid's defaults changes nothing. Logs first: what follows logs. What they
/// would say of a deadlock, the report says better.
void start_engine() {
  std::vector<const char*> words = {"purlin",
                                    "--log=root.app:file:/dev/null",
                                    "--cfg=network/model:CM02",
                                    "--cfg=network/crosstraffic:0",
                                    "--cfg=network/TCP-gamma:1e30",
                                    "--cfg=contexts/stack-size:256",
                                    kContexts,
                                    nullptr};
  int count = static_cast<int>(words.size()) - 1;
  static sg::Engine engine(&count, const_cast<char**>(words.data()));
}

/// Ordered pairs of different hosts, numbered.
int hosts_for(std::size_t routes) {
  int hosts = 2;
  while (static_cast<std::size_t>(hosts) * static_cast<std::size_t>(hosts - 1) < routes) ++hosts;
  return hosts;
}

sg::Link* link_of(sg::NetZone& zone, const Resource& resource, std::size_t index) {
  sg::Link* link = zone.create_link(std::to_string(index), resource.rate_GBps * kBytesPerMicro);
  link->set_latency(0.0);
  link->seal();
  return link;
}

}  // namespace

Platform::Platform(const Network& network) {
  start_engine();
  sg::NetZone* zone = sg::create_full_zone("machine");
  for (int i = hosts_for(network.routes().size()); i > 0; --i)
    hosts_.push_back(zone->create_host(std::to_string(i), 1.0));
  std::vector<sg::Link*> links;
  for (const Resource& resource : network.resources())
    links.push_back(link_of(*zone, resource, links.size()));
  for (std::size_t route = 0; route < network.routes().size(); ++route) {
    std::vector<sg::LinkInRoute> passed;
    for (int resource : network.routes()[route])
      passed.emplace_back(links[static_cast<std::size_t>(resource)]);
    const auto [from, to] = ends_of(static_cast<int>(route));
    zone->add_route(from->get_netpoint(), to->get_netpoint(), nullptr, nullptr, passed, false);
  }
  zone->seal();
}

std::pair<sg::Host*, sg::Host*> Platform::ends_of(int route) const {
  const auto others = hosts_.size() - 1;
  const std::size_t from = static_cast<std::size_t>(route) / others;
  const std::size_t to = static_cast<std::size_t>(route) % others;
  PURLIN_ASSERT(from < hosts_.size());
  return {hosts_[from], hosts_[to + (to >= from ? 1 : 0)]};
}

void Platform::transfer(int route, std::int64_t bytes) const {
  if (bytes == 0) return;
  const auto [from, to] = ends_of(route);
  sg::Comm::sendto(from, to, static_cast<std::uint64_t>(bytes));
}

void Platform::run() const { sg::Engine::get_instance()->run(); }
double Platform::now_s() { return sg::Engine::get_clock() / kMicro; }

void Platform::sleep_s(double seconds) {
  if (seconds > 0) sg::this_actor::sleep_for(seconds * kMicro);
}

}  // namespace purlin::sim
