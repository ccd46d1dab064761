//! True and false are those of the condition as it is written, though clang turns many branches round: how often
//! each was so agrees with llvm-cov, which counts in the source, on every form of a condition.

use super::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

pub fn tests() -> Vec<Trial> {
    vec![test("sides/llvm_cov_counts_the_same_sides", counts)]
}

/// One condition a line. Marks on how to compare: `whole`, our branch for the second operand stands at the `!` before the
/// parenthesis and speaks of all of it, where llvm-cov speaks of the operand; `left`, the other operand is a value for us.
const CONDITIONS: &str = r#"#include <stdio.h>
#include <stdbool.h>
static int f(int p, int a, int b) {
  int r = 0;
  if (!p) r += 1;
  if (!p) { r += 1; } else { r += 2; }
  if (p) r++;
  if (p == 0) r++;
  if (!(p != 0)) r++;
  if (!!p) r++;
  bool e = !p;
  if (!e) r++;
  if (!a && b) r++;
  if (a && !b) r++;
  if (!a || b) r++;
  if (!a || !b) r++;
  if (!(a && b)) r += 4; // whole
  if (!(a || b)) { r += 4; } else { r += 3; } // whole
  if (!(a && b) && p) r++; // whole
  if (!(a || b) || p) r++; // whole
  if (!(a || b) && p) r++; // whole
  if (!(a && b) || p) r++; // whole
  if (a && (!b || p)) r++;
  int c = !a && b; // left
  int d = !a || b; // left
  int g = a || !b; // left
  while (!(r > 9)) r++;
  for (; !(r > 12);) r++;
  do { r--; } while (!(r < 2));
  int i = 0;
  while (!p && i < 3) i++;
  for (i = 0; !p && i < 2; i++) r++;
  while (i < 6 && (a || !b || i < p)) i++;
  do i--; while (i > 0 && (a || b) && p);
  for (i = 0; i < 2 || (i < 4 && !a); i++) r++;
  while (!(i < 2 || a)) i--; // whole
  r += !p ? printf(".") : 4;
  r += p ? printf(",") : 4;
  if (p) { if (a) r++; else r--; }
  for (i = 0; i < 3; i++) {
    if (!a) continue;
    if (!b) break;
  }
  while (1) {
    if (!p) break;
    p--;
  }
  if (!a) goto out;
  if (!a) ; else r++;
out:
  return r + c + d + g;
}
int main(void) {
  int s = 0, p, a, b;
  while ((p = getchar()) != EOF) {
    a = getchar();
    b = getchar();
    s += f(p - '0', a - '0', b - '0');
  }
  return s == 0;
}
"#;

/// Unequal numbers of everything, so that no side has the count of its other side.
const INPUT: &[u8] = b"000100200010110111211121200";

/// By line: how often each of its conditions was true and was false, sorted.
type Sides = BTreeMap<u32, Vec<(u64, u64)>>;

fn counts() -> Outcome {
    let program = build(&[("sides.c", CONDITIONS)])?;
    let map = program.branch_map();
    let mut ours: BTreeMap<(u32, u32), (u64, u64)> = BTreeMap::new();
    for (_, side) in map.sides() {
        ours.entry((side.loc.line, side.loc.col)).or_default();
    }
    for edge in program.decisions(&case(vec![stdin(INPUT)]), 1 << 16)? {
        let loc = map.side(edge).ok_or("an edge that is not there")?.loc;
        let (yes, no) = ours.entry((loc.line, loc.col)).or_default();
        *(if map.label(edge) == "true" { yes } else { no }) += 1;
    }
    let mut found = Sides::new();
    // In the order of the source; a whole condition stands before its operators.
    for ((line, _), (yes, no)) in ours {
        found.entry(line).or_default().push((yes, no));
    }
    let mut expected = llvm_cov(program.folder.path())?;
    for (line, text) in (1..).zip(CONDITIONS.lines()) {
        let (Some(found), Some(expected)) = (found.get_mut(&line), expected.get_mut(&line)) else { continue };
        if text.ends_with("// whole") {
            let (yes, no) = expected[1];
            expected[1] = (no, yes);
        } else if text.ends_with("// left") {
            found.drain(..found.len() - 1);
            expected.truncate(1);
        }
    }
    found.values_mut().chain(expected.values_mut()).for_each(|sides| sides.sort_unstable());
    same(found, expected)
}

/// What llvm-cov counts in the run with the same input.
fn llvm_cov(folder: &Path) -> Result<Sides, Failed> {
    let run = |command: &mut Command| -> Result<Vec<u8>, Failed> {
        let output = command.current_dir(folder).output()?;
        ensure(output.status.success(), || String::from_utf8_lossy(&output.stderr).into_owned())?;
        Ok(output.stdout)
    };
    std::fs::write(folder.join("input"), INPUT)?;
    let clang = ["-O0", "-fprofile-instr-generate", "-fcoverage-mapping", "-o", "covered", "sides.c"];
    run(Command::new("clang-19").args(clang))?;
    let input = std::fs::File::open(folder.join("input"))?;
    run(Command::new(folder.join("covered")).env("LLVM_PROFILE_FILE", "raw").stdin(input))?;
    run(Command::new("llvm-profdata-19").args(["merge", "-o", "profile", "raw"]))?;
    let export = ["export", "-format=lcov", "-instr-profile", "profile", "covered"];
    let listing = String::from_utf8(run(Command::new("llvm-cov-19").args(export))?)?;
    let mut sides = Sides::new();
    let rows: Vec<Vec<&str>> =
        listing.lines().filter_map(|line| line.strip_prefix("BRDA:")).map(|row| row.split(',').collect()).collect();
    for pair in rows.chunks(2) {
        let count = |row: &[&str]| row[3].parse::<u64>().unwrap_or(0);
        sides.entry(pair[0][0].parse()?).or_default().push((count(&pair[0]), count(&pair[1])));
    }
    Ok(sides)
}
