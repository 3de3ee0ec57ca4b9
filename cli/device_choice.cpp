#include "cli/device_choice.hpp"

#include <fmt/format.h>

#include "cli/complain.hpp"
#include "cli/what_if.hpp"

namespace purlin::cli {

std::optional<std::vector<int>> choose_devices(const std::optional<std::string>& list,
                                               const std::optional<int>& first,
                                               const std::vector<int>& usable, Diagnostics& diagnostics) {
  const int count = static_cast<int>(usable.size());
  if (list && first)
    return complain(diagnostics, "--gpus and -g exclude each other", "-g N is --gpus 0-(N-1)"), std::nullopt;
  if (first && (*first < 1 || *first > count))
    return complain(diagnostics, fmt::format("-g {}: {} devices can be used", *first, count)), std::nullopt;
  std::vector<int> devices(usable.begin(), usable.begin() + first.value_or(count));
  if (!list) return devices;
  const auto named = parse_gpus(*list);
  if (!named || named->empty())
    return complain(diagnostics, fmt::format("--gpus {}: a list of different devices is needed", *list),
                    "--gpus 0,2,4-7"),
           std::nullopt;
  devices.clear();
  for (Gpu gpu : *named) devices.push_back(gpu.value);
  return devices;
}

}  // namespace purlin::cli
