#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "spec/machine.hpp"
#include "spec/source.hpp"
#include "spec/toml/toml_value.hpp"

namespace purlin {

/// A machine while its files are read, the base's before its own: wires are patterns still, names are not
/// checked.
struct MachineDraft {
  /// `count` links between every two that the ends name: a node, `gpu*` or `gpu0-3`.
  struct WirePattern {
    Placed<std::string> a;
    Placed<std::string> b;
    Placed<std::string> link;
    int count = 1;
  };
  Machine machine;
  std::vector<WirePattern> wires;
  std::map<std::string, SourcePlace, std::less<>> places;  // of constants, links and hubs, by whole key
  std::set<std::string, std::less<>> inherited;  // links and hubs that only a base names, by whole key

  /// Where `key` is said, else the file.
  SourcePlace place_of(const std::string& key, const Source& source) const;
};

/// What `table` says, over what the draft holds already.
void read_over(MachineDraft& draft, const TomlTable& table, const Source& source);

/// Patterns to wires; drops inherited links and hubs that none of them uses.
void expand_wires(MachineDraft& draft, const Source& source);

/// The machine, with wires instead of patterns; nullopt where anything is missing or cannot be.
std::optional<Machine> finished(MachineDraft draft, const Source& source);

}  // namespace purlin
