//! Runs clang on one C file. Without optimisation, so that branches stay the user's branches.

use crate::arguments::absolute_paths;
use crate::{FrontError, Options, Source};
use std::path::{Path, PathBuf};
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

/// What the user wants this file to be compiled with, in every build.
pub fn user_flags(command: &mut Command, source: &Source, options: &Options) {
    command.args(&source.flags);
    for dir in &options.include {
        // Relative to where we are, wherever clang is started.
        command.arg("-I").arg(if source.directory.is_some() { absolute(dir.clone()) } else { dir.clone() });
    }
    for define in &options.define {
        command.arg(format!("-D{define}"));
    }
    match (&source.directory, std::env::current_dir()) {
        (Some(_), Ok(here)) => command.args(absolute_paths(&options.cflags, &here)),
        _ => command.args(&options.cflags),
    };
}

/// Names the file, and starts clang where it is compiled.
pub fn input(command: &mut Command, source: &Source) {
    if let Some(directory) = &source.directory {
        command.current_dir(directory);
    }
    command.arg(&source.path);
}

/// Returns clang's warnings, if the user gave flags about them.
pub fn compile(source: &Source, output: &Path, options: &Options) -> Result<String, FrontError> {
    let mut command = command();
    command.args(FLAGS);
    finish(command, source, output, options)
}

/// Compiles to an object with full debug information, also of functions that nothing calls. Its types are those of [`compile`].
pub fn compile_object(source: &Source, output: &Path, options: &Options) -> Result<String, FrontError> {
    let mut command = command();
    command.args(FLAGS.iter().filter(|flag| **flag != "-emit-llvm")).arg("-femit-all-decls");
    finish(command, source, output, options)
}

fn finish(mut command: Command, source: &Source, output: &Path, options: &Options) -> Result<String, FrontError> {
    user_flags(&mut command, source, options);
    command.arg("-isystem").arg(absolute(options.runtime.include()));
    command.arg("-o").arg(output);
    input(&mut command, source);
    let result = command.output().map_err(|e| no_clang(&command, &e))?;
    let message = String::from_utf8_lossy(&result.stderr).trim_end().to_string();
    if result.status.success() {
        // Warnings are for those who ask for them.
        let asked = options.cflags.iter().any(|flag| flag.starts_with("-W"));
        return Ok(if asked { message } else { String::new() });
    }
    Err(FrontError::Compile { path: source.place(), message })
}

fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}
