#pragma once
// The one place that knows which Catch2 is used (Debian's is 2.13).
#include <catch2/catch.hpp>
