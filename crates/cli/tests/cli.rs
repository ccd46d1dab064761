//! The command line of `secateur`: help, files of every kind together, flags, streams, exit statuses,
//! and the bound on memory.

mod support;

use libtest_mimic::Failed;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, ExitCode};
use support::native::{self, Compiler};
use support::run::{Run, peak_memory, run};
use support::{Outcome, SECATEUR, empty_folder, ensure, secateur, test};

/// A run to compare with: files by name, arguments, input; then status, stdout, words on stderr.
struct Case {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    args: &'static [&'static str],
    stdin: &'static [u8],
    status: i32,
    stdout: Expect,
    stderr: &'static [&'static str],
}

enum Expect {
    Exactly(&'static str),
    Words(&'static [&'static str]),
}
use Expect::{Exactly, Words};

const EMPTY: Case = Case { name: "", files: &[], args: &[], stdin: b"", status: 0, stdout: Exactly(""), stderr: &[] };

const ECHO: &str =
    "#include <stdio.h>\nint main(int c, char **v) { for (int i = 1; i < c; i++) puts(v[i]); return c; }\n";
const CAT: &str = "#include <stdio.h>\nint main(void) { for (int c; (c = getchar()) != EOF;) putchar(c); }\n";
const USES: &str =
    "#include <stdio.h>\nint one(void), two(void);\nint main(void) { printf(\"%d\\n\", one() + two()); }\n";
const WRONG: &str = "#include <stdio.h>\nint main(int c, char **v) {\n  puts(\"before\");\n  char a[2] = \"a\";\n  return a[c + 1];\n}\n";
const STEPS: &str = "#include <stdio.h>\nint main(void) {\n  int a[2];\n  for (volatile int i = 0; i < 5; i++) {\n    printf(\"step %d\\n\", i);\n    a[i] = i;\n  }\n  return a[0];\n}\n";
const ENDLESS: &str = "int main(void) {\n  volatile int i = 0;\n  while (1) i++;\n}\n";
const LARGE: &str = "static char a[4 << 20];\nint main(int c, char **v) { a[c] = 3; return a[c]; }\n";
const UNUSED: &str = "int main(void) { int unused; return 0; }\n";
const GREEDY: &str = "#include <stdlib.h>\nint main(void) { char *p = malloc(2 << 20); p[0] = 1; return 0; }\n";
const OVERFLOW: &str = "int main(int c, char **v) { int big = 2147483647; return big + c < 0 ? 7 : 8; }\n";

#[rustfmt::skip]
const CASES: &[Case] = &[
    Case { name: "help", args: &["--help"], stdout: Words(&["Usage", "exec", "list", "bench", "Examples"]), ..EMPTY },
    Case { name: "help_of_exec", args: &["exec", "--help"], stdout: Words(&["--check", "--cflag", "--max-memory", "--path-steps"]), ..EMPTY },
    Case { name: "version", args: &["--version"], stdout: Exactly(concat!("secateur ", env!("CARGO_PKG_VERSION"), "\n")), ..EMPTY },
    Case { name: "list", args: &["list"], stdout: Words(&["out-of-bounds-read", "memory-leak", "off by default", "\n  --solve-first ", "unless the program compares addresses as numbers"]), ..EMPTY },
    Case { name: "arguments", files: &[("a.c", ECHO)], args: &["exec", "a.c", "--", "-n", "--help", "two words", ""], status: 5, stdout: Exactly("-n\n--help\ntwo words\n\n"), ..EMPTY },
    Case { name: "no_arguments", files: &[("a.c", ECHO)], args: &["exec", "a.c", "--"], status: 1, ..EMPTY },
    Case { name: "output_before_an_error_is_kept", files: &[("a.c", STEPS)], args: &["exec", "a.c"], status: 1, stdout: Exactly("step 0\nstep 1\nstep 2\n"), stderr: &["out-of-bounds-write", "a.c:6"], ..EMPTY },
    Case { name: "a_limit_says_where", files: &[("a.c", ENDLESS)], args: &["exec", "--path-steps", "1000", "a.c"], status: 2, stderr: &["a.c:3", "--path-steps"], ..EMPTY },
    Case { name: "globals_that_do_not_fit", files: &[("a.c", LARGE)], args: &["exec", "--max-memory", "1MiB", "a.c"], status: 2, stderr: &["global variables", "--max-memory"], ..EMPTY },
    Case { name: "globals_that_fit", files: &[("a.c", LARGE)], args: &["exec", "--max-memory", "8MiB", "a.c"], status: 3, ..EMPTY },
    Case { name: "checks_added_to_the_defaults", files: &[("a.c", OVERFLOW)], args: &["exec", "--check", "default,signed-overflow", "a.c"], status: 1, stderr: &["signed-overflow"], ..EMPTY },
    Case { name: "warnings_for_those_who_ask", files: &[("a.c", UNUSED)], args: &["exec", "--cflag", "-Wall", "a.c"], stderr: &["unused variable"], ..EMPTY },
    Case { name: "a_failed_allocation_is_mentioned", files: &[("a.c", GREEDY)], args: &["exec", "--max-memory", "1MiB", "a.c"], status: 1, stderr: &["null-dereference", "--max-memory"], ..EMPTY },
    Case { name: "stdin_passes", files: &[("a.c", CAT)], args: &["exec", "a.c"], stdin: b"one\ntwo", stdout: Exactly("one\ntwo"), ..EMPTY },
    Case {
        name: "c_with_bitcode_and_text",
        files: &[("main.c", USES), ("one.bc", "int one(void) { return 1; }\n"), ("two.ll", "int two(void) { return 41; }\n")],
        args: &["exec", "main.c", "one.bc", "two.ll"],
        stdout: Exactly("42\n"),
        ..EMPTY
    },
    Case {
        name: "order_of_files_is_free",
        files: &[("main.c", USES), ("one.c", "int one(void) { return 1; }\n"), ("two.c", "int two(void) { return 2; }\n")],
        args: &["exec", "two.c", "one.c", "main.c"],
        stdout: Exactly("3\n"),
        ..EMPTY
    },
    Case {
        name: "header_folder",
        files: &[("inc/answer.h", "#define ANSWER 42\n"), ("a.c", "#include <answer.h>\nint main(void) { return ANSWER; }\n")],
        args: &["exec", "-I", "inc", "a.c"],
        status: 42,
        ..EMPTY
    },
    Case { name: "defines", files: &[("a.c", "int main(void) { return A + B; }\n")], args: &["exec", "-DA=40", "-D", "B=2", "a.c"], status: 42, ..EMPTY },
    Case { name: "define_without_value", files: &[("a.c", "int main(void) { return A; }\n")], args: &["exec", "-DA", "a.c"], status: 1, ..EMPTY },
    Case { name: "flag_for_clang", files: &[("a.c", "int main(void) { return (char)-1 > 0; }\n")], args: &["exec", "--cflag=-funsigned-char", "a.c"], status: 1, ..EMPTY },
    Case { name: "options_after_files", files: &[("a.c", "int main(void) { return A; }\n")], args: &["exec", "a.c", "-DA=9"], status: 9, ..EMPTY },
    Case { name: "status_is_the_low_byte", files: &[("a.c", "int main(void) { return 0x1234; }\n")], args: &["exec", "a.c"], status: 0x34, ..EMPTY },
    Case { name: "status_of_exit", files: &[("a.c", "#include <stdlib.h>\nint main(void) { exit(77); }\n")], args: &["exec", "a.c"], status: 77, ..EMPTY },
    Case {
        name: "status_of_a_signal",
        files: &[("a.c", "#include <signal.h>\nint main(void) { raise(SIGTERM); }\n")],
        args: &["exec", "a.c"],
        status: 128 + 15,
        stderr: &["signal 15"],
        ..EMPTY
    },
    Case { name: "main_without_return", files: &[("a.c", "int main(void) {}\n")], args: &["exec", "a.c"], ..EMPTY },
    Case {
        name: "a_finding_shows_everything",
        files: &[("a.c", WRONG)],
        args: &["exec", "a.c"],
        status: 1,
        stdout: Exactly("before\n"),
        stderr: &["out-of-bounds-read: ", " --> a.c:5:10", "5 |   return a[c + 1];", "`a`", "2 bytes", "a.c:4"],
        ..EMPTY
    },
    Case { name: "check_is_off_by_default", files: &[("a.c", OVERFLOW)], args: &["exec", "a.c"], status: 7, ..EMPTY },
    Case { name: "check_switched_on", files: &[("a.c", OVERFLOW)], args: &["exec", "--check", "abort,signed-overflow", "a.c"], status: 1, stderr: &["signed-overflow: "], ..EMPTY },
    Case { name: "check_all", files: &[("a.c", OVERFLOW)], args: &["exec", "--check=all", "a.c"], status: 1, stderr: &["signed-overflow: "], ..EMPTY },
    Case { name: "steps_are_limited", files: &[("a.c", "int main(void) { for (;;); }\n")], args: &["exec", "--path-steps=1000", "a.c"], status: 2, stderr: &["--path-steps"], ..EMPTY },
    Case {
        name: "memory_is_limited",
        files: &[("a.c", "#include <stdlib.h>\nint main(void) { return malloc(64 << 20) ? 3 : 4; }\n")],
        args: &["exec", "--max-memory=32MiB", "a.c"],
        status: 4,
        ..EMPTY
    },
    Case { name: "print_ir", files: &[("a.c", "int main(void) { return 3; }\n")], args: &["exec", "--print-ir", "a.c"], stdout: Words(&["function main()", "return 3"]), ..EMPTY },
    Case { name: "verbose_counts", files: &[("a.c", "int main(void) { return 3; }\n")], args: &["exec", "-v", "a.c"], status: 3, stderr: &[" instructions"], ..EMPTY },
    Case {
        name: "inline_assembly_is_unsupported",
        files: &[("a.c", "int main(void) {\n  __asm__(\"cpuid\" ::: \"eax\", \"ebx\", \"ecx\", \"edx\");\n}\n")],
        args: &["exec", "a.c"],
        status: 2,
        stderr: &["unsupported: ", "cpuid", " --> a.c:2"],
        ..EMPTY
    },
];

fn main() -> ExitCode {
    let mut tests: Vec<_> = CASES.iter().map(|case| test(case.name, || check(case))).collect();
    tests.push(test("stdin_is_binary", stdin_is_binary));
    tests.push(test("large_output", large_output));
    tests.push(test("paths_need_not_be_text", paths_need_not_be_text));
    tests.push(test("files_of_the_user_are_seen", files_of_the_user_are_seen));
    tests.push(test("memory_bound/large_blocks", || memory_bound(include_str!("support/large_blocks.c"))));
    tests.push(test("memory_bound/small_blocks", || memory_bound(include_str!("support/small_blocks.c"))));
    support::main(tests)
}

fn check(case: &Case) -> Outcome {
    let here = empty_folder();
    for (name, source) in case.files {
        write(here.path(), name, source)?;
    }
    let run = run(Command::new(SECATEUR).args(case.args).current_dir(here.path()), case.stdin)?;
    let seen = || format!("status {}\nstdout:\n{}\nstderr:\n{}", run.shell_status(), run.out(), run.err());
    ensure(run.code() == Some(case.status), || format!("expected status {}; {}", case.status, seen()))?;
    let right = match case.stdout {
        Exactly(text) => run.out() == text,
        Words(words) => words.iter().all(|word| run.out().contains(word)),
    };
    ensure(right, || format!("another stdout was expected; {}", seen()))?;
    let quiet = !case.stderr.is_empty() || run.stderr.is_empty();
    ensure(quiet && case.stderr.iter().all(|word| run.err().contains(word)), || {
        format!("expected on stderr: {:?}; {}", case.stderr, seen())
    })
}

/// Writes a C file, or compiles it to the kind of module that its name asks for.
fn write(folder: &Path, name: &str, source: &str) -> Outcome {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder"))?;
    let kind = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    if !["bc", "ll"].contains(&kind) {
        return Ok(std::fs::write(&path, source)?);
    }
    let elsewhere = empty_folder();
    let c = elsewhere.path().join("a.c");
    std::fs::write(&c, source)?;
    native::clang_to(kind, true, &c, &path)
}

/// Runs a program of one file.
fn exec(source: &str, stdin: &[u8]) -> Result<Run, Failed> {
    let here = empty_folder();
    std::fs::write(here.path().join("a.c"), source)?;
    run(secateur("exec").arg("a.c").current_dir(here.path()), stdin)
}

fn stdin_is_binary() -> Outcome {
    let all: Vec<u8> = (0..300_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let run = exec(CAT, &all)?;
    ensure(run.code() == Some(0) && run.stdout == all, || format!("{} bytes of {}", run.stdout.len(), all.len()))
}

fn large_output() -> Outcome {
    let source = "#include <stdio.h>\nint main(void) { for (int i = 0; i < 200000; i++) printf(\"line %d\\n\", i); }\n";
    let expected: String = (0..200_000).map(|i| format!("line {i}\n")).collect();
    let run = exec(source, b"")?;
    ensure(run.out() == expected, || format!("{} bytes of {}", run.stdout.len(), expected.len()))
}

fn paths_need_not_be_text() -> Outcome {
    let here = empty_folder();
    let (name, argument) = (OsStr::from_bytes(b"caf\xe9 1.c"), OsStr::from_bytes(b"\xff\xfe"));
    std::fs::write(here.path().join(name), ECHO)?;
    let run = run(secateur("exec").arg(name).arg("--").arg(argument).current_dir(here.path()), b"")?;
    ensure(run.stdout == b"\xff\xfe\n", || format!("{:?}\n{}", run.stdout, run.err()))
}

/// Programs read the host's files and its environment.
fn files_of_the_user_are_seen() -> Outcome {
    let source = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  char line[64];\n  FILE *f = fopen(\"data/in.txt\", \"r\");\n  if (!f || !fgets(line, sizeof line, f)) return 1;\n  printf(\"%s%s\\n\", line, getenv(\"SEEN\"));\n}\n";
    let here = empty_folder();
    write(here.path(), "a.c", source)?;
    write(here.path(), "data/in.txt", "from a file\n")?;
    let run = run(secateur("exec").arg("a.c").env("SEEN", "from outside").current_dir(here.path()), b"")?;
    ensure(run.out() == "from a file\nfrom outside\n", || format!("{}{}", run.out(), run.err()))
}

const MIB: u64 = 1 << 20;

/// At most three times the program's own memory, and 100 MiB.
fn memory_bound(source: &str) -> Outcome {
    let here = empty_folder();
    let (c, binary) = (here.path().join("a.c"), here.path().join("native"));
    std::fs::write(&c, source)?;
    native::build(Compiler::MuslGcc, &c, &[], &binary)?;
    let own = peak_memory(&mut Command::new(&binary))?;
    let vm = peak_memory(secateur("exec").arg(&c))?;
    // Our own code, and LLVM's, is a part of it.
    ensure(vm <= 3 * own + 120 * MIB, || format!("native {} MiB, VM {} MiB", own / MIB, vm / MIB))
}
