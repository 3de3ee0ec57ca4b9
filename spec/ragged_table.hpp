#pragma once
#include <optional>
#include <string>
#include <vector>

#include "spec/request.hpp"

namespace purlin {

/// Combinations of parents that ragged axes may have in all.
inline constexpr std::int64_t kMaxTableEntries = std::int64_t{1} << 20;

/// The sizes of a ragged axis, row-major over parents of these extents, from the nested array or the CSV
/// file.
std::optional<std::vector<std::int64_t>> read_table(const Request::AxisSize& axis,
                                                    const std::vector<std::int64_t>& extents,
                                                    const std::string& directory, const Source& source);

/// CSV without a header: a line per index of the first parent, a column per index of the second, if there is
/// one.
std::optional<std::vector<std::int64_t>> parse_csv(std::string_view text,
                                                   const std::vector<std::int64_t>& extents,
                                                   const Source& source);

/// A table of mean `mean`, largest entry 2 × mean and one zero in each row of more than two entries: seeded,
/// the same everywhere. Every row and column has the same sum, as the dense axis would.
std::vector<std::int64_t> seeded_table(std::int64_t mean, std::int64_t extent, std::size_t parents);

}  // namespace purlin
