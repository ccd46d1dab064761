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

/// Returns clang's warnings, if the user gave flags about them.
pub fn compile(source: &Path, output: &Path, options: &Options) -> Result<String, FrontError> {
    let clang = std::env::var("SECATEUR_CLANG").unwrap_or_else(|_| "clang-19".into());
    let mut command = Command::new(&clang);
    command.args(FLAGS);
    for dir in &options.include {
        command.arg("-I").arg(dir);
    }
    for define in &options.define {
        command.arg(format!("-D{define}"));
    }
    command.args(&options.cflags);
    command.arg("-isystem").arg(options.runtime.include());
    command.arg("-o").arg(output).arg(source);
    let result = command.output().map_err(|e| FrontError::NoClang { clang, reason: e.to_string() })?;
    let message = String::from_utf8_lossy(&result.stderr).trim_end().to_string();
    if result.status.success() {
        // Warnings are for those who ask for them.
        let asked = options.cflags.iter().any(|flag| flag.starts_with("-W"));
        return Ok(if asked { message } else { String::new() });
    }
    Err(FrontError::Compile { path: source.to_path_buf(), message })
}
