#include "cli/options/app.hpp"

int main(int argc, char** argv) { return static_cast<int>(purlin::cli::run_app(argc, argv)); }
