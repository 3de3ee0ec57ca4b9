#!/usr/bin/env bash
# From a fresh Debian 12 to a first collective on your own data: installs, builds, runs. Safe to run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tests/set_up.sh

install_packages "${packages[@]}"
say "building purlin (release)"
build release purlin || stop "the build failed; its messages are above"
