//! What runs have shown so far, and whether one shows something new.

use super::Trace;
use super::simulator::Ran;
use rustc_hash::FxHashSet;
use secateur_vm::Site;

pub struct News {
    /// Sides of branches that were taken by anything, and places where a check failed.
    covered: Vec<u64>,
    wrong: FxHashSet<(u32, u32, &'static str)>,
    /// Cases of switches that tests take, as the simulator numbers them.
    labels: FxHashSet<u32>,
    /// By side: how often runs took it, as bits.
    often: Vec<u8>,
    /// By side of a branch that nothing took, and behind those by violation: how near runs came to it.
    nearest: Vec<f64>,
}

/// What is new in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// It found something, and is worth a test.
    pub is_find: bool,
    /// Cases of switches that no test takes.
    pub new_labels: u32,
    /// It is no find, but what comes next may depend on it.
    pub is_nearer: bool,
}

/// Numbers of times that are told from each other, as bits: 1, 2, 3, and then by powers of two.
fn often(hits: u32) -> u8 {
    match hits {
        0..=3 => 1 << hits.saturating_sub(1),
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        _ => 128,
    }
}

impl News {
    pub fn new(edges: u32) -> News {
        News {
            covered: vec![0; (edges as usize).div_ceil(64)],
            wrong: FxHashSet::default(),
            labels: FxHashSet::default(),
            often: vec![0; edges as usize],
            nearest: vec![f64::INFINITY; edges as usize],
        }
    }

    /// Sides that others have taken.
    pub fn cover(&mut self, covered: &[u64]) {
        self.covered.iter_mut().zip(covered).for_each(|(own, other)| *own |= other);
    }

    /// Cases that a test takes.
    pub fn label(&mut self, labels: &[u32]) {
        self.labels.extend(labels);
    }

    /// A check of a kind failed at a place. Whether it never did there before.
    pub fn is_wrong(&mut self, site: Site, kind: &'static str) -> bool {
        self.wrong.insert((site.function, site.at, kind))
    }

    /// What is new in the sides and cases that a run took. Of a run that was cut nothing counts but where it failed.
    pub fn look(&mut self, ran: &Ran, site: Site, trace: &Trace) -> Shown {
        let is_find = matches!(ran, Ran::Bug(kind) if self.is_wrong(site, kind));
        let mut shown = Shown { is_find, ..Shown::default() };
        if matches!(ran, Ran::TooLong) {
            return shown;
        }
        for ((edge, _), hits) in trace.visits.iter().zip(&trace.hits) {
            let seen = &mut self.often[*edge as usize];
            let bit = often(*hits);
            if *seen & bit == 0 {
                // Other numbers of turns of a loop are no find.
                *seen |= bit;
                shown.is_nearer = true;
            }
            let (word, bit) = (*edge as usize / 64, 1u64 << (edge % 64));
            if self.covered[word] & bit == 0 {
                self.covered[word] |= bit;
                shown.is_find = true;
            }
        }
        if matches!(ran, Ran::Ended) {
            shown.new_labels = trace.labels.iter().filter(|label| self.labels.insert(**label)).count() as u32;
            shown.is_find |= shown.new_labels > 0;
        }
        shown
    }

    /// Whether a run of which all was noted came nearer to something than any before.
    pub fn is_nearer(&mut self, trace: &Trace) -> bool {
        let mut is_nearer = false;
        for (goal, distance) in &trace.near {
            let goal = *goal as usize;
            if goal >= self.nearest.len() {
                self.nearest.resize((goal + 1).next_power_of_two(), f64::INFINITY);
            }
            // What is not a side of a branch is a violation, which is found when it happens. Most never do, so only runs that
            // come much nearer count.
            let is_nearer_than = match goal >= self.often.len() {
                true => 2.0 * distance,
                false if self.covered[goal / 64] >> (goal % 64) & 1 == 0 => *distance,
                false => f64::INFINITY,
            };
            if is_nearer_than < self.nearest[goal] {
                self.nearest[goal] = *distance;
                is_nearer = true;
            }
        }
        is_nearer
    }

    /// Sides that were taken by anything, as bits.
    pub fn covered(&self) -> &[u64] {
        &self.covered
    }

    /// Whether anything took a side.
    pub fn is_covered(&self, edge: u32) -> bool {
        self.covered.get(edge as usize / 64).is_none_or(|word| word >> (edge % 64) & 1 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(news: &mut News, ran: Ran, visits: &[(u32, u32)]) -> (bool, bool) {
        let visits_at = visits.iter().map(|visit| (visit.0, 0)).collect();
        let hits = visits.iter().map(|visit| visit.1).collect();
        let shown = news.look(&ran, Site::default(), &Trace { visits: visits_at, hits, ..Trace::default() });
        (shown.is_find, shown.is_nearer)
    }

    #[test]
    fn a_side_is_a_find_and_other_numbers_of_turns_are_nearer() {
        let mut news = News::new(70);
        assert_eq!(look(&mut news, Ran::Ended, &[(3, 1), (69, 2)]), (true, true));
        assert_eq!(look(&mut news, Ran::Ended, &[(3, 1), (69, 2)]), (false, false));
        assert_eq!(look(&mut news, Ran::Ended, &[(3, 5)]), (false, true));
        assert_eq!(look(&mut news, Ran::Ended, &[(3, 6)]), (false, false), "a power of two");
        news.cover(&[1 << 4, 0]);
        assert_eq!(look(&mut news, Ran::Ended, &[(4, 1)]), (false, true), "the search was there");
        assert_eq!(look(&mut news, Ran::TooLong, &[(5, 1)]), (false, false), "it would be no test");
        assert_eq!(look(&mut news, Ran::Bug("a"), &[]), (true, false));
        assert_eq!(look(&mut news, Ran::Bug("a"), &[]), (false, false), "the same place");
        assert_eq!(look(&mut news, Ran::Bug("b"), &[]), (true, false), "another error there");
    }

    #[test]
    fn labels_count_once_and_not_where_a_run_breaks() {
        let mut news = News::new(1);
        let trace = Trace { labels: vec![7, 8], ..Trace::default() };
        assert_eq!(news.look(&Ran::Bug("a"), Site::default(), &trace).new_labels, 0);
        news.label(&[7]);
        let shown = news.look(&Ran::Ended, Site::default(), &trace);
        assert_eq!((shown.is_find, shown.new_labels), (true, 1));
        assert_eq!(news.look(&Ran::Ended, Site::default(), &trace), Shown::default());
    }

    #[test]
    fn nearer_counts_for_what_was_not_taken_and_for_violations_if_it_is_much() {
        let mut news = News::new(2);
        let mut at = |goal, distance| news.is_nearer(&Trace { near: vec![(goal, distance)], ..Trace::default() });
        assert!(at(0, 9.0) && !at(0, 9.0) && at(0, 8.0));
        assert!(at(5, 100.0) && !at(5, 60.0) && at(5, 40.0));
        news.cover(&[1]);
        assert!(!news.is_nearer(&Trace { near: vec![(0, 1.0)], ..Trace::default() }));
    }
}
