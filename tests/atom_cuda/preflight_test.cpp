#include "atom_cuda/device.hpp"
#include "atom_cuda/devices.hpp"
#include "atom_cuda/error.hpp"
#include "tests/catch.hpp"

using namespace purlin;

namespace {

cuda::Device device(int ordinal, const std::string& uuid) {
  cuda::Device made;
  made.ordinal = ordinal;
  made.name = "GPU";
  made.uuid = uuid;
  made.cooperative = true;
  return made;
}

}  // namespace

TEST_CASE("what there is, or why there is nothing, is always said") {
  const cuda::Discovery found = cuda::discover();
  CHECK(found.devices.empty() == !found.problems.empty());
  CHECK_FALSE(found.runtime.empty());
}

TEST_CASE("a choice of devices is checked whole") {
  const cuda::Discovery found{
      {device(0, "GPU-a"), device(1, "GPU-b"), device(2, "GPU-a")}, {}, "13.0", "13.0"};
  const auto wrong = [&](std::vector<int> ordinals) { return cuda::check_choice(found, ordinals); };
  CHECK(wrong({0, 1}).empty());
  CHECK(wrong({0, 0}) == std::vector<std::string>{"device 0 is named twice"});
  CHECK(wrong({0, 2}) == std::vector<std::string>{"devices 0 and 2 are the same GPU, GPU-a"});
  CHECK(wrong({7, 0, 0}).size() == 2);
  CHECK(wrong({}).size() == 1);
}

TEST_CASE("opening no device is refused") { CHECK_THROWS_AS(cuda::Devices::open({}), cuda::Refusal); }
