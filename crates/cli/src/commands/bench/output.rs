//! Where the tables, plots and results of a suite go.

use crate::commands::print;
use crate::options;
use anyhow::Context;
use serde_json::Value;
use std::path::{Path, PathBuf};

pub struct Output {
    folder: PathBuf,
    json: bool,
    /// Everything that was said, for `results.txt`.
    results: Vec<String>,
}

impl Output {
    /// In a folder beside the programs, unless the user says where.
    pub fn new(bench: &options::Bench, programs: &Path) -> anyhow::Result<Output> {
        let folder = bench.output.clone().unwrap_or_else(|| programs.with_file_name("results").join(&bench.suite));
        std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        Ok(Output { folder, json: bench.json, results: vec![] })
    }

    /// Prints a piece of a table, unless JSON is asked for. Nobody need listen: it also goes to the files.
    pub fn say(&mut self, text: &str) {
        if !self.json {
            let _ = print(&format!("{text}\n"));
        }
        self.results.push(text.to_string());
    }

    pub fn write(&self, name: &str, text: &str) -> anyhow::Result<()> {
        let path = self.folder.join(name);
        std::fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))
    }

    pub fn finish(&mut self, results: &Value) -> anyhow::Result<()> {
        self.write("results.json", &(serde_json::to_string_pretty(results)? + "\n"))?;
        self.write("results.txt", &(self.results.join("\n") + "\n"))?;
        print(&match self.json {
            true => format!("{results}\n"),
            false => format!("plots and results: {}\n", self.folder.display()),
        })
    }
}
