#include "spec/machine.hpp"

#include <charconv>
#include <utility>

namespace purlin {
namespace {

constexpr std::array<std::string_view, kConfidences.size()> kConfidenceNames = {"measured", "sourced",
                                                                                "derived", "unconfirmed"};

std::optional<int> gpu_named(std::string_view name, int gpus) {
  constexpr std::string_view prefix = "gpu";
  if (!name.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = name.substr(prefix.size());
  if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool good = error == std::errc() && end == digits.data() + digits.size();
  return good && value >= 0 && value < gpus ? std::optional(value) : std::nullopt;
}

}  // namespace

std::string_view name_of(Confidence confidence) {
  return kConfidenceNames[static_cast<std::size_t>(confidence)];
}

std::string Machine::node_name(int node) const {
  PURLIN_ASSERT(node >= 0 && node < nodes());
  return is_gpu(node) ? "gpu" + std::to_string(node) : hubs[static_cast<std::size_t>(node - gpus)].name;
}

std::optional<int> Machine::node_named(std::string_view wanted) const {
  for (std::size_t i = 0; i < hubs.size(); ++i)
    if (hubs[i].name == wanted) return gpus + static_cast<int>(i);
  return gpu_named(wanted, gpus);
}

Machine with_gpus(Machine machine, int gpus) {
  PURLIN_ASSERT(machine.any_size && gpus >= 1);
  const std::vector<Wire> old = std::exchange(machine.wires, {});
  for (int gpu = 0; gpu < gpus; ++gpu)
    for (const Wire& wire : old)
      if (wire.a == 0) machine.wires.push_back({gpu, wire.b - machine.gpus + gpus, wire.link, wire.count});
  machine.gpu_count.number = machine.gpus = gpus;
  return machine;
}

}  // namespace purlin
