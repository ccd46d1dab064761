//! A random program, explored by plain search and in the ways that are asked for.

use crate::matrix::compare;
use crate::matrix::rows::{self, Promise, Row, Way};
use crate::matrix::subject::{Seen, Subject};
use crate::matrix::{partition, rwset, sliced};
use libtest_mimic::Failed;
use std::path::Path;

/// A program is small if plain search needs no more than this: paths, and sides that it picks.
const PATHS: u64 = 400;
const PICKS: u64 = 4_000;

/// What a path may do. Random programs that come to an end do so soon.
const STEPS: u64 = 1_000_000;

/// With fewer paths there is nothing to merge.
const FEWEST: u64 = 4;

/// What became of a program.
pub enum Verdict {
    /// Plain search does not explore it completely, and why.
    Skipped(String),
    Same(Figures),
    Different(Vec<Difference>),
}

/// How much there was to lose.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    pub rows: u64,
    /// Of plain search.
    pub paths: u64,
    pub bugs: u64,
    /// Paths that the row with the fewest did not need.
    pub saved: u64,
}

impl Figures {
    pub fn add(&mut self, other: &Figures) {
        self.rows += other.rows;
        self.paths += other.paths;
        self.bugs += other.bugs;
        self.saved += other.saved;
    }
}

/// Where a row breaks its promise.
pub struct Difference {
    pub row: String,
    pub what: Vec<String>,
}

impl Difference {
    /// What kind of thing is different, for reducing: the same text without names and numbers.
    pub fn kinds(&self) -> Vec<String> {
        let kind = |what: &String| {
            let text = what.split_once(" x ").map_or(what.as_str(), |(_, rest)| rest);
            text.split(':').next().unwrap_or_default().replace(|c: char| c.is_ascii_digit(), "")
        };
        self.what.iter().map(kind).collect()
    }
}

/// Which rows are wanted: those whose name contains one of the texts.
#[derive(Clone)]
pub struct Chosen {
    pub texts: Vec<String>,
    /// Of the rows that nobody asked for by name, a program gets one in so many: which ones depends on its seed.
    pub share: u64,
}

impl Chosen {
    /// As in `SECATEUR_ROWS`: texts with semicolons between them, or `all`.
    pub fn parse(text: &str, share: u64) -> Chosen {
        let texts = text.split(';').map(|t| t.trim().to_string()).filter(|t| !t.is_empty());
        Chosen { texts: texts.map(|t| if t == "all" { String::new() } else { t }).collect(), share }
    }

    /// Those of a few rows that this program gets.
    pub fn shared(&self, seed: u64, rows: Vec<Row>) -> Vec<Row> {
        let wanted = |(i, _): &(usize, Row)| *i == 0 || (*i as u64 + seed).is_multiple_of(self.share);
        rows.into_iter().enumerate().filter(wanted).map(|(_, row)| row).collect()
    }

    /// Rows of techniques that have many: all of them for those who ask by name, some for everybody else.
    pub fn techniques(&self, subject: &Subject, seed: u64) -> Vec<Row> {
        let some = |rows| if self.texts.is_empty() { self.shared(seed, rows) } else { rows };
        let mut rows = some(rwset::rows(subject));
        rows.extend(partition::few(subject));
        rows.extend(some(partition::more(subject)));
        rows
    }

    /// All rows of the matrix are there for those who ask by name, a few for everybody else.
    fn rows(&self, subject: &Subject, seed: u64) -> Vec<Row> {
        let mut rows = rows::few(subject);
        rows.extend(self.techniques(subject, seed));
        if self.texts.is_empty() {
            return rows;
        }
        let more = rows::all(subject, 1).into_iter().filter(|row| !rows.iter().any(|r| r.name == row.name));
        let more: Vec<Row> = more.collect();
        rows.extend(more);
        rows.retain(|row| self.texts.iter().any(|text| row.name.contains(text)));
        rows
    }
}

/// Explores a program in all ways. `words` are options of `secateur test`.
pub fn check(seed: u64, file: &Path, words: &[String], chosen: &Chosen) -> Result<Verdict, Failed> {
    let subject = Subject::load(file, words)?;
    let reference =
        subject.explore(&Way { max_paths: PATHS, max_picks: PICKS, max_steps: STEPS, ..Way::plain(&subject) })?;
    if let Some(why) = unfit(&reference) {
        return Ok(Verdict::Skipped(why));
    }
    let rows = chosen.rows(&subject, seed);
    if rows.is_empty() && !chosen.texts.iter().any(|text| text.contains("slice")) {
        return Err("no row of the matrix has such a name".into());
    }
    let mut figures =
        Figures { rows: rows.len() as u64, paths: reference.paths(), bugs: reference.bugs.len() as u64, saved: 0 };
    let differ = sliced::differences(&subject, &reference, STEPS)?.into_iter();
    let is_wanted = |row: &String| chosen.texts.is_empty() || chosen.texts.iter().any(|text| row.contains(text));
    let mut differences: Vec<Difference> =
        differ.map(|(row, what)| Difference { row, what }).filter(|d| is_wanted(&d.row)).collect();
    for Row { name, way, promise } in rows {
        let seen = subject.explore(&Way { max_steps: STEPS, ..rows::within(way, &reference) })?;
        if promise == Promise::All {
            figures.saved = figures.saved.max(figures.paths.saturating_sub(seen.paths()));
        }
        let what = compare::differences(&subject, &reference, &seen, promise);
        if !what.is_empty() {
            differences.push(Difference { row: name, what });
        }
    }
    Ok(if differences.is_empty() { Verdict::Same(figures) } else { Verdict::Different(differences) })
}

fn unfit(reference: &Seen) -> Option<String> {
    let report = &reference.report;
    if report.is_complete() {
        return (reference.paths() < FEWEST).then(|| format!("{} paths", reference.paths()));
    }
    let why = report.limits.first().map(|limit| limit.to_string());
    let why = why.or_else(|| report.losses.first().map(|loss| loss.what.clone()));
    Some(why.unwrap_or_else(|| {
        if report.counts.limit > 0 { "a path is too long".into() } else { format!("{:?}", report.counts) }
    }))
}
