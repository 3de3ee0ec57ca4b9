#pragma once
#include <optional>
#include <string>
#include <vector>

#include "spec/draft.hpp"

namespace purlin {

/// The data axes of a draft while its layouts are read: those declared, and those that get their size from
/// the mesh. Whatever is wrong with one is reported to the draft's source.
class AxisBook {
 public:
  explicit AxisBook(Draft& draft) : draft_(draft), axes_(draft.problem.axes) {}

  /// Enters the request's [axes]; false where they are too many to go on.
  bool declare();

  /// The axis of that name, bound to a mesh axis: entered where new, its size compared where not.
  AxisId bound(const PlacedLayout& from, const LayoutWord& word, const Mesh::Axis& mesh_axis);

  /// The axis of that name, with a size of its own or bound elsewhere; nullopt where it has none.
  std::optional<AxisId> local(const PlacedLayout& from, const LayoutWord& word);

  /// Of an axis whose binding is at fault: that it has no size is not reported again.
  void excuse(const LayoutWord& word) { excused_.push_back(word.text); }

  /// Reports declared axes that no layout names, and too many axes.
  void refuse_unused();

  bool good() const { return good_; }
  void fail(std::string code, const SourcePlace& place, std::string message, std::string help,
            std::vector<Diagnostic::Note> notes = {});

 private:
  void refuse_count(std::size_t count, const SourcePlace& place);
  std::optional<AxisId> find(std::string_view name) const;
  AxisId add(std::string name, std::int64_t size);
  std::vector<Diagnostic::Note> declaration_of(AxisId axis) const;
  bool has_readable_size(AxisId axis) const;
  bool may_lack_size(const LayoutWord& word) const;
  std::vector<std::string> names_from(std::size_t first) const;

  Draft& draft_;
  std::vector<Axis>& axes_;
  std::vector<std::string> excused_;
  bool good_ = true;
};

}  // namespace purlin
