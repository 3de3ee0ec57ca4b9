#pragma once
#include <map>
#include <string>

namespace purlin::testing {

/// What became of mutants.
struct Tally {
  int all = 0;
  int passed = 0;
  int executed = 0;                     // of those rejected
  int failed = 0;                       // in execution, of those executed
  std::map<std::string, int> rejected;  // by rule
  void add(const Tally& other);
};

/// By kind of mutation, and in all.
class KillTable {
 public:
  Tally& of(const std::string& kind) { return kinds_[kind]; }
  Tally total() const;
  std::string print() const;

 private:
  std::map<std::string, Tally> kinds_;
};

}  // namespace purlin::testing
