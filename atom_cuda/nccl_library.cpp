#include "atom_cuda/nccl_library.cuh"

#include <dlfcn.h>
#include <fmt/format.h>

namespace purlin::cuda {
namespace {

constexpr const char* kLibrary = "libnccl.so.2";

template <class Function>
void find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  if (function == nullptr) throw Refusal(fmt::format("{} has no {}: it is too old", kLibrary, name));
}

/// 2804 is 2.8.4, 22803 is 2.28.3.
std::string print_version(int version) {
  const int unit = version < 10'000 ? 1000 : 10'000;
  return fmt::format("{}.{}.{}", version / unit, version % unit / 100, version % 100);
}

}  // namespace

NcclLibrary NcclLibrary::load() {
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw Refusal(fmt::format("{} cannot be loaded ({}): install NCCL, or name its folder in LD_LIBRARY_PATH",
                              kLibrary, dlerror()));
  NcclLibrary found{};
  find(library, "ncclGetVersion", found.get_version);
  find(library, "ncclGetErrorString", found.get_error_string);
  find(library, "ncclCommInitAll", found.comm_init_all);
  find(library, "ncclCommDestroy", found.comm_destroy);
  find(library, "ncclGroupStart", found.group_start);
  find(library, "ncclGroupEnd", found.group_end);
  find(library, "ncclAllReduce", found.all_reduce);
  find(library, "ncclReduce", found.reduce);
  find(library, "ncclBroadcast", found.broadcast);
  find(library, "ncclAllGather", found.all_gather);
  find(library, "ncclReduceScatter", found.reduce_scatter);
  find(library, "ncclSend", found.send);
  find(library, "ncclRecv", found.recv);
  return found;
}

void NcclLibrary::check(int result, const char* call) const {
  if (result != 0) throw CudaError(fmt::format("NCCL: {} from {}", get_error_string(result), call));
}

int nccl_type(DataType type) {
  switch (type) {
    case DataType::i8:
      return 0;
    case DataType::u8:
      return 1;
    case DataType::i32:
      return 2;
    case DataType::u32:
      return 3;
    case DataType::i64:
      return 4;
    case DataType::u64:
      return 5;
    case DataType::f16:
      return 6;
    case DataType::f32:
      return 7;
    case DataType::f64:
      return 8;
    case DataType::bf16:
      return 9;
    case DataType::f8e4m3:
      return 10;
    case DataType::f8e5m2:
      return 11;
  }
  return -1;
}

int nccl_op(ReduceOp op) {
  switch (op) {
    case ReduceOp::sum:
      return 0;
    case ReduceOp::prod:
      return 1;
    case ReduceOp::max:
      return 2;
    case ReduceOp::min:
      return 3;
    case ReduceOp::avg:
      return 4;
    case ReduceOp::copy:
      break;
  }
  return -1;
}

Nccl::Nccl(std::shared_ptr<Devices> devices) : state_(new NcclState{NcclLibrary::load(), 0, {}}) {
  const NcclLibrary& library = state_->library;
  PURLIN_NCCL(library, get_version(&state_->version));
  std::vector<int> ordinals;
  for (const Device& device : devices->all()) ordinals.push_back(device.ordinal);
  std::vector<NcclComm> comms(ordinals.size(), nullptr);
  const int result = library.comm_init_all(comms.data(), static_cast<int>(ordinals.size()), ordinals.data());
  if (result != 0)
    throw Refusal(fmt::format("NCCL {} cannot use these devices together: {}; NCCL_DEBUG=INFO says more",
                              version(), library.get_error_string(result)));
  state_->comms = std::move(comms);
}

Nccl::~Nccl() {
  for (NcclComm comm : state_->comms) state_->library.comm_destroy(comm);
}

std::string Nccl::version() const { return print_version(state_->version); }

std::string Nccl::refusal(const Problem& problem) const {
  return nccl_version_refusal(problem, state_->version);
}

}  // namespace purlin::cuda
