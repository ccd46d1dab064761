//! Every program in tests/ui/run behaves in the VM as its native build does: the same bytes on
//! stdout, the same exit status.
//!
//! Both run in a fresh, empty folder of their own, and are built against musl, so that differences
//! between C libraries do not count.

mod support;

use std::path::Path;
use std::process::{Command, ExitCode};
use support::fixture::{self, Fixture};
use support::native::{self, Compiler};
use support::run::{Run, run};
use support::{Outcome, empty_folder, ensure, root, secateur, test};

const KEYS: &[&str] = &["args", "stdin", "cflags", "cc"];

fn main() -> ExitCode {
    let tests = fixture::all(&root().join("tests/ui/run"));
    support::main(tests.into_iter().map(|(name, path)| test(name, move || check(&path))).collect())
}

/// Runs one fixture both ways and compares.
fn check(path: &Path) -> Outcome {
    let fixture = Fixture::read(path, KEYS)?;
    ensure(fixture.marks.is_empty(), || "marks belong into tests/ui/check".into())?;
    let (args, stdin, cflags) = (fixture.words("args"), fixture.bytes("stdin")?, fixture.words("cflags"));
    let compiler = match fixture.key("cc") {
        None => Compiler::MuslGcc,
        Some("clang") => Compiler::Clang,
        Some(other) => return Err(format!("`cc: {other}`: only clang can be chosen").into()),
    };

    let build = empty_folder();
    let binary = build.path().join("native");
    native::build(compiler, path, &cflags, &binary)?;
    let here = empty_folder();
    let expected = run(Command::new(&binary).args(&args).current_dir(here.path()), &stdin)?;

    let here = empty_folder();
    let mut exec = secateur("exec");
    exec.arg(format!("--cflag={}", native::STANDARD));
    // Libraries are for the native linker only.
    exec.args(cflags.iter().filter(|flag| !flag.starts_with("-l")).map(|flag| format!("--cflag={flag}")));
    exec.arg(path).arg("--").args(&args).current_dir(here.path());
    compare(&expected, &run(&mut exec, &stdin)?)
}

fn compare(native: &Run, vm: &Run) -> Outcome {
    let differ = || format!("{}\nstderr of exec:\n{}", first_difference(native, vm), vm.err());
    ensure(native.stdout == vm.stdout && Some(native.shell_status()) == vm.code(), differ)
}

fn first_difference(native: &Run, vm: &Run) -> String {
    let status = format!("exit status: native {}, VM {}", native.shell_status(), vm.shell_status());
    let (expected, found) = (native.out(), vm.out());
    let (mut expected, mut found) = (expected.split_inclusive('\n'), found.split_inclusive('\n'));
    for line in 1.. {
        match (expected.next(), found.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                let show = |line: Option<&str>| line.map_or("(the end)".to_string(), |l| format!("{l:?}"));
                return format!("{status}\nstdout line {line}: native {}\n  VM {}", show(a), show(b));
            }
        }
    }
    status
}
