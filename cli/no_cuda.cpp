// Stands in for cuda_executor.cpp where the CUDA Atom is not built.
#include "cli/executor.hpp"
#include "spec/assert.hpp"

namespace purlin::cli {

std::string why_no_cuda() { return "this purlin was built without the CUDA Atom, PURLIN_WITH_CUDA=OFF"; }

std::string why_cuda() { return ""; }

std::unique_ptr<Executor> make_cuda_executor(const ExecutorOptions&, Diagnostics&) {
  PURLIN_ASSERT(!"there is no CUDA Atom");
  return nullptr;
}

}  // namespace purlin::cli
