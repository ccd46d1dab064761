//! `secateur test --function`: reports show the call that the native program sees, wrong use is refused with words
//! that help, and results are compared. What single shapes of parameters do is in tests/ui/symbolic/unit.

mod support;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use support::{Outcome, empty_folder, ensure, root, run, secateur, suite, test};

fn main() -> ExitCode {
    support::main(vec![
        test("shown/boxes", || shown("boxes", 3)),
        test("shown/lists", || shown("lists", 3)),
        test("shown/texts", || shown("texts", 2)),
        test("refused", refused),
        test("two-files", two_files),
        test("results", results),
    ])
}

fn line_with(path: &Path) -> Result<String, libtest_mimic::Failed> {
    let text = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let call =
        |line: &str| line.strip_prefix("  with the call: ").or(line.strip_prefix("  with: ")).map(str::to_string);
    let line = text.lines().rev().find_map(call);
    line.ok_or_else(|| format!("{} has no call: {text}", path.display()).into())
}

/// From inputs to the values in the report, and natively from the same inputs to what the function itself prints.
fn shown(function: &str, bugs: usize) -> Outcome {
    let folder = empty_folder();
    let out = folder.path().join("out");
    let args = ["--function", function, "--max-length", "4", "--pointer-depth", "3"].map(String::from);
    let file = root().join("crates/cli/tests/support/unit/shown.c");
    let suite = suite::test(&out, &args, &file)?;
    ensure(suite.number("/divergences")? == 0, || suite.run.err())?;
    let found = suite.bugs()?;
    ensure(found.len() == bugs, || format!("{bugs} bugs were planted, found: {found:?}\n{}", suite.run.err()))?;
    let entries = std::fs::read_dir(out.join("bugs")).map_err(|e| e.to_string())?;
    for entry in entries {
        let bug = entry.map_err(|e| e.to_string())?.path();
        let (report, native) = (line_with(&bug.join("report.txt"))?, line_with(&bug.join("native.txt"))?);
        ensure(report == native, || format!("the report says\n{report}\nand the native program saw\n{native}"))?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, text: &str) -> Result<PathBuf, libtest_mimic::Failed> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|e| e.to_string())?;
    Ok(path)
}

/// Exit status 2, with these words, and no folder of results.
fn refuses(folder: &Path, args: &[&str], words: &str) -> Outcome {
    let mut command = secateur("test");
    command.args(args).current_dir(folder);
    let run = run::run(&mut command, b"")?;
    ensure(run.code() == Some(2) && run.err().contains(words), || {
        format!("{args:?}: status {:?}, without `{words}`: {}", run.code(), run.err())
    })?;
    ensure(!folder.join("secateur-out").exists(), || format!("{args:?} leaves a folder behind"))
}

fn refused() -> Outcome {
    let folder = empty_folder();
    let at = folder.path();
    write(
        at,
        "lib.c",
        "int parse_header(int x) { return x; }\nint g; const int k = 1;\nstatic int twin(void) { return g; }\n",
    )?;
    write(at, "more.c", "int other(void) { return 1; }\nstatic int twin(void) { return 2; }\n")?;
    write(at, "vla.c", "int f(int n, int m, const double a[n][m]) { return a[0][0] > 1; }\n")?;
    write(at, "bad.c", "int f(int x) { return y; }\n")?;
    for (args, words) in [
        (&["--function", "parse_heder", "lib.c"][..], "did you mean `parse_header`?"),
        (&["--function", "zzz", "lib.c", "more.c"], "the functions are: parse_header, twin, other"),
        (&["--function", "twin", "lib.c", "more.c"], "choose one, such as --function lib.c:twin"),
        (&["--function", "no.c:twin", "lib.c"], "`no.c` is not among the C files: lib.c"),
        (&["lib.c"], "choose a function to test with --function: parse_header, twin"),
        (&["--function", "f", "vla.c"], "`a` points at arrays whose length depends on other values"),
        (&["--function", "f", "bad.c"], "bad.c: does not compile"),
        (&["--function", "parse_header", "--sym-global", "x", "lib.c"], "it has g"),
        (&["--non-null", "lib.c"], "choose a function with --function NAME"),
        (&["--function", "parse_header", "--max-length", "0", "lib.c"], "--max-length"),
    ] {
        refuses(at, args, words)?;
    }
    let bitcode = at.join("lib.bc");
    let mut clang = std::process::Command::new("clang-19");
    clang.args(["-emit-llvm", "-c", "lib.c", "-o", "lib.bc"]).current_dir(at);
    ensure(run::run(&mut clang, b"")?.code() == Some(0) && bitcode.exists(), || "no bitcode".into())?;
    refuses(at, &["--function", "parse_header", "lib.bc"], "the unit mode needs C sources")
}

/// A static function that two files have, each with a `main`; the other file's functions are at hand.
fn two_files() -> Outcome {
    let folder = empty_folder();
    let at = folder.path();
    write(
        at,
        "a.c",
        "int helper(int);\nstatic int twin(int x) { return helper(x) ? 1 : x; }\nint use(int x) { return twin(x); }\n",
    )?;
    write(
        at,
        "b.c",
        "static int twin(int x) { if (x == 5) __builtin_trap(); return x; }\nint helper(int x) { return twin(x) > 3; }\nint main(void) { return helper(1); }\n",
    )?;
    let out = at.join("out");
    let args = ["--function", "b.c:twin", "b.c"].map(String::from);
    let suite = suite::test(&out, &args, Path::new("a.c"))?;
    ensure(suite.bugs()?.len() == 1 && suite.number("/divergences")? == 0, || suite.run.err())?;
    let covered = suite.number("/coverage/branches/covered")?;
    ensure(covered == 2 && suite.number("/coverage/branches/total")? == 2, || suite.summary.to_string())?;
    ensure(suite.summary["bugs"][0]["file"] == "b.c", || suite.summary.to_string())
}

/// What a function returns and leaves behind is kept, and is what it is natively.
fn results() -> Outcome {
    let folder = empty_folder();
    let at = folder.path();
    let text = "#include <stdlib.h>\nstruct out { int a : 5; double d; char s[2]; };\n\
        char *fill(char *text, int *result, struct out *out) {\n\
          *result = -7; out->a = -3; out->d = 0.5; out->s[1] = 'z';\n\
          if (text[0] == 'q') { free(out); return text + 1; }\n\
          return 0;\n}\n";
    write(at, "fill.c", text)?;
    let out = at.join("out");
    let args = ["--function", "fill", "--non-null", "--max-length", "2", "--emit", "all"].map(String::from);
    let suite = suite::test(&out, &args, Path::new("fill.c"))?;
    ensure(suite.number("/divergences")? == 0 && suite.status() == "complete", || suite.run.err())?;
    let log = std::fs::read_to_string(out.join("run.log")).map_err(|e| e.to_string())?;
    let line = |start: &str| log.lines().find(|l| l.contains(start)).unwrap_or_default().to_string();
    let plain = line("fill(\"\",");
    for words in ["result_ == NULL = 1", "text[0] = 0", "*result = -7", "out->a = -3", "out->s[1] = 122"] {
        ensure(plain.contains(words), || format!("`{words}` is not among the results: {plain}\n{log}"))?;
    }
    let freed = line("fill(\"q\",");
    ensure(freed.contains("result_ - text = 1"), || format!("no distance: {freed}\n{log}"))?;
    ensure(!freed.contains("out->d"), || format!("freed memory was read: {freed}"))
}
