//! One file per command.

pub mod bench;
pub mod cc;
pub mod exec;
pub mod list;
pub mod program;
pub mod runtime;
pub mod test;

use crate::options::Program;
use secateur_front::{Options, Runtime};
use secateur_ir::Module;
use std::io::Write;

/// Compiles and links the program that the user named.
pub fn load(program: &Program) -> anyhow::Result<Module> {
    let sources = program::sources(program, false)?;
    let loaded = secateur_front::load(&sources, &front_options(program)?, &secateur_vm::is_native)?;
    program::tell_missing(&loaded.missing);
    Ok(loaded.module)
}

/// How the user wants it compiled.
pub fn front_options(program: &Program) -> anyhow::Result<Options> {
    Ok(Options {
        include: program.include.clone(),
        define: program.define.clone(),
        cflags: program.cflag.clone(),
        runtime: Runtime::find()?,
        deadline: None,
        warn: |text| eprintln!("{text}"),
    })
}

/// Prints to stdout. That nobody reads it any more (`| head`) is no error.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
