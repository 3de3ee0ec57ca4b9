#include "spec/read_problem.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "spec/check_request.hpp"
#include "spec/named_collectives.hpp"
#include "spec/nearest.hpp"
#include "spec/read_file.hpp"
#include "spec/read_request.hpp"
#include "spec/toml/read_toml.hpp"

namespace purlin {
namespace {

SourcePlace option(std::string name) { return {std::move(name), 0, 0}; }

template <class T>
void replace(std::optional<Placed<T>>& value, const std::optional<T>& by, std::string_view name) {
  if (by) value = Placed<T>{*by, option(std::string(name))};
}

void override_ranks(Request& request, std::int64_t ranks, const Source& source) {
  const bool many = (request.mesh_shape && request.mesh_shape->value.size() > 1) ||
                    (request.mesh_axes && request.mesh_axes->value.size() > 1);
  if (many)
    return source.error("S306", option("--ranks"),
                        "the mesh has several axes, so a number of ranks does not shape it",
                        "change shape in [mesh]");
  request.mesh_shape = {{{ranks, option("--ranks")}}, option("--ranks")};
}

void override_with(const Overrides& overrides, Request& request, const Source& source) {
  if (overrides.ranks) override_ranks(request, *overrides.ranks, source);
  replace(request.dtype, overrides.dtype, "--dtype");
  replace(request.op, overrides.op, "--op");
  replace(request.root, overrides.root, "--root");
  replace(request.in_place, overrides.in_place, "--inplace");
  replace(request.size, overrides.size, "--size");
}

std::optional<Spec> checked(Request& request, SpecOptions options, const Overrides& overrides,
                            const Source& source) {
  override_with(overrides, request, source);
  auto problem = check_request(request, source);
  if (!problem || source.diagnostics().has_errors()) return std::nullopt;
  return Spec{std::move(*problem), std::move(options)};
}

// Errors of earlier specs are none of this one.
template <class Read>
std::optional<Spec> apart(Diagnostics& diagnostics, Read read) {
  Diagnostics own;
  auto spec = read(own);
  for (const Diagnostic& diagnostic : own.all()) diagnostics.add(diagnostic);
  return spec;
}

std::optional<Spec> read_kind(const std::string& spec, const Overrides& overrides, Diagnostics& diagnostics) {
  const Source source(spec, spec, diagnostics);
  Request request;
  request.name = spec;
  request.named = true;
  request.kind = {spec, source.place(1, 1, static_cast<int>(spec.size()))};
  return checked(request, {}, overrides, source);
}

std::optional<Spec> read_pair(const std::string& spec, const Overrides& overrides, Diagnostics& diagnostics) {
  const Source source("layouts", spec, diagnostics);
  const auto arrow = spec.find("->");
  Request request;
  request.name = spec;
  request.named = true;
  request.collective = source.place(1, 1);
  request.input = {spec.substr(0, arrow), source.place(1, 1, static_cast<int>(arrow))};
  request.output = {spec.substr(arrow + 2),
                    source.place(1, static_cast<int>(arrow) + 3, static_cast<int>(spec.size() - arrow - 2))};
  return checked(request, {}, overrides, source);
}

bool looks_like_a_path(const std::string& spec) {
  return spec.find_first_of("./") != std::string::npos || std::filesystem::exists(spec);
}

std::optional<Spec> read_text(const std::string& text, const std::string& name, const std::string& directory,
                              const Overrides& overrides, Diagnostics& diagnostics) {
  const Source source(name, text, diagnostics);
  const auto document = read_toml(text, source);
  if (!document) return std::nullopt;
  SpecOptions options;
  Request request = read_request(*document, source, options);
  request.name = name;
  request.directory = directory;
  return checked(request, std::move(options), overrides, source);
}

std::optional<Spec> read_path(const std::string& spec, const Overrides& overrides, Diagnostics& diagnostics) {
  const bool piped = spec == "-";
  const std::string name = piped ? "standard input" : spec;
  const Source source(name, "", diagnostics);
  const SourcePlace place{name};
  if (!piped && !looks_like_a_path(spec)) {
    source.error("S005", place, "neither a file nor a collective's name nor a pair of layouts",
                 did_you_mean(spec, collective_names(), "collectives: " + listed(collective_names())));
    return std::nullopt;
  }
  const auto text = read_file(spec, kMaxTomlBytes, place, source);
  if (!text) return std::nullopt;
  const std::string directory = piped ? "" : std::filesystem::path(spec).parent_path().string();
  return read_text(*text, name, directory, overrides, diagnostics);
}

}  // namespace

std::optional<Spec> read_problem(const std::string& text, const std::string& name,
                                 const std::string& directory, const Overrides& overrides,
                                 Diagnostics& diagnostics) {
  return apart(diagnostics,
               [&](Diagnostics& own) { return read_text(text, name, directory, overrides, own); });
}

std::optional<Spec> read_spec(const std::string& spec, const Overrides& overrides, Diagnostics& diagnostics) {
  return apart(diagnostics, [&](Diagnostics& own) {
    if (spec.find("->") != std::string::npos) return read_pair(spec, overrides, own);
    return named_collective(spec) ? read_kind(spec, overrides, own) : read_path(spec, overrides, own);
  });
}

}  // namespace purlin
