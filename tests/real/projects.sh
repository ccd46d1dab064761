#!/usr/bin/env bash
# Builds whole projects with `secateur cc` as their compiler, as a user would, and
# checks what comes out: the programs run in the virtual machine as natively, and
# `secateur test` explores them without a divergence.
#
#   tests/real/projects.sh OUTDIR SECATEUR
#
# GNU bc comes with a configure script of autoconf's and a library of its own; Lua
# has a plain Makefile. Both are taken as their authors released them, from Debian's source packages.

set -euo pipefail

readonly BC_VERSION=1.07.1-3
readonly LUA_VERSION=5.4.4-3+deb12u1

die() {
  printf 'test-real: %s\n' "$@" >&2
  exit 1
}

[[ $# -eq 2 ]] || die "usage: $0 OUTDIR SECATEUR"
root=$(cd "${0%/*}/../.." && pwd)
secateur=$(realpath "$2")
mkdir -p "$1/projects"
cd "$1/projects"

# fetch PACKAGE VERSION: a fresh tree of the original source in PACKAGE.
fetch() {
  "$root/scripts/fetch-source.sh" "$1" "$2" "$PWD/source" >/dev/null
  rm -rf "$1"
  mkdir "$1"
  tar -xf source/"$1"_*.orig.tar.* -C "$1" --strip-components 1
}

# same INPUT PROGRAM ARGUMENT...: both outputs and the status natively and in the machine.
same() {
  local input=$1 native=0 machine=0
  shift
  "$@" <<<"$input" >native.out 2>native.err || native=$?
  "$secateur" exec "$1" -- "${@:2}" <<<"$input" >machine.out 2>machine.err || machine=$?
  echo "status $native" >>native.out
  echo "status $machine" >>machine.out
  diff -a native.out machine.out >difference && diff -a native.err machine.err >>difference && return
  die "$*: native (<) and in the machine (>):" "$(head -n 9 difference)"
}

# explore PROGRAM OPTION...: tests come out, and no divergence.
explore() {
  "$secateur" test -q -o out --force --json "$@" >summary || [[ $? -eq 1 ]] || die "secateur test $* failed"
  python3 - "$1" <<'END'
import json, sys
summary = json.load(open("summary"))
covered = summary["coverage"]["branches"]["covered"]
wrong = summary["divergences"] or not summary["tests"] or not covered or not summary["coverage"]["native"]
print(f"{sys.argv[1]}: {summary['tests']} tests, {covered} branches covered, {summary['divergences']} divergences")
sys.exit(f"test-real: {summary}" if wrong else 0)
END
}

fetch bc "$BC_VERSION"
(
  cd bc
  ./configure CC="$secateur cc" >configure.log 2>&1 || die "bc: ./configure failed: see $PWD/configure.log"
  # Its manual needs makeinfo, its programs do not.
  make -C lib >make.log 2>&1 || die "bc: make failed: see $PWD/make.log"
  make -C bc >>make.log 2>&1 || die "bc: make failed: see $PWD/make.log"
  same $'2^70\nscale=20\n1/3\nsqrt(2)' bc/bc
  same $'s(1)\nl(10)' bc/bc -l
  same $'define f(n) { if (n < 2) return 1; return n * f(n - 1); }\nf(30)' bc/bc
  same '1 / 0' bc/bc
  explore bc/bc --sym-stdin 3 --time 60s --max-paths 300
)

fetch lua5.4 "$LUA_VERSION"
(
  cd lua5.4
  make -C src CC="$secateur cc" linux-noreadline >make.log 2>&1 || die "lua: make failed: see $PWD/make.log"
  same 'print(("x"):rep(3), 7 // 2, #"abc", string.format("%5.2f", math.pi))' src/lua -
  same 'local t = {} for i = 1, 9 do t[i] = i * i end print(table.concat(t, ","))' src/lua -
  same 'error("no")' src/lua -
)
echo "projects built with secateur cc: all is well"
