#include "atom_sim/bounds.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace purlin::sim {
namespace {

constexpr double kPerGB = 1e9;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Longest path over a script's steps, each as short as it can be.
class LongestPath {
 public:
  LongestPath(const Network& network, const Script& script, const std::vector<double>& start_s)
      : script_(script),
        alone_s_(alone_s(network)),
        waits_(script.steps.size(), 0),
        ready_s_(script.steps.size(), 0) {
    link_steps();
    for (std::size_t rank = 0; rank < script.lanes.size(); ++rank)
      for (const std::vector<int>& lane : script.lanes[rank])
        if (!lane.empty()) ready_s_[at(lane.front())] = start_s[rank];
  }

  /// Steps in a cycle are never reached: a hang has no time.
  double length_s() {
    std::vector<int> ready;
    for (std::size_t step = 0; step < waits_.size(); ++step)
      if (waits_[step] == 0) ready.push_back(static_cast<int>(step));
    double longest = 0;
    while (!ready.empty()) {
      const int step = ready.back();
      ready.pop_back();
      longest = std::max(longest, finish(step, ready));
    }
    return longest;
  }

 private:
  struct Edge {
    int to = 0;
    double delay_s = 0;
    bool from_end = true;
    bool to_end = false;
  };

  void link_steps() {
    edges_.resize(script_.steps.size());
    end_s_.assign(script_.steps.size(), 0);
    for (const auto& rank : script_.lanes)
      for (const std::vector<int>& lane : rank)
        for (std::size_t i = 1; i < lane.size(); ++i) link(lane[i - 1], {lane[i], 0, true, false});
    for (std::size_t i = 0; i < script_.steps.size(); ++i) {
      link_waits(script_.steps[i].before, static_cast<int>(i), false);
      link_waits(script_.steps[i].after, static_cast<int>(i), true);
    }
  }

  void link_waits(const std::vector<int>& events, int step, bool to_end) {
    for (int index : events) {
      const Event& event = script_.events[at(index)];
      if (event.poster < 0)
        ++waits_[at(step)];  // for ever
      else
        link(event.poster, {step, event.delay.seconds, event.kind != Event::Kind::first_word, to_end});
    }
  }

  void link(int from, Edge edge) {
    edges_[at(from)].push_back(edge);
    ++waits_[at(edge.to)];
  }

  double finish(int index, std::vector<int>& ready) {
    const Step& step = script_.steps[at(index)];
    const double begin = ready_s_[at(index)];
    double end = begin + step.work.latency.seconds;
    for (const Flow& flow : step.work.flows)
      end += static_cast<double>(flow.bytes) * alone_s_[at(flow.route)];
    end = std::max(end, end_s_[at(index)]);
    for (const Edge& edge : edges_[at(index)]) {
      double& bound = edge.to_end ? end_s_[at(edge.to)] : ready_s_[at(edge.to)];
      bound = std::max(bound, (edge.from_end ? end : begin) + edge.delay_s);
      if (--waits_[at(edge.to)] == 0) ready.push_back(edge.to);
    }
    return end;
  }

  const Script& script_;
  std::vector<double> alone_s_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<int> waits_;
  std::vector<double> ready_s_;
  std::vector<double> end_s_;  // what waits after the work allow
};

}  // namespace

std::vector<double> alone_s(const Network& network) {
  std::vector<double> seconds;
  for (const std::vector<int>& route : network.routes()) {
    double slowest = 0;
    for (auto first = route.begin(); first != route.end();) {
      const auto last = std::upper_bound(first, route.end(), *first);
      const double passes = static_cast<double>(last - first);
      slowest = std::max(slowest, passes / (network.resources()[at(*first)].rate_GBps * kPerGB));
      first = last;
    }
    seconds.push_back(slowest);
  }
  return seconds;
}

std::vector<double> bytes_of(const Network& network, const Script& script) {
  std::vector<double> on_route(network.routes().size(), 0), on_resource(network.resources().size(), 0);
  for (const Step& step : script.steps)
    for (const Flow& flow : step.work.flows) on_route[at(flow.route)] += static_cast<double>(flow.bytes);
  for (std::size_t route = 0; route < on_route.size(); ++route)
    for (int resource : network.routes()[route]) on_resource[at(resource)] += on_route[route];
  return on_resource;
}

Floor floor_of(const Network& network, const Script& script, const std::vector<double>& start_s) {
  Floor floor;
  const std::vector<double> bytes = bytes_of(network, script);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (network.resources()[i].kind == Resource::Kind::lane) continue;  // the path's
    const double seconds = bytes[i] / (network.resources()[i].nominal_GBps * kPerGB);
    if (seconds > floor.bytes_s) floor = {seconds, network.resources()[i].name, 0};
  }
  floor.path_s = LongestPath(network, script, start_s).length_s();
  return floor;
}

}  // namespace purlin::sim
