//! Paths that are written down, and those that are to be taken again: for `secateur bench`, which compares what they cost. A number
//! in hexadecimal digits a line, in the order in which they began.

use crate::options;
use anyhow::{Context, anyhow};
use secateur_explore::script::Paths;
use std::fmt::Write;
use std::fs;

/// Whether all paths have to be in one place.
pub fn is_on(test: &options::Test) -> bool {
    test.note_paths.is_some() || test.only_paths.is_some()
}

pub fn read(test: &options::Test) -> anyhow::Result<Paths> {
    let Some(file) = &test.only_paths else {
        return Ok(if test.note_paths.is_some() { Paths::Noted } else { Paths::Any });
    };
    let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let name = |line: &str| u64::from_str_radix(line, 16).ok();
    let names: Option<Vec<u64>> = text.lines().map(name).collect();
    Ok(Paths::Only(names.ok_or_else(|| anyhow!("{}: this was not written by --note-paths", file.display()))?))
}

pub fn write(test: &options::Test, begun: &[u64]) -> anyhow::Result<()> {
    let Some(file) = &test.note_paths else { return Ok(()) };
    let mut text = String::new();
    begun.iter().for_each(|name| _ = writeln!(text, "{name:016x}"));
    fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
}
