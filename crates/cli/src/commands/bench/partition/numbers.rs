//! What one run came to, and two runs beside each other.

use crate::commands::bench::child::Run;
use crate::commands::bench::series::Series;
use serde_json::{Value, json};

/// Shorter times than this say nothing about what a path costs.
const SHORTEST: f64 = 0.02;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    pub is_complete: bool,
    pub limits: Value,
    pub input_bytes: u64,
    /// Parts of the input; `None` for a run that does not look for any.
    pub blocks: Option<u64>,
    /// Those that ended.
    pub paths: u64,
    pub tests: u64,
    pub bugs: u64,
    pub covered: u64,
    pub branches: u64,
    pub instructions: u64,
    pub cpu_s: f64,
    pub coverage: Series,
}

impl Numbers {
    pub fn new(run: &Run) -> Numbers {
        Numbers {
            is_complete: run.is_complete(),
            limits: run.summary["limits"].clone(),
            input_bytes: run.input_bytes,
            blocks: run.summary["partition"]["blocks"].as_array().map(|blocks| blocks.len() as u64),
            paths: run.paths(),
            tests: run.number("/tests"),
            bugs: run.summary["bugs"].as_array().map_or(0, Vec::len) as u64,
            covered: run.number("/coverage/branches/covered"),
            branches: run.number("/coverage/branches/total"),
            instructions: run.number("/instructions"),
            cpu_s: run.cpu_s,
            coverage: Series::of(&run.record),
        }
    }

    pub fn status(&self) -> &'static str {
        if self.is_complete { "complete" } else { "limit" }
    }

    /// For people: a dash where nobody looked for any.
    pub fn blocks(&self) -> String {
        self.blocks.map_or("-".into(), |blocks| blocks.to_string())
    }

    /// Seconds for one of so many, without those to load the program; `None` if it was all too short.
    fn of_one(&self, count: u64, load_s: f64) -> Option<f64> {
        let seconds = self.cpu_s - load_s;
        (seconds >= SHORTEST && count > 0).then(|| seconds / count as f64)
    }

    pub fn of_path(&self, load_s: f64) -> Option<f64> {
        self.of_one(self.paths, load_s)
    }

    fn of_instruction(&self, load_s: f64) -> Option<f64> {
        self.of_one(self.instructions, load_s)
    }

    /// Instructions of the program that were executed for each path, from where it begins; also those of paths that are followed once
    /// more.
    pub fn length(&self) -> Option<f64> {
        (self.paths > 0).then(|| self.instructions as f64 / self.paths as f64)
    }

    pub fn json(&self) -> Value {
        json!({
            "complete": self.is_complete, "limits": self.limits, "input_bytes": self.input_bytes, "blocks": self.blocks,
            "paths": self.paths, "tests": self.tests, "bugs": self.bugs, "covered": self.covered,
            "branches": self.branches, "instructions": self.instructions, "instructions_of_path": self.length(), "seconds": self.cpu_s,
            "coverage_series": self.coverage.0,
        })
    }
}

/// How many times fewer paths it takes to explore everything with the second than with the first, which may need more
/// than it had time for; `None` if not everything was explored.
pub fn fewer(base: &Numbers, partition: &Numbers) -> Option<f64> {
    (partition.is_complete && partition.paths > 0).then(|| base.paths as f64 / partition.paths as f64)
}

/// How many times as long a path takes. Depth-first search goes back only a little from one path to the next; what is left
/// when most paths are left out are those that differ early, and have more to execute.
pub fn cost_of_path(base: &Numbers, partition: &Numbers, load_s: f64) -> Option<f64> {
    Some(partition.of_path(load_s)? / base.of_path(load_s)?)
}

/// How many times as long a path takes as the very same one does without: `None` if it did not come to the same paths.
pub fn cost_of_same(same: &Numbers, partition: &Numbers, load_s: f64) -> Option<f64> {
    (same.paths == partition.paths).then(|| cost_of_path(same, partition, load_s)).flatten()
}

/// How many times as long an instruction of the program takes.
pub fn cost_of_instruction(base: &Numbers, partition: &Numbers, load_s: f64) -> Option<f64> {
    Some(partition.of_instruction(load_s)? / base.of_instruction(load_s)?)
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Plain search, which a limit cut, and a run with parts, which was complete.
    pub fn example() -> (Numbers, Numbers) {
        let base = Numbers {
            limits: json!(["time"]),
            input_bytes: 12,
            paths: 20_000,
            tests: 4,
            bugs: 1,
            covered: 30,
            branches: 40,
            instructions: 5_000_000,
            cpu_s: 10.1,
            coverage: Series(vec![(1, 10), (9000, 30)]),
            ..Numbers::default()
        };
        let partition = Numbers {
            is_complete: true,
            limits: json!([]),
            blocks: Some(3),
            paths: 400,
            bugs: 3,
            covered: 38,
            instructions: 200_000,
            cpu_s: 0.5,
            coverage: Series(vec![(1, 10), (20, 31), (250, 38)]),
            ..base.clone()
        };
        (base, partition)
    }

    #[test]
    fn a_run_tells_its_blocks() {
        let mut summary = json!({"status": "complete", "paths": {"completed": 7, "bug": 2, "cut": 3}, "tests": 3, "bugs": [{}],
            "coverage": {"branches": {"covered": 9, "total": 12}}, "limits": [], "instructions": 50});
        let run = |summary: &Value| {
            Numbers::new(&Run { summary: summary.clone(), record: Value::Null, cpu_s: 0.25, input_bytes: 16 })
        };
        let numbers = run(&summary);
        assert_eq!((numbers.paths, numbers.bugs, numbers.input_bytes, numbers.blocks), (12, 1, 16, None));
        assert_eq!((numbers.status(), numbers.blocks()), ("complete", "-".to_string()));
        summary["partition"] = json!({"blocks": [[], []]});
        assert_eq!((run(&summary).blocks, run(&summary).json()["blocks"].as_u64()), (Some(2), Some(2)));
    }

    #[test]
    fn runs_are_compared() {
        let (base, mut partition) = example();
        assert_eq!(fewer(&base, &partition), Some(50.0));
        assert!((cost_of_path(&base, &partition, 0.1).unwrap() - 2.0).abs() < 1e-9);
        assert!((cost_of_instruction(&base, &partition, 0.1).unwrap() - 1.0).abs() < 1e-9);
        assert_eq!((base.length(), partition.length()), (Some(250.0), Some(500.0)));
        assert_eq!(cost_of_same(&base, &partition, 0.1), None, "those are others");
        let same = Numbers { paths: 400, cpu_s: 0.26, ..base.clone() };
        assert!((cost_of_same(&same, &partition, 0.1).unwrap() - 2.5).abs() < 1e-9);
        // Some milliseconds say nothing.
        assert_eq!(cost_of_path(&base, &partition, 0.49), None);
        partition.is_complete = false;
        assert_eq!(fewer(&base, &partition), None);
    }
}
