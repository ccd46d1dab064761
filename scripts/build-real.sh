#!/usr/bin/env bash
# Fetches and builds the whole programs that `secateur bench real` measures on, as
# Debian source packages of exactly the versions in bench/real/packages.json, with
# `secateur cc` as their compiler:
#
#   scripts/build-real.sh [PACKAGE...]      all of them, or those named
#
# Leaves them in target/real/programs/PACKAGE. What is there already, of this
# version, is not built again. The first run takes some minutes, mostly for the
# configure scripts.
#
# They are configured for musl, which is the C library of Secateur's machine and
# of its native replays.
#
# SECATEUR and SECATEUR_RUNTIME name another binary and another runtime folder
# than those in target/.

set -euo pipefail

die() {
  printf 'build-real: %s\n' "$@" >&2
  exit 1
}

root=$(cd "${0%/*}/.." && pwd)
out=$root/target/real
secateur=$(realpath -m "${SECATEUR:-$root/target/release/secateur}")
SECATEUR_RUNTIME=$(realpath -m "${SECATEUR_RUNTIME:-$root/target/secateur-runtime}")
export SECATEUR_RUNTIME SECATEUR_CC=musl-gcc
[[ -x $secateur && -f $SECATEUR_RUNTIME/libc.sir ]] ||
  die "$secateur or $SECATEUR_RUNTIME/libc.sir is missing: run 'make' first."
for tool in python3:python3 dpkg-source:dpkg-dev musl-gcc:musl-tools make:make; do
  command -v "${tool%%:*}" >/dev/null ||
    die "${tool%%:*} is missing." "Install it with: apt-get install ${tool#*:}   (or run scripts/setup.sh)"
done

# A line for each wanted package, its version and the sum of the .dsc, and one for each program in it.
list=$(python3 - "$root/bench/real" "$@" <<'PYTHON'
import json, sys

folder, wanted = sys.argv[1], sys.argv[2:]
packages = json.load(open(folder + "/packages.json"))
names = [package["package"] for package in packages]
for name in wanted:
    if name not in names:
        sys.exit(f"build-real: no package is called `{name}`; there are: {', '.join(names)}")
programs = json.load(open(folder + "/programs.json"))
for package in packages:
    if package["package"] in wanted or not wanted:
        of_package = [p["program"] for p in programs if p["package"] == package["package"]]
        print(package["package"], package["version"], package["sha256"], *of_package)
PYTHON
) || exit 1

# step PACKAGE COMMAND...: in its tree, with the output in a log.
step() {
  local package=$1
  shift
  (cd "$out/programs/$package" && "$@") >>"$out/programs/$package.log" 2>&1 ||
    die "$package: '$*' failed. The last lines of $out/programs/$package.log:" \
      "$(tail -n 10 "$out/programs/$package.log")"
}

# build PACKAGE PROGRAM...: configures it, and makes these.
build() {
  local package=$1
  shift
  case $package in
    coreutils)
      # Nothing depends on what else is installed here.
      step coreutils env FORCE_UNSAFE_CONFIGURE=1 ./configure CC="$secateur cc" CFLAGS='-g -O0' LDFLAGS=-static \
        --quiet --disable-dependency-tracking --disable-nls --disable-acl --disable-xattr --disable-libcap \
        --without-selinux --without-openssl --without-libgmp
      # The makefile has no rule that makes generated headers before a single
      # program, so everything it calls a built source comes first.
      # shellcheck disable=SC2016 # the makefile's variable
      step coreutils bash -c 'printf "include Makefile\nbuilt: \$(BUILT_SOURCES)\n" >built.mk'
      step coreutils make -j2 -f built.mk built
      step coreutils make -j2 "$@"
      ;;
    ed)
      step ed ./configure CC="$secateur cc" CFLAGS='-g -O0' LDFLAGS=-static
      step ed make -j2 "$@"
      ;;
    grep)
      # Its handler for an overflown stack reads where memory lies, from /proc,
      # which is another place natively than in the machine.
      step grep sed -i 's/^# define HAVE_STACK_OVERFLOW_RECOVERY 1$/# define HAVE_STACK_OVERFLOW_RECOVERY 0/' lib/sigsegv.in.h
      # Its rawmemchr, for C libraries that have none, reads words that reach
      # behind a block. That is an error to Secateur and to sanitizers, and every
      # pattern would end there.
      step grep bash -c 'printf "%s\n" >lib/rawmemchr.c "#include <config.h>" "#include <string.h>" \
        "void *rawmemchr (const void *s, int c)" \
        "{ const unsigned char *p = s; while (*p != (unsigned char) c) p++; return (void *) p; }"'
      step grep ./configure CC="$secateur cc" CFLAGS='-g -O0' LDFLAGS=-static --quiet \
        --disable-dependency-tracking --disable-nls --disable-perl-regexp
      # Debian's patches are newer than what automake made of the files before
      # them, and do not matter here.
      local stale=(ACLOCAL=: AUTOCONF=: AUTOHEADER=: AUTOMAKE=:)
      step grep make -j2 -C lib "${stale[@]}"
      step grep make -j2 -C src grep "${stale[@]}"
      ;;
    *) die "$package: how to build it is not said in $0." ;;
  esac
}

# One at a time; who waited finds the work done.
mkdir -p "$out/programs"
exec 9>"$out/.lock"
flock 9

while read -r package version expected programs; do
  dir=$out/source/$package
  tree=$out/programs/$package
  dsc=$dir/${package}_${version#*:}.dsc
  stamp=$tree/.secateur-version
  if [[ -f $stamp && $(<"$stamp") == "$version $expected" ]]; then
    echo "$package $version is there"
    continue
  fi
  "$root/scripts/fetch-source.sh" "$package" "$version" "$dir"
  sum=$(sha256sum <"$dsc")
  [[ ${sum%% *} == "$expected" ]] ||
    die "$dsc is not the file we know (its SHA-256 is ${sum%% *})." "Remove the folder $dir and run this again."
  rm -rf "$tree"
  # This checks the sums in the .dsc. The packager's signature is not required,
  # since the key may not be on this machine.
  dpkg-source -x "$dsc" "$tree" >"$tree.log" 2>&1 ||
    die "the source package does not unpack:" "$(tail -n 5 "$tree.log")"
  echo "building $package $version"
  # shellcheck disable=SC2086 # words
  build "$package" $programs </dev/null
  echo "$version $expected" >"$stamp"
  echo "$package $version is built"
done <<<"$list"
