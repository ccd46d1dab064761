//! Manual pages and completions of shells, from the definition of the flags that `--help` is made of.

use crate::options::{Cli, Completions, Man};
use anyhow::Context;
use clap::CommandFactory;
use std::process::ExitCode;

pub fn completions(options: &Completions) -> anyhow::Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), "secateur", &mut text);
    super::print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}

pub fn pages(options: &Man) -> anyhow::Result<ExitCode> {
    let folder = &options.folder;
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    clap_mangen::generate_to(Cli::command(), folder)
        .with_context(|| format!("the pages cannot be written to {}", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
