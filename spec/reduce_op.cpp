#include "spec/reduce_op.hpp"

namespace purlin {
namespace {
constexpr std::array<std::string_view, kReduceOps.size()> kNames = {"copy", "sum", "prod",
                                                                    "min",  "max", "avg"};
}

std::string_view name_of(ReduceOp op) { return kNames[static_cast<std::size_t>(op)]; }

std::optional<ReduceOp> reduce_op_named(std::string_view name) {
  for (ReduceOp op : kReduceOps)
    if (name_of(op) == name) return op;
  return std::nullopt;
}

bool applies_to(ReduceOp op, DataType type) { return op != ReduceOp::avg || is_float(type); }

bool has_identity(ReduceOp op) { return op == ReduceOp::sum || op == ReduceOp::prod; }

}  // namespace purlin
