//! Each kind of error is confirmed by the sanitizer build, at its line and nowhere else.

use super::*;
use std::path::Path;

/// From tests/ui/check: the first wrong fixture of each kind.
const KINDS: [&str; 16] = [
    "out-of-bounds-read",
    "out-of-bounds-write",
    "use-after-free",
    "double-free",
    "invalid-free",
    "null-dereference",
    "division-by-zero",
    "shift-out-of-range",
    "signed-overflow",
    "assertion-failure",
    "abort",
    "unreachable",
    "uninitialised-read",
    "memory-leak",
    "stack-overflow",
    "error-call",
];

pub fn tests() -> Vec<Trial> {
    let kinds = KINDS.iter().map(|kind| Trial::test(format!("bugs/{kind}"), move || fixture(kind)));
    kinds.chain([test("bugs/muted_kinds_do_not_count", muted), test("bugs/killed_by_a_signal", killed)]).collect()
}

/// A prediction about the end alone: the path before it is not compared.
fn bug(kind: &'static str, file: &str, line: u32) -> Prediction {
    Prediction { expected: Expected::Bug { kind, file: file.into(), line }, edges: 0, hash: hash(&[]) }
}

fn fixture(kind: &'static str) -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui/check").join(kind).canonicalize()?;
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)?.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    let mark = format!("//~ {kind}");
    let marked = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).ok()?;
        Some((path.clone(), text.lines().position(|l| l.contains(&mark))? as u32 + 1))
    };
    let (path, line) = paths.iter().find_map(marked).ok_or("there is no wrong fixture")?;
    let replayer = build_files(std::slice::from_ref(&path), &[])?;
    let (name, nothing) = (path.display().to_string(), case(vec![]));
    let result = replayer.replay(&nothing, &bug(kind, &name, line))?;
    let stderr = result.sanitizer.map(|s| String::from_utf8_lossy(&s.stderr).into_owned()).unwrap_or_default();
    ensure(result.verdict == Verdict::Confirmed, || format!("{name}:{line}: {:?}\n{stderr}", result.verdict))?;
    // A wrong line and a wrong kind are not confirmed. The error call is seen without a line.
    let verdict = replayer.replay(&nothing, &bug(kind, &name, line + 1000))?.verdict;
    ensure(verdict != Verdict::Confirmed || kind == "error-call", || "a wrong line is confirmed".into())?;
    let wrong = if kind == "division-by-zero" { "double-free" } else { "division-by-zero" };
    let verdict = replayer.replay(&nothing, &bug(wrong, &name, line))?.verdict;
    ensure(verdict != Verdict::Confirmed, || format!("{wrong} is confirmed"))
}

/// Overflow that nobody asked about is no divergence, and a later error is found behind it.
fn muted() -> Outcome {
    let text = "#include <limits.h>\nint main(int c, char **v) {\n  int x = INT_MAX;\n  x += c;\n  if (c == 2)\n    return c / (c - 2);\n  return x == INT_MIN ? 3 : 4;\n}\n";
    let program = build(&[("m.c", text)])?;
    let nothing = case(vec![]);
    let prediction = predicted(&program, &nothing, Expected::Exit(3))?;
    same(program.replay(&nothing, &prediction)?.verdict, Verdict::Confirmed)?;
    let name = program.folder.path().join("m.c").display().to_string();
    let two = TestCase { args: vec![b"x".to_vec()], inputs: vec![] };
    same(program.replay(&two, &bug("division-by-zero", &name, 6))?.verdict, Verdict::Confirmed)?;
    same(program.replay(&two, &bug("signed-overflow", &name, 4))?.verdict, Verdict::Confirmed)?;
    let verdict = program.replay(&nothing, &bug("division-by-zero", &name, 6))?.verdict;
    is_divergence(&verdict, "natively there is no division-by-zero: it exited with 3")
}

fn killed() -> Outcome {
    let text =
        "#include <signal.h>\nint main(int c, char **v) {\n  raise(c == 1 ? SIGTERM : SIGABRT);\n  return 0;\n}\n";
    let program = build(&[("k.c", text)])?;
    for (case, signal) in [(case(vec![]), 15), (TestCase { args: vec![b"x".to_vec()], inputs: vec![] }, 6)] {
        let prediction = predicted(&program, &case, Expected::Killed(signal))?;
        same(program.replay(&case, &prediction)?.verdict, Verdict::Confirmed)?;
        let wrong = Prediction { expected: Expected::Exit(0), ..prediction };
        is_divergence(&program.replay(&case, &wrong)?.verdict, "it was ended by signal")?;
    }
    Ok(())
}
