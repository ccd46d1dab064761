//! The runs of one column, one for each seed: what they come to is the median, and how far they are apart is said beside it.

use super::measure::{Numbers, percent};

/// The middle of some values, the lower one of two, and the ends.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spread {
    pub median: f64,
    least: f64,
    most: f64,
}

impl Spread {
    pub fn of(values: impl IntoIterator<Item = f64>) -> Spread {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let (Some(least), Some(most)) = (values.first(), values.last()) else { return Spread::default() };
        Spread { median: values[(values.len() - 1) / 2], least: *least, most: *most }
    }

    /// From the least to the most, with so many digits behind the point; nothing where these are the same.
    pub fn range(&self, digits: usize) -> Option<String> {
        let [least, most] = [self.least, self.most].map(|value| format!("{value:.digits$}"));
        (least != most).then(|| format!("{least}–{most}"))
    }

    /// For a page: the median with its unit, and the range in brackets.
    pub fn text(&self, digits: usize, unit: &str) -> String {
        let range = self.range(digits).map_or(String::new(), |range| format!(" ({range})"));
        format!("{:.digits$}{unit}{range}", self.median)
    }
}

/// *Invariant:* there is one at least.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs(Vec<Numbers>);

impl Runs {
    pub fn new(seeds: Vec<Numbers>) -> Runs {
        assert!(!seeds.is_empty(), "a column is run with one seed at least");
        Runs(seeds)
    }

    /// By seed, from 0 on.
    pub fn seeds(&self) -> &[Numbers] {
        &self.0
    }

    pub fn is_complete(&self) -> bool {
        self.0.iter().all(|numbers| numbers.is_complete)
    }

    pub fn warnings(&self) -> Spread {
        Spread::of(self.0.iter().map(|numbers| numbers.warnings as f64))
    }

    /// In hundredths.
    pub fn nodes(&self) -> Spread {
        Spread::of(self.0.iter().map(|numbers| percent(numbers.nodes)))
    }

    pub fn edges(&self) -> Spread {
        Spread::of(self.0.iter().map(|numbers| percent(numbers.edges)))
    }

    /// The median of each number.
    pub fn median(&self) -> Numbers {
        let middle = |of: fn(&Numbers) -> u64| {
            let mut values: Vec<u64> = self.0.iter().map(of).collect();
            values.sort_unstable();
            values[(values.len() - 1) / 2]
        };
        Numbers {
            is_complete: self.is_complete(),
            warnings: middle(|n| n.warnings),
            nodes: (middle(|n| n.nodes.0), middle(|n| n.nodes.1)),
            edges: (middle(|n| n.edges.0), middle(|n| n.edges.1)),
            paths: middle(|n| n.paths),
            tests: middle(|n| n.tests),
            cpu_s: Spread::of(self.0.iter().map(|n| n.cpu_s)).median,
            checks: self.0[0].checks,
        }
    }
}

/// What a sum or an average over programs comes to: it is made for each seed.
pub fn over_programs(programs: &[&Runs], of: impl Fn(&[&Numbers]) -> f64) -> Spread {
    let seeds = programs.iter().map(|runs| runs.0.len()).min().unwrap_or(0);
    Spread::of((0..seeds).map(|seed| of(&programs.iter().map(|runs| &runs.0[seed]).collect::<Vec<_>>())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(seeds: &[(u64, u64)]) -> Runs {
        let numbers = |(warnings, covered): &(u64, u64)| Numbers {
            is_complete: *covered == 9,
            warnings: *warnings,
            nodes: (9, 10),
            edges: (*covered, 10),
            cpu_s: *covered as f64,
            ..Numbers::default()
        };
        Runs::new(seeds.iter().map(numbers).collect())
    }

    #[test]
    fn the_median_and_its_range() {
        let spread = Spread::of([96.25, 97.0, 95.5, 96.8]);
        assert_eq!(spread.text(1, " %"), "96.2 % (95.5–97.0)");
        assert_eq!(Spread::of([3.0, 1.0, 2.0]).text(0, ""), "2 (1–3)");
        assert_eq!((Spread::of([5.0, 5.0]).text(0, ""), Spread::of([]).text(1, " %")), ("5".into(), "0.0 %".into()));
        assert_eq!(Spread::of([90.01, 90.04]).range(1), None, "as it is shown");
    }

    #[test]
    fn each_number_has_its_own_median() {
        let three = runs(&[(4, 6), (2, 9), (3, 7)]);
        let median = three.median();
        assert_eq!((median.warnings, median.edges, median.cpu_s), (3, (7, 10), 7.0));
        assert!(!median.is_complete && runs(&[(1, 9)]).is_complete(), "complete is what all are");
        assert_eq!(
            (three.warnings().text(0, ""), three.edges().text(0, " %")),
            ("3 (2–4)".into(), "70 % (60–90)".into())
        );
        assert_eq!(three.nodes().range(1), None);
        assert_eq!(runs(&[(1, 4), (2, 5)]).median().warnings, 1, "the lower one");
    }

    #[test]
    fn sums_are_made_for_each_seed() {
        // Each seed has bad luck with another program: the sums are 5, 5, 6, and not the 6 that the medians come to.
        let (one, other) = (runs(&[(3, 5), (2, 5), (3, 5)]), runs(&[(2, 5), (3, 5), (3, 5)]));
        let sum = |all: &[&Numbers]| all.iter().map(|numbers| numbers.warnings as f64).sum();
        assert_eq!(over_programs(&[&one, &other], sum).text(0, ""), "5 (5–6)");
        assert_eq!(over_programs(&[], sum), Spread::default());
    }
}
