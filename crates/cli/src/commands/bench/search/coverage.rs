//! Coverage by iterations: what each contender has covered after 1, 2, 5, 10, … paths, as the mean over seeds.
//!
//! The numbers are those of the runs' timelines, which have a point for every such number of paths. A run that left
//! nothing to do has covered all it can, so its last number counts for more paths too; one that a limit cut has none for
//! them.

use super::contenders;
use super::programs::Subject;
use crate::commands::bench::child::{self, Bitcode, Run};
use crate::options;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// Of a run, unless the user says another one.
const TIME: Duration = Duration::from_secs(60);

/// One program with all contenders.
pub struct Measured {
    pub program: String,
    /// Branches of the program's own files.
    pub total: u64,
    pub iterations: u64,
    pub curves: Vec<Curve>,
    paper: Value,
}

/// One contender, a run for each seed.
pub struct Curve {
    pub contender: String,
    pub runs: Vec<Single>,
}

pub struct Single {
    seed: u64,
    /// Paths and covered branches, for numbers of paths with a single digit that is not zero.
    points: Vec<(u64, u64)>,
    paths: u64,
    covered: u64,
    /// Nothing was left to do.
    is_exhausted: bool,
    limits: Value,
    bugs: usize,
    cpu_s: f64,
}

pub fn measure(subject: &Subject, contenders: &[String], bench: &options::Bench) -> anyhow::Result<Measured> {
    let bitcode = Bitcode::compile(&subject.sources)?;
    let files: Vec<String> = bitcode.files.iter().map(|f| f.display().to_string()).collect();
    let iterations = bench.iterations.unwrap_or(subject.iterations);
    let (mut total, mut curves) = (0, Vec::new());
    for contender in contenders {
        let mut runs = Vec::new();
        for seed in 0..bench.seeds() {
            let limits =
                format!("--max-paths {iterations} --time {}s --seed {seed}", bench.time.unwrap_or(TIME).as_secs_f64());
            let run = child::run(&format!("{} {limits}", contenders::search(contender)), &files)?;
            total = run.number("/coverage/branches/total");
            runs.push(Single::new(seed, &run));
        }
        curves.push(Curve { contender: contender.clone(), runs });
    }
    Ok(Measured { program: subject.name().to_string(), total, iterations, curves, paper: subject.paper.clone() })
}

impl Single {
    fn new(seed: u64, run: &Run) -> Single {
        let number = |point: &Value, key: &str| point[key].as_u64().unwrap_or(0);
        let timeline = run.record["timeline"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut points: Vec<(u64, u64)> = Vec::new();
        for point in timeline.iter().map(|p| (number(p, "paths"), number(p, "branches"))) {
            match points.last_mut() {
                Some(last) if last.0 == point.0 => *last = point,
                _ => points.push(point),
            }
        }
        points.retain(|point| crate::commands::test::is_milestone(point.0));
        Single {
            seed,
            points,
            paths: run.paths(),
            covered: run.number("/coverage/branches/covered"),
            is_exhausted: run.number("/paths/pending") == 0,
            limits: run.summary["limits"].clone(),
            bugs: run.summary["bugs"].as_array().map_or(0, Vec::len),
            cpu_s: run.cpu_s,
        }
    }

    /// What was covered after this many paths.
    fn at(&self, paths: u64) -> Option<u64> {
        if paths == self.paths || (paths > self.paths && self.is_exhausted) {
            return Some(self.covered);
        }
        self.points.iter().find(|point| point.0 == paths).map(|point| point.1)
    }

    fn json(&self) -> Value {
        json!({
            "seed": self.seed, "series": self.points, "paths": self.paths, "covered": self.covered,
            "exhausted": self.is_exhausted, "limits": self.limits, "bugs": self.bugs, "seconds": self.cpu_s,
        })
    }
}

impl Curve {
    /// The mean over the seeds, where all have come this far.
    pub fn at(&self, paths: u64) -> Option<f64> {
        let all: Option<Vec<u64>> = self.runs.iter().map(|run| run.at(paths)).collect();
        all.filter(|a| !a.is_empty()).map(|a| a.iter().sum::<u64>() as f64 / a.len() as f64)
    }

    /// The mean at every number of paths that has one.
    pub fn mean(&self, iterations: u64) -> Vec<(u64, f64)> {
        let mut numbers: Vec<u64> = milestones(iterations).collect();
        if !numbers.contains(&iterations) {
            numbers.push(iterations);
        }
        numbers.into_iter().filter_map(|n| Some((n, self.at(n)?))).collect()
    }

    /// What to know of runs that ended before the iterations were used up.
    fn remark(&self, iterations: u64) -> String {
        let ended = |wanted: bool| self.runs.iter().filter(move |r| r.paths < iterations && r.is_exhausted == wanted);
        match (ended(false).map(|r| r.paths).min(), ended(true).map(|r| r.paths).min()) {
            (Some(paths), _) => format!("  cut by a limit at {paths} paths"),
            (None, Some(paths)) => format!("  nothing left after {paths} paths"),
            (None, None) => String::new(),
        }
    }
}

/// Numbers with a single digit that is not zero.
fn milestones(most: u64) -> impl Iterator<Item = u64> {
    (0..20).flat_map(|power| (1..=9).map(move |digit| digit * 10u64.pow(power.min(18)))).take_while(move |n| *n <= most)
}

/// 1, 2, 5, 10, … and the last.
fn columns(iterations: u64) -> Vec<u64> {
    let is_shown = |n: &u64| [1, 2, 5].contains(&(n / 10u64.pow(n.ilog10())));
    milestones(iterations - 1).filter(is_shown).chain([iterations]).collect()
}

impl Measured {
    pub fn table(&self) -> String {
        let columns = columns(self.iterations);
        let seeds = self.curves.first().map_or(0, |c| c.runs.len());
        let mut text = format!("{}: covered of {} branches, after so many paths", self.program, self.total);
        let _ = write!(text, ", mean of {}\n{:<26}", crate::commands::test::count(seeds as u64, "seed"), "");
        for column in &columns {
            let _ = write!(text, " {column:>6}");
        }
        text += "  seconds\n";
        for curve in &self.curves {
            let _ = write!(text, "{:<26}", curve.contender);
            for column in &columns {
                let _ = match curve.at(*column) {
                    Some(mean) => write!(text, " {mean:>6.1}"),
                    None => write!(text, " {:>6}", "-"),
                };
            }
            let seconds = curve.runs.iter().map(|r| r.cpu_s).sum::<f64>() / curve.runs.len().max(1) as f64;
            let _ = writeln!(text, " {seconds:>8.2}{}", curve.remark(self.iterations));
        }
        text
    }

    pub fn json(&self, plot: &str) -> Value {
        let curve = |c: &Curve| {
            json!({
                "search": c.contender, "mean": c.mean(self.iterations),
                "runs": c.runs.iter().map(Single::json).collect::<Vec<_>>(),
            })
        };
        json!({
            "program": self.program, "branches": self.total, "iterations": self.iterations, "plot": plot,
            "paper": self.paper, "strategies": self.curves.iter().map(curve).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    fn single(points: &[(u64, u64)], paths: u64, is_exhausted: bool) -> Single {
        let covered = points.last().map_or(0, |p| p.1);
        Single {
            seed: 0,
            points: points.to_vec(),
            paths,
            covered,
            is_exhausted,
            limits: json!([]),
            bugs: 0,
            cpu_s: 1.0,
        }
    }

    pub fn example() -> Measured {
        let one = single(&[(1, 10), (2, 20), (3, 20), (5, 24), (10, 30), (20, 31)], 20, false);
        let other = single(&[(1, 12), (2, 20), (3, 30), (5, 30)], 7, true);
        let cut = single(&[(1, 5), (2, 6)], 2, false);
        Measured {
            program: "a < b".into(),
            total: 40,
            iterations: 20,
            curves: vec![
                Curve { contender: "dfs".into(), runs: vec![one, other] },
                Curve { contender: "other".into(), runs: vec![cut] },
            ],
            paper: Value::Null,
        }
    }

    #[test]
    fn means_are_over_runs_that_came_this_far() {
        let measured = example();
        let dfs = &measured.curves[0];
        assert_eq!((dfs.at(1), dfs.at(5), dfs.at(20)), (Some(11.0), Some(27.0), Some(30.5)));
        assert_eq!(measured.curves[1].at(5), None);
        assert_eq!(measured.curves[1].mean(20), [(1, 5.0), (2, 6.0)]);
    }

    #[test]
    fn the_table_says_what_was_cut() {
        let text = example().table();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["1", "2", "5", "10", "20", "seconds"]);
        assert!(
            lines[2].starts_with("dfs ") && lines[2].ends_with("30.5     1.00  nothing left after 7 paths"),
            "{text}"
        );
        assert!(lines[3].ends_with("cut by a limit at 2 paths"), "{text}");
        assert_eq!(columns(4000).len(), 12);
        assert_eq!(columns(1), [1]);
    }

    #[test]
    fn the_last_point_of_a_number_of_paths_counts() {
        let timeline = json!([{"paths": 0, "branches": 0}, {"paths": 1, "branches": 3}, {"paths": 2, "branches": 4},
            {"paths": 2, "branches": 5}, {"paths": 11, "branches": 9}]);
        let summary = json!({"status": "limit", "paths": {"completed": 9, "bug": 2, "pending": 1}, "bugs": [{}],
            "coverage": {"branches": {"covered": 9}}, "limits": ["paths"]});
        let run = Run { summary, record: json!({"timeline": timeline}), cpu_s: 0.5, input_bytes: 8 };
        let single = Single::new(4, &run);
        assert_eq!(single.points, [(1, 3), (2, 5)]);
        assert_eq!((single.at(2), single.at(11), single.at(12), single.bugs), (Some(5), Some(9), None, 1));
    }
}
