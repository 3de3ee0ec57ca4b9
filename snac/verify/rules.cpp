#include "snac/verify/rules.hpp"

#include <algorithm>
#include <array>

namespace purlin {
namespace {

constexpr std::array kRules = {
    ScheduleRule{
        "V101", "tables disagree with the mesh",
        "`programs` holds one program per rank and lane, `lane_kinds` one kind per lane, and the buffer "
        "tables one size per rank. There is at least one lane.",
        "bounds"},
    ScheduleRule{
        "V102", "a limit of the machine is exceeded",
        "Lanes per rank and bytes of windows stay within what the machine can host; the message names the "
        "limit, the value and the maximum.",
        "bounds"},
    ScheduleRule{
        "V103", "a span leaves its buffer",
        "Every byte a span touches lies inside its buffer of its rank; for windows, inside one half.",
        "bounds"},
    ScheduleRule{
        "V104", "a span is malformed",
        "Counts, strides, runs and offsets are not negative, their products fit 64 bits, and no byte stands "
        "twice in one span: each stride is at least the extent of what it repeats.",
        "bounds"},
    ScheduleRule{
        "V105", "the spans of an action differ in shape",
        "All spans of an action have the same run and counts, so that their bytes correspond one to one. "
        "Only sources of a reduction have a fold.",
        "bounds"},
    ScheduleRule{"V106", "a rank that does not exist",
                 "Spans and notifications name ranks of the mesh, and a notification names each rank once.",
                 "bounds"},
    ScheduleRule{"V107", "a slot that does not exist",
                 "Notify and await name slots of the schedule's signal table.", "bounds"},
    ScheduleRule{
        "V108", "a slot with a second producer",
        "A signal slot is written by exactly one lane of one rank, the one that the signal table names.",
        "bounds"},
    ScheduleRule{
        "V109", "a notification out of count",
        "The value of a notify is its ordinal among the notifications of that slot of that rank in the "
        "launch, from 1.",
        "bounds"},
    ScheduleRule{
        "V110", "an await that no launch satisfies",
        "The value of an await lies between 1 and the number of notifications that its slot gets in a "
        "launch: a wait for more would take the next launch's stamp for this one's.",
        "bounds"},
    ScheduleRule{
        "V111", "memory that the rank may not touch",
        "Stages read own memory and write windows. Nothing writes an input. Scratch belongs to its rank, the "
        "caller's buffers too unless the regime is zero_copy, and packet windows to packets.",
        "bounds"},
    ScheduleRule{
        "V112", "an operation that does not apply",
        "A copy has one source and divisor 1. A reduction uses the op of the problem on a type it is defined "
        "for, and divides only for avg.",
        "bounds"},
    ScheduleRule{"V113", "a reduction of torn elements",
                 "Runs, strides and offsets of a reduction's spans are whole elements.", "bounds"},
    ScheduleRule{"V114", "an action that its lane cannot do",
                 "A copy engine copies, notifies and awaits; it neither reduces nor handles packets.",
                 "bounds"},
    ScheduleRule{"V115", "malformed packets",
                 "Packets start at multiples of 16 bytes and carry a turn of at least 1.", "bounds"},
};

}  // namespace

std::span<const ScheduleRule> schedule_rules() { return kRules; }

const ScheduleRule* schedule_rule(std::string_view code) {
  const auto* found =
      std::find_if(kRules.begin(), kRules.end(), [&](const auto& rule) { return rule.code == code; });
  return found == kRules.end() ? nullptr : found;
}

}  // namespace purlin
