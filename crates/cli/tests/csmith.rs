//! Random programs: 300 of csmith's, with fixed seeds, behave in the VM as natively.
//!
//! A csmith program computes a checksum over its global variables and prints it, so one number
//! stands for the whole run. Seeds whose program does not end are left out by name, so that the
//! suite is the same on every machine.

mod support;

use std::path::Path;
use std::process::{Command, ExitCode};
use support::native::{self, Compiler};
use support::run::run;
use support::{Outcome, empty_folder, ensure, secateur, test};

const PROGRAMS: usize = 300;
const PER_TEST: usize = 20;

/// Where libcsmith-dev puts what the programs include.
const HEADERS: &str = "/usr/include/csmith";

/// Programs that natively still run after three seconds: csmith does not promise that they end.
const ENDLESS: &[u32] = &[
    15, 25, 28, 41, 45, 51, 61, 63, 68, 74, 91, 93, 97, 99, 103, 105, 119, 123, 127, 128, 132, 137, 139, 146, 164, 165,
    169, 172, 176, 178, 192, 198, 206, 222, 225, 231, 232, 266, 268, 269, 276, 280, 282, 284, 292, 305, 323, 338,
];

/// Smaller than csmith's own default, which takes longer to generate and compile than to compare.
const SIZE: &[&str] = &["--max-funcs", "6", "--max-block-depth", "4", "--max-expr-complexity", "8"];

/// What csmith leaves off by default, in turn.
const FLAVOURS: [&[&str]; 4] = [
    &[],
    &["--float"],
    &["--builtins"],
    &["--inline-function", "--max-pointer-depth", "4", "--max-struct-fields", "20", "--max-array-dim", "4"],
];

/// csmith's `--builtins` use one instruction that needs a compiler flag and SSE 4.2; anything in its
/// place will do, as long as both sides agree.
const NO_SSE: &str = "-D__builtin_ia32_crc32qi(a,b)=((a)*31u+(b))";

fn main() -> ExitCode {
    let seeds: Vec<u32> = (1..).filter(|seed| !ENDLESS.contains(seed)).take(PROGRAMS).collect();
    let groups = seeds.chunks(PER_TEST).map(|group| {
        let (group, name) = (group.to_vec(), format!("seeds_{:03}_to_{:03}", group[0], group[group.len() - 1]));
        test(name, move || check_all(&group))
    });
    support::main(groups.collect())
}

/// Every seed of a group is tried, so that a failure shows all of them.
fn check_all(seeds: &[u32]) -> Outcome {
    ensure(Path::new(HEADERS).join("csmith.h").is_file(), || {
        format!("{HEADERS}/csmith.h is missing: apt-get install libcsmith-dev (scripts/setup.sh does it)")
    })?;
    let failures: Vec<String> = seeds
        .iter()
        .filter_map(|seed| check(*seed).err().map(|e| format!("seed {seed}: {}", e.message().unwrap_or("failed"))))
        .collect();
    ensure(failures.is_empty(), || failures.join("\n"))
}

/// Generates, compiles and runs one program both ways.
fn check(seed: u32) -> Outcome {
    let folder = empty_folder();
    let (source, binary) = (folder.path().join("program.c"), folder.path().join("native"));
    let flavour = FLAVOURS[seed as usize % FLAVOURS.len()];
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &seed.to_string()]).args(SIZE).args(flavour);
    // csmith leaves a file behind in the folder it runs in.
    let generated = run(csmith.arg("-o").arg(&source).current_dir(folder.path()), b"")?;
    ensure(generated.code() == Some(0), || format!("csmith failed: {}", generated.err()))?;

    let flags = [format!("-I{HEADERS}"), NO_SSE.to_string()];
    native::build(Compiler::MuslGcc, &source, &flags, &binary)?;
    let native = run(&mut Command::new(&binary), b"")?;
    let mut exec = secateur("exec");
    let vm = run(exec.arg("--cflag=-w").args(flags).arg(&source), b"")?;
    let same = native.stdout == vm.stdout && Some(native.shell_status()) == vm.code();
    ensure(same, || {
        let command = format!("csmith --seed {seed} {} {}", SIZE.join(" "), flavour.join(" "));
        let both =
            format!("native {} {:?}, VM {} {:?}", native.shell_status(), native.out(), vm.shell_status(), vm.out());
        format!("{both}\nmade by: {command}\nstderr of exec:\n{}", vm.err())
    })
}
