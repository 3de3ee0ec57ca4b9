#include <fmt/core.h>

int main() { fmt::print("purlin 0.1.0\n"); }
