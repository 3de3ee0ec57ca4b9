#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace purlin {

/// The candidate that `word` was probably meant to be; nullopt where none is near.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// `did you mean "x"?`, else `otherwise`.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string otherwise);

/// `a, b and c`, for help that lists what is known.
std::string listed(const std::vector<std::string>& words);

}  // namespace purlin
