#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "spec/diagnostic.hpp"
#include "spec/problem.hpp"
#include "spec/size.hpp"

namespace purlin {

/// What the command line says over a spec; unset where it says nothing. Text is checked while reading.
struct Overrides {
  std::optional<std::int64_t> ranks = {};  // of a one-axis mesh
  std::optional<std::string> dtype = {};
  std::optional<std::string> op = {};
  std::optional<std::int64_t> root = {};
  std::optional<bool> in_place = {};
  std::optional<std::string> size = {};  // bytes: of a kind or pair whose axes have no size of their own
};

/// The [options] table: long options that describe the request. The command line wins.
struct SpecOptions {
  std::optional<std::string> machine;
  std::optional<std::string> size;
  std::optional<std::string> algorithm;
  std::optional<std::string> regime;
  std::optional<std::string> lanes;
  std::optional<std::string> chunk;
  std::optional<bool> deterministic;
  std::optional<bool> in_place;
  std::map<std::string, SourcePlace> places;  // by key, for what is said about a value later
};

struct Spec {
  Problem problem;
  SpecOptions options;
};

/// TOML text to a checked problem. `name` stands in messages; relative files are sought in `directory`.
/// Everything wrong lands in `diagnostics`; nullopt where there is an error.
std::optional<Spec> read_problem(const std::string& text, const std::string& name,
                                 const std::string& directory, const Overrides& overrides,
                                 Diagnostics& diagnostics);

/// SPEC as the command line takes it: a TOML file, `-` (standard input), a kind's name or a pair of layouts.
std::optional<Spec> read_spec(const std::string& spec, const Overrides& overrides, Diagnostics& diagnostics);

}  // namespace purlin
