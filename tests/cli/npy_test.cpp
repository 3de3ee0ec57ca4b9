#include "cli/npy.hpp"

#include <filesystem>
#include <fstream>

#include "cli/npy_header.hpp"
#include "tests/catch.hpp"
#include "tests/cli/temporary_folder.hpp"

using namespace purlin;
using namespace purlin::cli;

namespace {

using purlin::testing::TemporaryFolder;

std::string header(const std::string& literal, char major = 1) {
  std::string text = std::string("\x93NUMPY") + major + '\0';
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) text += static_cast<char>(literal.size() >> (8 * i));
  return text + literal;
}

/// What reading `bytes` as four elements says; empty where it is read.
std::string complaint(const std::string& bytes, DataType type = DataType::f32) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.npy", std::ios::binary) << bytes;
  std::vector<std::byte> data(static_cast<std::size_t>(4 * size_of(type).value));
  Diagnostics diagnostics;
  const bool good = read_npy(folder / "a.npy", type, data, diagnostics);
  CHECK(good == !diagnostics.has_errors());
  return good ? "" : diagnostics.all().front().message;
}

std::string described(const std::string& descr, const std::string& order, const std::string& shape) {
  return "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + "}";
}

const std::string kFour(16, '\x3f');

}  // namespace

TEST_CASE("a tensor of every type comes back from its file") {
  const TemporaryFolder folder;
  for (DataType type : kDataTypes) {
    INFO(name_of(type));
    const std::vector<std::int64_t> shape{3, 5};
    std::vector<std::byte> data(static_cast<std::size_t>(15 * size_of(type).value));
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i * 37);
    write_npy(folder / "a.npy", type, shape, data);
    std::vector<std::byte> back(data.size());
    Diagnostics diagnostics;
    CHECK(read_npy(folder / "a.npy", type, back, diagnostics));
    CHECK(back == data);
  }
}

TEST_CASE("data begin at a multiple of 64 bytes") {
  for (std::size_t dims = 0; dims < 40; ++dims) {
    const NpyHeader wanted{"<f4", false, std::vector<std::int64_t>(dims, 1)};
    const std::string text = print_npy_header(wanted);
    CHECK(text.size() % 64 == 0);
    CHECK(npy_header_bytes(text.substr(0, 12)) == static_cast<std::int64_t>(text.size()));
    const auto read = parse_npy_header(std::string_view(text).substr(10));
    REQUIRE(read);
    CHECK(read->shape == wanted.shape);
    CHECK(read->descr == "<f4");
  }
}

TEST_CASE("any shape of the right count is read") {
  for (const char* shape : {"(4,)", "(2, 2)", "(1, 4, 1)", "(4, 1,)", "( 2,2 )"})
    CHECK(complaint(header(described("'<f4'", "False", shape)) + kFour) == "");
  CHECK(complaint(header("{\"shape\":(4,),\"fortran_order\":False,\"descr\":\"<f4\",}\n") + kFour) == "");
  CHECK(complaint(header(described("'<f4'", "False", "(4,)"), 2) + kFour) == "");
  CHECK(complaint(header(described("'<f4'", "False", "(4,)"), 3) + kFour) == "");
  CHECK(complaint(header(described("'<f4'", "True", "(4,)")) + kFour) == "");
}

TEST_CASE("bf16 and f8 are raw bytes") {
  CHECK(npy_descr(DataType::bf16) == "|V2");
  CHECK(npy_descr(DataType::f8e4m3) == "|V1");
  const std::string data = kFour.substr(8);
  CHECK(complaint(header(described("'<V2'", "False", "(4,)")) + data, DataType::bf16) == "");
  CHECK(complaint(header(described("'<u2'", "False", "(4,)")) + data, DataType::bf16) ==
        "element type '<u2' instead of '|V2' (bf16)");
}

TEST_CASE("a file that does not fit says how") {
  const std::string good = described("'<f4'", "False", "(4,)");
  CHECK(complaint("") == "not a .npy file of version 1, 2 or 3");
  CHECK(complaint(header(good, 4) + kFour) == "not a .npy file of version 1, 2 or 3");
  CHECK(complaint(header(good).substr(0, 20)) == "its header is cut off");
  CHECK(complaint(header(good) + kFour.substr(1)) == "holds 15 bytes of data, its shape needs 16");
  CHECK(complaint(header(good) + kFour + "x") == "holds 17 bytes of data, its shape needs 16");
  CHECK(complaint(header(described("'>f4'", "False", "(4,)")) + kFour) ==
        "element type '>f4' instead of '<f4' (f32)");
  CHECK(complaint(header(described("'<f4'", "True", "(2, 2)")) + kFour) == "the array is in Fortran order");
  CHECK(complaint(header(described("'<f4'", "False", "(5,)")) + kFour) ==
        "shape (5,) has 5 elements; this rank holds 4");
  CHECK(complaint(header(described("'<f4'", "False", "(9999999999, 9999999999)"))) ==
        "shape (9999999999, 9999999999) has too many elements; this rank holds 4");
}

TEST_CASE("a header that NumPy would not write is refused") {
  for (const std::string& bad :
       {std::string(), std::string("{"), std::string("{'descr': '<f4'}"),
        described("[('a', '<f4')]", "False", "(4,)"), described("'<f4'", "0", "(4,)"),
        described("'<f4'", "False", "(-4,)"), described("'<f4'", "False", "(4 4)"),
        described("'<f4'", "False", "4"), described("'<f4'", "False", "(4,)") + " x"})
    CHECK(complaint(header(bad) + kFour) == "its header is not that of a plain array");
}

TEST_CASE("a folder or a missing file is no tensor") {
  const TemporaryFolder folder;
  Diagnostics diagnostics;
  CHECK_FALSE(read_npy(folder / "none.npy", DataType::f32, {}, diagnostics));
  CHECK_FALSE(read_npy(folder / ".", DataType::f32, {}, diagnostics));
  CHECK(diagnostics.all()[0].message == "cannot read: No such file or directory");
  CHECK(diagnostics.all()[1].message == "not a regular file");
}
