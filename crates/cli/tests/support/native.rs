//! Native builds against the same libc as the VM's (musl), to compare with.

use super::run;
use libtest_mimic::Failed;
use std::path::Path;
use std::process::Command;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    MuslGcc,
    /// For what gcc does not know, such as `_BitInt`.
    Clang,
}

/// The standard of both builds; the VM's gets it with `--cflag`.
pub const STANDARD: &str = "-std=gnu17";

const MUSL_HEADERS: &str = "/usr/include/x86_64-linux-musl";
const MUSL_LIBS: &str = "/usr/lib/x86_64-linux-musl";

/// Compiles `source` into `binary`, unoptimised and static.
pub fn build(compiler: Compiler, source: &Path, flags: &[String], binary: &Path) -> Result<(), Failed> {
    let mut command = match compiler {
        Compiler::MuslGcc => musl_gcc(source, flags),
        Compiler::Clang => clang(source, flags)?,
    };
    let result = run::run(command.arg("-o").arg(binary), b"")?;
    if result.status.success() {
        return Ok(());
    }
    Err(format!("the native build failed: {command:?}\n{}", result.err()).into())
}

fn musl_gcc(source: &Path, flags: &[String]) -> Command {
    let mut command = Command::new("musl-gcc");
    command.args(["-O0", "-w", "-static", STANDARD]).arg(source).args(flags);
    command
}

/// clang has no wrapper for musl, so it is told where everything is.
fn clang(source: &Path, flags: &[String]) -> Result<Command, Failed> {
    let resources = ask("clang-19", &["-print-resource-dir"])?;
    let libgcc = ask("gcc", &["-print-libgcc-file-name"])?;
    let mut command = Command::new("clang-19");
    command.args(["--target=x86_64-linux-musl", "-O0", "-w", "-static", STANDARD, "-nostdinc", "-nostdlib"]);
    command.args(["-isystem", MUSL_HEADERS, "-isystem", &format!("{resources}/include")]);
    command.arg(format!("{MUSL_LIBS}/crt1.o")).arg(source).args(flags);
    command.args([&format!("-L{MUSL_LIBS}"), "-lc", &libgcc]);
    Ok(command)
}

fn ask(program: &str, args: &[&str]) -> Result<String, Failed> {
    Ok(run::run(Command::new(program).args(args), b"")?.out().trim().to_string())
}

/// Debian's package that has a tool.
pub fn package_of(program: &str) -> &'static str {
    match program {
        "musl-gcc" => "musl-tools",
        "clang-19" => "clang-19",
        "llvm-as-19" | "llvm-dis-19" | "llvm-nm-19" => "llvm-19",
        "csmith" => "csmith libcsmith-dev",
        "gcc" => "gcc",
        "python3" => "python3",
        "sh" => "dash",
        "z3" => "z3",
        "xmllint" => "libxml2-utils",
        "gdb" => "gdb",
        "llvm-cov-19" => "llvm-19",
        _ => "(unknown: see scripts/setup.sh)",
    }
}

/// LLVM bitcode or text of a C program, without our own front end.
pub fn clang_to(kind: &str, debug: bool, source: &Path, output: &Path) -> Result<(), Failed> {
    let mut command = Command::new("clang-19");
    command.args(["--target=x86_64-linux-musl", "-O0", "-w", "-nostdlibinc", "-isystem", MUSL_HEADERS]);
    command.args(debug.then_some("-g"));
    command.args(["-emit-llvm", if kind == "ll" { "-S" } else { "-c" }, "-o"]).arg(output).arg(source);
    let result = run::run(&mut command, b"")?;
    if result.status.success() { Ok(()) } else { Err(format!("clang failed: {}", result.err()).into()) }
}
