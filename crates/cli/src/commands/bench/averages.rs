//! Ratios to the base, and what they come to over a set of programs: the columns of the slides' table.

use serde_json::{Value, json};

/// The change of a number from the base to a variant, as a fraction: -0.57 is 57 % less.
pub fn change(base: f64, variant: f64) -> Option<f64> {
    (base > 0.0).then(|| variant / base - 1.0)
}

/// For people: `-57 %`.
pub fn percent(change: Option<f64>) -> String {
    change.map_or("-".into(), |c| format!("{:+.0} %", c * 100.0))
}

/// Over all programs of a set.
#[derive(Debug, PartialEq)]
pub struct Average {
    pub mean: f64,
    /// Programs for which it is smaller, the same, and larger.
    pub wins: (usize, usize, usize),
    /// The smallest and the largest change.
    pub best: f64,
    pub worst: f64,
}

/// Changes smaller than `same` do not count as wins or losses.
pub fn average(changes: &[f64], same: f64) -> Option<Average> {
    let count = |wanted: &dyn Fn(f64) -> bool| changes.iter().filter(|c| wanted(**c)).count();
    (!changes.is_empty()).then(|| Average {
        mean: changes.iter().sum::<f64>() / changes.len() as f64,
        wins: (count(&|c| c < -same), count(&|c| c.abs() <= same), count(&|c| c > same)),
        best: changes.iter().copied().fold(f64::MAX, f64::min),
        worst: changes.iter().copied().fold(f64::MIN, f64::max),
    })
}

impl Average {
    /// Mean, wins, draws and losses, best, worst.
    pub fn text(&self) -> String {
        let (wins, draws, losses) = self.wins;
        let wins = format!("{wins}/{draws}/{losses}");
        let [mean, best, worst] = [self.mean, self.best, self.worst].map(|c| percent(Some(c)));
        format!("{mean:>8} {wins:>7} {best:>8} {worst:>8}")
    }

    pub fn json(&self) -> Value {
        let (wins, draws, losses) = self.wins;
        json!({"mean": self.mean, "wins": wins, "draws": draws, "losses": losses, "best": self.best, "worst": self.worst})
    }
}

/// The number in the middle.
pub fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_are_of_the_changes() {
        let average = average(&[-0.8, -0.4, 0.0, 0.2], 0.0).unwrap();
        assert!((average.mean + 0.25).abs() < 1e-9);
        assert_eq!((average.wins, average.best, average.worst), ((2, 1, 1), -0.8, 0.2));
        assert_eq!(average.text().split_whitespace().collect::<Vec<_>>().join(" "), "-25 % 2/1/1 -80 % +20 %");
        assert_eq!(super::average(&[], 0.0), None);
        assert_eq!(super::average(&[0.01, -0.01], 0.02).unwrap().wins, (0, 2, 0));
    }

    #[test]
    fn nothing_is_not_compared_with_something() {
        assert_eq!((change(0.0, 3.0), change(4.0, 1.0)), (None, Some(-0.75)));
        assert_eq!((percent(None), percent(Some(-0.574))), ("-".to_string(), "-57 %".to_string()));
        assert_eq!((median(vec![3.0, 1.0, 2.0]), median(vec![])), (2.0, 0.0));
    }
}
