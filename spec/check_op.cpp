#include <fmt/format.h>

#include <array>
#include <span>

#include "spec/draft.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

struct Foreign {
  std::string_view theirs;
  std::string_view ours;
};

// What other tools call our element types and ops.
constexpr std::array kForeignTypes = {Foreign{"float", "f32"},
                                      Foreign{"float32", "f32"},
                                      Foreign{"fp32", "f32"},
                                      Foreign{"double", "f64"},
                                      Foreign{"float64", "f64"},
                                      Foreign{"fp64", "f64"},
                                      Foreign{"half", "f16"},
                                      Foreign{"float16", "f16"},
                                      Foreign{"fp16", "f16"},
                                      Foreign{"bfloat16", "bf16"},
                                      Foreign{"fp8", "f8e4m3"},
                                      Foreign{"fp8e4m3", "f8e4m3"},
                                      Foreign{"fp8_e4m3", "f8e4m3"},
                                      Foreign{"float8_e4m3fn", "f8e4m3"},
                                      Foreign{"fp8e5m2", "f8e5m2"},
                                      Foreign{"fp8_e5m2", "f8e5m2"},
                                      Foreign{"float8_e5m2", "f8e5m2"},
                                      Foreign{"int", "i32"},
                                      Foreign{"int32", "i32"},
                                      Foreign{"int64", "i64"},
                                      Foreign{"long", "i64"},
                                      Foreign{"int8", "i8"},
                                      Foreign{"char", "i8"},
                                      Foreign{"uint32", "u32"},
                                      Foreign{"uint64", "u64"},
                                      Foreign{"uint8", "u8"}};
constexpr std::array kForeignOps = {
    Foreign{"add", "sum"},       Foreign{"maximum", "max"}, Foreign{"minimum", "min"},
    Foreign{"mean", "avg"},      Foreign{"average", "avg"}, Foreign{"product", "prod"},
    Foreign{"multiply", "prod"}, Foreign{"mul", "prod"},    Foreign{"none", "copy"}};

std::vector<std::string> names_of_types() {
  std::vector<std::string> names;
  for (DataType type : kDataTypes) names.emplace_back(name_of(type));
  return names;
}

std::vector<std::string> names_of_ops() {
  std::vector<std::string> names;
  for (ReduceOp op : kReduceOps) names.emplace_back(name_of(op));
  return names;
}

std::string help_for(const std::string& word, std::span<const Foreign> foreign,
                     const std::vector<std::string>& known) {
  for (const Foreign& name : foreign)
    if (name.theirs == word) return fmt::format("did you mean \"{}\"?", name.ours);
  return did_you_mean(word, known, "known: " + listed(known));
}

bool check_dtype(Draft& draft) {
  if (!draft.request.dtype) return true;
  const auto& [word, place] = *draft.request.dtype;
  if (const auto type = data_type_named(word)) return draft.problem.dtype = *type, true;
  draft.source.error("S601", place, fmt::format("unknown dtype {}", word),
                     help_for(word, kForeignTypes, names_of_types()));
  return false;
}

bool choose_op(Draft& draft) {
  const Request& request = draft.request;
  draft.op_place = request.op ? request.op->place : request.kind ? request.kind->place : request.collective;
  draft.problem.op = draft.kind && draft.kind->reduces ? ReduceOp::sum : ReduceOp::copy;
  if (!request.op) return true;
  const auto& [word, place] = *request.op;
  if (const auto op = reduce_op_named(word)) return draft.problem.op = *op, true;
  draft.source.error("S602", place, fmt::format("unknown op {}", word),
                     help_for(word, kForeignOps, names_of_ops()));
  return false;
}

bool check_op_of_kind(Draft& draft) {
  if (!draft.kind || draft.kind->reduces == (draft.problem.op != ReduceOp::copy)) return true;
  const std::string_view op = name_of(draft.problem.op);
  draft.source.error("S702", draft.op_place,
                     draft.kind->reduces
                         ? fmt::format("{} reduces, op = \"{}\" does not", draft.kind->name, op)
                         : fmt::format("{} copies, op = \"{}\" reduces", draft.kind->name, op),
                     draft.kind->reduces ? "choose sum, prod, min, max or avg" : "leave op out");
  return false;
}

}  // namespace

bool check_op(Draft& draft) {
  const bool type = check_dtype(draft);
  if (!choose_op(draft) || !check_op_of_kind(draft) || !type) return false;
  if (applies_to(draft.problem.op, draft.problem.dtype)) return true;
  draft.source.error(
      "S603", draft.op_place,
      fmt::format("{} is for floats, not for {}", name_of(draft.problem.op), name_of(draft.problem.dtype)),
      "use sum and divide afterwards, or a float dtype");
  return false;
}

}  // namespace purlin
