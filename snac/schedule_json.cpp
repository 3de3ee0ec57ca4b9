#include "snac/schedule_json.hpp"

#include <fmt/core.h>

#include <array>
#include <nlohmann/json.hpp>

#include "snac/action_json.hpp"
#include "spec/read_problem.hpp"

namespace purlin {
namespace {

using nlohmann::json;

constexpr std::array kRegimes = {Regime::packet, Regime::zero_copy, Regime::staged};
constexpr std::array kLaneKinds = {LaneKind::block, LaneKind::copy_engine};
constexpr std::array kPurposes = {Purpose::ready, Purpose::done, Purpose::staged, Purpose::drained,
                                  Purpose::rendezvous};

// ---- writing

/// A ragged axis's sizes, nested in the order of its parents.
json nested_sizes(const Problem& problem, const Axis::Ragged& ragged, std::size_t depth, std::size_t& next) {
  if (depth == ragged.parents.size()) return ragged.sizes[next++];
  json nested = json::array();
  const std::int64_t extent = problem.axes[static_cast<std::size_t>(ragged.parents[depth])].size;
  for (std::int64_t i = 0; i < extent; ++i) nested.push_back(nested_sizes(problem, ragged, depth + 1, next));
  return nested;
}

json write_axis(const Problem& problem, const Axis& axis) {
  if (!axis.ragged) return {{"name", axis.name}, {"size", axis.size}};
  json per = json::array();
  for (AxisId parent : axis.ragged->parents)
    per.push_back(problem.axes[static_cast<std::size_t>(parent)].name);
  std::size_t next = 0;
  return {{"name", axis.name}, {"per", per}, {"sizes", nested_sizes(problem, *axis.ragged, 0, next)}};
}

std::string_view name_of_form(InPlace form) {
  constexpr std::array<std::string_view, 4> names = {"no", "same", "input_in_output", "output_in_input"};
  return names[static_cast<std::size_t>(form)];
}

json write(const Buffers& buffers) {
  return {{"input_bytes", buffers.input},
          {"output_bytes", buffers.output},
          {"window_half_bytes", buffers.window_half},
          {"packet_window_half_bytes", buffers.packet_window_half},
          {"halves", buffers.halves},
          {"scratch_bytes", buffers.scratch}};
}

json write(const SignalSlot& slot) {
  return {{"producer", slot.producer.value}, {"lane", slot.lane}, {"purpose", name_of(slot.purpose)}};
}

// ---- reading

/// The problem as the spec it stands for, so that a foreign document is checked like any other spec.
std::string as_toml(const JsonReader& problem) {
  const JsonReader mesh = problem.member("mesh");
  std::string text = "[mesh]\naxes = " + mesh.member("axes").value().dump() +
                     "\nshape = " + mesh.member("shape").value().dump() + "\n[axes]\n";
  const JsonReader axes = problem.member("axes");
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const JsonReader axis = axes.element(i);
    const std::string name = axis.member("name").value().dump();
    text += axis.has("sizes")
                ? fmt::format("{} = {{ per = {}, sizes = {} }}\n", name, axis.member("per").value().dump(),
                              axis.member("sizes").value().dump())
                : fmt::format("{} = {}\n", name, axis.member("size").value().dump());
  }
  text += "[collective]\n";
  for (const char* key : {"dtype", "op", "input", "output"})
    text += fmt::format("{} = {}\n", key, problem.member(key).value().dump());
  if (problem.has("scale") && problem.value()["scale"].is_string())
    text += fmt::format("scale = {}\n", problem.value()["scale"].dump());
  if (problem.has("in_place") && problem.value()["in_place"] != "no") text += "[options]\ninplace = true\n";
  return text;
}

std::optional<Problem> read_problem_part(const JsonReader& reader, const std::string& file,
                                         Diagnostics& diagnostics) {
  reader.has_only({"name", "kind", "mesh", "axes", "dtype", "op", "input", "output", "in_place", "scale",
                   "ranks", "size_bytes", "count", "busbw_factor"});
  Diagnostics problems;
  std::optional<Spec> spec = read_problem(as_toml(reader), file, ".", {}, problems);
  for (Diagnostic problem : problems.all()) {
    problem.place = {file, 0, 0, 1};  // lines of the text made here mean nothing to the reader
    problem.source_line.clear();
    problem.message = "problem: " + problem.message;
    if (problem.severity == Severity::error) diagnostics.add(std::move(problem));
  }
  if (!spec) return std::nullopt;
  if (reader.has("name")) spec->problem.name = reader.member("name").text();
  if (reader.has("kind")) spec->problem.kind = reader.member("kind").text();
  return std::move(spec->problem);
}

std::vector<std::int64_t> read_sizes(const JsonReader& reader) {
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 0; i < reader.size(); ++i) sizes.push_back(reader.element(i).integer());
  return sizes;
}

Buffers read_buffers(const JsonReader& reader) {
  reader.has_only({"input_bytes", "output_bytes", "window_half_bytes", "packet_window_half_bytes", "halves",
                   "scratch_bytes"});
  return {read_sizes(reader.member("input_bytes")),
          read_sizes(reader.member("output_bytes")),
          reader.member("window_half_bytes").integer(),
          reader.member("packet_window_half_bytes").integer(),
          static_cast<int>(reader.member("halves").integer(1, 1024)),
          read_sizes(reader.member("scratch_bytes"))};
}

std::vector<SignalSlot> read_signals(const JsonReader& reader) {
  std::vector<SignalSlot> slots;
  for (std::size_t i = 0; i < reader.size(); ++i) {
    const JsonReader slot = reader.element(i);
    slot.has_only({"producer", "lane", "purpose"});
    slots.push_back({{static_cast<int>(slot.member("producer").integer(0, 1 << 30))},
                     static_cast<int>(slot.member("lane").integer(0, 1 << 30)),
                     slot.member("purpose").named(kPurposes)});
  }
  return slots;
}

std::vector<std::vector<Program>> read_programs(const JsonReader& reader) {
  std::vector<std::vector<Program>> programs(reader.size());
  for (std::size_t rank = 0; rank < programs.size(); ++rank) {
    const JsonReader lanes = reader.element(rank);
    programs[rank].resize(lanes.size());
    for (std::size_t lane = 0; lane < programs[rank].size(); ++lane) {
      const JsonReader actions = lanes.element(lane);
      for (std::size_t i = 0; i < actions.size(); ++i)
        programs[rank][lane].push_back(read_action(actions.element(i)));
    }
  }
  return programs;
}

void read_schedule_part(const JsonReader& reader, Schedule& schedule) {
  reader.has_only({"machine", "algorithm", "regime", "lanes", "chunk_bytes", "reasons", "buffers", "signals",
                   "lane_kinds", "programs", "problem"});
  schedule.machine = reader.member("machine").text();
  schedule.algorithm = reader.member("algorithm").text();
  schedule.regime = reader.member("regime").named(kRegimes);
  schedule.lanes = static_cast<int>(reader.member("lanes").integer(1, 1 << 20));
  schedule.chunk = reader.member("chunk_bytes").integer();
  if (reader.has("reasons"))
    for (std::size_t i = 0; i < reader.member("reasons").size(); ++i)
      schedule.reasons.push_back(reader.member("reasons").element(i).text());
  schedule.buffers = read_buffers(reader.member("buffers"));
  schedule.signals = read_signals(reader.member("signals"));
  const JsonReader kinds = reader.member("lane_kinds");
  for (std::size_t i = 0; i < kinds.size(); ++i)
    schedule.lane_kinds.push_back(kinds.element(i).named(kLaneKinds));
  schedule.programs = read_programs(reader.member("programs"));
}

bool complain(Diagnostics& diagnostics, const std::string& file, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = "P201";
  diagnostic.message = std::move(message);
  diagnostic.place.file = file;
  diagnostic.help = "`purlin plan SPEC --format json` writes such a document";
  diagnostics.add(std::move(diagnostic));
  return false;
}

/// The part of a `plan` document that holds `schedule` and `problem`: its only case, or the document itself.
const json* schedule_part(const json& document) {
  const json* part = &document;
  if (document.is_object() && document.contains("cases") && document["cases"].is_array() &&
      document["cases"].size() == 1)
    part = &document["cases"][0];
  return part->is_object() && part->contains("schedule") && part->contains("problem") ? part : nullptr;
}

}  // namespace

json to_json(const Problem& problem) {
  json mesh = {{"axes", json::array()}, {"shape", json::array()}};
  for (const Mesh::Axis& axis : problem.mesh.axes) {
    mesh["axes"].push_back(axis.name);
    mesh["shape"].push_back(axis.extent);
  }
  json axes = json::array();
  for (const Axis& axis : problem.axes) axes.push_back(write_axis(problem, axis));
  const bool scales = problem.scale >= 0;
  return {{"name", problem.name},
          {"kind", problem.kind.empty() ? json() : json(problem.kind)},
          {"mesh", mesh},
          {"axes", axes},
          {"dtype", name_of(problem.dtype)},
          {"op", name_of(problem.op)},
          {"input", print(problem, problem.input)},
          {"output", print(problem, problem.output)},
          {"in_place", name_of_form(problem.in_place)},
          {"scale", scales ? json(problem.axes[static_cast<std::size_t>(problem.scale)].name) : json()},
          {"ranks", problem.ranks()},
          {"size_bytes", size_of(problem).value}};
}

json to_json(const Schedule& schedule) {
  json signals = json::array(), kinds = json::array(), programs = json::array();
  for (const SignalSlot& slot : schedule.signals) signals.push_back(write(slot));
  for (LaneKind kind : schedule.lane_kinds) kinds.push_back(name_of(kind));
  for (const auto& lanes : schedule.programs) {
    json& written = programs.emplace_back(json::array());
    for (const Program& program : lanes) {
      json& actions = written.emplace_back(json::array());
      for (const Action& action : program) actions.push_back(to_json(action));
    }
  }
  return {{"machine", schedule.machine},
          {"algorithm", schedule.algorithm},
          {"regime", name_of(schedule.regime)},
          {"lanes", schedule.lanes},
          {"chunk_bytes", schedule.chunk},
          {"reasons", schedule.reasons},
          {"buffers", write(schedule.buffers)},
          {"signals", signals},
          {"lane_kinds", kinds},
          {"programs", programs}};
}

std::optional<Schedule> read_schedule(const std::string& text, const std::string& name,
                                      Diagnostics& diagnostics) {
  const json document = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded()) return complain(diagnostics, name, "this is not JSON"), std::nullopt;
  const json* part = schedule_part(document);
  if (!part)
    return complain(diagnostics, name, "there is no single `schedule` with its `problem` in it"),
           std::nullopt;
  Diagnostics found;
  const JsonReader reader(*part, "", name, found);
  std::optional<Problem> problem = read_problem_part(reader.member("problem"), name, found);
  Schedule schedule;
  read_schedule_part(reader.member("schedule"), schedule);
  for (const Diagnostic& diagnostic : found.all()) diagnostics.add(diagnostic);
  if (!problem || found.has_errors()) return std::nullopt;
  schedule.problem = std::move(*problem);
  return schedule;
}

}  // namespace purlin
