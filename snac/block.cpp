#include "snac/block.hpp"

namespace purlin {

std::int64_t Block::runs() const {
  std::int64_t runs = 1;
  for (int i = 0; i < dims_; ++i) runs *= dim(i).count;
  return runs;
}

std::int64_t Block::end() const {
  if (bytes() == 0 || (fold && fold->count == 0)) return offset;
  std::int64_t last = offset + run;
  for (int i = 0; i < dims_; ++i) last += (dim(i).count - 1) * dim(i).stride;
  if (fold) last += (fold->count - 1) * fold->stride;
  return last;
}

bool Block::same_shape(const Block& other) const {
  if (run != other.run || dims_ != other.dims_) return false;
  for (int i = 0; i < dims_; ++i)
    if (dim(i).count != other.dim(i).count) return false;
  return true;
}

}  // namespace purlin
