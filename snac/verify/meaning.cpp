#include "snac/verify/meaning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "snac/verify/callers_buffers.hpp"
#include "snac/verify/check.hpp"
#include "snac/verify/contributions.hpp"
#include "snac/verify/naming.hpp"
#include "snac/verify/symbolic.hpp"

namespace purlin {
namespace {

/// Compares the outputs after a symbolic run with what the layouts name.
class OutputCheck {
 public:
  OutputCheck(const Schedule& schedule, Naming& naming, const SymbolicRun& run, const VerifyOptions& options)
      : problem_(schedule.problem),
        schedule_(schedule),
        naming_(naming),
        run_(run),
        options_(options),
        check_(problem_, naming, run.expressions()),
        trees_(schedule.programs.size()) {}

  void check(Rank rank) {
    const CallersSlice slice = output_slice(problem_, rank);
    const Memory& memory = run_.memory(slice.buffer, rank);
    for (const Naming::Part& part : naming_.output_of(rank)) {
      Box box = part.box;
      box.at += slice.offset;
      std::vector<Memory::Found> found;
      if (memory.read(box, found) < box.bytes())
        lacks_bytes(rank, memory.unwritten(box).front(), slice.offset);
      for (const Memory::Found& piece : found) check(rank, slice.offset, part.contributions, piece);
    }
  }

  std::int64_t intervals() const { return intervals_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  [[noreturn]] void fault(std::string_view rule, Rank rank, const Box& output,
                          const std::string& text) const {
    throw Counterexample{std::string(rule), fmt::format("output of rank {}, {}, {}", rank.value,
                                                        naming_.output_elements(rank, output), text)};
  }

  [[noreturn]] void lacks_bytes(Rank rank, Box missing, std::int64_t offset) const {
    missing.at -= offset;
    fault("V205", rank, missing, "is never written");
  }

  /// One box of the output: at an address, a the place named, b the place of its tree.
  void check(Rank rank, std::int64_t offset, int set, const Memory::Found& piece) {
    ++intervals_;
    Box output{piece.meet.at - offset, piece.meet.a, {}};
    for (const Meet::Step& step : piece.meet.steps) output.steps.push({step.count, step.at, step.a});
    check_spoiled(rank, output, piece.node);
    check_alike(rank, output, piece);
    const TreeFault& tree = check_.check(piece.node, set, piece.meet.b - piece.meet.a);
    if (!tree.rule.empty()) fault(tree.rule, rank, output, check_.describe(tree, set, piece.meet.a));
    if (!run_.expressions().is_reduction(piece.node)) return;
    if (options_.deterministic) check_deterministic(rank, output, set, piece.node, piece.meet.b);
    check_holders(rank, output, piece.node);
  }

  void check_spoiled(Rank rank, const Box& output, Node node) const {
    if (const Node* spoiled = run_.expressions().find_spoiled(node))
      fault("V210", rank, output,
            describe(schedule_, run_.culprit(*spoiled)) + " reduces what does not belong together");
  }

  /// A tree that moves along with its output element.
  void check_alike(Rank rank, const Box& output, const Memory::Found& piece) const {
    if (run_.expressions().is_constant(piece.node)) return;
    for (const Meet::Step& step : piece.meet.steps)
      if (step.a != step.b)
        fault("V203", rank, output,
              fmt::format("has {} instead of {}", naming_.element_at(piece.meet.b + step.b),
                          naming_.element_at(piece.meet.a + step.a)));
  }

  /// Ranks' slices follow each other among places, in the order of what ranks are bound to.
  bool ascends(const Reduction& reduction, std::int64_t place) const {
    std::int64_t slice = size_of(problem_.dtype).value;
    for (AxisId axis : problem_.input.local)
      slice *= std::max<std::int64_t>(1, problem_.axes[static_cast<std::size_t>(axis)].size);
    std::int64_t last = 0;
    for (const Operands& some : reduction.operands) {
      const std::int64_t begin = (place + some.at) / slice;
      if (begin < last) return false;
      last = (place + some.at + (some.count - 1) * some.stride) / slice;
      if (last < begin) return false;
    }
    return true;
  }

  /// One flat tree in one order for all elements of a set of contributions, whatever size, lanes and machine.
  void check_deterministic(Rank rank, const Box& output, int set, Node node, std::int64_t place) {
    const Reduction& reduction = run_.expressions().reduction(node);
    bool is_flat = reduction.evaluation < 0;
    for (const Operands& some : reduction.operands) is_flat &= some.node == kInput;
    const auto [known, is_new] = flat_trees_.emplace(set, node);
    if (!is_flat || known->second != node || !ascends(reduction, place))
      fault("V211", rank, output, "is not reduced in one flat, rank-ordered step");
  }

  void check_holders(Rank rank, const Box& output, Node node) {
    const Rank first = naming_.first_holder(rank);
    Memory& trees = trees_[static_cast<std::size_t>(first.value)];
    if (first == rank) return trees.write(output, node, 0);
    std::vector<Memory::Found> others;
    trees.read(output, others);
    for (const Memory::Found& other : others)
      if (other.node != node) differ(rank, first, output);
  }

  void differ(Rank rank, Rank first, const Box& output) {
    const std::string text = fmt::format("is reduced in another order than on rank {}", first.value);
    if (!options_.foreign || options_.deterministic) fault("V207", rank, output, text);
    if (notes_.empty())
      notes_.push_back(fmt::format("V207: output of rank {}, {}, {}", rank.value,
                                   naming_.output_elements(rank, output), text));
  }

  const Problem& problem_;
  const Schedule& schedule_;
  Naming& naming_;
  const SymbolicRun& run_;
  const VerifyOptions& options_;
  ContributionCheck check_;
  std::vector<Memory> trees_;       // [first holder] at: byte of the output
  std::map<int, Node> flat_trees_;  // by set of contributions
  std::int64_t intervals_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace

Check check_meaning(const Schedule& schedule, const WaitGraph& graph, const Order& order,
                    const VerifyOptions& options) {
  return run_check("meaning", [&](Check& check) {
    Naming naming(schedule.problem);
    SymbolicRun run(schedule, naming, !options.foreign || options.deterministic);
    for (const Event& event : order.events) run.perform(graph.site(event));
    OutputCheck outputs(schedule, naming, run, options);
    for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value) outputs.check(rank);
    check.covered = {{"intervals", outputs.intervals()},
                     {"pieces_written", run.boxes()},
                     {"expressions", run.expressions().size()}};
    check.notes = outputs.notes();
    if (run.rewritten() > 0)
      check.notes.push_back(fmt::format("V206: {} writes of the output repeat others", run.rewritten()));
  });
}

}  // namespace purlin
