# shellcheck shell=bash
# Sourced by samples/quickstart.sh and tests/run.sh: what purlin needs from Debian 12, and how it is built.

packages=(g++ cmake ninja-build pkg-config python3
          libfmt-dev libcli11-dev libtomlplusplus-dev nlohmann-json3-dev catch2 libsimgrid-dev)
packages_all=(clang-19 libclang-rt-19-dev clang-format-19)  # tests/run.sh --all

say() { printf '\n== %s\n' "$*"; }
stop() { printf '\nstopped: %s\n' "$*" >&2; exit 1; }

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

as_root() {
  if [ "$(id -u)" = 0 ]; then env DEBIAN_FRONTEND=noninteractive "$@"; else sudo env DEBIAN_FRONTEND=noninteractive "$@"; fi
}

# Installs those of the packages named that are missing; asks apt nothing where none is.
install_packages() {
  local missing=() package
  command -v dpkg-query >/dev/null || stop "this needs Debian's apt; elsewhere install the like of: $*"
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || { say "packages: all there"; return 0; }
  say "packages: installing ${missing[*]}"
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
    stop "not root and no sudo; as root: apt-get install ${missing[*]}"
  as_root apt-get update -q=2 || stop "apt-get update failed: is there a network, and are apt's sources right?"
  as_root apt-get install -q=2 -y --no-install-recommends "${missing[@]}" </dev/null ||
    stop "apt-get could not install ${missing[*]}"
}

# build PRESET [TARGET…]: configures (quietly, unless it fails) and builds.
build() {
  local preset=$1 log=build/$1.configure.log
  shift
  mkdir -p build
  cmake --preset "$preset" "${configure_flags[@]}" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
  cmake --build --preset "$preset" -j "$(jobs_at_once)" ${1:+--target "$@"}
}
read -ra configure_flags <<<"${PURLIN_CONFIGURE_FLAGS:-}"  # beside the preset's

jobs_at_once() { nproc 2>/dev/null || echo 2; }
