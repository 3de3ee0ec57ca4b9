#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "spec/data_type.hpp"
#include "spec/reduce_op.hpp"

namespace purlin::testing {

/// A spec before it is written: what a random problem draws and `to_toml` prints.
struct Draft {
  struct MeshAxis {
    std::string name;
    std::int64_t extent = 1;
  };
  struct DataAxis {
    std::string name;
    std::int64_t size = 1;
    std::vector<int> parents;         // of a ragged axis
    std::vector<std::int64_t> sizes;  // row-major over the parents
    bool is_ragged() const { return !parents.empty(); }
  };
  struct Binding {
    int mesh_axis = 0;
    int axis = 0;
    std::int64_t shift = 0;
  };
  struct Pin {
    int mesh_axis = 0;
    std::int64_t coordinate = 0;
  };
  struct Side {
    std::vector<Binding> bindings;
    std::vector<int> local;
    std::vector<Pin> pins;
  };
  std::vector<MeshAxis> mesh;
  std::vector<DataAxis> axes;
  DataType dtype = DataType::f32;
  ReduceOp op = ReduceOp::copy;
  Side input;
  Side output;

  const DataAxis& axis(int i) const { return axes[static_cast<std::size_t>(i)]; }
  const MeshAxis& mesh_axis(int i) const { return mesh[static_cast<std::size_t>(i)]; }
};

std::string to_toml(const Draft& draft);

}  // namespace purlin::testing
