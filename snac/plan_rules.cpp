#include "snac/plan_rules.hpp"

#include <array>

namespace purlin {
namespace {

constexpr std::array kRules = {
    PlanRule{"P101", "an algorithm has a known name",
             "--algorithm names a chain that is there; `auto` leaves the choice to the planner.",
             "Take the name that the help line suggests."},
    PlanRule{"P102", "a forced algorithm applies",
             "A chain is made for certain operations and layouts. The message says what this request lacks "
             "for it.",
             "Leave --algorithm out; `purlin plan SPEC --candidates` lists what applies."},
    PlanRule{"P103", "lanes are few enough",
             "A rank has at least one lane and at most what can be resident at once.",
             "Leave --lanes out, or take fewer."},
    PlanRule{"P104", "a chunk holds an element",
             "A chunk is what a lane moves between two notifications: at least one element.",
             "Leave --chunk out, or take a larger one."},
    PlanRule{
        "P105", "a forced regime can do it in place",
        "In place, an input may be overwritten while others still read it. A regime that does not stage such "
        "inputs first would be a race.",
        "Leave --regime out, or give input and output memory of their own."},
    PlanRule{
        "P106", "what is staged fits the window",
        "A window half holds at least one piece of every round. Lanes and chunk decide how large a piece is.",
        "Take fewer lanes, a smaller chunk or a larger window."},
    PlanRule{
        "P107", "who pushes has whom to push to",
        "With zero_copy, pushing means to write results straight into the outputs of those who would copy "
        "them. Here nobody merely copies what another rank has made.",
        "Leave the direction to the planner, or pull."},
    PlanRule{"P108", "ranks that exchange data have a route",
             "Data goes over the machine's links, if need be through other ranks. Between these ranks there "
             "is no way.",
             "Place ranks on GPUs that links connect, or take another machine."},
    PlanRule{"P109", "deterministic reductions go in rank order",
             "With --deterministic the bits of a result depend neither on size nor on regime, lanes or "
             "machine: every "
             "element is reduced by one flat tree over the ranks in order. Chains that round per hop are not "
             "like that.",
             "Leave --algorithm out, or --deterministic."},
    PlanRule{
        "P110", "a schedule can be held in memory",
        "A schedule says every move of every lane. Its pairs of ranks and its spans have a maximum, which "
        "the message names beside the value.",
        "Take fewer ranks or lanes, a larger chunk or a larger window."},
    PlanRule{
        "P111", "packets carry few local contributions",
        "A packet is a word of one contribution. Where a rank reduces many elements of its own into one, "
        "each would travel in packets of its own.",
        "Take zero_copy or staged."},
    PlanRule{
        "P112", "the switch takes what is staged",
        "A switch reduces and broadcasts what lies at one place in the windows of all its GPUs. Packets, and "
        "data that stays where the caller has it, cannot go that way.",
        "Take `--regime staged`, pulled, or another algorithm."},
    PlanRule{"P201", "a plan document holds one schedule",
             "--schedule and --against read a document of `purlin plan --format json` with one case, or an "
             "object with "
             "`schedule` and `problem`.",
             "Write one with `purlin plan SPEC --format json --output FILE`."},
    PlanRule{"P202", "a plan document has the documented form",
             "Keys, types and ranges are those of docs/schema.json. What a schedule means is the verifier's "
             "business.",
             "Mend the key that the message names."},
    PlanRule{
        "P301", "a profile is a built-in name or a file",
        "--profile takes the name of an implementation profile that is compiled in, or the path of a TOML "
        "file. What a profile extends is built in.",
        "Take a name that the help line lists; a file's name ends in .toml or has a slash."},
    PlanRule{"P302", "a profile's way is a chain and a regime",
             "An implementation is predicted by the schedule that comes nearest to what it does.",
             "Name an algorithm and a regime that `purlin plan SPEC --candidates` lists."},
    PlanRule{"P303", "a profile's choice covers every size of a collective once",
             "For each collective it lists ways by ascending size; the last has none.",
             "Write ways = [{ up_to = \"64K\", way = \"small\" }, { way = \"large\" }]."},
    PlanRule{"P304", "a profile's choices name its ways", "Ways are the tables [way.NAME].",
             "Mend the name, or add the way."},
    PlanRule{"P305", "a profile says how its implementation does the collective",
             "Another implementation has named collectives, and not all of them.",
             "Ask for a collective that it knows, or add a [choice.NAME] to a profile of your own."},
};

}  // namespace

std::span<const PlanRule> plan_rules() { return kRules; }

}  // namespace purlin
