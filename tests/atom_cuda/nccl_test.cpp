#include <array>

#include "atom_cuda/error.hpp"
#include "atom_cuda/nccl_baseline.hpp"
#include "snac/plan.hpp"
#include "spec/read_problem.hpp"
#include "tests/atom_cuda/gpu.hpp"
#include "tests/catch.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

Problem problem(const std::string& spec, int ranks, std::optional<std::string> op = {}) {
  Diagnostics diagnostics;
  const auto read = read_spec(spec, {.ranks = ranks, .op = op, .size = "4K"}, diagnostics);
  REQUIRE(read);
  return read->problem;
}

bool says(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

}  // namespace

TEST_CASE("NCCL is asked for what it can") {
  for (const char* kind : {"all_reduce", "reduce", "broadcast", "all_gather", "reduce_scatter", "all_to_all",
                           "gather", "scatter", "permute", "all_gather_v", "all_to_all_v"}) {
    INFO(kind);
    CHECK(cuda::nccl_refusal(problem(kind, 4), 4).empty());
    CHECK(says(cuda::nccl_refusal(problem(kind, 4), 2), "one GPU for each rank: 4 ranks, 2 devices"));
  }
}

TEST_CASE("NCCL is not asked for what it cannot, and why") {
  CHECK(says(cuda::nccl_refusal(problem("reduce_scatter_v", 4), 4), "reduces in"));
  CHECK(says(cuda::nccl_refusal(problem("[p] n b -> n", 4, "sum"), 4), "reduces in"));
  CHECK(says(cuda::nccl_refusal(problem("[s] b h -> b s h", 4), 4), "strided"));
}

TEST_CASE("an NCCL that is too old for an element type is not asked") {
  for (DataType type : kDataTypes) {
    INFO(name_of(type));
    Problem sum = problem("all_reduce", 4), all = problem("all_to_all", 4);
    sum.dtype = all.dtype = type;
    const bool narrow = size_of(type).value == 1 && is_float(type);
    CHECK(cuda::nccl_version_refusal(sum, 22304).empty() != narrow);
    CHECK(cuda::nccl_version_refusal(sum, 22400).empty());
    CHECK(cuda::nccl_version_refusal(all, 2804).empty());  // sends bytes
  }
}

TEST_CASE("without NCCL its baseline is refused, with it one GPU compares", "[gpu]") {
  const auto one = cuda::Devices::open(std::array{devices()->all().front().ordinal});
  const std::unique_ptr<cuda::Nccl> nccl = [&]() -> std::unique_ptr<cuda::Nccl> {
    try {
      return std::make_unique<cuda::Nccl>(one);
    } catch (const cuda::Refusal& refusal) {
      CHECK(says(refusal.what(), "libnccl.so.2 cannot be loaded"));
      return nullptr;
    }
  }();
  if (!nccl) return;
  for (const char* kind : {"all_reduce", "broadcast", "all_to_all"})
    for (const bool graph : {true, false}) {
      INFO(kind);
      Diagnostics diagnostics;
      const auto schedule = plan(problem(kind, 1), {}, diagnostics);
      REQUIRE(schedule);
      cuda::NcclBaseline baseline(*nccl, one, *schedule, {graph, 3}, seed(), true);
      CHECK(baseline.repeat() > 0);
      CHECK(baseline.repeat() > 0);
      CHECK(baseline.wrong() == 0);
    }
}
