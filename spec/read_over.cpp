#include <fmt/format.h>

#include <algorithm>

#include "spec/machine_draft.hpp"
#include "spec/read_constant.hpp"
#include "spec/table_reader.hpp"

namespace purlin {
namespace {

/// `gpu` of `gpu.count`.
std::string_view table_of(std::string_view key) { return key.substr(0, key.find('.')); }

std::vector<std::string_view> tables_of_machine() {
  std::vector<std::string_view> names;
  for (const auto& rule : machine_constants())
    if (names.empty() || names.back() != table_of(rule.key)) names.push_back(table_of(rule.key));
  return names;
}

class OverReader {
 public:
  OverReader(MachineDraft& draft, const Source& source) : draft_(draft), source_(source) {}

  void read(const TomlTable& table) {
    inherit();
    TableReader reader(table, source_, "");
    reader.find("extends");  // read before
    if (const auto title = reader.text("title")) draft_.machine.title = title->value;
    if (const auto loopback = reader.boolean("loopback")) draft_.machine.loopback = loopback->value;
    if (const auto any_size = reader.boolean("any_size")) draft_.machine.any_size = any_size->value;
    for (std::string_view name : tables_of_machine())
      if (const TomlTable* inner = reader.table(name)) read_machine_table(*inner, name);
    read_named(reader.table("link"), "link", draft_.machine.links, link_constants());
    read_named(reader.table("hub"), "hub", draft_.machine.hubs, hub_constants());
    if (const TomlTable* topology = reader.table("topology")) read_topology(*topology);
    reader.finish();
  }

 private:
  void inherit() {
    for (const LinkKind& link : draft_.machine.links) draft_.inherited.insert("link." + link.name);
    for (const Hub& hub : draft_.machine.hubs) draft_.inherited.insert("hub." + hub.name);
  }

  void read_machine_table(const TomlTable& table, std::string_view name) {
    TableReader reader(table, source_, fmt::format("[{}]", name));
    for (const auto& rule : machine_constants())
      if (table_of(rule.key) == name)
        read_one(reader.find(rule.key.substr(name.size() + 1)), std::string(rule.key), rule, draft_.machine);
    reader.finish();
  }

  template <class Owner>
  void read_one(const TomlEntry* entry, const std::string& key, const ConstantRule<Owner>& rule,
                Owner& owner) {
    if (!entry) return;
    draft_.places[key] = place_of(*entry, source_);
    if (auto constant = read_constant(*entry, key, {rule.whole, rule.least, rule.most}, source_))
      owner.*rule.member = std::move(*constant);
    else
      (owner.*rule.member).known = true;  // reported: not missing as well
  }

  /// [link.NAME] and [hub.NAME].
  template <class Owner>
  void read_named(const TomlTable* tables, const std::string& kind, std::vector<Owner>& owners,
                  const std::vector<ConstantRule<Owner>>& rules) {
    if (!tables) return;
    for (const TomlEntry& entry : *tables) {
      const std::string key = kind + "." + entry.key;
      const auto* table = entry.value.as<TomlTable>();
      if (!table) {
        report_type(entry.value, key, "a table", source_);
        continue;
      }
      draft_.inherited.erase(key);
      draft_.places[key] = place_of(entry, source_);
      read_owner(*table, key, named(owners, entry.key), rules);
    }
  }

  template <class Owner>
  static Owner& named(std::vector<Owner>& owners, const std::string& name) {
    const auto found = std::ranges::find(owners, name, &Owner::name);
    if (found != owners.end()) return *found;
    owners.emplace_back().name = name;
    return owners.back();
  }

  template <class Owner>
  void read_owner(const TomlTable& table, const std::string& key, Owner& owner,
                  const std::vector<ConstantRule<Owner>>& rules) {
    TableReader reader(table, source_, fmt::format("[{}]", key));
    if constexpr (requires { owner.title; })
      if (const auto title = reader.text("title")) owner.title = title->value;
    for (const ConstantRule<Owner>& rule : rules)
      read_one(reader.find(rule.key), key + "." + std::string(rule.key), rule, owner);
    reader.finish();
  }

  void read_topology(const TomlTable& table) {
    TableReader reader(table, source_, "[topology]");
    const SourcePlace place = table.empty() ? SourcePlace{source_.name()} : place_of(table.front(), source_);
    const auto origin = read_origin(reader.text("source"), place, "[topology]", source_);
    const auto confidence = read_confidence(reader.text("confidence"), place, "[topology]", source_);
    if (origin) draft_.machine.wires_source = *origin;
    if (confidence) draft_.machine.wires_confidence = *confidence;
    if (const TomlEntry* wires = reader.find("wires")) read_wires(*wires);
    reader.finish();
  }

  void read_wires(const TomlEntry& entry) {
    const auto* wires = entry.value.as<TomlArray>();
    if (!wires) return report_type(entry.value, "wires", "an array of tables", source_);
    draft_.wires.clear();
    for (const TomlValue& wire : *wires) {
      if (const auto* table = wire.as<TomlTable>())
        read_wire(*table, place_of(wire, source_));
      else
        report_type(wire, "an element of wires", "a table", source_);
    }
  }

  void read_wire(const TomlTable& table, const SourcePlace& place) {
    TableReader reader(table, source_, "a wire");
    const auto ends = reader.texts("ends");
    const auto link = reader.text("link");
    const auto count = reader.integer("count");
    reader.finish();
    if (!ends || ends->value.size() != 2 || !link || !count)
      return source_.error("M111", place, "a wire names two ends, a kind of link and a count",
                           R"(write { ends = ["gpu*", "switch"], link = "nvlink", count = 18 })");
    if (count->value < 1 || count->value > 1024)
      return source_.error("M105", count->place,
                           fmt::format("the count of a wire cannot be {}", count->value),
                           "it is a whole number from 1 to 1024: parallel links between the two ends");
    draft_.wires.push_back({ends->value[0], ends->value[1], *link, static_cast<int>(count->value)});
  }

  MachineDraft& draft_;
  const Source& source_;
};

}  // namespace

void read_over(MachineDraft& draft, const TomlTable& table, const Source& source) {
  OverReader(draft, source).read(table);
}

}  // namespace purlin
