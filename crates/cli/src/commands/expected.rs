//! `expected.json`: what the tests of an output folder were recorded to do, for `secateur replay`.

use super::write_whole;
use anyhow::anyhow;
use secateur_testgen::{Expected, InputKind, Prediction, TestCase};
use secateur_testgen::{reports, unit};
use secateur_vm::checks;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

const NAME: &str = "expected.json";

#[derive(Serialize, Deserialize)]
struct File {
    tests: Vec<Entry>,
}

/// One test.
#[derive(Clone, Serialize, Deserialize)]
pub struct Entry {
    pub number: u32,
    /// Relative to the output folder.
    pub files: Vec<String>,
    pub end: End,
    /// How many decisions its path has, and the hash over them.
    decisions: u64,
    path: String,
    /// What native replay said when it was made: `confirmed`, `unconfirmed`, `divergence`, `not-replayed`.
    pub verdict: String,
    /// What it is made of, for formats that do not tell.
    pub inputs: Vec<Shape>,
    /// In unit mode: what the function returned and left behind.
    #[serde(default)]
    pub results: Vec<unit::Result>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Exit { status: i32 },
    Signal { number: i32 },
    Bug { kind: String, file: String, line: u32 },
    Cut,
}

/// One input.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    pub name: String,
    pub kind: Kind,
    /// Of objects and arguments, in bytes.
    pub size: usize,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Object,
    Count,
    Argument,
    Stdin,
    File(String),
}

/// Of the tests that are there: what was predicted for them.
pub fn write(
    folder: &Path,
    tests: &[reports::Test],
    recorded: &BTreeMap<u32, (TestCase, Prediction, Vec<unit::Result>)>,
) -> anyhow::Result<()> {
    let entry = |test: &reports::Test| {
        let (case, prediction, results) = recorded.get(&test.number)?;
        Some(Entry {
            number: test.number,
            files: test.files.clone(),
            end: end(&prediction.expected),
            decisions: prediction.edges,
            path: format!("{:016x}", prediction.hash),
            verdict: test.verdict.clone(),
            inputs: shapes(case),
            results: results.clone(),
        })
    };
    let file = File { tests: tests.iter().filter_map(entry).collect() };
    write_whole(&folder.join(NAME), (serde_json::to_string_pretty(&file)? + "\n").as_bytes())
}

/// `None` if the run was ended from outside, or is of an older version.
pub fn read(folder: &Path) -> anyhow::Result<Option<Vec<Entry>>> {
    let path = folder.join(NAME);
    let Ok(text) = std::fs::read(&path) else { return Ok(None) };
    let file: Result<File, _> = serde_json::from_slice(&text);
    let damaged =
        |error| anyhow!("{} is damaged, or of another version ({error}); run `secateur test` again", path.display());
    file.map(|file| Some(file.tests)).map_err(damaged)
}

fn end(expected: &Expected) -> End {
    match expected {
        Expected::Exit(status) => End::Exit { status: *status },
        Expected::Killed(number) => End::Signal { number: *number },
        Expected::Bug { kind, file, line } => End::Bug { kind: kind.to_string(), file: file.clone(), line: *line },
        Expected::Cut => End::Cut,
    }
}

fn shapes(case: &TestCase) -> Vec<Shape> {
    let shape = |input: &secateur_testgen::Input| {
        let kind = match &input.kind {
            InputKind::Object => Kind::Object,
            InputKind::ArgCount => Kind::Count,
            InputKind::Arg => Kind::Argument,
            InputKind::Stdin { .. } => Kind::Stdin,
            InputKind::File { path, .. } => Kind::File(path.clone()),
        };
        Shape { name: input.name.clone(), kind, size: input.bytes.len() }
    };
    case.inputs.iter().map(shape).collect()
}

impl Entry {
    /// As it was predicted; `None` for a kind of bug that this version does not know.
    pub fn prediction(&self) -> Option<Prediction> {
        let expected = match &self.end {
            End::Exit { status } => Expected::Exit(*status),
            End::Signal { number } => Expected::Killed(*number),
            End::Bug { kind, file, line } => {
                let kind = checks::ALL.iter().find(|c| c.name == kind)?.name;
                Expected::Bug { kind, file: file.clone(), line: *line }
            }
            End::Cut => Expected::Cut,
        };
        let hash = u64::from_str_radix(&self.path, 16).ok()?;
        Some(Prediction { expected, edges: self.decisions, hash })
    }

    /// For people.
    pub fn told(&self) -> String {
        match &self.end {
            End::Exit { status } => format!("exit {status}"),
            End::Signal { number } => format!("signal {number}"),
            End::Bug { kind, file, line } => format!("{kind} at {file}:{line}"),
            End::Cut => "cut short by a limit or a pruning".into(),
        }
    }
}
