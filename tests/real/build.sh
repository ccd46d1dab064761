#!/usr/bin/env bash
# Builds real programs twice from the same sources and the same configuration:
# natively with musl-gcc, and as bitcode for the virtual machine.
#
#   tests/real/build.sh OUTDIR INCLUDE
#
# INCLUDE is the folder of the virtual machine's C headers. Leaves in OUTDIR
#   native/NAME        the static executable
#   vm/NAME/NAME.bc    the bitcode of the file with main,
#   vm/NAME/lib/*.bc   and of the others that make up the same program
#   vm/NAME.bc         the same in one file
#   source/, build/    the source packages, and the trees they were built in
#   stamp-PACKAGE      hash of everything the results depend on
#
# What is up to date is not built again.

set -euo pipefail

# The sum is that of the .dsc, which holds those of the other files.
readonly COREUTILS_VERSION=9.1-1
readonly COREUTILS_SHA256=2f2fca0a07a1a3f38e3ebeb4cbd97e97e675e77bed84f3e9d0b7e5da4cde75fc
readonly ED_VERSION=1.19-1
readonly ED_SHA256=01c795ded42ae21c3e6d15a20640422e21f4769eb9b2e796aeef6e75342cbf5c

die() {
  printf 'test-real: %s\n' "$@" >&2
  exit 1
}

[[ $# -eq 2 ]] || die "usage: $0 OUTDIR INCLUDE"
here=$(cd "${0%/*}" && pwd)
root=$(cd "$here/../.." && pwd)
[[ -d $2 ]] || die "$2 is missing: run 'make' first."
mkdir -p "$1"
out=$(cd "$1" && pwd)
SECATEUR_INCLUDE=$(cd "$2" && pwd)
export SECATEUR_INCLUDE

readonly CLANG=${SECATEUR_CLANG:-clang-19}
readonly AR=${SECATEUR_AR:-llvm-ar-19}
readonly LINK=${SECATEUR_LINK:-llvm-link-19}
readonly LLD=${SECATEUR_LLD:-ld.lld-19}

for tool in musl-gcc:musl-tools "$CLANG:clang-19" "$AR:llvm-19" "$LINK:llvm-19" "$LLD:lld-19" dpkg-source:dpkg-dev make:make; do
  command -v "${tool%%:*}" >/dev/null ||
    die "${tool%%:*} is missing." "Install it with: apt-get install ${tool#*:}   (or run scripts/setup.sh)"
done

# One builder at a time; who waited finds the work done.
exec 9>"$out/.lock"
flock 9

# Everything but the version of the package itself.
common=$({
  stat -Lc '%n %s %Y' "$(command -v "$CLANG")" "$(command -v musl-gcc)"
  cat "$here/build.sh" "$here/cc.sh"
  find "$SECATEUR_INCLUDE" -type f -print0 | LC_ALL=C sort -z | xargs -0 cat --
} | sha256sum)

# unpack PACKAGE VERSION SHA256: leaves a fresh tree in build/PACKAGE.
unpack() {
  local package=$1 version=$2 expected=$3 sum
  local dir=$out/source/$package
  "$root/scripts/fetch-source.sh" "$package" "$version" "$dir"
  sum=$(sha256sum <"$dir/${package}_$version.dsc")
  [[ ${sum%% *} == "$expected" ]] ||
    die "$dir/${package}_$version.dsc is not the file we know (its SHA-256 is ${sum%% *})." \
      "Remove the folder $dir and run this again."
  rm -rf "$out/build/$package"
  mkdir -p "$out/build"
  # This checks the sums in the .dsc. The packager's signature is not required,
  # since the key may not be on this machine.
  dpkg-source -x "$dir/${package}_$version.dsc" "$out/build/$package" >"$out/$package.log" 2>&1 ||
    die "the source package does not unpack:" "$(tail -n 5 "$out/$package.log")"
}

# step PACKAGE COMMAND...: in the tree of the package, with its output in a log.
step() {
  local package=$1
  shift
  (cd "$out/build/$package" && "$@") >>"$out/$package.log" 2>&1 ||
    die "$package: '$*' failed. The last lines of $out/$package.log:" "$(tail -n 10 "$out/$package.log")"
}

# deliver PACKAGE NAME EXECUTABLE MAIN OTHERS [LIBRARY]: puts one program into
# place. MAIN is the bitcode of the file with main, OTHERS a pattern of more that
# belong to it, LIBRARY a folder with those of a library. From that it only takes
# what it needs, as from an archive; so a linker is asked.
deliver() {
  local name=$2 executable=$3 main=$4 others=$5 library=${6:-}
  local vm=$out/vm/$name
  cd "$out/build/$1"
  rm -rf "$vm" "$vm.bc"
  mkdir -p "$out/native" "$vm/lib"
  cp "$executable" "$out/native/$name"
  # shellcheck disable=SC2086 # a pattern
  cp $others "$vm/lib/"
  rm -f "$vm/lib/${main##*/}"
  cp "$main" "$vm/$name.bc"
  if [[ -n $library ]]; then
    rm -f "$library.bc.a"
    find "$library" -name '*.bc' -print0 | xargs -0 "$AR" rcsT "$library.bc.a"
    "$LLD" -r --lto-emit-llvm --trace -o "$library.linked" "$vm/$name.bc" "$vm"/lib/*.bc "$library.bc.a" >"$library.trace" ||
      die "$name: the program could not be put together."
    # Lines such as lib.bc.a(lib/xmalloc.bc), for each file that was drawn in.
    grep "^$library.bc.a(" "$library.trace" | sed 's/^.*(\(.*\))$/\1/' >"$library.needed"
    xargs cp -t "$vm/lib/" <"$library.needed"
  fi
  "$LINK" "$vm/$name.bc" "$vm"/lib/*.bc -o "$vm.bc"
  cd "$root"
}

stamp() { printf '%s %s\n' "$1" "$common" | sha256sum; }

if want=$(stamp "$COREUTILS_VERSION") && [[ ! -f $out/stamp-coreutils || $(<"$out/stamp-coreutils") != "$want" ]]; then
  rm -f "$out/stamp-coreutils"
  unpack coreutils "$COREUTILS_VERSION" "$COREUTILS_SHA256"
  echo "test-real: building coreutils $COREUTILS_VERSION (about two minutes)"
  # Big numbers then come from the small library in coreutils itself, and
  # nothing depends on what else is installed here.
  step coreutils env FORCE_UNSAFE_CONFIGURE=1 ./configure CC=musl-gcc CFLAGS='-g -O1' LDFLAGS=-static \
    --quiet --disable-dependency-tracking --disable-nls --disable-acl --disable-xattr --disable-libcap \
    --without-selinux --without-openssl --without-libgmp
  # The makefile of coreutils has no rule that makes generated headers before a
  # single program, so everything it calls a built source comes first.
  # shellcheck disable=SC2016 # the makefile's variable
  step coreutils bash -c 'printf "include Makefile\nbuilt: \$(BUILT_SOURCES)\n" >built.mk'
  step coreutils make -j"$(nproc)" -f built.mk built
  step coreutils make -j"$(nproc)" CC="$here/cc.sh" src/sort src/expr
  deliver coreutils sort src/sort src/sort.bc src/version.bc lib
  deliver coreutils expr src/expr src/expr.bc src/version.bc lib
  printf '%s\n' "$want" >"$out/stamp-coreutils"
fi

if want=$(stamp "$ED_VERSION") && [[ ! -f $out/stamp-ed || $(<"$out/stamp-ed") != "$want" ]]; then
  rm -f "$out/stamp-ed"
  unpack ed "$ED_VERSION" "$ED_SHA256"
  echo "test-real: building ed $ED_VERSION"
  # Not made by autoconf: it takes the variables, and guesses nothing.
  step ed ./configure CC="$here/cc.sh" CFLAGS='-g -O1' LDFLAGS=-static
  step ed make -j"$(nproc)" ed
  deliver ed ed ed main.bc '*.bc'
  printf '%s\n' "$want" >"$out/stamp-ed"
fi
