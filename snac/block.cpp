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

Block packed(const Block& block, std::int64_t offset) {
  Block dense = block;
  dense.offset = offset;
  std::int64_t pitch = block.run;
  for (int i = block.dims() - 1; i >= 0; pitch *= block.dim(i).count, --i) dense.dim(i).stride = pitch;
  if (dense.fold) dense.fold->stride = pitch;
  return dense;
}

Block unfolded(const Block& block) {
  if (!block.fold) return block;
  Block plain;
  plain.offset = block.offset;
  plain.run = block.run;
  plain.push_inner(*block.fold);
  for (int i = 0; i < block.dims(); ++i) plain.push_inner(block.dim(i));
  return plain;
}

}  // namespace purlin
