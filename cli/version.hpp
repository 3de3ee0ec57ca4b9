#pragma once

namespace purlin::cli {

extern const char* const kVersion;

}  // namespace purlin::cli
