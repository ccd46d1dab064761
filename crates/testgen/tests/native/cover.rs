//! Coverage: the numbers agree with gcov's on the same programs and inputs.

use super::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

pub fn tests() -> Vec<Trial> {
    // clang's gcov has one branch for the whole condition of a loop where we have one for its last operand, as llvm-cov has (see
    // `sides`); both count the same on an input by which each operand decides.
    let programs = [("loops", LOOPS, &b"aab 12"[..]), ("calc", CALC, b"1+2*3-0x\n"), ("early", EARLY, b"")];
    let gcov = programs.map(|(name, text, input)| {
        Trial::test(format!("cover/gcov_agrees_on_{name}"), move || agrees(name, text, input))
    });
    gcov.into_iter().chain([test("cover/files_list_decisions_and_functions", listing)]).collect()
}

const LOOPS: &str = r#"#include <stdio.h>
static int unused(int x) {
  if (x)
    return 1;
  return 2;
}
static int digits, letters;
static void count(int c) {
  if (c >= '0' && c <= '9') {
    digits++;
  } else if (c >= 'a' && c <= 'z') {
    letters++;
  } else {
    putchar('?');
  }
}
int main(int argc, char **argv) {
  int c;
  for (c = getchar(); c != EOF; c = getchar())
    count(c);
  if (argc > 5)
    return unused(argc);
  do {
    digits--;
  } while (digits > 0);
  return letters == 3 ? 0 : 1;
}
"#;

const CALC: &str = r#"#include <stdio.h>
#include <stdlib.h>
static int look;
static void next(void) { look = getchar(); }
static long expr(void);
static long atom(void) {
  if (look == '(') {
    next();
    long v = expr();
    if (look != ')') exit(2);
    next();
    return v;
  }
  long v = 0;
  while (look >= '0' && look <= '9') {
    v = v * 10 + look - '0';
    next();
  }
  return v;
}
static long term(void) {
  long v = atom();
  for (;;) {
    switch (look) {
      case '*': next(); v *= atom(); break;
      case '/': {
        next();
        long d = atom();
        if (d == 0) {
          fputs("division\n", stderr);
          exit(3);
        }
        v /= d;
        break;
      }
      default: return v;
    }
  }
}
static long expr(void) {
  long v = term();
  while (look == '+' || look == '-') {
    int op = look;
    next();
    long w = term();
    v = op == '+' ? v + w : v - w;
  }
  return v;
}
int main(void) {
  next();
  long v = expr();
  printf("%ld\n", v);
  return v != 7;
}
"#;

const EARLY: &str = r#"#include <stdlib.h>
static int depth(int n) {
  if (n == 0)
    return 0;
  return 1 + depth(n - 1);
}
int main(void) {
  int d = depth(4);
  goto out;
  d = 9;
out:
  if (d == 4) {
    exit(0);
  }
  return 1;
}
"#;

/// The same lines are there, the same are covered, and as many branches.
fn agrees(name: &str, text: &str, input: &[u8]) -> Outcome {
    let file = format!("{name}.c");
    let program = build(&[(&file, text)])?;
    let case = case(vec![stdin(input)]);
    let prediction = predicted(&program, &case, Expected::Exit(0))?;
    same(program.replay(&case, &prediction)?.verdict, Verdict::Confirmed)?;
    let coverage = program.coverage();
    let ours: BTreeMap<u32, bool> = coverage.files()[0].lines.iter().map(|l| (l.line, l.tests > 0)).collect();
    let Gcov { lines: theirs, branches } = gcov(program.folder.path(), &file, input)?;
    same(ours, theirs)?;
    let summary = coverage.summary();
    same((summary.branches.covered, summary.branches.total), branches)
}

struct Gcov {
    /// With whether they were executed.
    lines: BTreeMap<u32, bool>,
    /// Taken, and in all.
    branches: (usize, usize),
}

fn gcov(folder: &Path, file: &str, input: &[u8]) -> Result<Gcov, Failed> {
    // musl's headers, so that the code is that of our builds.
    let include = Runtime::find()?.include();
    let run = |command: &mut Command| -> Result<std::process::Output, Failed> {
        let output = command.current_dir(folder).output()?;
        ensure(output.status.success(), || String::from_utf8_lossy(&output.stderr).into_owned())?;
        Ok(output)
    };
    let mut clang = Command::new("clang-19");
    clang.args(["--target=x86_64-linux-musl", "--coverage", "-g", "-O0", "-nostdlibinc", "-isystem"]).arg(include);
    run(clang.args(["-c", file, "-o", "gcov.o"]))?;
    run(Command::new("clang-19").args(["--coverage", "-o", "gcov", "gcov.o"]))?;
    std::fs::write(folder.join("gcov.in"), input)?;
    run(Command::new(folder.join("gcov")).stdin(std::fs::File::open(folder.join("gcov.in"))?))?;
    let output = run(Command::new("llvm-cov-19").args(["gcov", "-t", "-b", "-c", "-o", "gcov.gcda", file]))?;
    Ok(read(&String::from_utf8_lossy(&output.stdout), file))
}

fn read(listing: &str, file: &str) -> Gcov {
    let mut found = Gcov { lines: BTreeMap::new(), branches: (0, 0) };
    // The listing goes through every file with code; inline functions of headers are not ours.
    let mut ours = false;
    for line in listing.lines() {
        if let Some(rest) = line.strip_prefix("branch") {
            let hit = rest.split_whitespace().nth(2).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) > 0;
            found.branches.0 += usize::from(hit && ours);
            found.branches.1 += usize::from(ours);
            continue;
        }
        let mut parts = line.splitn(3, ':');
        let (Some(count), Some(number), Some(code)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let Ok(number) = number.trim().parse::<u32>() else { continue };
        if number == 0 && code.starts_with("Source:") {
            ours = code.ends_with(file);
        }
        if ours && number > 0 && count.trim() != "-" {
            let executed = !["#####", "====="].contains(&count.trim());
            found.lines.entry(number).and_modify(|e| *e |= executed).or_insert(executed);
        }
    }
    found
}

fn listing() -> Outcome {
    let program = build(&[("e.c", EARLY)])?;
    let prediction = predicted(&program, &case(vec![]), Expected::Exit(0))?;
    program.replay(&case(vec![]), &prediction)?;
    let files = program.coverage().files();
    same(files.len(), 1)?;
    let functions: Vec<_> = files[0].functions.iter().map(|f| (f.name.as_str(), f.line, f.tests)).collect();
    same(functions, vec![("depth", 2, 1), ("main", 7, 1)])?;
    let decisions: Vec<_> = files[0].decisions.iter().map(|d| (d.line, d.sides.clone())).collect();
    same(decisions, vec![(3, Some(vec![1, 1])), (12, Some(vec![1, 0]))])?;
    let line = |n| files[0].lines.iter().find(|l| l.line == n).map(|l| l.tests);
    same((line(13), line(15)), (Some(1), Some(0)))
}
