#include "snac/action.hpp"

namespace purlin {

std::string_view name_of(BufferKind kind) {
  switch (kind) {
    case BufferKind::input:
      return "input";
    case BufferKind::output:
      return "output";
    case BufferKind::window:
      return "window";
    case BufferKind::packet_window:
      return "packet window";
    case BufferKind::scratch:
      return "scratch";
  }
  PURLIN_ASSERT(false && "a buffer kind without a name");
  return {};
}

std::string_view name_of(Datapath datapath) {
  switch (datapath) {
    case Datapath::vector:
      return "vector";
    case Datapath::bulk:
      return "bulk";
    case Datapath::copy_engine:
      return "copy_engine";
    case Datapath::multicast:
      return "multicast";
    case Datapath::packet:
      return "packet";
  }
  PURLIN_ASSERT(false && "a datapath without a name");
  return {};
}

std::string_view name_of(const Action& action) {
  return std::visit(Overloaded{[](const Stage&) { return std::string_view("stage"); },
                               [](const Notify&) { return std::string_view("notify"); },
                               [](const Await&) { return std::string_view("await"); },
                               [](const Consume&) { return std::string_view("consume"); },
                               [](const PutPackets&) { return std::string_view("put_packets"); },
                               [](const TakePackets&) { return std::string_view("take_packets"); }},
                    action.what);
}

}  // namespace purlin
