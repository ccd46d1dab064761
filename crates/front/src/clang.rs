//! Runs clang on one C file. Without optimisation, so that branches stay the user's branches.

use crate::{FrontError, Options};
use std::path::Path;
use std::process::Command;

/// Always given. Value names and full debug information survive to the bug report.
const FLAGS: &[&str] = &[
    "--target=x86_64-linux-musl",
    "-O0",
    "-g",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-discard-value-names",
    "-fno-stack-protector",
    // Mathematical functions stay calls, as with glibc.
    "-fmath-errno",
    "-nostdlibinc",
    "-emit-llvm",
    "-c",
];

pub fn command() -> Command {
    Command::new(std::env::var("SECATEUR_CLANG").unwrap_or_else(|_| "clang-19".into()))
}

/// Why clang could not be started.
pub fn no_clang(command: &Command, error: &std::io::Error) -> FrontError {
    FrontError::NoClang { clang: command.get_program().to_string_lossy().into_owned(), reason: error.to_string() }
}

/// What the user wants every build of the program to be compiled with.
pub fn user_flags(command: &mut Command, options: &Options) {
    for dir in &options.include {
        command.arg("-I").arg(dir);
    }
    for define in &options.define {
        command.arg(format!("-D{define}"));
    }
    command.args(&options.cflags);
}

/// Returns clang's warnings, if the user gave flags about them.
pub fn compile(source: &Path, output: &Path, options: &Options) -> Result<String, FrontError> {
    let mut command = command();
    command.args(FLAGS);
    finish(command, source, output, options)
}

/// Compiles to an object with full debug information, also of functions that nothing calls. Its types are those of [`compile`].
pub fn compile_object(source: &Path, output: &Path, options: &Options) -> Result<String, FrontError> {
    let mut command = command();
    command.args(FLAGS.iter().filter(|flag| **flag != "-emit-llvm")).arg("-femit-all-decls");
    finish(command, source, output, options)
}

fn finish(mut command: Command, source: &Path, output: &Path, options: &Options) -> Result<String, FrontError> {
    user_flags(&mut command, options);
    command.arg("-isystem").arg(options.runtime.include());
    command.arg("-o").arg(output).arg(source);
    let result = command.output().map_err(|e| no_clang(&command, &e))?;
    let message = String::from_utf8_lossy(&result.stderr).trim_end().to_string();
    if result.status.success() {
        // Warnings are for those who ask for them.
        let asked = options.cflags.iter().any(|flag| flag.starts_with("-W"));
        return Ok(if asked { message } else { String::new() });
    }
    Err(FrontError::Compile { path: source.to_path_buf(), message })
}
