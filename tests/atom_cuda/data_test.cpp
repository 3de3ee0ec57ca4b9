#include "snac/host/data.hpp"

#include <cuda_runtime_api.h>

#include "atom_cuda/caller_memory.cuh"
#include "atom_cuda/measure.hpp"
#include "snac/plan.hpp"
#include "tests/atom_cuda/gpu.hpp"
#include "tests/catch.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

Schedule schedule_of(const Problem& problem) {
  Diagnostics diagnostics;
  auto schedule = plan(problem, {}, diagnostics);
  REQUIRE(schedule);
  return *schedule;
}

void on_all_devices(const cuda::Devices& all, const auto& act) {
  for (std::size_t d = 0; d < all.all().size(); ++d) {
    REQUIRE(cudaSetDevice(all.all()[d].ordinal) == cudaSuccess);
    act(d);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  }
}

std::vector<std::byte> downloaded(std::span<const std::byte> from) {
  std::vector<std::byte> to(from.size());
  if (!to.empty()) REQUIRE(cudaMemcpy(to.data(), from.data(), to.size(), cudaMemcpyDefault) == cudaSuccess);
  return to;
}

}  // namespace

TEST_CASE("devices make the data that the host makes", "[gpu]") {
  for (DataType type : kDataTypes)
    for (ReduceOp op : kReduceOps) {
      if (!applies_to(op, type)) continue;
      const bool copies = op == ReduceOp::copy;
      const Problem problem = problem_of(copies ? "[s] d n" : "[p] s n", copies ? "[d] s n" : "[s] n", op, 3,
                                         {{"n", 1021}}, type);
      INFO(name_of(type) << " " << name_of(op));
      cuda::CallerMemory memory(*devices(), schedule_of(problem), 1);
      memory.set_seed(5, 7);
      on_all_devices(*devices(), [&](std::size_t d) { memory.enqueue_fill(d, nullptr); });
      for (Rank rank; rank.value < 3; ++rank.value) {
        std::vector<std::byte> expected(memory.input(rank).size());
        host::fill_input(problem, rank, {5, 7}, expected);
        REQUIRE(downloaded(memory.input(rank)) == expected);
      }
    }
}

TEST_CASE("the check on the device finds a wrong element, a written input, a written band", "[gpu]") {
  const Problem problem = problem_of("[p] n", "n", ReduceOp::sum, 2, {{"n", 512}});
  const Schedule schedule = schedule_of(problem);
  cuda::Stream stream(devices(), 2);
  cuda::CallerMemory memory(*devices(), schedule, 1);
  const auto checked = [&](const auto& spoil) {
    memory.set_seed(1, 3);
    on_all_devices(*devices(), [&](std::size_t d) { memory.enqueue_fill(d, nullptr); });
    REQUIRE_FALSE(stream.launch(must_verify(schedule), memory.buffers()).hang);
    spoil();
    on_all_devices(*devices(), [&](std::size_t d) { memory.enqueue_check(d, 1, nullptr); });
    return memory.take_findings().elements;
  };
  const auto write = [](std::byte* to) { REQUIRE(cudaMemset(to, 0x5a, 4) == cudaSuccess); };
  CHECK(checked([] {}) == 0);
  CHECK(checked([&] { write(memory.output({1}).data() + 400); }) == 1);
  CHECK(checked([&] { write(memory.input({1}).data() + 400); }) >= 1);
  CHECK(checked([&] { write(memory.input({0}).data() - 4); }) == 4);
}

TEST_CASE("a measurement times what it asks for and finds nothing wrong", "[gpu]") {
  const bool graph = GENERATE(true, false);
  for (const auto& [input, output, op, in_place] : {
           std::tuple{"[p] n", "n", ReduceOp::sum, InPlace::no},
           {"[s] n", "s n", ReduceOp::copy, InPlace::no},
           {"[p] n", "n", ReduceOp::sum, InPlace::same},
           {"[s] n", "s n", ReduceOp::copy, InPlace::input_in_output},
       }) {
    INFO(input << " -> " << output << " in place " << static_cast<int>(in_place) << " graph " << graph);
    const VerifiedSchedule schedule =
        must_verify(schedule_of(problem_of(input, output, op, 4, {{"n", 5003}}, DataType::f32, in_place)));
    MeasureOptions options;
    options.iters = 5;
    options.trace = true;
    options.keep_first_outputs = true;
    const Measurement found = cuda::measure(devices(), schedule, options, {graph, 0});
    CHECK(found.launch_s.size() == 5);
    CHECK(found.wrong == 0);
    CHECK(found.first_wrong == "");
    CHECK_FALSE(found.hang);
    CHECK(found.first_outputs.size() == 4);
    CHECK_FALSE(found.trace.empty());
    for (double seconds : found.launch_s) CHECK(seconds > 0);
  }
}
