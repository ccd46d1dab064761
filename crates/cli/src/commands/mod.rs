//! One file per command.

pub mod bench;
pub mod cc;
pub mod exec;
mod expected;
mod folder;
pub mod list;
pub mod manual;
pub mod program;
pub mod replay;
pub mod report;
pub mod runtime;
pub mod test;

use crate::options::Program;
use anyhow::Context;
use secateur_front::{Options, Runtime};
use secateur_ir::Module;
use std::io::Write;
use std::path::Path;

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

/// Writes a file so that there is always the old one or the new one, never a part.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).with_context(|| format!("{} cannot be made", parent.display()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = parent.join(format!(".{name}.{}.part", std::process::id()));
    let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written.with_context(|| format!("{} cannot be written", path.display()))
}

/// Prints to stdout. That nobody reads it any more (`| head`) is no error.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
