#pragma once
#include <string>
#include <vector>

#include "spec/read_problem.hpp"

namespace purlin::testing {

/// The words of a command line: blanks part them, single quotes hold them together.
std::vector<std::string> words_of(const std::string& line);

/// What is wrong with a file of samples/bad. A `.txt` holds a comment and a command line, of which SPEC and
/// the options that reach the reader count. A size that is asked for is applied.
Diagnostics faults_of_sample(const std::string& file);

/// Everything said, one line each, for INFO.
std::string told(const Diagnostics& diagnostics);

}  // namespace purlin::testing
