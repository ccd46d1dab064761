#!/usr/bin/env bash
# Builds the C library that programs under test run on: musl, from Debian's
# source package, compiled to LLVM bitcode with our system-call layer.
#
#   runtime/build-libc.sh OUTDIR [SOURCE]
#
# leaves in OUTDIR
#   include/   musl's headers and ours (secateur.h, klee/klee.h, crest.h)
#   bc/        one bitcode file for each source file
#   native/    what native builds of programs under test are linked with, as C
#   source/    the source package, so that a later build needs no network
#   stamp      hash of everything the result depends on
#
# A second run with unchanged inputs only compares the stamp. The result is put
# together beside OUTDIR and moved into place at the end, stamp last, so a run
# that is killed leaves nothing that a later one would trust.
#
# SOURCE, or the variable SECATEUR_MUSL_SOURCE, names a folder that holds the
# three files of the source package (see the message of no_source below), for
# machines without a network.

set -euo pipefail

readonly MUSL_UPSTREAM=1.2.3
readonly MUSL_VERSION=$MUSL_UPSTREAM-1
readonly MUSL_FILES=(
  "musl_$MUSL_VERSION.dsc"
  "musl_$MUSL_UPSTREAM.orig.tar.gz"
  "musl_$MUSL_VERSION.debian.tar.xz"
)
# The archive's signature already vouches for what apt fetches; this also pins
# files that were put in place by hand.
readonly MUSL_SHA256=7d5b0b6062521e4627e099e4c9dc8248d32a30285e959b7eecaa780cf8cfd4a4

readonly CLANG=${SECATEUR_CLANG:-clang-19}
readonly LINK=${SECATEUR_LINK:-llvm-link-19}
readonly NM=${SECATEUR_NM:-llvm-nm-19}
readonly DIS=${SECATEUR_DIS:-llvm-dis-19}

# Resolved without a subshell, because the run that finds nothing to do should
# start no process it can spare.
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac

die() {
  printf 'build-libc: %s\n' "$@" >&2
  exit 1
}

[[ $# -ge 1 && $# -le 2 ]] || die "usage: $0 OUTDIR [folder with the musl source package]"
out=$1
given_source=${2:-${SECATEUR_MUSL_SOURCE:-}}

command -v "$CLANG" >/dev/null ||
  die "$CLANG is missing." "Install it with: apt-get install clang-19 llvm-19   (or run scripts/setup.sh)"

# The compiler's identity is its file: asking it for its version costs more
# than all the rest of an idle run.
compiler=$(readlink -f "$(command -v "$CLANG")")
stamp=$({
  stat -c '%n %s %Y' "$compiler"
  printf '%s\n' "$MUSL_VERSION"
  find "$here" -type f ! -name '*.md' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum --
} | sha256sum)
stamp=${stamp%% *}

if [[ -f $out/stamp && $(<"$out/stamp") == "$stamp" ]]; then
  exit 0
fi

for tool in "$LINK" "$NM" "$DIS"; do
  command -v "$tool" >/dev/null ||
    die "$tool is missing." "Install it with: apt-get install llvm-19   (or run scripts/setup.sh)"
done
command -v dpkg-source >/dev/null ||
  die "dpkg-source is missing." "Install it with: apt-get install dpkg-dev   (or run scripts/setup.sh)"

here=$(cd "$here" && pwd)
mkdir -p "$out"
out=$(cd "$out" && pwd)

# One builder at a time for each OUTDIR; who waited finds the work done.
exec 9>"$out/.lock"
flock 9
if [[ -f $out/stamp && $(<"$out/stamp") == "$stamp" ]]; then
  exit 0
fi
rm -rf "$out"/.building.* "$out/stamp"
work=$(mktemp -d "$out/.building.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# --- the source package ------------------------------------------------------

no_source() {
  die "$1" \
    "The source package musl $MUSL_VERSION is needed once. With a network, check that" \
    "'apt-get update' works and run this again. Without one, get these files from the folder" \
    "pool/main/m/musl of a Debian archive, or on another Debian 12 machine with" \
    "'apt-get source --download-only musl=$MUSL_VERSION':" \
    "${MUSL_FILES[@]/#/    }" \
    "put them into one folder and run: $0 $out FOLDER"
}

have_package() {
  local file
  for file in "${MUSL_FILES[@]}"; do [[ -f $1/$file ]] || return 1; done
}

if [[ -n $given_source ]]; then
  have_package "$given_source" || no_source "$given_source does not hold the source package."
  package=$given_source
else
  package=$out/source
  # It says itself what is wrong and where the files can be put by hand.
  have_package "$package" || "$here/../scripts/fetch-source.sh" musl "$MUSL_VERSION" "$package" || exit 1
  have_package "$package" || no_source "apt fetched a package without the files that were expected."
fi
sum=$(sha256sum <"$package/musl_$MUSL_UPSTREAM.orig.tar.gz")
[[ ${sum%% *} == "$MUSL_SHA256" ]] ||
  die "$package/musl_$MUSL_UPSTREAM.orig.tar.gz is not the file we know (its SHA-256 is ${sum%% *})." \
    "Remove the folder $package and run this again."

# The signature is not checked again here: it is the packager's, whose key is
# not on the machine. apt checked the archive's, and the sum above pins it.
dpkg-source --no-check -x "$package/${MUSL_FILES[0]}" "$work/musl" >"$work/unpack.log" 2>&1 ||
  die "the source package does not unpack:" "$(<"$work/unpack.log")"
musl=$work/musl
if [[ $package != "$out/source" ]]; then
  mkdir "$work/source"
  cp -- "${MUSL_FILES[@]/#/$package/}" "$work/source/"
  rm -rf "$out/source"
  mv "$work/source" "$out/source"
fi

# The virtual machine always rounds to nearest and keeps no exception flags.
# Without this announcement that they matter, clang emits ordinary arithmetic
# instead of an intrinsic for each operation.
grep -rlZ 'STDC FENV_ACCESS' "$musl/src" | xargs -0 sed -i '/#pragma STDC FENV_ACCESS/d'

# --- headers -----------------------------------------------------------------

# What musl's own build generates, from its own recipes.
make -s -C "$musl" ARCH=x86_64 prefix= includedir=/include DESTDIR="$work/stage" \
  obj/src/internal/version.h install-headers >"$work/headers.log" 2>&1 ||
  die "musl's headers could not be installed:" "$(<"$work/headers.log")"
cat "$here/musl/setjmp_masks.h" >>"$work/stage/include/setjmp.h"
cp -R "$here/include/." "$work/stage/include/"
# Native builds use the host's library, so of the headers they get ours only.
mkdir -p "$work/stage/native"
cp -R "$here/include" "$here/harness.c" "$here/replay/." "$work/stage/native/"

# --- sources -----------------------------------------------------------------

# Files that ours replace, or that have no meaning without a kernel, a loader
# and an executable file. The folders of machine code are left out by only
# looking at the generic level of the tree.
replaced=(
  src/env/__libc_start_main.c # start.c
  src/env/__init_tls.c        # start.c
  src/thread/__tls_get_addr.c # thread-local variables are plain globals here
  src/thread/__set_thread_area.c
  src/thread/__unmapself.c
  src/thread/syscall_cp.c
  src/thread/clone.c
  src/thread/pthread_create.c
  src/thread/pthread_cancel.c
  src/exit/exit.c
  src/fenv/fenv.c # would accept a rounding mode and ignore it
  src/ldso/dl_iterate_phdr.c
  src/ldso/tlsdesc.c
)
# The virtual machine allocates; reallocarray is only arithmetic around it.
list_sources() {
  (cd "$musl" && find src -mindepth 2 -maxdepth 2 -name '*.c' ! -path 'src/malloc/*') |
    grep -vxF -f <(printf '%s\n' "${replaced[@]}")
  echo src/malloc/reallocarray.c
}

# Why these flags:
#   -fno-builtin          a loop that copies bytes must not become a call of memcpy, in memcpy
#   -O1 without vectors   less to interpret, but scalar code with its branches
#   -ffp-contract=off     no fused multiply-add that the C source does not ask for
#   -fno-pic              no tables of relative addresses
#   -gline-tables-only    findings inside the library have a place; nothing else is needed
# All paths are relative to the work folder, and no absolute one is recorded:
# the bitcode has the same bytes wherever it is built.
flags=(
  --target=x86_64-linux-musl -std=c99 -nostdinc -ffreestanding -fno-builtin
  -O1 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
  -ffp-contract=off -fno-pic -fno-stack-protector -fno-strict-aliasing
  -fno-asynchronous-unwind-tables -fno-discard-value-names
  -gline-tables-only -fdebug-compilation-dir=.
  -w -D_XOPEN_SOURCE=700
  -Iruntime/musl/arch -Imusl/arch/x86_64 -Imusl/arch/generic -Imusl/obj/src/internal
  -Imusl/src/include -Imusl/src/internal -Imusl/obj/include -Imusl/include
  -emit-llvm -c
)

# Reads whole words, past the end of a string inside its last word; without
# __GNUC__ these files fall back to their byte loops.
word_tricks='stpcpy|stpncpy|strlen|strlcpy|strchrnul|memccpy|memchr|memset|memcpy|memmove|mbsrtowcs'

mkdir -p "$work/stage/bc"
cp -R "$here" "$work/runtime"
cd "$work"
{
  # Names are flat: src/stdio/printf.c becomes stdio.printf.bc. Two folders hold
  # files of one name, so the folder stays in it.
  list_sources | while read -r file; do
    name=${file#src/}
    base=${file##*/}
    extra=-DSECATEUR
    if [[ ${base%.c} =~ ^($word_tricks)$ ]]; then extra=-U__GNUC__; fi
    printf '%s\0%s\0%s\0' "musl/$file" "${name//\//.}" "$extra"
  done
  for file in runtime/start.c runtime/harness.c runtime/musl/src/*.c; do
    printf '%s\0%s\0%s\0' "$file" "secateur.${file##*/}" -DSECATEUR
  done
} >"$work/todo"

echo "build-libc: compiling the C library (about a minute)"
# One shell for many files: starting one for each would cost as much as clang.
# shellcheck disable=SC2016 # expanded by the inner shell
if ! xargs -0 -n 96 -P "$(nproc)" bash -c '
    clang=$1 bc=$2; shift 2
    flags=()
    while [[ $1 != -- ]]; do flags+=("$1"); shift; done
    shift
    while (($#)); do
      "$clang" "${flags[@]}" "$3" "$1" -o "$bc/${2%.c}.bc" || exit 255
      shift 3
    done
  ' compile "$CLANG" "$work/stage/bc" "${flags[@]}" -- <"$work/todo" 2>"$work/compile.log"; then
  die "a source file does not compile:" "$(head -n 20 "$work/compile.log")"
fi

# --- checks ------------------------------------------------------------------

# As one module: this also fails when two files define the same symbol.
"$LINK" stage/bc/*.bc -o whole.bc 2>link.log ||
  die "the compiled files do not fit together:" "$(head -n 20 link.log)"

# What may stay open: natives of the virtual machine (those of harness.c among them), and its one system call.
cat >allowed <<'END'
__secateur_assume
__secateur_check_access
__secateur_fixed_object
__secateur_get_value
__secateur_is_symbolic
__secateur_object_size
__secateur_print_value
__secateur_report_error
__secateur_set_forking
__secateur_silent_exit
__secateur_symbolic
__secateur_syscall
aligned_alloc
calloc
free
longjmp
malloc
memalign
posix_memalign
realloc
setjmp
END
"$NM" --undefined-only --format=just-symbols whole.bc | LC_ALL=C sort -u >undefined
LC_ALL=C comm -23 undefined allowed >missing
[[ ! -s missing ]] ||
  die "the compiled library refers to symbols that nothing defines:" "$(<missing)"

# Machine code would be opaque to the virtual machine. Empty barriers are fine.
"$DIS" whole.bc -o whole.ll
if grep -E '\basm ((sideeffect|alignstack|inteldialect|unwind) )*"[^"]|^module asm' whole.ll >asm; then
  die "the compiled library contains inline assembly:" "$(head -n 5 asm)"
fi

# --- into place --------------------------------------------------------------

# What is derived from the bitcode later (libc.sir) must not outlive it.
rm -rf "$out/bc" "$out/include" "$out/native" "$out/libc.sir"
mv "$work/stage/bc" "$work/stage/include" "$work/stage/native" "$out/"
printf '%s\n' "$stamp" >"$work/stamp"
mv "$work/stamp" "$out/stamp"
echo "build-libc: $(find "$out/bc" -name '*.bc' | wc -l) files of bitcode in $out/bc"
