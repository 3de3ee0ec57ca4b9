#include <fmt/format.h>

#include <algorithm>

#include "spec/check_sizes.hpp"
#include "spec/draft.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

// The words by which a layout names axes, bound ones first.
std::vector<LayoutWord> words_of(const PlacedLayout& layout) {
  std::vector<LayoutWord> words;
  for (const LayoutText::Binding& binding : layout.parts.bindings) words.push_back(binding.axis);
  words.insert(words.end(), layout.parts.local.begin(), layout.parts.local.end());
  return words;
}

std::vector<LayoutWord> lacking(const PlacedLayout& from, const PlacedLayout& other) {
  std::vector<LayoutWord> words = words_of(from);
  const std::vector<LayoutWord> known = words_of(other);
  std::erase_if(words, [&](const LayoutWord& word) {
    return std::ranges::count(known, word.text, &LayoutWord::text) > 0;
  });
  return words;
}

std::vector<std::string> texts_of(const std::vector<LayoutWord>& words) {
  std::vector<std::string> texts;
  for (const LayoutWord& word : words) texts.push_back(word.text);
  return texts;
}

bool output_is_known(const Draft& draft) {
  const auto unknown = lacking(draft.output, draft.input);
  for (const LayoutWord& word : unknown)
    draft.source.error("S604", draft.output.at(word, draft.source),
                       fmt::format("axis {} is in the output only", word.text),
                       did_you_mean(word.text, texts_of(words_of(draft.input)),
                                    "the input has to hold what the output shows"));
  return unknown.empty();
}

bool copies_all(const Draft& draft) {
  const auto dropped = lacking(draft.input, draft.output);
  for (const LayoutWord& word : dropped)
    draft.source.error(
        "S605", draft.input.at(word, draft.source),
        fmt::format("axis {} is in the input only, and copy drops nothing", word.text),
        fmt::format("say how its elements become one, by op = \"sum\" or --op sum, or name {} in the output",
                    word.text));
  return dropped.empty();
}

}  // namespace

bool check_pair(Draft& draft) {
  const bool known = output_is_known(draft);
  if (draft.problem.op == ReduceOp::copy) return copies_all(draft) && known;
  if (known && reduced_axes(draft.problem).empty())
    draft.source.warning(
        "S606", draft.op_place,
        fmt::format("{} has nothing to reduce and acts as a copy", name_of(draft.problem.op)),
        "leave op out, or drop an axis from the output");
  return known;
}

bool check_total_size(Draft& draft) {
  auto fault = size_fault(draft.problem);
  if (!fault) return true;
  fault->place = fault->code == "S607" ? draft.op_place : draft.input.place;
  draft.source.report(std::move(*fault));
  return false;
}

bool check_in_place(Draft& draft) {
  if (!draft.request.in_place || !draft.request.in_place->value) return true;
  const InPlaceForm form = in_place_form(draft.problem);
  draft.problem.in_place = form.form;
  if (form.form != InPlace::no) return true;
  draft.source.error("S804", draft.request.in_place->place,
                     fmt::format("not possible in place: {}", form.refusal),
                     "in place needs equal layouts, or one side as a contiguous slice of the other");
  return false;
}

}  // namespace purlin
