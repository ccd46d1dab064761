#!/usr/bin/env bash
# Runs whole programs from other projects (sort, expr, ed) in the virtual machine
# and natively, on the same input, and compares output and exit status:
#
#   scripts/test-real.sh            all cases of tests/real/*.cases, and tests/real/projects.sh
#   scripts/test-real.sh sort ed    only those of these programs
#   scripts/test-real.sh -v         also say how long each case took, native and in the machine
#
# The sources come from Debian's packages; both builds stand on the same C
# library, musl (tests/real/build.sh). The first run takes a few minutes, mostly
# for configuring coreutils; later ones reuse what it left in target/real.
#
# SECATEUR and SECATEUR_RUNTIME name another binary and another runtime folder
# than those in target/.

set -euo pipefail

die() {
  printf 'test-real: %s\n' "$@" >&2
  exit 1
}

# --- one case ----------------------------------------------------------------

# Runs the case in folder $1 and leaves there `verdict`: empty if all is well.
run_case() {
  local dir=$1 program name args started between finished side
  cd "$dir"
  program=$(<program)
  name=$(<name)
  mapfile -d '' -t args <args
  # Its own copy: natively, the program may change files.
  cp -R "$real_data" native

  # In one file, which is loaded faster; or as the many it was compiled to.
  local files=("$real_out/vm/$program.bc")
  [[ ! -e separate-files ]] || files=("$real_out/vm/$program"/{"$program",lib/*}.bc)
  local vm=("$real_secateur" exec "${files[@]}" -- "${args[@]}")
  # The machine names a program after its first file; the native one is called
  # the same, since programs say their names in messages.
  # shellcheck disable=SC2016 # expanded by the inner shell
  local native=(bash -c 'exec -a "$1" "$0" "${@:2}"' "$real_out/native/$program" "${files[0]%.bc}" "${args[@]}")
  # A clean environment, so that a locale or TMPDIR of the caller's changes nothing.
  local clean=(env -i PATH=/usr/bin:/bin HOME=/nonexistent LC_ALL=C "SECATEUR_RUNTIME=$real_runtime")

  started=$EPOCHREALTIME
  measure native native "${clean[@]}" timeout 60 "${native[@]}"
  between=$EPOCHREALTIME
  measure vm "$real_data" "${clean[@]}" timeout 120 "${vm[@]}"
  finished=$EPOCHREALTIME

  {
    cmp -s native.status vm.status || echo "exit status: native $(<native.status), machine $(<vm.status)"
    cmp -s native.out vm.out || {
      echo "stdout (- native, + machine):"
      diff -a -U1 native.out vm.out | sed -n '3,14p'
    }
    cmp -s native.err vm.err || {
      echo "stderr (- native, + machine):"
      diff -a -U1 native.err vm.err | sed -n '3,14p'
    }
  } >verdict || true
  awk -v n="$name" -v p="$program" -v a="$started" -v b="$between" -v c="$finished" \
    'BEGIN { printf "%-5s native %6.0f ms, machine %6.0f ms  %s\n", p, (b - a) * 1e3, (c - b) * 1e3, n }' >duration
}

# measure SIDE FOLDER COMMAND...: SIDE.out, SIDE.err and SIDE.status.
measure() {
  local side=$1 folder=$2 status=0
  shift 2
  if [[ -e through-pipe ]]; then
    (cd "$folder" && "$@") < <(cat stdin) >"$side.out" 2>"$side.err" || status=$?
  else
    (cd "$folder" && "$@") <stdin >"$side.out" 2>"$side.err" || status=$?
  fi
  echo "$status" >"$side.status"
}

if [[ ${1:-} == --case ]]; then
  run_case "$2"
  exit 0
fi

# --- set-up ------------------------------------------------------------------

root=$(cd "${0%/*}/.." && pwd)
self=$root/scripts/test-real.sh
verbose=no
chosen=()
for word; do
  case $word in
    -v) verbose=yes ;;
    -*) die "usage: $0 [-v] [PROGRAM...]" ;;
    *) [[ -f $root/tests/real/$word.cases ]] || die "there is no $root/tests/real/$word.cases" && chosen+=("$word") ;;
  esac
done
all=0
if ((${#chosen[@]} == 0)); then
  all=1
  for file in "$root"/tests/real/*.cases; do
    file=${file##*/}
    chosen+=("${file%.cases}")
  done
fi

real_out=$root/target/real
real_secateur=$(realpath -m "${SECATEUR:-$root/target/release/secateur}")
real_runtime=$(realpath -m "${SECATEUR_RUNTIME:-$root/target/secateur-runtime}")
[[ -x $real_secateur && -f $real_runtime/libc.sir ]] ||
  die "$real_secateur or $real_runtime/libc.sir is missing: run 'make' first."
"$root/tests/real/build.sh" "$real_out" "$real_runtime/include"

# A machine that cannot even start should be said once, not by every case.
if ! answer=$(SECATEUR_RUNTIME=$real_runtime "$real_secateur" exec "$real_out/vm/expr.bc" -- 1 2>&1); then
  die "$real_secateur cannot run a program:" "$answer"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
real_data=$work/data
mkdir "$real_data" "$work/cases"
cp "$root"/tests/real/data/* "$real_data/"
"$root/tests/real/make-data.sh" "$real_data"
# Through the environment, because each case runs in a process of its own.
export real_data real_out real_secateur real_runtime

# --- the cases ---------------------------------------------------------------

count=0
program=

# For the files of cases:  t NAME ARGUMENT... <<<'standard input'
t() {
  local dir
  count=$((count + 1))
  dir=$work/cases/$(printf '%04d' "$count")
  mkdir "$dir"
  echo "$program" >"$dir/program"
  echo "$1" >"$dir/name"
  shift
  : >"$dir/args"
  (($# == 0)) || printf '%s\0' "$@" >"$dir/args"
  cat >"$dir/stdin"
}

# The same, with a pipe as standard input, which cannot be measured or rewound.
t_pipe() {
  t "$@"
  : >"$work/cases/$(printf '%04d' "$count")/through-pipe"
}

# The same, with each source file as a file of its own, for the machine to link.
t_separate() {
  t "$@"
  : >"$work/cases/$(printf '%04d' "$count")/separate-files"
}

for program in "${chosen[@]}"; do
  # shellcheck source=/dev/null
  source "$root/tests/real/$program.cases" </dev/null
done

# The machine promises to change no file of its host, and every case has run in
# this one folder.
before=$(find "$real_data" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum --)
printf '%s\0' "$work"/cases/* | xargs -0 -n 1 -P "$(nproc)" "$self" --case ||
  die "a case could not be run."
after=$(find "$real_data" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum --)

failed=0
for dir in "$work"/cases/*; do
  [[ $verbose == no ]] || cat "$dir/duration"
  if [[ -s $dir/verdict ]]; then
    failed=$((failed + 1))
    mapfile -d '' -t args <"$dir/args"
    printf 'FAILED  %s: %s\n' "$(<"$dir/program")" "$(<"$dir/name")"
    printf '        arguments:%s\n' "${args[*]+$(printf ' %q' "${args[@]}")}"
    sed 's/^/        /' "$dir/verdict"
  fi
done
count=$((count + 1))
if [[ $before != "$after" ]]; then
  failed=$((failed + 1))
  echo "FAILED  the machine changed files of its host:"
  diff <(echo "$before") <(echo "$after") | sed -n 's/^[<>].* /        /p'
fi
echo "$((count - failed)) passed, $failed failed"
((failed == 0))

# Projects that build themselves, with `secateur cc` as their compiler.
((all == 0)) || SECATEUR_RUNTIME=$real_runtime "$root/tests/real/projects.sh" "$real_out" "$real_secateur"
