//! Generated programs: those that plain search does not solve in its time, and how many of them other ways solve in as much.

use super::columns::{Column, PLAIN, shown};
use super::generate::{self, Family};
use super::measure::{Limits, finds, percent};
use crate::commands::bench::sources::Sources;
use crate::commands::bench::temporary;
use anyhow::Context;
use serde_json::{Value, json};
use std::fmt::Write;

pub struct Generated {
    columns: Vec<&'static Column>,
    families: Vec<Counted>,
}

/// What became of the programs of a family.
struct Counted {
    family: Family,
    made: u64,
    /// Those that plain search did not solve.
    hard: u64,
    /// Of those, for each column.
    solved: Vec<u64>,
    /// Seeds of hard programs that no column solved.
    unsolved: Vec<u64>,
}

impl Generated {
    pub fn new(columns: &[&'static Column]) -> Generated {
        let columns: Vec<_> = columns.iter().copied().filter(|column| column.solves).collect();
        let counted = |family| Counted { family, made: 0, hard: 0, solved: vec![0; columns.len()], unsolved: vec![] };
        Generated { families: Family::ALL.into_iter().map(counted).collect(), columns }
    }

    /// As many hard programs as asked for, from the first seed on.
    pub fn measure(&mut self, count: u64, limits: &Limits, failures: &mut Vec<String>) -> anyhow::Result<()> {
        for seed in 0.. {
            if self.families.iter().map(|counted| counted.hard).sum::<u64>() == count {
                break;
            }
            if let Err(why) = self.one(seed, limits)? {
                failures.push(format!("generated, seed {seed}: {why}"));
                // One says enough: the next would fail the same way.
                break;
            }
        }
        Ok(())
    }

    fn one(&mut self, seed: u64, limits: &Limits) -> anyhow::Result<Result<(), String>> {
        let program = generate::program(seed);
        let file = temporary(&format!("{seed}.c"));
        std::fs::write(&file, &program.source).with_context(|| format!("{} cannot be written", file.display()))?;
        let sources = Sources::single(format!("generated{seed}"), file.clone(), vec![]);
        let solved = self.solve(&sources, limits).map_err(|error| format!("{error:#}"));
        let _ = std::fs::remove_file(&file);
        Ok(solved.map(|solved| self.count(seed, program.family, solved.as_deref())))
    }

    /// Which columns solve it; `None` if it is not hard.
    fn solve(&self, sources: &Sources, limits: &Limits) -> anyhow::Result<Option<Vec<bool>>> {
        if finds(sources, &PLAIN, limits)? {
            return Ok(None);
        }
        self.columns.iter().map(|column| finds(sources, column, limits)).collect::<anyhow::Result<_>>().map(Some)
    }

    fn count(&mut self, seed: u64, family: Family, solved: Option<&[bool]>) {
        let Some(counted) = self.families.iter_mut().find(|counted| counted.family == family) else { return };
        counted.made += 1;
        let Some(solved) = solved else { return };
        counted.hard += 1;
        counted.solved.iter_mut().zip(solved).for_each(|(count, is_solved)| *count += u64::from(*is_solved));
        if !solved.contains(&true) {
            counted.unsolved.push(seed);
        }
    }

    pub fn table(&self) -> String {
        let mut text = format!("{:<15} {:>6} {:>6}", "generated", "made", "hard");
        self.columns.iter().for_each(|column| text += &format!(" {:>15}", column.name));
        text.push('\n');
        for (name, made, hard, solved) in self.rows() {
            let _ = write!(text, "{name:<15} {made:>6} {hard:>6}");
            solved.iter().for_each(|count| text += &format!(" {:>15}", of(*count, hard)));
            text.push('\n');
        }
        text + "  hard: not solved by plain search; the rest are those of them that were solved in the same time\n"
    }

    /// Of each family and of all: its name, how many were made and how many are hard, and how many of those each column solved.
    fn rows(&self) -> Vec<(&'static str, u64, u64, Vec<u64>)> {
        let row = |counted: &Counted| (counted.family.name(), counted.made, counted.hard, counted.solved.clone());
        let mut rows: Vec<_> = self.families.iter().map(row).collect();
        let sum = |of: &dyn Fn(&Counted) -> u64| self.families.iter().map(of).sum::<u64>();
        let solved = (0..self.columns.len()).map(|column| sum(&|counted| counted.solved[column])).collect();
        rows.push(("all", sum(&|counted| counted.made), sum(&|counted| counted.hard), solved));
        rows
    }

    /// The same for a page.
    pub fn markdown(&self) -> String {
        let mut text = String::from("| programs | made | hard |");
        self.columns.iter().for_each(|column| text += &format!(" solved by {} |", shown(column)));
        text += &format!("\n|---|---|---|{}\n", "---|".repeat(self.columns.len()));
        for (name, made, hard, solved) in self.rows() {
            let _ = write!(text, "| {name} | {made} | {hard} |");
            solved.iter().for_each(|count| text += &format!(" {} |", of(*count, hard)));
            text.push('\n');
        }
        text
    }

    pub fn json(&self) -> Value {
        let family = |counted: &Counted| {
            let solved: serde_json::Map<String, Value> =
                self.columns.iter().zip(&counted.solved).map(|(c, count)| (c.name.to_string(), json!(count))).collect();
            json!({
                "family": counted.family.name(), "made": counted.made, "hard": counted.hard, "solved": solved,
                "unsolved_seeds": counted.unsolved,
            })
        };
        json!(self.families.iter().map(family).collect::<Vec<_>>())
    }
}

/// A number and its share.
fn of(count: u64, all: u64) -> String {
    format!("{count} ({:.0} %)", percent((count, all)))
}

#[cfg(test)]
mod tests {
    use super::super::columns::COLUMNS;
    use super::*;

    #[test]
    fn solved_ones_are_counted_by_family() {
        let columns: Vec<&'static Column> = COLUMNS.iter().collect();
        let mut generated = Generated::new(&columns);
        assert_eq!(generated.columns.len(), 2);
        generated.count(0, Family::Integers, None);
        generated.count(3, Family::Integers, Some(&[true, true]));
        generated.count(6, Family::Integers, Some(&[false, false]));
        let row: Vec<String> =
            generated.table().lines().nth(1).unwrap().split_whitespace().map(str::to_string).collect();
        assert_eq!(row, ["integers", "3", "2", "1", "(50", "%)", "1", "(50", "%)"]);
        let page = generated.markdown();
        assert!(page.contains("| hashes | 0 | 0 | 0 (0 %) |"), "{page}");
        assert!(page.ends_with("| all | 3 | 2 | 1 (50 %) | 1 (50 %) |\n"), "{page}");
        let json = &generated.json()[0];
        assert_eq!((&json["solved"]["exact"], &json["unsolved_seeds"]), (&json!(1), &json!([6])));
    }
}
