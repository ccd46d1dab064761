#!/usr/bin/env bash
# Fetches a Debian source package, of exactly this version, into a folder:
#
#   scripts/fetch-source.sh PACKAGE VERSION DIR
#
# If the .dsc is there already, and with it the files it names with the sums it
# gives for them, nothing is fetched. The signature of a .dsc that was put there by
# hand is not checked: who wants to be sure pins its sum.
#
# It asks this machine's own apt where its archive is, and fetches from there
# with a private configuration: neither root nor an entry for sources is needed,
# and nothing of the machine's set-up changes.

set -euo pipefail

die() {
  printf 'fetch-source: %s\n' "$@" >&2
  exit 1
}

[[ $# -eq 3 ]] || die "usage: $0 PACKAGE VERSION DIR"
package=$1 version=$2 dir=$3
# An epoch is part of the version, but not of the file names.
dsc=${package}_${version#*:}.dsc

# Lines such as " SUM SIZE NAME" below the heading, up to the next one.
complete() {
  [[ -f $dir/$dsc ]] || return 1
  sed -n '/^Checksums-Sha256:/,/^[^ C]/s/^ \([0-9a-f]\{64\}\) [0-9]* \(.*\)$/\1  \2/p' "$dir/$dsc" |
    (cd "$dir" && sha256sum --status --strict --check) 2>/dev/null
}
! complete || exit 0

no_source() {
  die "$1" \
    "The source package $package $version is needed once. With a network, check that" \
    "'apt-get update' works and run this again. Without one, get $dsc and the files it names" \
    "from the folder pool/main of a Debian archive, or on another Debian 12 machine with" \
    "'apt-get source --download-only $package=$version', and put them into $dir"
}

command -v apt-get >/dev/null || no_source "apt-get is missing, so the source package cannot be fetched."
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[[ -f $keyring ]] ||
  die "$keyring is missing." "Install it with: apt-get install debian-archive-keyring"

mkdir -p "$dir" || die "the folder $dir cannot be made."
# In DIR itself, so that moving the files is a rename.
work=$(mktemp -d "$dir/.fetching.XXXXXX")
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/files"
# Suites and the archive's address come as configured; the version picks the
# right package from whichever suite holds it.
# shellcheck disable=SC2016 # these are apt's placeholders, not the shell's
apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
  awk -v keyring="$keyring" \
    '$3 == "main" { print "deb-src [signed-by=" keyring "] " $1 " " $2 " main" }' |
  LC_ALL=C sort -u >"$work/sources.list"
[[ -s $work/sources.list ]] || no_source "apt has no configured archive with a 'main' component."

options=(
  -q -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=-
  -o "Dir::State::Lists=$work/apt/lists" -o "Dir::Cache=$work/apt/cache"
  -o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20
  # apt's own user could not write into our folder, and its hooks would
  # touch the machine's caches.
  -o "APT::Sandbox::User=$(id -un)" -o APT::Update::Post-Invoke= -o APT::Update::Post-Invoke-Success=
)
# fetch: with the suites that stand in sources.list.
fetch() {
  apt-get "${options[@]}" update >"$work/log" 2>&1 &&
    (cd "$work/files" && apt-get "${options[@]}" source --download-only "$package=$version") >>"$work/log" 2>&1
}
# A version may be listed by several suites, of which one no longer has its
# files; then each is asked alone.
fetch_anywhere() {
  ! fetch || return 0
  cp "$work/log" "$work/first-log"
  cp "$work/sources.list" "$work/all-sources"
  while read -r suite; do
    echo "$suite" >"$work/sources.list"
    ! fetch || return 0
  done <"$work/all-sources"
  return 1
}
echo "fetch-source: fetching the source package $package $version"
if ! fetch_anywhere; then
  grep -E '^(E:|W:|Err:)' "$work/first-log" | head -n 8 | sed 's/^/  /' >&2 || true
  no_source "apt could not fetch the source package."
fi
mv "$work"/files/* "$dir/"
complete || no_source "apt fetched a package whose files do not fit $dsc."
