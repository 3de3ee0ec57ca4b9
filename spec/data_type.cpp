#include "spec/data_type.hpp"

#include "spec/assert.hpp"

namespace purlin {
namespace {

struct Facts {
  DataType type;
  std::string_view name;
  int bytes;
  bool is_float;
};

constexpr std::array kFacts = {
    Facts{DataType::f64, "f64", 8, true},       Facts{DataType::f32, "f32", 4, true},
    Facts{DataType::f16, "f16", 2, true},       Facts{DataType::bf16, "bf16", 2, true},
    Facts{DataType::f8e4m3, "f8e4m3", 1, true}, Facts{DataType::f8e5m2, "f8e5m2", 1, true},
    Facts{DataType::i64, "i64", 8, false},      Facts{DataType::i32, "i32", 4, false},
    Facts{DataType::i8, "i8", 1, false},        Facts{DataType::u64, "u64", 8, false},
    Facts{DataType::u32, "u32", 4, false},      Facts{DataType::u8, "u8", 1, false}};
static_assert(kFacts.size() == kDataTypes.size());

const Facts& facts_of(DataType type) {
  const Facts& facts = kFacts[static_cast<std::size_t>(type)];
  PURLIN_ASSERT(facts.type == type);
  return facts;
}

}  // namespace

std::string_view name_of(DataType type) { return facts_of(type).name; }
Bytes size_of(DataType type) { return {facts_of(type).bytes}; }
bool is_float(DataType type) { return facts_of(type).is_float; }

std::optional<DataType> data_type_named(std::string_view name) {
  for (const Facts& facts : kFacts)
    if (facts.name == name) return facts.type;
  return std::nullopt;
}

}  // namespace purlin
