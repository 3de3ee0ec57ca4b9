#include "snac/machine_rates.hpp"

namespace purlin {
namespace {

const Constant kNone;

}  // namespace

const Constant& link_rate(const LinkKind& link, Datapath datapath) {
  switch (datapath) {
    case Datapath::vector:
      return link.vector_GBps;
    case Datapath::bulk:
      return link.bulk_GBps;
    case Datapath::copy_engine:
      return link.copy_engine_GBps;
    case Datapath::packet:
      return link.packet_GBps;
    case Datapath::multicast:
      return kNone;
  }
  return kNone;
}

const Constant& lane_rate(const Machine& machine, Datapath datapath) {
  switch (datapath) {
    case Datapath::vector:
      return machine.lane_vector_GBps;
    case Datapath::bulk:
      return machine.lane_bulk_GBps;
    case Datapath::packet:
      return machine.lane_packet_GBps;
    case Datapath::multicast:
      return machine.lane_multicast_GBps;
    case Datapath::copy_engine:
      return kNone;
  }
  return kNone;
}

}  // namespace purlin
