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
    ScheduleRule{
        "V116", "spans that cannot be followed",
        "Spans that share memory have strides with a common measure, or few rows. Of others nothing is "
        "claimed, and what is not proved does not run.",
        "strided-spans"},
    ScheduleRule{
        "V117", "a caller's buffer of another size",
        "Inputs and outputs are as large as the layouts say; in place, one of the two is part of the other.",
        "bounds"},
    ScheduleRule{"V118", "what the switch cannot do",
                 "An action by way of the switch reduces, or writes to, the windows of different ranks at "
                 "one place: one run "
                 "of whole 16 bytes. It does not divide, and reduces only what the switch can on the type.",
                 "bounds"},
    ScheduleRule{"V201", "an output lacks a contribution",
                 "Every output element is made of all contributions that the layouts name.", "meaning"},
    ScheduleRule{
        "V202", "a contribution too many",
        "Every output element is made of the contributions that the layouts name and of no other, each once.",
        "meaning"},
    ScheduleRule{"V203", "an output is made of another element",
                 "A copied byte is the byte that the layouts name; a reduced element is made of its own "
                 "contributions.",
                 "meaning"},
    ScheduleRule{
        "V204", "bytes are read that nobody wrote",
        "Windows, packets, scratch and outputs are read only where the same launch has written them.",
        "meaning"},
    ScheduleRule{"V205", "output bytes are never written",
                 "Every output byte is written, or in place already holds its value.", "meaning"},
    ScheduleRule{
        "V206", "an output is written twice",
        "Each output byte is written exactly once, or not at all where in place already holds it. In a "
        "foreign schedule this is a note.",
        "meaning"},
    ScheduleRule{"V207", "holders of one value differ",
                 "The expression tree of an output element (operands, order, rounding points) is the same on "
                 "all ranks "
                 "that hold it. In a foreign schedule this is a note.",
                 "meaning"},
    ScheduleRule{
        "V208", "an average is divided wrongly",
        "An average is a sum with one division, by the number of elements reduced, where the last reduction "
        "happens.",
        "meaning"},
    ScheduleRule{"V209", "something else is written",
                 "In place, the caller's buffer is written only where the output lies.", "meaning"},
    ScheduleRule{"V210", "elements that do not belong together are reduced",
                 "The operands of a reduction belong to the same output element, whole.", "meaning"},
    ScheduleRule{
        "V211", "a result that is not deterministic",
        "Under --deterministic, every output element is reduced in one flat step, in the order of ranks, "
        "whatever the size, the lanes and the machine.",
        "meaning"},
    ScheduleRule{
        "V301", "two accesses race",
        "Two accesses of a launch to the same byte, one of them a write, are ordered by notifications.",
        "races"},
    ScheduleRule{"V302", "an access races with the caller",
                 "All accesses to a rank's input and output happen after its launch begins and before it "
                 "ends: then its "
                 "caller may read and overwrite them.",
                 "races"},
    ScheduleRule{"V303", "packets are overwritten",
                 "A packet's word is written again only after the take of what was there, and once per turn.",
                 "races"},
    ScheduleRule{"V304", "an action overwrites what it reads",
                 "The destinations of an action share no byte with each other, and with a source only the "
                 "same elements.",
                 "races"},
    ScheduleRule{
        "V401", "a launch that is no rendezvous",
        "In every launch each rank's end happens after every rank's start, so that no rank is two launches "
        "ahead of another.",
        "reuse"},
    ScheduleRule{"V402", "a window without halves",
                 "Windows and signals have at least two halves, used in turn by launches.", "reuse"},
    ScheduleRule{"V403", "launches in a row race",
                 "An access of one launch is ordered before conflicting ones of the next launches.", "reuse"},
    ScheduleRule{"V501", "a deadlock", "No action waits, through others, for itself.", "progress"},
    ScheduleRule{"V502", "packets that nobody puts",
                 "Every packet taken is put in the same launch, with the same turn.", "progress"},
};

}  // namespace

std::span<const ScheduleRule> schedule_rules() { return kRules; }

const ScheduleRule* schedule_rule(std::string_view code) {
  const auto* found =
      std::find_if(kRules.begin(), kRules.end(), [&](const auto& rule) { return rule.code == code; });
  return found == kRules.end() ? nullptr : found;
}

}  // namespace purlin
