#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace purlin::cli {

/// One size or a sweep, as written. `min`, `max`, `factor` and `step` are nccl-tests' -b -e -f -i.
struct SizeOptions {
  std::optional<std::string> size;
  std::optional<std::string> min;
  std::optional<std::string> max;
  std::optional<std::int64_t> factor;
  std::optional<std::string> step;
};

/// What the verbs that plan share. Text is checked when the request is read.
struct RequestOptions {
  std::vector<std::string> specs;
  std::optional<std::int64_t> ranks;
  std::optional<std::string> dtype;
  std::optional<std::string> op;
  std::optional<std::int64_t> root;
  SizeOptions size;
  std::vector<std::string> machines;
  std::optional<std::string> algorithm;
  std::optional<std::string> regime;
  std::optional<std::string> lanes;
  std::optional<std::string> chunk;
  std::optional<std::string> schedule;
  bool deterministic = false;
  bool in_place = false;
  std::uint64_t seed = 1;
};

/// Where results go and how they look.
struct OutputOptions {
  std::string format = "table";
  std::optional<std::string> output;
  bool quiet = false;
  bool verbose = false;
  std::string color = "auto";
};

/// SPEC… and the options of RequestOptions.
void add_request(CLI::App& verb, RequestOptions& options);

/// The options of OutputOptions; `formats` are those the verb can write, the default first.
void add_output(CLI::App& verb, OutputOptions& options, std::initializer_list<const char*> formats);

}  // namespace purlin::cli
