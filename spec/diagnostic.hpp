#pragma once
#include <string>
#include <vector>

namespace purlin {

/// Where a piece of source text stands. Lines and columns count from 1; line 0 means no place.
struct SourcePlace {
  std::string file;
  int line = 0;
  int column = 0;
  int length = 1;
};

enum class Severity { error, warning, note };

/// One thing to tell the user, as data. `code` names a rule (`purlin explain CODE`).
struct Diagnostic {
  struct Note {
    std::string text = {};
    SourcePlace place = {};
  };
  std::string code = {};
  Severity severity = Severity::error;
  std::string message = {};
  SourcePlace place = {};
  std::string source_line = {};  // the text of that line, for the caret
  std::vector<Note> notes = {};
  std::string help = {};  // the mend
};

/// Collects what is wrong with a request; never throws. In source order once `sorted`.
class Diagnostics {
 public:
  Diagnostic& add(Diagnostic diagnostic);
  bool has_errors() const;
  bool empty() const { return all_.empty(); }
  const std::vector<Diagnostic>& all() const { return all_; }
  std::vector<Diagnostic> sorted() const;

 private:
  std::vector<Diagnostic> all_;
};

}  // namespace purlin
