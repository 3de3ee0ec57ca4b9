#include "cli/device_model.hpp"

#include <array>

namespace purlin::cli {
namespace {

struct Model {
  const char* part;  // of the driver's name
  const char* machine;
};

/// The first that fits: longer names first. Bridged pairs of cards are no model's.
constexpr std::array kModels = {
    Model{"H100 NVL", ""},
    Model{"H200 NVL", ""},
    Model{"GB200", "gb200-nvl72"},
    Model{"GH200", "gh200-mesh-4"},
    Model{"H100 PCIe", "pcie-gen5-8"},
    Model{"A100-PCIE", "pcie-gen4-8"},
    Model{"A100 PCIe", "pcie-gen4-8"},
    Model{"B200", "hgx-b200"},
    Model{"H200", "hgx-h200"},
    Model{"H100", "hgx-h100"},
    Model{"A100", "dgx-a100"},
};

}  // namespace

std::string model_of_device(const std::string& device) {
  for (const Model& model : kModels)
    if (device.find(model.part) != std::string::npos) return model.machine;
  return "";
}

}  // namespace purlin::cli
