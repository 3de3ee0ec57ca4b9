#include "cli/launcher.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string_view>

namespace purlin::cli {
namespace {

// Open MPI, MPICH and Intel MPI (PMI), MVAPICH2, PMIx, Slurm, torchrun.
constexpr std::array kVariables = {
    "OMPI_COMM_WORLD_SIZE", "PMI_SIZE",     "MPI_LOCALNRANKS", "MV2_COMM_WORLD_SIZE",
    "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS", "WORLD_SIZE"};

int count_in(const char* text) {
  int count = 0;
  if (text != nullptr) std::from_chars(text, text + std::string_view(text).size(), count);
  return count;
}

}  // namespace

std::optional<Launcher> find_launcher(const Environment& environment) {
  for (const char* variable : kVariables)
    if (const int count = count_in(environment(variable)); count > 1) return Launcher{variable, count};
  return std::nullopt;
}

std::string explain(const Launcher& launcher) {
  return fmt::format(
      "{}={}: a launcher started several copies. One purlin drives every rank by itself, so each copy runs "
      "the "
      "whole collective, all at once and in each other's way. Start one, without the launcher.",
      launcher.variable, launcher.processes);
}

}  // namespace purlin::cli
