//! What cannot be run is refused with one clear message and exit status 2: nothing on stdout, no
//! panic, no files left behind. What runs never changes the host.

mod support;

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use support::bitstream::{identification, module_of_version, skip_identification};
use support::run::{Run, run};
use support::{Outcome, SECATEUR, empty_folder, ensure, native, secateur, test};

/// A name, how to make the files in an empty folder, the arguments, and words of the message.
type Case = (&'static str, fn(&Path) -> Outcome, &'static [&'static str], &'static [&'static str]);

const OK: &str = "int main(void) { return 0; }\n";
const LAYOUT: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("missing_file", |_| Ok(()), &["exec", "nope.c"], &["nope.c", "no such file"]),
    ("directory", |d| folder(d, "src"), &["exec", "src"], &["src", "is a directory"]),
    ("directory_with_ending", |d| folder(d, "src.c"), &["exec", "src.c"], &["src.c", "is a directory"]),
    ("text_is_not_c", |d| file(d, "a.c", "Dear reader, this is no program.\n"), &["exec", "a.c"], &["a.c:1:", "error:", "does not compile"]),
    ("binary_is_not_c", |d| file(d, "a.c", [0u8, 159, 146, 150, 255, 1, 2, 3]), &["exec", "a.c"], &["error:", "does not compile"]),
    ("empty_c_file", |d| file(d, "a.c", ""), &["exec", "a.c"], &["no function `main`", "a.c"]),
    ("c_error", |d| file(d, "a.c", "int main(void) { return x; }\n"), &["exec", "a.c"], &["a.c:1:25: error:", "undeclared"]),
    ("missing_header", |d| file(d, "a.c", "#include \"no.h\"\n"), &["exec", "a.c"], &["no.h", "not found"]),
    ("unknown_ending", |d| file(d, "notes.txt", OK), &["exec", "notes.txt"], &["notes.txt", ".c, .bc"]),
    ("object_file", |d| file(d, "a.o", b"\x7fELF\x02\x01\x01\x00"), &["exec", "a.o"], &["a.o", ".c, .bc"]),
    ("loop_of_links", |d| link(d, "a.c", "a.c"), &["exec", "a.c"], &["a.c", "symbolic link"]),
    ("dangling_link", |d| link(d, "gone.c", "a.c"), &["exec", "a.c"], &["a.c", "no such file"]),
    ("unreadable", socket, &["exec", "a.c"], &["a.c"]),
    ("no_main", |d| file(d, "a.c", "int f(void) { return 0; }\n"), &["exec", "a.c"], &["no function `main`", "a.c"]),
    ("static_main", |d| file(d, "a.c", "static int main(void) { return 0; }\n"), &["exec", "a.c"], &["no function `main`"]),
    ("main_is_a_variable", |d| file(d, "a.c", "int main = 3;\n"), &["exec", "a.c"], &["main", "not a function"]),
    ("exit_is_a_variable", |d| file(d, "a.c", "int exit = 3; int main(void) { return exit; }\n"), &["exec", "--cflag=-fno-builtin", "a.c"], &["exit", "not a function"]),
    ("undefined_symbol", |d| file(d, "a.c", "int helper(void); int main(void) { return helper(); }\n"), &["exec", "a.c"], &["undefined", "helper"]),
    ("undefined_variable", |d| file(d, "a.c", "extern int there; int main(void) { return there; }\n"), &["exec", "a.c"], &["undefined", "there"]),
    ("duplicate_definition", twice, &["exec", "a.c", "b.c"], &["`twin`", "defined twice"]),
    ("same_file_twice", |d| file(d, "a.c", OK), &["exec", "a.c", "a.c"], &["`main`", "defined twice"]),
    ("empty_bitcode", |d| file(d, "a.bc", ""), &["exec", "a.bc"], &["a.bc"]),
    ("text_in_bitcode", |d| file(d, "a.bc", "not bitcode\n"), &["exec", "a.bc"], &["a.bc"]),
    ("magic_alone", |d| file(d, "a.bc", b"BC\xC0\xDE"), &["exec", "a.bc"], &["a.bc"]),
    ("truncated_bitcode", truncated, &["exec", "a.bc"], &["a.bc"]),
    ("bitcode_of_another_epoch", another_epoch, &["exec", "a.bc"], &["a.bc", "epoch"]),
    ("bitcode_of_newer_llvm", newer_producer, &["exec", "a.bc"], &["a.bc", "LLVM99.0.0"]),
    ("bitcode_with_wrong_layout", wrong_layout, &["exec", "a.bc"], &["a.bc", "data layout"]),
    ("ll_syntax", |d| file(d, "a.ll", "define i32 @main( {\n"), &["exec", "a.ll"], &["a.ll:2:1", "error"]),
    ("ll_of_newer_llvm", |d| file(d, "a.ll", "define i32 @main() {\n  %1 = frobnicate i32 1\n  ret i32 0\n}\n"), &["exec", "a.ll"], &["a.ll:2:8", "error"]),
    ("ll_that_breaks_the_rules", |d| file(d, "a.ll", "define i32 @main() {\n  %1 = add i32 %2, 1\n  %2 = add i32 %1, 1\n  ret i32 %2\n}\n"), &["exec", "a.ll"], &["a.ll", "dominate"]),
    ("ll_for_aarch64", aarch64, &["exec", "a.ll"], &["a.ll", "aarch64", "x86_64"]),
    ("one_of_two_is_bad", |d| file(d, "a.c", OK), &["exec", "a.c", "nope.bc"], &["nope.bc", "no such file"]),
    ("unknown_check", |d| file(d, "a.c", OK), &["exec", "--check", "speling", "a.c"], &["speling", "out-of-bounds-read"]),
    ("unknown_size", |d| file(d, "a.c", OK), &["exec", "--max-memory", "lots", "a.c"], &["lots", "MiB"]),
    ("no_memory_at_all", |d| file(d, "a.c", OK), &["exec", "--max-memory", "0", "a.c"], &["`0`", "MiB"]),
    ("unknown_steps", |d| file(d, "a.c", OK), &["exec", "--path-steps=-3", "a.c"], &["--path-steps"]),
    ("unknown_option", |d| file(d, "a.c", OK), &["exec", "--frob", "a.c"], &["--frob", "Usage"]),
    ("unknown_command", |_| Ok(()), &["exce"], &["exce", "exec"]),
    ("no_arguments", |_| Ok(()), &[], &["Usage"]),
    ("no_file", |_| Ok(()), &["exec"], &["FILE", "Usage"]),
    ("wrong_flag_for_clang", |d| file(d, "a.c", OK), &["exec", "--cflag=-fno-such-thing", "a.c"], &["-fno-such-thing"]),
    ("unknown_suite", |_| Ok(()), &["bench", "speed"], &["speed", "vm"]),
];

fn main() -> ExitCode {
    let mut tests: Vec<_> = CASES.iter().map(|case| test(format!("refused/{}", case.0), || check(case, &[]))).collect();
    tests.push(test("refused/no_clang", || {
        let case = (
            "",
            (|d| file(d, "a.c", OK)) as fn(&Path) -> Outcome,
            &["exec", "a.c"][..],
            &["no-such-clang", "install"][..],
        );
        check(&case, &[("SECATEUR_CLANG", "no-such-clang")])
    }));
    tests.push(test("refused/no_runtime", || {
        let case =
            ("", (|d| file(d, "a.c", OK)) as fn(&Path) -> Outcome, &["exec", "a.c"][..], &["runtime", "make"][..]);
        check(&case, &[("SECATEUR_RUNTIME", "/nowhere")])
    }));
    tests.push(test("host_is_never_written", host_is_never_written));
    tests.push(test("closed_stdout_ends_quietly", || closed_stdout(&["exec", "a.c"], 141)));
    tests.push(test("closed_stdout_while_printing_ir", || closed_stdout(&["exec", "--print-ir", "a.c"], 0)));
    support::main(tests)
}

/// The files are refused as the case says.
fn check(case: &Case, variables: &[(&str, &str)]) -> Outcome {
    let (_, make, args, words) = case;
    let (here, temporary) = (empty_folder(), empty_folder());
    make(here.path())?;
    let before = tree(here.path());
    let mut command = Command::new(SECATEUR);
    command.args(*args).current_dir(here.path()).env("TMPDIR", temporary.path()).envs(variables.iter().copied());
    let run = run(&mut command, b"")?;
    let stderr = run.err();
    ensure(run.code() == Some(2), || format!("exit status {:?}, not 2\n{stderr}", run.code()))?;
    ensure(run.stdout.is_empty(), || format!("something on stdout: {}", run.out()))?;
    for word in *words {
        ensure(stderr.contains(word), || format!("`{word}` is not in the message:\n{stderr}"))?;
    }
    no_panic(&run)?;
    ensure(tree(here.path()) == before, || format!("files changed: {:?}", tree(here.path())))?;
    ensure(tree(temporary.path()).is_empty(), || format!("left behind: {:?}", tree(temporary.path())))
}

fn no_panic(run: &Run) -> Outcome {
    let stderr = run.err();
    ensure(!stderr.contains("panicked at") && !stderr.contains("internal error"), || stderr.clone())
}

/// Every path below a folder, with what it holds.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of ours") {
        let path = entry.expect("an entry").path();
        found.push((path.clone(), std::fs::read(&path).unwrap_or_default()));
        if path.is_dir() && !path.is_symlink() {
            found.extend(tree(&path));
        }
    }
    found.sort();
    found
}

fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> Outcome {
    Ok(std::fs::write(folder.join(name), content)?)
}

fn folder(parent: &Path, name: &str) -> Outcome {
    Ok(std::fs::create_dir(parent.join(name))?)
}

fn link(folder: &Path, target: &str, name: &str) -> Outcome {
    Ok(symlink(target, folder.join(name))?)
}

/// Nobody can open a socket as a file, root neither.
fn socket(folder: &Path) -> Outcome {
    std::os::unix::net::UnixListener::bind(folder.join("a.c"))?;
    Ok(())
}

fn twice(folder: &Path) -> Outcome {
    file(folder, "a.c", "int twin(void) { return 1; } int main(void) { return twin(); }\n")?;
    file(folder, "b.c", "int twin(void) { return 2; }\n")
}

/// The bitcode of a right program.
fn bitcode(folder: &Path, source: &str) -> Result<Vec<u8>, libtest_mimic::Failed> {
    let elsewhere = empty_folder();
    let (c, bc) = (elsewhere.path().join("a.c"), folder.join("a.bc"));
    std::fs::write(&c, source)?;
    native::clang_to("bc", true, &c, &bc)?;
    Ok(std::fs::read(bc)?)
}

fn truncated(folder: &Path) -> Outcome {
    let whole = bitcode(folder, OK)?;
    file(folder, "a.bc", &whole[..whole.len() / 2])
}

fn another_epoch(folder: &Path) -> Outcome {
    let whole = bitcode(folder, OK)?;
    file(folder, "a.bc", [&identification("LLVM99.0.0", 1), skip_identification(&whole)].concat())
}

/// Same epoch, but a module in a version that this LLVM does not know.
fn newer_producer(folder: &Path) -> Outcome {
    file(folder, "a.bc", [identification("LLVM99.0.0", 0), module_of_version(99)].concat())
}

fn wrong_layout(folder: &Path) -> Outcome {
    let text =
        format!("target datalayout = \"{}\"\ndefine i32 @main() {{\n  ret i32 0\n}}\n", LAYOUT.replace("e-m", "E-m"));
    assemble(folder, &text)
}

fn assemble(folder: &Path, text: &str) -> Outcome {
    let elsewhere = empty_folder();
    let ll = elsewhere.path().join("a.ll");
    std::fs::write(&ll, text)?;
    let run = run(Command::new("llvm-as-19").arg(&ll).arg("-o").arg(folder.join("a.bc")), b"")?;
    ensure(run.code() == Some(0), || run.err())
}

fn aarch64(folder: &Path) -> Outcome {
    file(folder, "a.ll", "target triple = \"aarch64-linux-gnu\"\ndefine i32 @main() {\n  ret i32 0\n}\n")
}

/// A program that tries to change everything sees its own changes, or documented refusals, and the
/// host sees nothing.
fn host_is_never_written() -> Outcome {
    let here = empty_folder();
    file(here.path(), "kept.txt", "kept\n")?;
    folder(here.path(), "sub")?;
    let before = tree(here.path());
    let source = empty_folder();
    let program = source.path().join("vandal.c");
    std::fs::write(&program, include_str!("support/vandal.c"))?;
    let run = run(secateur("exec").arg(&program).current_dir(here.path()), b"")?;
    ensure(run.code() == Some(0), || format!("exit status {:?}\n{}{}", run.code(), run.out(), run.err()))?;
    ensure(tree(here.path()) == before, || format!("the host was changed: {:?}", tree(here.path())))
}

/// The reader goes away after the first bytes.
fn closed_stdout(args: &[&str], expected: i32) -> Outcome {
    let here = empty_folder();
    file(here.path(), "a.c", "#include <stdio.h>\nint main(void) { for (;;) puts(\"y\"); }\n")?;
    let mut command = Command::new(SECATEUR);
    command.args(args).current_dir(here.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let mut first = [0u8; 2];
    std::io::Read::read_exact(child.stdout.as_mut().expect("piped"), &mut first)?;
    drop(child.stdout.take());
    let output = child.wait_with_output()?;
    let run = Run { status: output.status, stdout: output.stdout, stderr: output.stderr };
    ensure(run.stderr.is_empty(), || format!("not quiet:\n{}", run.err()))?;
    ensure(run.shell_status() == expected, || format!("status {}, expected {expected}", run.shell_status()))
}
