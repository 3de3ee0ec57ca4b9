#include "snac/verify/memory.hpp"

#include <utility>

namespace purlin {

std::int64_t Memory::read(const Box& box, std::vector<Found>& out) const {
  std::int64_t bytes = 0;
  std::vector<Meet> meets;
  index_.visit(box.at, box.end(), [&](int id) {
    const Piece& piece = pieces_[static_cast<std::size_t>(id)];
    meets.clear();
    meet(box, piece.box, meets);
    for (const Meet& found : meets) {
      bytes += found.bytes();
      out.push_back({found, piece.node});
    }
  });
  return bytes;
}

void Memory::write(const Box& box, Node node, std::int32_t writer) {
  std::vector<int> touched;
  index_.visit(box.at, box.end(), [&](int id) {
    if (overlap(pieces_[static_cast<std::size_t>(id)].box, box)) touched.push_back(id);
  });
  std::vector<Box> rest;
  for (int id : touched) {
    const Piece old = pieces_[static_cast<std::size_t>(id)];
    remove(id);
    rest.clear();
    subtract(old.box, box, rest);
    for (const Box& part : rest) add({part, old.node, old.writer});
  }
  add({box, node, writer});
}

std::vector<Box> Memory::unwritten(const Box& box) const {
  std::vector<Box> rest{box};
  index_.visit(box.at, box.end(), [&](int id) {
    std::vector<Box> less;
    for (const Box& part : rest) subtract(part, pieces_[static_cast<std::size_t>(id)].box, less);
    rest = std::move(less);
  });
  return rest;
}

const Memory::Piece* Memory::written_in(const Box& box) const {
  const Piece* found = nullptr;
  index_.visit(box.at, box.end(), [&](int id) {
    const Piece& piece = pieces_[static_cast<std::size_t>(id)];
    if (!found && piece.writer >= 0 && overlap(piece.box, box)) found = &piece;
  });
  return found;
}

void Memory::add(Piece piece) {
  int id = 0;
  if (free_.empty()) {
    id = static_cast<int>(pieces_.size());
    pieces_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  index_.add(piece.box.at, piece.box.end(), id);
  pieces_[static_cast<std::size_t>(id)] = std::move(piece);
}

void Memory::remove(int id) {
  const Box& box = pieces_[static_cast<std::size_t>(id)].box;
  index_.remove(box.at, box.end(), id);
  free_.push_back(id);
}

}  // namespace purlin
