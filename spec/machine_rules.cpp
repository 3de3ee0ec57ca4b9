#include "spec/machine_rules.hpp"

#include <algorithm>
#include <array>

namespace purlin {
namespace {

constexpr std::array kRules = {
    MachineRule{"M100", "A machine is a built-in name or a file",
                "`--machine` takes the name of a model that is compiled in, or the path of a TOML file.",
                "`purlin machine` lists the names; a file's name ends in .toml or has a slash."},
    MachineRule{"M101", "A constant is a table",
                "A bare number says nothing of where it is from, and a model is only as good as its numbers.",
                "Write { value = …, source = \"…\", confidence = \"…\" }."},
    MachineRule{
        "M102", "A constant and a topology say their source",
        "Every number of a model can be traced: a document, a measurement, or what it is derived from.",
        "Name it. A number that nobody published is said as a gap: source = \"gap: …\"."},
    MachineRule{
        "M103", "A constant and a topology say how far to trust them",
        "measured: by a probe; sourced: as the source says; derived: computed from what the source says; "
        "unconfirmed: taken for want of better.",
        "Add confidence = \"sourced\" or another of the four."},
    MachineRule{"M104", "A constant has a value", "A source alone describes nothing.", "Add value = …."},
    MachineRule{
        "M105", "A value is possible",
        "Each constant has a range, and counts are whole. Not-a-number and infinity are never possible.",
        "Mind the unit, which is the end of the key's name: GBps is 1e9 bytes a second, ns 1e-9 s."},
    MachineRule{"M106", "A model is complete",
                "Planner and simulator use no hidden default: what they need, the model says.",
                "Say it, or extend a built-in machine that does."},
    MachineRule{
        "M107", "No datapath is faster than its link",
        "Rates are per link and direction and count payload alone; nominal_GBps is what its makers promise.",
        "Check whether a rate of all links or of both directions was meant."},
    MachineRule{"M109", "A machine extends one that exists",
                "extends takes a built-in name, or a file beside the one that says it.",
                "`purlin machine` lists the names."},
    MachineRule{"M110", "A machine does not extend itself", "Directly or over others, that has no end.",
                "Extend another machine, or none."},
    MachineRule{
        "M111", "A wire says ends, link and count",
        "A wire is `count` parallel links of one kind between two ends; an end is a GPU, GPUs (gpu*, gpu0-3) "
        "or a hub.",
        "Write { ends = [\"gpu*\", \"switch\"], link = \"nvlink\", count = 18 }."},
    MachineRule{"M112", "A wire's ends exist",
                "GPUs are gpu0 up to gpu.count - 1, hubs are the tables [hub.NAME].",
                "Mend the name, or declare it."},
    MachineRule{"M113", "A wire's kind of link exists", "Kinds of links are the tables [link.NAME].",
                "Mend the name, or declare it."},
    MachineRule{"M114", "Two ends are joined once, and differ",
                "Parallel links are one wire's count, so that one rate stands for all of them.",
                "Add the counts up."},
    MachineRule{
        "M115", "What is declared is used",
        "A link or hub that no wire names is mostly a misspelt one. Those of an extended machine may stay "
        "unused.",
        "Name it in [topology], or drop it."},
    MachineRule{"M116", "All GPUs are connected",
                "Between any two there is a way over wires, hubs, or GPUs that relay.",
                "Add the missing wires."},
    MachineRule{"M117", "A loopback model is one GPU",
                "All ranks share its memory, so that there is no link to model.", "Drop the wires."},
    MachineRule{"M118", "A model of any size has GPUs that are wired alike",
                "Its wires are repeated for every GPU that is added, which only works from GPUs to hubs.",
                "Use gpu* in every wire, or drop any_size."},
    MachineRule{"M201", "An option changes a constant that the model has",
                "Keys are those that `purlin machine NAME` shows.", "Mend the key."},
    MachineRule{"M202", "A constant is changed to a possible value", "The range is that of the model's file.",
                "Mind the unit, which is the end of the key's name."},
    MachineRule{"M203", "The number of GPUs follows from the wires",
                "Only a model of any size can be given another number of GPUs.",
                "Take --machine flat, or write a file that extends this one and says its own wires."},
    MachineRule{"M204", "A link that is taken down exists",
                "Links are named by their two ends, as `purlin machine NAME` shows them: gpu0:gpu3.",
                "Mend the names."},
    MachineRule{"M205", "A machine stays connected",
                "Without that link some GPUs reach each other no longer, so that no collective can run.",
                "Take another link down."},
    MachineRule{
        "M206", "A GPU is slowed by a factor",
        "--slow gpu3=0.5 leaves gpu3's lanes, memory and cache half of their rates; its links keep theirs.",
        "Name a GPU of the machine and a factor above 0 and up to 1."},
    MachineRule{"M207", "A machine has a GPU for every rank",
                "Ranks are placed on GPUs one each; only a loopback model shares one GPU among all.",
                "Ask for fewer ranks, or take a larger machine: flat has any size."},
    MachineRule{
        "M301", "GPUs that exchange data have a route",
        "Over wires and hubs, never through another GPU: data that must pass one is relayed by the schedule.",
        "Take a chain that relays, such as ring, or a machine whose GPUs are all joined."},
    MachineRule{"M302", "A datapath works on the machine that is to use it",
                "A lane and every link on the way need a rate for it; a model without one says that it has "
                "not got it.",
                "Take another datapath, or a machine that has it."},
    MachineRule{"M303", "All lanes are resident at once",
                "Lanes wait for each other, so that one that has to wait for a place would never be reached.",
                "Ask for fewer lanes."},
    MachineRule{"M304", "Windows fit the machine",
                "limit.window_MiB bounds what a collective may hold beside its user.",
                "Ask for a smaller window, or a regime without."},
};

}  // namespace

std::span<const MachineRule> machine_rules() { return kRules; }

const MachineRule* machine_rule(std::string_view code) {
  const auto found = std::ranges::find(kRules, code, &MachineRule::code);
  return found == kRules.end() ? nullptr : &*found;
}

}  // namespace purlin
