//! How the run went over time, in a bounded number of points.
//!
//! *Invariant:* there is a point for each of the milestones 1, 2, … 9, 10, 20, … 90, 100, 200, … paths that the run
//! came to, so that runs can be compared at equal numbers of paths (`secateur bench search`).

use secateur_explore::Progress;
use secateur_testgen::reports::Point;
use std::time::Instant;

/// When there are more, every second one goes.
const MOST: usize = 512;

pub struct Timeline {
    begun: Instant,
    points: Vec<Point>,
    /// Points closer than this are the same, unless something was found.
    distance: f64,
}

impl Timeline {
    pub fn new() -> Timeline {
        Timeline { begun: Instant::now(), points: vec![Point::default()], distance: 0.001 }
    }

    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// Takes note of what is different. Cheap where nothing is: one comparison, no look at the clock.
    pub fn note(&mut self, progress: &Progress, tests: u64, bugs: u64) {
        let last = self.points.last().copied().unwrap_or_default();
        let found = (last.tests, last.bugs, last.branches) != (tests, bugs, progress.covered_edges)
            || is_milestone(progress.counts.ended());
        if !found && !progress.counts.ended().is_multiple_of(64) {
            return;
        }
        let time_s = self.seconds();
        if !found && time_s < last.time_s + self.distance {
            return;
        }
        self.points.push(self::point(progress, tests, bugs, time_s));
        if self.points.len() > MOST {
            self.thin();
        }
    }

    /// Keeps the first, the last, milestones, and every second one of the others.
    fn thin(&mut self) {
        let last = self.points.len() - 1;
        let mut at = 0;
        self.points.retain(|point| {
            at += 1;
            (at - 1) % 2 == 0 || at - 1 == last || is_milestone(point.paths)
        });
        self.distance = self.seconds() / MOST as f64;
    }

    /// All of them, the last being how the run ended.
    pub fn finish(mut self, end: Point) -> Vec<Point> {
        self.points.push(end);
        self.points
    }
}

/// Numbers with a single digit that is not zero.
pub fn is_milestone(paths: u64) -> bool {
    paths > 0 && paths.is_multiple_of(10u64.pow(paths.ilog10()))
}

pub fn point(progress: &Progress, tests: u64, bugs: u64, time_s: f64) -> Point {
    Point {
        time_s,
        paths: progress.counts.ended(),
        pending: progress.pending as u64,
        tests,
        bugs,
        branches: progress.covered_edges,
        instructions: progress.instructions,
        states: progress.states,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_explore::Counts;

    fn progress() -> Progress {
        Progress { counts: Counts::default(), pending: 3, instructions: 0, covered_edges: 0, states: None, sampled: 0 }
    }

    #[test]
    fn milestones_stay() {
        let mut timeline = Timeline::new();
        let mut progress = progress();
        for i in 1..=20_000 {
            progress.counts.completed = i;
            progress.covered_edges = i as u32;
            timeline.note(&progress, 1, 0);
        }
        assert!(timeline.points.len() <= MOST);
        for milestone in [1, 2, 5, 9, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000] {
            assert!(is_milestone(milestone));
            let point = timeline.points.iter().find(|p| p.paths == milestone);
            assert_eq!(point.map(|p| u64::from(p.branches)), Some(milestone));
        }
        assert!(!is_milestone(0) && !is_milestone(11) && !is_milestone(1010) && !is_milestone(150));
    }

    #[test]
    fn points_are_bounded_and_keep_their_ends() {
        let mut timeline = Timeline::new();
        let mut progress = progress();
        for i in 1..=10_000 {
            progress.covered_edges = i;
            timeline.note(&progress, 1, 0);
        }
        assert!(timeline.points.len() <= MOST);
        let points = timeline.finish(point(&progress, 2, 1, 9.0));
        assert_eq!((points[0], points[points.len() - 1].bugs), (Point::default(), 1));
        assert!(points.is_sorted_by_key(|p| p.branches));
    }
}
