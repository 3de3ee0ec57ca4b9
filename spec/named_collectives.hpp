#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace purlin {

/// A kind: a pair of layouts over the data axes s, d, p, n. `root` and `shift` stand for the request's
/// numbers.
struct NamedCollective {
  std::string_view name;
  bool reduces = false;  // op sum, prod, min, max, avg; else copy
  std::string_view input;
  std::string_view output;
  std::string_view ragged_per;    // parents of a ragged n, separated by commas; empty where there can be none
  std::string_view ragged_alias;  // the name that asks for a ragged n; empty where there is none
};

inline constexpr std::array kNamedCollectives = {
    NamedCollective{"broadcast", false, "n @ root", "n", "", ""},
    NamedCollective{"scatter", false, "s n @ root", "[s] n", "s", ""},
    NamedCollective{"gather", false, "[s] n", "s n @ root", "s", ""},
    NamedCollective{"all_gather", false, "[s] n", "s n", "s", "all_gather_v"},
    NamedCollective{"all_to_all", false, "[s] d n", "[d] s n", "s, d", "all_to_all_v"},
    NamedCollective{"reduce", true, "[p] n", "n @ root", "", ""},
    NamedCollective{"reduce_scatter", true, "[p] s n", "[s] n", "s", "reduce_scatter_v"},
    NamedCollective{"all_reduce", true, "[p] n", "n", "", ""},
    NamedCollective{"permute", false, "[s] n", "[s+shift] n", "", ""},
};

/// By name or ragged alias; nullptr where there is none.
const NamedCollective* named_collective(std::string_view name);

/// Every name and alias, in the table's order.
std::vector<std::string> collective_names();

bool uses_root(const NamedCollective& kind);
bool uses_shift(const NamedCollective& kind);

}  // namespace purlin
