#include "snac/read_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "snac/chain.hpp"
#include "spec/named_collectives.hpp"
#include "spec/nearest.hpp"
#include "spec/read_constant.hpp"
#include "spec/read_file.hpp"
#include "spec/size.hpp"
#include "spec/table_reader.hpp"
#include "spec/toml/read_toml.hpp"

namespace purlin {
namespace {

constexpr std::array kRegimes = {Regime::packet, Regime::zero_copy, Regime::staged};
constexpr ConstantBounds kLanes = {true, 1, 1024};
constexpr ConstantBounds kChunk = {true, 16, 1LL << 40};
constexpr ConstantBounds kOverhead = {false, 0, 1e9};
constexpr ConstantBounds kAny = {false, -1e300, 1e300};  // machines check their own

template <class Named>
Named& named(std::vector<Named>& all, std::string Named::* member, const std::string& name) {
  const auto found = std::ranges::find(all, name, member);
  if (found != all.end()) return *found;
  all.emplace_back().*member = name;
  return all.back();
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const BuiltinProfile& profile : builtin_profiles()) names.emplace_back(profile.name);
  return names;
}

const BuiltinProfile* builtin(std::string_view name) {
  const auto found = std::ranges::find(builtin_profiles(), name, &BuiltinProfile::name);
  return found == builtin_profiles().end() ? nullptr : &*found;
}

/// Reads one file over what the profile holds already.
class Reader {
 public:
  Reader(Profile& profile, const Source& source) : profile_(profile), source_(source) {}

  void read(const TomlTable& table) {
    TableReader reader(table, source_, "");
    reader.find("extends");  // read before
    if (const auto title = reader.text("title")) profile_.title = title->value;
    if (const TomlTable* constants = reader.table("constants"))
      read_constants(*constants, "", profile_.constants);
    if (const TomlTable* ways = reader.table("way"))
      each(*ways, "way", [&](const auto& e, const auto& t) { read_way(e, t); });
    if (const TomlTable* choices = reader.table("choice"))
      each(*choices, "choice", [&](const auto& e, const auto& t) { read_choice(e, t); });
    reader.finish();
  }

 private:
  template <class Read>
  void each(const TomlTable& tables, const std::string& kind, Read read) {
    for (const TomlEntry& entry : tables)
      if (const auto* table = entry.value.as<TomlTable>())
        read(entry, *table);
      else
        report_type(entry.value, kind + "." + entry.key, "a table", source_);
  }

  /// Keys of machines, whether written with dots or as tables.
  void read_constants(const TomlTable& table, const std::string& before, std::vector<ProfileConstant>& into) {
    for (const TomlEntry& entry : table) {
      const std::string key = before + entry.key;
      const auto* inner = entry.value.as<TomlTable>();
      if (inner && std::ranges::find(*inner, "value", &TomlEntry::key) == inner->end())
        read_constants(*inner, key + ".", into);
      else if (auto constant = read_constant(entry, key, kAny, source_))
        named(into, &ProfileConstant::key, key).constant = std::move(*constant);
    }
  }

  void read_way(const TomlEntry& entry, const TomlTable& table) {
    ProfileWay& way = named(profile_.ways, &ProfileWay::name, entry.key);
    TableReader reader(table, source_, fmt::format("[way.{}]", entry.key));
    if (const auto algorithm = reader.text("algorithm")) read_algorithm(*algorithm, way);
    if (const auto regime = reader.text("regime")) read_regime(*regime, way);
    if (const auto push = reader.boolean("push")) way.push = push->value;
    const auto constant = [&](std::string_view key, const ConstantBounds& bounds, Constant& into) {
      if (const TomlEntry* said = reader.find(key))
        if (auto read = read_constant(*said, fmt::format("way.{}.{}", entry.key, key), bounds, source_))
          into = std::move(*read);
    };
    constant("lanes", kLanes, way.lanes);
    constant("chunk_bytes", kChunk, way.chunk_bytes);
    constant("overhead_ns", kOverhead, way.overhead_ns);
    if (const TomlTable* constants = reader.table("constants")) read_constants(*constants, "", way.constants);
    reader.finish();
    if (way.algorithm.empty() && reader.readable())
      source_.error("P302", place_of(entry, source_), fmt::format("way {} names no algorithm", entry.key),
                    "write algorithm = \"ring\" or another that `purlin plan --candidates` lists");
  }

  void read_algorithm(const Placed<std::string>& said, ProfileWay& way) {
    way.algorithm = said.value;
    if (chain_named(said.value)) return;
    std::vector<std::string> names;
    for (const Chain& chain : chains()) names.emplace_back(chain.name);
    source_.error("P302", said.place, fmt::format("there is no algorithm {}", said.value),
                  did_you_mean(said.value, names, "there are " + listed(names)));
  }

  void read_regime(const Placed<std::string>& said, ProfileWay& way) {
    std::vector<std::string> names;
    for (Regime regime : kRegimes) {
      if (name_of(regime) == said.value) return void(way.regime = regime);
      names.emplace_back(name_of(regime));
    }
    source_.error("P302", said.place, fmt::format("there is no regime {}", said.value),
                  did_you_mean(said.value, names, "there are " + listed(names)));
  }

  void read_choice(const TomlEntry& entry, const TomlTable& table) {
    if (!named_collective(entry.key))
      source_.error("P303", place_of(entry, source_), fmt::format("there is no collective {}", entry.key),
                    did_you_mean(entry.key, collective_names(), "there are " + listed(collective_names())));
    ProfileChoice& choice = named(profile_.choices, &ProfileChoice::collective, entry.key);
    const std::string where = fmt::format("[choice.{}]", entry.key);
    TableReader reader(table, source_, where);
    const SourcePlace place = place_of(entry, source_);
    if (const auto origin = read_origin(reader.text("source"), place, where, source_))
      choice.source = *origin;
    if (const auto confidence = read_confidence(reader.text("confidence"), place, where, source_))
      choice.confidence = *confidence;
    choice.steps.clear();
    if (const TomlEntry* ways = reader.find("ways")) read_steps(*ways, choice);
    reader.finish();
    check_steps(choice, place);
  }

  void read_steps(const TomlEntry& entry, ProfileChoice& choice) {
    const auto* steps = entry.value.as<TomlArray>();
    if (!steps) return report_type(entry.value, "ways", "an array of tables", source_);
    for (const TomlValue& step : *steps) {
      const auto* table = step.as<TomlTable>();
      if (!table) {
        report_type(step, "an element of ways", "a table", source_);
        continue;
      }
      TableReader reader(*table, source_, "a step of ways");
      const auto up_to = reader.size("up_to");
      const auto way = reader.text("way");
      reader.finish();
      choice.steps.push_back({up_to ? std::optional(up_to->value) : std::nullopt, way ? way->value : ""});
    }
  }

  /// Sizes ascend, and the last way has no end.
  void check_steps(const ProfileChoice& choice, const SourcePlace& place) {
    std::int64_t before = -1;
    bool good = !choice.steps.empty() && !choice.steps.back().up_to;
    for (const ProfileChoice::Step& step : choice.steps) {
      if (&step != &choice.steps.back()) good &= step.up_to && *step.up_to > before;
      before = step.up_to.value_or(before);
    }
    if (!good)
      source_.error(
          "P303", place, fmt::format("the ways of {} do not cover all sizes once", choice.collective),
          R"(write ways = [{ up_to = "64K", way = "small" }, { way = "large" }]: sizes ascend, the last has none)");
  }

  Profile& profile_;
  const Source& source_;
};

class ChainReader {
 public:
  explicit ChainReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::optional<Profile> read(std::string_view text, const std::string& name) {
    Profile profile;
    profile.name = std::filesystem::path(name).stem().string();
    const Source source(name, text, diagnostics_);
    read_over(profile, text, source, 0);
    check_ways(profile, source);
    return diagnostics_.has_errors() ? std::nullopt : std::optional(std::move(profile));
  }

 private:
  /// What it extends is built in.
  void read_over(Profile& profile, std::string_view text, const Source& source, int depth) {
    const auto table = read_toml(text, source);
    if (!table) return;
    TableReader reader(*table, source, "");
    if (const auto base = reader.text("extends")) {
      const BuiltinProfile* found = builtin(base->value);
      if (!found || depth > static_cast<int>(builtin_profiles().size()))
        return source.error(
            "P301", base->place, fmt::format("no profile {} to extend", base->value),
            did_you_mean(base->value, builtin_names(), "built in are " + listed(builtin_names())));
      read_over(profile, found->text, Source(base->value, found->text, diagnostics_), depth + 1);
    }
    Reader(profile, source).read(*table);
  }

  void check_ways(const Profile& profile, const Source& source) {
    std::vector<std::string> names;
    for (const ProfileWay& way : profile.ways) names.push_back(way.name);
    for (const ProfileChoice& choice : profile.choices)
      for (const ProfileChoice::Step& step : choice.steps)
        if (std::ranges::find(names, step.way) == names.end())
          source.error(
              "P304", {source.name()},
              fmt::format("{} is to take the way {}, which is not there", choice.collective, step.way),
              did_you_mean(step.way, names, "ways are the tables [way.NAME]"));
  }

  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<Profile> read_profile_text(std::string_view text, const std::string& name,
                                         Diagnostics& diagnostics) {
  Diagnostics own;  // earlier errors of others are not ours
  auto profile = ChainReader(own).read(text, name);
  for (const Diagnostic& diagnostic : own.all()) diagnostics.add(diagnostic);
  return profile;
}

std::optional<Profile> read_profile(const std::string& name, Diagnostics& diagnostics) {
  if (const BuiltinProfile* found = builtin(name)) return read_profile_text(found->text, name, diagnostics);
  const Source source(name, "", diagnostics);
  if (name.ends_with(".toml") || name.find('/') != std::string::npos) {
    const auto text = read_file(name, kMaxTomlBytes, {name}, source);
    return text ? read_profile_text(*text, name, diagnostics) : std::nullopt;
  }
  source.error(
      "P301", {}, "no profile " + name,
      did_you_mean(name, builtin_names(),
                   fmt::format("built in are {}; a file's name ends in .toml", listed(builtin_names()))));
  return std::nullopt;
}

}  // namespace purlin
