#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "snac/profile.hpp"

namespace purlin {

/// A profile that is compiled in: a file of samples/profiles.
struct BuiltinProfile {
  std::string_view name;
  std::string_view text;
};

/// All of them, by name.
const std::vector<BuiltinProfile>& builtin_profiles();

/// A built-in profile's name or a TOML file. Everything wrong lands in `diagnostics`; nullopt where there is
/// an error.
std::optional<Profile> read_profile(const std::string& name_or_file, Diagnostics& diagnostics);

/// TOML text to a checked profile. `name` stands in messages.
std::optional<Profile> read_profile_text(std::string_view text, const std::string& name,
                                         Diagnostics& diagnostics);

}  // namespace purlin
