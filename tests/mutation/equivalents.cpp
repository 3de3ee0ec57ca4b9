#include "tests/mutation/equivalents.hpp"

#include <algorithm>
#include <array>

namespace purlin::testing {
namespace {

constexpr std::string_view kOrdered = "other notifications give the same order";
constexpr std::string_view kStillGiven = "what it waits for comes in any case";
constexpr std::string_view kIndependent = "what it passes neither needs it nor is needed by it";
constexpr std::string_view kAgain = "done twice, its effect is the same";
constexpr std::string_view kAnyLane = "another lane may do it as well";
constexpr std::string_view kUnread = "more is moved than anybody reads";
constexpr std::string_view kAnyOrder = "one rank alone holds the result, in whatever order it is reduced";
constexpr std::string_view kOneOperand = "every reduction of one operand is a copy";
constexpr std::string_view kUnused = "nothing uses it";
constexpr std::string_view kSameBytes = "the same bytes lie there too";
constexpr std::string_view kOnce = "a count of one takes no stride";

constexpr std::array kEquivalents = {
    Equivalent{"drop await", kOrdered},
    Equivalent{"drop notify", kOrdered},
    Equivalent{"drop a target of await", kOrdered},
    Equivalent{"drop a target of notify", kOrdered},
    Equivalent{"retarget notify", kOrdered},
    Equivalent{"weaken await", kOrdered},
    Equivalent{"change a slot of await", kOrdered},
    Equivalent{"change a slot of notify", kOrdered},
    Equivalent{"give away await", kOrdered},
    Equivalent{"merge signals", kOrdered},
    Equivalent{"strengthen await", kStillGiven},
    Equivalent{"move await", kIndependent},
    Equivalent{"move notify", kIndependent},
    Equivalent{"move consume", kIndependent},
    Equivalent{"move stage", kIndependent},
    Equivalent{"move put_packets", kIndependent},
    Equivalent{"move take_packets", kIndependent},
    Equivalent{"swap with the next await", kIndependent},
    Equivalent{"swap with the next notify", kIndependent},
    Equivalent{"swap with the next consume", kIndependent},
    Equivalent{"swap with the next stage", kIndependent},
    Equivalent{"swap with the next put_packets", kIndependent},
    Equivalent{"swap with the next take_packets", kIndependent},
    Equivalent{"duplicate await", kAgain},
    Equivalent{"duplicate notify", kAgain},
    Equivalent{"duplicate stage", kAgain},
    Equivalent{"duplicate consume", kAgain},
    Equivalent{"give away consume", kAnyLane},
    Equivalent{"give away stage", kAnyLane},
    Equivalent{"give away put_packets", kAnyLane},
    Equivalent{"give away take_packets", kAnyLane},
    Equivalent{"grow stage", kUnread},
    Equivalent{"grow consume", kUnread},
    Equivalent{"grow put_packets", kUnread},
    Equivalent{"grow take_packets", kUnread},
    Equivalent{"grow one end of put_packets", kUnread},
    Equivalent{"swap sources of consume", kAnyOrder},
    Equivalent{"swap sources of take_packets", kAnyOrder},
    Equivalent{"change the op of consume", kOneOperand},
    Equivalent{"change the op of take_packets", kOneOperand},
    Equivalent{"use one half", kUnused},
    Equivalent{"halve windows", kUnused},
    Equivalent{"halve packet windows", kUnused},
    Equivalent{"halve scratch", kUnused},
    Equivalent{"change a producer", kUnused},
    Equivalent{"change a buffer of consume", kSameBytes},
    Equivalent{"retarget consume", kSameBytes},
    Equivalent{"change a stride of take_packets", kOnce},
    Equivalent{"change a stride of consume", kOnce},
    Equivalent{"change a stride of stage", kOnce},
    Equivalent{"change a stride of put_packets", kOnce},
};

}  // namespace

std::span<const Equivalent> equivalents() { return kEquivalents; }

const Equivalent* equivalent(std::string_view kind) {
  const auto found = std::ranges::find(kEquivalents, kind, &Equivalent::kind);
  return found == kEquivalents.end() ? nullptr : &*found;
}

}  // namespace purlin::testing
