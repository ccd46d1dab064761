#!/usr/bin/env bash
# Fetches the libraries that `secateur bench search`, and with --real `secateur
# bench rwset` and `secateur bench partition`, measure on, as Debian source
# packages of exactly the versions in bench/real/manifest.json:
#
#   scripts/fetch-real.sh [LIBRARY...]      all of them, or those named
#
# Leaves the packages in target/real/source/PACKAGE and their unpacked trees in
# target/real/build/PACKAGE. What is there already is not fetched or unpacked
# again. Nothing is built here: `secateur` compiles the sources itself.

set -euo pipefail

die() {
  printf 'fetch-real: %s\n' "$@" >&2
  exit 1
}

root=$(cd "${0%/*}/.." && pwd)
manifest=$root/bench/real/manifest.json
out=$root/target/real
for tool in python3:python3 dpkg-source:dpkg-dev; do
  command -v "${tool%%:*}" >/dev/null ||
    die "${tool%%:*} is missing." "Install it with: apt-get install ${tool#*:}   (or run scripts/setup.sh)"
done

# A line for each wanted library: its name, package, version, and the sum of the .dsc.
list=$(python3 - "$manifest" "$@" <<'PYTHON'
import json, sys

libraries = json.load(open(sys.argv[1]))
names = [library["name"] for library in libraries]
for wanted in sys.argv[2:]:
    if wanted not in names:
        sys.exit(f"fetch-real: no library is called `{wanted}`; there are: {', '.join(names)}")
for library in libraries:
    if library["name"] in sys.argv[2:] or not sys.argv[2:]:
        print(library["name"], library["package"], library["version"], library["sha256"])
PYTHON
) || exit 1

# One at a time; who waited finds the work done.
mkdir -p "$out/build"
exec 9>"$out/.lock"
flock 9

while read -r name package version expected; do
  dir=$out/source/$package
  tree=$out/build/$package
  # An epoch is part of the version, but not of the file names.
  dsc=$dir/${package}_${version#*:}.dsc
  stamp=$tree/.secateur-version
  if [[ -f $stamp && $(<"$stamp") == "$version $expected" ]]; then
    echo "$name: $package $version is there"
    continue
  fi
  "$root/scripts/fetch-source.sh" "$package" "$version" "$dir"
  sum=$(sha256sum <"$dsc")
  [[ ${sum%% *} == "$expected" ]] ||
    die "$dsc is not the file we know (its SHA-256 is ${sum%% *})." \
      "Remove the folder $dir and run this again."
  rm -rf "$tree"
  # This checks the sums in the .dsc. The packager's signature is not required,
  # since the key may not be on this machine.
  log=$out/$package.log
  dpkg-source -x "$dsc" "$tree" >"$log" 2>&1 || die "the source package does not unpack:" "$(tail -n 5 "$log")"
  echo "$version $expected" >"$stamp"
  echo "$name: $package $version"
done <<<"$list"
