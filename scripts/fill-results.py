#!/usr/bin/env python3
"""Runs the benchmark of the virtual machine and writes its table into a document.

Usage: fill-results.py SECATEUR DOCUMENT

The table goes between the marks `<!-- bench:vm -->` and `<!-- /bench:vm -->`, so that no figure in
the document is typed by hand.
"""
import json
import re
import subprocess
import sys

BEGIN, END = "<!-- bench:vm -->", "<!-- /bench:vm -->"


def table(result):
    lines = ["| kernel | time as a multiple of native `-O0` | million instructions a second |", "|---|---|---|"]
    for row in result["rows"]:
        speed = row["instructions"] / row["vm_s"] / 1e6
        lines.append(f"| {row['kernel']} | {row['ratio']:.1f} | {speed:.0f} |")
    lines.append(f"| geometric mean | {result['geometric_mean']:.1f} | |")
    return "\n".join(lines)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    binary, document = sys.argv[1:]
    output = subprocess.run([binary, "bench", "vm", "--json"], check=True, stdout=subprocess.PIPE).stdout
    text = open(document, encoding="utf-8").read()
    if BEGIN not in text or END not in text:
        sys.exit(f"{document}: the marks {BEGIN} and {END} are missing")
    filled = table(json.loads(output))
    pattern = re.escape(BEGIN) + ".*?" + re.escape(END)
    text = re.sub(pattern, lambda _: f"{BEGIN}\n{filled}\n{END}", text, flags=re.S)
    open(document, "w", encoding="utf-8").write(text)
    print(filled)


if __name__ == "__main__":
    main()
