// What is known of devices without having one: which are chosen, which model they have, what bounds them.
#include "cli/device_bound.hpp"
#include "cli/device_choice.hpp"
#include "cli/device_model.hpp"
#include "spec/read_machine.hpp"
#include "tests/catch.hpp"
#include "tests/snac/host/planned.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::cli;
using namespace purlin::testing;

namespace {

using Chosen = std::optional<std::vector<int>>;

Chosen choose(std::optional<std::string> list, std::optional<int> first) {
  Diagnostics diagnostics;
  const Chosen chosen = choose_devices(list, first, {0, 1, 3, 4}, diagnostics);
  CHECK(chosen.has_value() != diagnostics.has_errors());
  return chosen;
}

Placement placed(int ranks, int devices) {
  Placement placement;
  for (int rank = 0; rank < ranks; ++rank) placement.push_back({rank % devices});
  return placement;
}

Bound bound(const Schedule& schedule, int devices, const DeviceRates& rates) {
  std::vector<DeviceRates> all(static_cast<std::size_t>(devices), rates);
  for (int d = 0; d < devices; ++d) all[static_cast<std::size_t>(d)].ordinal = 4 + d;
  return device_bound(schedule, placed(schedule.problem.ranks(), devices), all);
}

Schedule gather(int ranks, std::int64_t n, const std::string& algorithm, Regime regime,
                InPlace form = InPlace::no) {
  PlanOptions options;
  options.algorithm = algorithm;
  options.regime = regime;
  return *planned(problem_of("[s] n", "s n", ReduceOp::copy, ranks, {{"n", n}}, DataType::u8, form), options);
}

}  // namespace

TEST_CASE("devices are chosen by list, by number, or all") {
  CHECK(choose({}, {}) == Chosen({0, 1, 3, 4}));  // 2 cannot be used
  CHECK(choose({}, 2) == Chosen({0, 1}));
  CHECK(choose({}, 3) == Chosen({0, 1, 3}));
  CHECK(choose("3,0-1", {}) == Chosen({3, 0, 1}));
  CHECK(choose("9", {}) == Chosen(std::vector{9}));  // is refused later, with what there is
  for (const char* list : {"", "x", "1,1", "2-1"}) CHECK_FALSE(choose(list, {}));
  for (int first : {0, -1, 5}) CHECK_FALSE(choose({}, first));
  CHECK_FALSE(choose("0", 1));
}

TEST_CASE("devices have the model of their name") {
  CHECK(model_of_device("NVIDIA H200") == "hgx-h200");
  CHECK(model_of_device("NVIDIA H100 80GB HBM3") == "hgx-h100");
  CHECK(model_of_device("NVIDIA H100 PCIe") == "pcie-gen5-8");
  CHECK(model_of_device("NVIDIA A100-SXM4-80GB") == "dgx-a100");
  CHECK(model_of_device("NVIDIA A100-PCIE-40GB") == "pcie-gen4-8");
  CHECK(model_of_device("NVIDIA GH200 480GB") == "gh200-mesh-4");
  CHECK(model_of_device("NVIDIA GB200") == "gb200-nvl72");
  CHECK(model_of_device("NVIDIA B200") == "hgx-b200");
  for (const char* name : {"NVIDIA GeForce RTX 4090", "NVIDIA H100 NVL", "NVIDIA H200 NVL"})
    CHECK(model_of_device(name).empty());
  for (const char* name : {"NVIDIA H200", "NVIDIA H100 PCIe", "NVIDIA A100-PCIE-40GB", "NVIDIA GB200"}) {
    Diagnostics diagnostics;
    CHECK(read_machine(model_of_device(name), diagnostics));
  }
}

TEST_CASE("memory bounds what does not fit the cache") {
  const Schedule schedule = gather(4, 1 << 20, "direct", Regime::zero_copy);
  const DeviceRates rates{0, 1, 1 << 20, 0};
  const double bytes = 4 * (1 << 20) + 16 * (1 << 20) - 2 * (1 << 20);
  CHECK(bound(schedule, 1, rates).seconds == Approx(bytes * 1e-9));
  CHECK(bound(schedule, 1, rates).what == "memory of device 4");
  CHECK(bound(schedule, 1, {0, 1, 10 << 20, 0}).seconds == 0);
  CHECK(bound(schedule, 1, {}).seconds == 0);
  // In place the own part is not written, nor told apart here.
  CHECK(bound(gather(4, 1 << 20, "direct", Regime::zero_copy, InPlace::input_in_output), 1, {0, 1, 0, 0})
            .seconds == Approx(4 * (1 << 20) * 1e-9));
}

TEST_CASE("ports bound what passes between devices, however it is moved") {
  for (const Regime regime : {Regime::packet, Regime::zero_copy, Regime::staged})
    for (const char* algorithm : {"direct", "ring"}) {
      INFO(algorithm << "/" << name_of(regime));
      const Schedule schedule = gather(4, 1 << 12, algorithm, regime);
      CHECK(bound(schedule, 4, {0, 0, 0, 1}).seconds == Approx(3 * (1 << 12) * 1e-9));
      CHECK(bound(schedule, 1, {0, 0, 0, 1}).seconds == 0);
    }
  // Two ranks a device: each of the two takes the two parts of the other device.
  CHECK(bound(gather(4, 1 << 12, "direct", Regime::zero_copy), 2, {0, 0, 0, 1}).seconds ==
        Approx(4 * (1 << 12) * 1e-9));
}

TEST_CASE("what the switch reduces and broadcasts passes each port once each way") {
  const std::int64_t part = 1 << 12;
  const DeviceRates rates{0, 0, 0, 1};
  for (int ranks = 2; ranks <= 8; ++ranks) {
    INFO(ranks << " ranks");
    PlanOptions options;
    options.algorithm = "multicast";
    options.regime = Regime::staged;
    const Problem sum =
        problem_of("[p] n", "n", ReduceOp::sum, ranks, {{"n", ranks * part / 4}}, DataType::f32, InPlace::no);
    const Bound found = bound(*planned(sum, options), ranks, rates);
    CHECK(found.seconds == Approx(static_cast<double>((ranks + 1) * part) * 1e-9));
    CHECK(found.what == "the way into device 4");
    if (ranks < 3) continue;  // a part that one other reads goes by no switch
    // All parts come down, the own one too; one goes up.
    CHECK(bound(gather(ranks, part, "multicast", Regime::staged), ranks, rates).seconds ==
          Approx(static_cast<double>(ranks * part) * 1e-9));
  }
}

TEST_CASE("devices without a rank bound nothing") {
  CHECK(bound(gather(2, 1 << 12, "direct", Regime::zero_copy), 4, {0, 0, 0, 1}).seconds ==
        Approx((1 << 12) * 1e-9));
}
