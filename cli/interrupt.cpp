#include "cli/interrupt.hpp"

#include <csignal>

namespace purlin::cli {
namespace {

volatile std::sig_atomic_t seen = 0;

void remember(int) { seen = 1; }

}  // namespace

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = remember;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return seen != 0; }

}  // namespace purlin::cli
