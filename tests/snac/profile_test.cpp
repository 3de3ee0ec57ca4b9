#include "snac/profile.hpp"

#include <fstream>
#include <set>
#include <sstream>

#include "snac/read_profile.hpp"
#include "spec/named_collectives.hpp"
#include "spec/read_machine.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/spec/bad_sample.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/source_dir.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

Profile shipped(const std::string& name) {
  Diagnostics diagnostics;
  const auto profile = read_profile(name, diagnostics);
  INFO(told(diagnostics));
  REQUIRE(profile);
  return *profile;
}

Problem problem(const std::string& kind, std::int64_t bytes) {
  Diagnostics diagnostics;
  Overrides overrides;
  overrides.ranks = 4;
  overrides.size = std::to_string(bytes);
  if (kind.find("->") != std::string::npos) overrides.op = "sum";
  return read_spec(kind, overrides, diagnostics).value().problem;
}

std::set<std::string> codes_of(const std::string& text) {
  Diagnostics diagnostics;
  CHECK_FALSE(read_profile_text(text, "mine.toml", diagnostics));
  std::set<std::string> codes;
  for (const Diagnostic& diagnostic : diagnostics.all()) codes.insert(diagnostic.code);
  return codes;
}

constexpr const char* kSmall = R"(
title = "small"
[way.a]
algorithm = "direct"
regime = "packet"
overhead_ns = { value = 1000, source = "a test", confidence = "derived" }
constants = { "latency.store_ns" = { value = 77, source = "a test", confidence = "derived" } }
[way.b]
algorithm = "ring"
regime = "staged"
push = true
lanes = { value = 3, source = "a test", confidence = "derived" }
chunk_bytes = { value = 4096, source = "a test", confidence = "derived" }
[choice.all_reduce]
source = "a test"
confidence = "derived"
ways = [{ up_to = "64K", way = "a" }, { way = "b" }]
)";

Profile small() {
  Diagnostics diagnostics;
  const auto profile = read_profile_text(kSmall, "small.toml", diagnostics);
  INFO(told(diagnostics));
  REQUIRE(profile);
  return *profile;
}

}  // namespace

TEST_CASE("every shipped profile reads, and each of its numbers says its source") {
  CHECK(builtin_profiles().size() >= 1);
  for (const BuiltinProfile& row : builtin_profiles()) {
    INFO(row.name);
    const Profile profile = shipped(std::string(row.name));
    CHECK_FALSE(profile.title.empty());
    std::vector<ProfileConstant> all = profile.constants;
    for (const ProfileWay& way : profile.ways) {
      all.insert(all.end(), way.constants.begin(), way.constants.end());
      for (const Constant* own : {&way.lanes, &way.chunk_bytes, &way.overhead_ns})
        if (own->known) all.push_back({way.name, *own});
    }
    for (const ProfileConstant& own : all) CHECK_FALSE(own.constant.source.empty());
    for (const ProfileChoice& choice : profile.choices) CHECK_FALSE(choice.source.empty());
    std::ifstream file(source_dir() / "samples/profiles" / (std::string(row.name) + ".toml"));
    std::stringstream text;
    text << file.rdbuf();
    CHECK(text.str() == row.text);
  }
}

TEST_CASE("nccl knows every named collective") {
  const Profile nccl = shipped("nccl");
  for (const std::string& kind : collective_names())
    for (std::int64_t bytes : {1024, 1 << 26}) {
      Diagnostics diagnostics;
      INFO(kind);
      CHECK(way_for(nccl, problem(kind, bytes), diagnostics));
    }
}

TEST_CASE("a profile takes the way of the size, the last beyond all") {
  const Profile profile = small();
  Diagnostics diagnostics;
  CHECK(way_for(profile, problem("all_reduce", 65536), diagnostics)->name == "a");
  CHECK(way_for(profile, problem("all_reduce", 65552), diagnostics)->name == "b");
  CHECK(diagnostics.empty());
  CHECK(way_for(profile, problem("broadcast", 64), diagnostics) == nullptr);
  CHECK(way_for(profile, problem("[p] n -> n", 64), diagnostics) == nullptr);
  CHECK(diagnostics.all().size() == 2);
}

TEST_CASE("a way changes its own constants of the machine, and adds its overhead to launches") {
  const Profile profile = small();
  const Machine before = builtin("hgx-h200");
  Diagnostics diagnostics;
  const auto after = machine_under(profile, profile.ways[0], before, diagnostics);
  REQUIRE(after);
  CHECK(after->latency_store_ns.number == 77);
  CHECK(after->latency_store_ns.source == "a test");
  CHECK(after->launch_graph_ns.number == before.launch_graph_ns.number + 1000);
  CHECK(after->latency_notify_ns.number == before.latency_notify_ns.number);
  Profile wrong = profile;
  wrong.constants = {{"latency.no_such_ns", after->latency_store_ns}};
  CHECK_FALSE(machine_under(wrong, wrong.ways[0], before, diagnostics));
  CHECK(diagnostics.all().at(0).code == "M201");
}

TEST_CASE("a way decides what the planner would choose") {
  const Profile profile = small();
  const PlanOptions options = plan_under(profile.ways[1], {});
  CHECK(*options.algorithm == "ring");
  CHECK(*options.regime == Regime::staged);
  CHECK(*options.push);
  CHECK(*options.lanes == 3);
  CHECK(*options.chunk == 4096);
  CHECK_FALSE(plan_under(profile.ways[0], {}).lanes);
}

TEST_CASE("a profile that says less, more or wrong things is refused") {
  const std::string small = kSmall;
  const auto with = [&](const std::string& a, const std::string& b) {
    const auto at = small.find(a);
    REQUIRE(at != std::string::npos);
    return std::string(small).replace(at, a.size(), b);
  };
  using Codes = std::set<std::string>;
  CHECK(codes_of("extends = \"ncl\"\n" + small) == Codes{"P301"});
  CHECK(codes_of(with("\"direct\"", "\"directly\"")) == Codes{"P302"});
  CHECK(codes_of(with("\"packet\"", "\"packets\"")) == Codes{"P302"});
  CHECK(codes_of(with("algorithm = \"direct\"", "")) == Codes{"P302"});
  CHECK(codes_of(with("choice.all_reduce", "choice.allreduce")) == Codes{"P303"});
  CHECK(codes_of(with("{ way = \"b\" }", "{ up_to = 9, way = \"b\" }")) == Codes{"P303"});
  CHECK(codes_of(with("[{ up_to = \"64K\", way = \"a\" }, { way = \"b\" }]", "[]")) == Codes{"P303"});
  CHECK(codes_of(with("way = \"b\"", "way = \"c\"")) == Codes{"P304"});
  CHECK(codes_of(with("value = 3, source = \"a test\"", "value = 3")) == Codes{"M102"});
  CHECK(codes_of(with("value = 3,", "value = 0,")) == Codes{"M105"});
  CHECK(codes_of(with("push = true", "pull = true")) == Codes{"S102"});
  Diagnostics diagnostics;
  CHECK_FALSE(read_profile("ncccl", diagnostics));
  CHECK(diagnostics.all().at(0).code == "P301");
}
