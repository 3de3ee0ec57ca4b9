#pragma once
#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/assert.hpp"

namespace purlin {

/// A GPU of a machine, from 0.
struct Gpu {
  int value = 0;
  friend constexpr auto operator<=>(Gpu, Gpu) = default;
};

/// How far a number is to be trusted. `measured` comes from a probe; the others from what `source` says.
enum class Confidence { measured, sourced, derived, unconfirmed };
inline constexpr std::array kConfidences = {Confidence::measured, Confidence::sourced, Confidence::derived,
                                            Confidence::unconfirmed};
std::string_view name_of(Confidence confidence);

/// A number of the model and where it comes from. Not known: the machine lacks what it describes.
struct Constant {
  bool known = false;
  double number = 0;
  std::string source;
  Confidence confidence = Confidence::unconfirmed;

  operator double() const { return PURLIN_ASSERT(known), number; }
  double value_or(double other) const { return known ? number : other; }
};

/// One kind of link. Rates are per link and direction; each datapath reaches its share of the nominal rate. A
/// datapath without a rate does not work over such a link.
struct LinkKind {
  std::string name;
  Constant nominal_GBps;
  Constant vector_GBps;
  Constant bulk_GBps;
  Constant copy_engine_GBps;
  Constant packet_GBps;  // of all bytes stored, flags included
};

/// What links meet in: a switch, a bridge. Without a rate it does not block.
struct Hub {
  std::string name;
  std::string title;
  Constant rate_GBps;       // shared by all that crosses it, both directions together
  Constant latency_ns;      // one way, beside the machine's end-to-end latencies
  Constant multicast_GBps;  // per link: it reduces and broadcasts itself; not known: it cannot
};

/// `count` parallel links between two places; an end is a GPU's or a hub's node (see `Machine::node_name`).
struct Wire {
  int a = 0;
  int b = 0;
  int link = 0;  // index into `links`
  int count = 1;
  friend bool operator==(const Wire&, const Wire&) = default;
};

/// A machine model as its file says it: constants, kinds of links, wires. What follows from the wires is
/// `Topology`. Nodes are numbered GPUs first, then hubs.
struct Machine {
  std::string name;
  std::string title;
  bool loopback = false;  // all ranks share GPU 0
  bool any_size = false;  // may be resized by `with_gpus`
  int gpus = 1;

  Constant gpu_count;
  Constant gpu_multiprocessors;
  Constant gpu_copy_engines;
  Constant memory_size_GB;
  Constant memory_rate_GBps;  // bytes read plus bytes written, as a copy reaches it
  Constant cache_size_MB;
  Constant cache_rate_GBps;
  Constant lane_vector_GBps;  // payload of one lane, by datapath
  Constant lane_bulk_GBps;
  Constant lane_packet_GBps;
  Constant lane_multicast_GBps;
  Constant lane_in_flight_bytes;  // a pulling lane's rate ≤ this ÷ load latency
  Constant packet_payload_fraction;
  Constant latency_load_ns;    // remote load, round trip
  Constant latency_store_ns;   // remote store, one way
  Constant latency_notify_ns;  // release store until a spinning await has seen it
  Constant latency_poll_ns;    // one turn of a spinning await
  Constant latency_bulk_start_ns;
  Constant latency_copy_engine_start_ns;
  Constant launch_graph_ns;  // a kernel node of a graph
  Constant launch_pipelined_ns;
  Constant launch_synchronous_ns;
  Constant launch_lane_ns;    // what each further lane of a GPU adds
  Constant limit_lanes;       // resident at once, per GPU
  Constant limit_window_MiB;  // one half, per GPU

  std::vector<double> gpu_speed;  // factors on lanes, memory and cache; empty: all 1
  std::vector<LinkKind> links;
  std::vector<Hub> hubs;
  std::vector<Wire> wires;
  std::string wires_source;
  Confidence wires_confidence = Confidence::unconfirmed;

  int nodes() const { return gpus + static_cast<int>(hubs.size()); }
  bool is_gpu(int node) const { return node < gpus; }
  double speed_of(Gpu gpu) const {
    return gpu_speed.empty() ? 1 : gpu_speed[static_cast<std::size_t>(gpu.value)];
  }
  /// `gpu3`, or a hub's name.
  std::string node_name(int node) const;
  std::optional<int> node_named(std::string_view wanted) const;
};

/// A constant a model may have: its key in a file, what it may be and what it means.
template <class Owner>
struct ConstantRule {
  std::string_view key;  // table.name_unit; without its table for links and hubs
  Constant Owner::* member;
  bool required;
  bool whole;
  double least;
  double most;
  std::string_view meaning;
};

const std::vector<ConstantRule<Machine>>& machine_constants();
const std::vector<ConstantRule<LinkKind>>& link_constants();
const std::vector<ConstantRule<Hub>>& hub_constants();

/// A constant of a model by its whole key: `memory.rate_GBps`, `link.nvlink.vector_GBps`,
/// `hub.host.latency_ns`.
struct NamedConstant {
  std::string key;
  const Constant* constant = nullptr;
  std::string_view meaning;
};
/// All that are known, in the order of files.
std::vector<NamedConstant> known_constants(const Machine& machine);

/// A place for a constant, known or not, and what it may be.
struct ConstantSlot {
  std::string key;  // whole
  Constant* constant = nullptr;
  bool whole = false;
  double least = 0;
  double most = 0;
};
/// All that the machine has, in the order of files.
std::vector<ConstantSlot> constant_slots(Machine& machine);

/// `GB/s`, `ns`, `bytes`… as the end of a key says it; empty for a plain number.
std::string_view unit_of(std::string_view key);

/// The same model with `gpus` GPUs. Needs any_size.
Machine with_gpus(Machine machine, int gpus);

}  // namespace purlin
