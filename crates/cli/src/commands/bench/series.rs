//! What a run had covered after how many paths. It is exact: every path that covers something new is written as a test,
//! which says how many paths had ended by then.

use serde_json::Value;

/// Paths that had ended, and the branches that were covered then, wherever something new was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Series(pub Vec<(u64, u64)>);

impl Series {
    /// From `run.json`.
    pub fn of(record: &Value) -> Series {
        let tests = record["tests"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut series: Vec<(u64, u64)> = Vec::new();
        for (path, covered) in tests.iter().filter_map(|t| Some((t["path"].as_u64()?, t["covered"].as_u64()?))) {
            if series.last().is_none_or(|last| last.1 < covered) {
                series.push((path, covered));
            }
        }
        Series(series)
    }

    /// What was covered in the end.
    pub fn covered(&self) -> u64 {
        self.0.last().map_or(0, |last| last.1)
    }

    /// How many paths it took to cover so much; `None` if that was never covered.
    pub fn paths_for(&self, covered: u64) -> Option<u64> {
        self.0.iter().find(|point| point.1 >= covered).map(|point| point.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_is_new_is_a_point() {
        let tests = json!([{"path": 1, "covered": 3}, {"path": 4, "covered": 3}, {"path": 6, "covered": 9}]);
        let series = Series::of(&json!({"tests": tests}));
        assert_eq!((&series.0, series.covered()), (&vec![(1, 3), (6, 9)], 9));
        assert_eq!((series.paths_for(3), series.paths_for(4), series.paths_for(10)), (Some(1), Some(6), None));
        assert_eq!(Series::of(&json!({})).covered(), 0);
    }
}
