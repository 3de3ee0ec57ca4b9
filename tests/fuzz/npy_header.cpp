// The header of a .npy file; one that is understood prints to one that is understood alike.
#include "cli/npy_header.hpp"

#include "tests/fuzz/fuzz.hpp"

using namespace purlin::cli;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = text_of(data, size);
  npy_header_bytes(text.substr(0, 12));
  const auto header = parse_npy_header(text);
  if (!header) return 0;
  const std::string printed = print_npy_header(*header);
  const auto bytes = npy_header_bytes(printed.substr(0, 12));
  PURLIN_ASSERT(bytes && *bytes == static_cast<std::int64_t>(printed.size()));
  const auto again = parse_npy_header(printed.substr(printed.find('{')));
  PURLIN_ASSERT(again && again->shape == header->shape && again->descr == header->descr);
  return 0;
}
