#include "cli/npy.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <system_error>

#include "cli/npy_header.hpp"

namespace purlin::cli {
namespace {

constexpr std::int64_t kMaxHeader = 1 << 20;

class Reader {
 public:
  Reader(const std::string& path, Diagnostics& diagnostics) : path_(path), diagnostics_(diagnostics) {}

  bool wrong(std::string message, std::string help = {}) {
    Diagnostic& diagnostic = diagnostics_.add({});
    diagnostic.place.file = path_;
    diagnostic.message = std::move(message);
    diagnostic.help = std::move(help);
    return false;
  }

  bool open() {
    struct stat status{};
    if (stat(path_.c_str(), &status) != 0) return wrong(fmt::format("cannot read: {}", std::strerror(errno)));
    if (!S_ISREG(status.st_mode)) return wrong("not a regular file");
    size_ = status.st_size;
    file_.open(path_, std::ios::binary);
    return file_ ? true : wrong(fmt::format("cannot read: {}", std::strerror(errno)));
  }

  bool read_header() {
    std::string text(12, '\0');
    file_.read(text.data(), 12);
    const auto bytes = file_ ? npy_header_bytes(text) : std::nullopt;
    if (!bytes) return wrong("not a .npy file of version 1, 2 or 3", "write it with numpy.save");
    if (*bytes > size_ || *bytes > kMaxHeader) return wrong("its header is cut off");
    header_bytes_ = *bytes;
    const std::size_t prefix = text[6] == 1 ? 10 : 12;
    text.resize(static_cast<std::size_t>(*bytes));
    file_.seekg(0);
    file_.read(text.data(), *bytes);
    const auto header = parse_npy_header(std::string_view(text).substr(prefix));
    if (!header) return wrong("its header is not that of a plain array", "structured types are not read");
    header_ = *header;
    return true;
  }

  bool check(DataType type, std::int64_t wanted_bytes) {
    if (header_.descr != npy_descr(type) && header_.descr != native_descr(type)) return wrong_type(type);
    if (header_.fortran_order && header_.shape.size() > 1)
      return wrong("the array is in Fortran order", "save numpy.ascontiguousarray(array)");
    const std::int64_t element = size_of(type).value;
    const std::int64_t wanted = wanted_bytes / element;
    if (count() != wanted)
      return wrong(fmt::format("shape {} has {} elements; this rank holds {}", print_shape(header_.shape),
                               count() ? std::to_string(*count()) : "too many", wanted));
    if (size_ - header_bytes_ != wanted_bytes)
      return wrong(
          fmt::format("holds {} bytes of data, its shape needs {}", size_ - header_bytes_, wanted_bytes));
    return true;
  }

  std::optional<std::int64_t> count() const {
    std::int64_t product = 1;
    for (std::int64_t extent : header_.shape)
      if (__builtin_mul_overflow(product, extent, &product)) return std::nullopt;
    return product;
  }

  bool read_data(std::span<std::byte> data) {
    file_.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()));
    return file_ ? true : wrong("cannot read all of it");
  }

 private:
  /// '<V2' is what some writers say for '|V2'; '<i1' for '|i1'.
  static std::string native_descr(DataType type) { return "<" + npy_descr(type).substr(1); }

  bool wrong_type(DataType type) {
    const bool raw = npy_descr(type)[1] == 'V';
    return wrong(
        fmt::format("element type '{}' instead of '{}' ({})", header_.descr, npy_descr(type), name_of(type)),
        raw ? fmt::format("{} is stored as raw bytes: array.view('{}')", name_of(type), npy_descr(type))
            : fmt::format("array.astype('{}'), or --dtype", npy_descr(type)));
  }

  std::string path_;
  Diagnostics& diagnostics_;
  std::ifstream file_;
  NpyHeader header_;
  std::int64_t size_ = 0;
  std::int64_t header_bytes_ = 0;
};

}  // namespace

std::string npy_descr(DataType type) {
  switch (type) {
    case DataType::f64:
      return "<f8";
    case DataType::f32:
      return "<f4";
    case DataType::f16:
      return "<f2";
    case DataType::bf16:
      return "|V2";
    case DataType::f8e4m3:
    case DataType::f8e5m2:
      return "|V1";
    case DataType::i64:
      return "<i8";
    case DataType::i32:
      return "<i4";
    case DataType::i8:
      return "|i1";
    case DataType::u64:
      return "<u8";
    case DataType::u32:
      return "<u4";
    case DataType::u8:
      return "|u1";
  }
  return "";
}

bool read_npy(const std::string& path, DataType type, std::span<std::byte> data, Diagnostics& diagnostics) {
  Reader reader(path, diagnostics);
  return reader.open() && reader.read_header() &&
         reader.check(type, static_cast<std::int64_t>(data.size())) && reader.read_data(data);
}

std::optional<std::int64_t> npy_elements(const std::string& path) {
  Diagnostics ignored;
  Reader reader(path, ignored);
  return reader.open() && reader.read_header() ? reader.count() : std::nullopt;
}

void write_npy(const std::string& path, DataType type, std::span<const std::int64_t> shape,
               std::span<const std::byte> data) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  const std::string header = print_npy_header({npy_descr(type), false, {shape.begin(), shape.end()}});
  file.write(header.data(), static_cast<std::streamsize>(header.size()));
  file.write(reinterpret_cast<const char*>(data.data()), static_cast<std::streamsize>(data.size()));
  file.close();
  if (!file)
    throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(), "cannot write " + path);
}

}  // namespace purlin::cli
