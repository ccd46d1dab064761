//! `--partition auto|FILE`: what the user says about parts of the input, and what becomes of it.
//!
//! `file` reads a partition, `spell` has its words, `told` is what the user hears in the end, `json` what scripts read.

mod file;
mod json;
mod spell;
mod told;

pub use json::Entry;
pub use told::Inputs;

use crate::options::Test;
use anyhow::anyhow;
use file::File;
use secateur_explore::partition::{Given, Summary};
use secateur_testgen::reports::Partition;
use std::path::Path;

/// The word for a partition that the run finds itself.
const AUTO: &str = "auto";

/// What the user chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The user's own, if there is one.
    file: Option<File>,
    strict: bool,
}

/// Reads what `--partition` names; `None` if it was not given.
pub fn choose(test: &Test) -> anyhow::Result<Option<Chosen>> {
    let path = test.partition.as_deref().filter(|word| *word != AUTO);
    if test.strict && path.is_none() {
        return Err(anyhow!("--strict needs --partition FILE: the file says what must not interfere"));
    }
    if test.partition.is_some() && test.search == ["random-input"] {
        return Err(anyhow!(
            "--partition has nothing to divide with --search random-input, which varies all input at once"
        ));
    }
    if test.partition.is_some() && !test.searches() {
        return Err(anyhow!(
            "--partition says what a search may leave out, and --sample=only, linear and box have none; write --sample to sample beside a search"
        ));
    }
    if test.partition.is_none() {
        return Ok(None);
    }
    let file = path.map(File::read).transpose()?;
    Ok(Some(Chosen { file, strict: test.strict }))
}

/// The user's file, if `--partition` names one.
pub fn path(test: &Test) -> Option<&Path> {
    test.partition.as_deref().filter(|word| *word != AUTO).map(Path::new)
}

/// What the user should know before anything is explored.
pub fn notes(test: &Test) -> Vec<String> {
    let mut notes = Vec::new();
    if test.partition.is_some() && test.jobs > 1 {
        notes.push("with --partition one thread explores, whatever --jobs says".into());
    }
    if test.partition.as_deref() == Some(AUTO) && Path::new(AUTO).is_file() {
        notes.push("--partition auto is not the file of that name; for the file write --partition ./auto".into());
    }
    notes
}

impl Chosen {
    /// For the exploration.
    pub fn given(&self) -> Given {
        match &self.file {
            None => Given::Auto,
            Some(file) => Given::Blocks {
                blocks: file.blocks.iter().map(|block| block.bytes.clone()).collect(),
                strict: self.strict,
            },
        }
    }

    /// What reports show.
    pub fn report(&self, summary: &Summary, inputs: &mut Inputs) -> Partition {
        told::partition(summary, self.file.as_ref(), inputs)
    }

    /// What the file says and the run does not bear out. With `--strict` that is an error instead.
    pub fn warnings(&self, summary: &Summary, inputs: &Inputs) -> Vec<String> {
        let Some(file) = self.file.as_ref().filter(|_| !self.strict) else { return vec![] };
        let mut told = told::missing(file, inputs);
        told.extend(told::interferences(file, summary));
        told
    }

    /// Why the run is an error, with `--strict`, and what to do.
    pub fn refusal(&self, summary: &Summary, inputs: &Inputs) -> Option<String> {
        let file = self.file.as_ref().filter(|_| self.strict)?;
        if let Some(why) = told::refusal(file, summary) {
            let advice =
                "put them into one block, or one of them into none, or leave --strict out to explore them together";
            return Some(format!("{why}; {advice}"));
        }
        // What does not exist cannot interfere, and so the file would hold whatever the program does.
        let missing = told::missing(file, inputs);
        (!missing.is_empty()).then(|| format!("{}; correct the file, or leave --strict out", missing.join("; ")))
    }
}
