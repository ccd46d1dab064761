#!/usr/bin/env bash
# Installs what building and testing Secateur needs, where it is missing:
#
#   scripts/setup.sh            install what is missing
#   scripts/setup.sh --check    only say what is missing (exit code 1 if anything is)
#
# When everything is there it does nothing and takes a few milliseconds, so the
# Makefile calls it before each build.

set -euo pipefail

packages=(
  # The C compiler whose bitcode we read, its tools, and the sanitizers that
  # confirm findings in the native build.
  clang-19 llvm-19 lld-19 libclang-rt-19-dev
  # LLVM as static libraries, and what those need in turn
  # (llvm-config-19 --link-static --libs --system-libs).
  llvm-19-dev libpolly-19-dev libz3-dev libxml2-dev libzstd-dev zlib1g-dev
  # Rust crates that contain C++ (SAT solvers) are built from source.
  g++ make
  # To unpack Debian's source package of musl, which runtime/build-libc.sh compiles.
  dpkg-dev xz-utils debian-archive-keyring
  # The C library of native builds that replay tests.
  musl-tools
  # Readers of the reports and suites that we write, and the debugger that replays
  # are opened in, to check them in tests.
  lcov libxml2-utils gdb
  # Random programs and a second opinion on terms, to compare with in tests.
  csmith libcsmith-dev z3
  # Opens the HTML report in tests: only a browser says whether a page works.
  chromium
  # Suites in C come with a file for CMake, which a test builds.
  cmake
)

say() { printf 'setup: %s\n' "$@" >&2; }
die() {
  say "$@"
  exit 1
}

check_only=no
case ${1:-} in
  '') ;;
  --check) check_only=yes ;;
  *) die "usage: $0 [--check]" ;;
esac

# Rust is not installed from here: Debian's is too old, and which toolchain to
# use is the user's choice.
command -v cargo >/dev/null ||
  die "cargo is missing. Install Rust first: https://rustup.rs"
cargo_parts=()
for part in cargo-fmt cargo-clippy; do
  command -v "$part" >/dev/null || cargo_parts+=("${part#cargo-}")
done
if ((${#cargo_parts[@]})); then
  names=("${cargo_parts[@]/#fmt/rustfmt}")
  die "cargo has no ${cargo_parts[*]}. Add it with: rustup component add ${names[*]}"
fi

command -v dpkg-query >/dev/null ||
  die "this is not a Debian-like system, so nothing can be installed from here." \
    "Needed are the counterparts of these Debian packages:" "  ${packages[*]}"

# dpkg-query fails when it does not know one of the names, and still lists the
# others; only what it lists as installed counts.
# shellcheck disable=SC2016 # these are dpkg's placeholders, not the shell's
installed=$(dpkg-query -W -f '|${db:Status-Status} ${Package}|' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
  [[ $installed == *"|installed $package|"* ]] || missing+=("$package")
done
nextest=present
command -v cargo-nextest >/dev/null || nextest=missing

if [[ ${#missing[@]} -eq 0 && $nextest == present ]]; then
  exit 0
fi

install_line="apt-get install --no-install-recommends -y ${missing[*]}"
nextest_line="cargo install --locked cargo-nextest"

if [[ $check_only == yes ]]; then
  say "missing:"
  ((${#missing[@]} == 0)) || say "  $install_line   (as root)"
  [[ $nextest == present ]] || say "  $nextest_line"
  exit 1
fi

if ((${#missing[@]})); then
  as_root=()
  if [[ $(id -u) != 0 ]]; then
    command -v sudo >/dev/null ||
      die "these packages are missing, and installing them needs root:" "  $install_line"
    as_root=(sudo)
  fi
  say "installing: ${missing[*]}"
  apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get -q -o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=120 "$@"
  }
  # The package lists may be old or absent; refreshing them first costs seconds
  # and avoids asking for versions that are gone.
  if ! apt update || ! apt install --no-install-recommends -y "${missing[@]}"; then
    die "apt-get could not install the packages (its messages are above)." \
      "Check the network and the entries in /etc/apt/sources.list.d, or install them yourself:" \
      "  apt-get update && $install_line"
  fi
fi

if [[ $nextest == missing ]]; then
  say "installing cargo-nextest, the test runner (a few minutes)"
  cargo install --locked cargo-nextest ||
    die "cargo could not install cargo-nextest (its messages are above)." \
      "Check the network, or install it yourself: $nextest_line"
  command -v cargo-nextest >/dev/null ||
    die "cargo-nextest is installed but not found: add \${CARGO_HOME:-~/.cargo}/bin to PATH."
fi
