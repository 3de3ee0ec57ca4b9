#include "tests/support/problems.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "spec/read_problem.hpp"
#include "tests/catch.hpp"

namespace purlin {

Problem problem_of(const ShortSpec& spec) {
  const auto dims = std::ranges::count(spec.shape, ',') + 1;
  const std::string mesh = dims == 1 ? "\"rank\"" : dims == 2 ? "\"x\", \"y\"" : "\"x\", \"y\", \"z\"";
  const std::string text = fmt::format(
      "[mesh]\naxes = [{}]\nshape = {}\n[axes]\n{}\n[collective]\ndtype = \"{}\"\nop = \"{}\"\n"
      "input = \"{}\"\noutput = \"{}\"\n[options]\ninplace = {}\n",
      mesh, spec.shape, spec.axes, spec.dtype, spec.op, spec.input, spec.output, spec.in_place);
  Diagnostics diagnostics;
  const auto read = read_problem(text, "test.toml", ".", {}, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) UNSCOPED_INFO(d.code << ": " << d.message);
  if (!read) FAIL(text);
  return read->problem;
}

}  // namespace purlin
