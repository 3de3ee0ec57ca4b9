#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace purlin::cli {

/// A rule of any kind, as `explain` tells it. Texts may be empty.
struct ExplainedRule {
  std::string_view code;
  std::string_view title;
  std::string_view text;
  std::string_view mend;
  std::string reference;  // file and heading of the documentation
  std::string_view example_file;
  std::string_view example;
};

/// Of the spec (S), machine models (M), planning (P) and schedules (V), in this order.
std::vector<ExplainedRule> all_rules();

}  // namespace purlin::cli
