#!/usr/bin/env bash
# Makes the large data files of the cases: the same bytes each time, so that a
# failure can be repeated, without keeping megabytes in the repository.
#
#   tests/real/make-data.sh DIR

set -euo pipefail
cd "$1"

# A linear congruential generator whose products stay exact in awk's numbers.
random='function random(n) { seed = (seed * 16807) % 2147483647; return int(seed / 7) % n }'

# name, number, size with a unit, version; with repetitions in each column.
awk "$random"' BEGIN {
  seed = 42
  split("K M G T", unit, " ")
  for (i = 0; i < 20000; i++) {
    word = ""
    for (n = 1 + random(8); n > 0; n--) word = word sprintf("%c", (random(4) ? 97 : 65) + random(26))
    printf "%s\t%d\t%d%s\tlib-%d.%d.%d\n", word, random(20000) - 10000, random(1000), unit[1 + random(4)],
      random(3), random(20), random(100)
  }
}' >big.tsv

# Already in order, for merging and checking.
LC_ALL=C sort big.tsv | awk 'NR % 2' >odd.sorted
LC_ALL=C sort big.tsv | awk 'NR % 2 == 0' >even.sorted

# A text to edit: prose-like lines of different lengths.
awk "$random"' BEGIN {
  seed = 7
  n = split("the editor of a line and its buffer holds (each) word* that was [typed] here.", words, " ")
  for (i = 1; i <= 5000; i++) {
    line = i ":"
    for (k = random(14); k > 0; k--) line = line " " words[1 + random(n)]
    print line
  }
}' >big.txt
