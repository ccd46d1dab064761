//! How the run went over time, in a bounded number of points.

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
        let found = (last.tests, last.bugs, last.branches) != (tests, bugs, progress.covered_edges);
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

    /// Keeps the first, the last, and every second one of the others.
    fn thin(&mut self) {
        let last = self.points.len() - 1;
        let mut at = 0;
        self.points.retain(|_| {
            at += 1;
            (at - 1) % 2 == 0 || at - 1 == last
        });
        self.distance = self.seconds() / MOST as f64;
    }

    /// All of them, the last being how the run ended.
    pub fn finish(mut self, end: Point) -> Vec<Point> {
        self.points.push(end);
        self.points
    }
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_explore::Counts;

    #[test]
    fn points_are_bounded_and_keep_their_ends() {
        let mut timeline = Timeline::new();
        let mut progress = Progress { counts: Counts::default(), pending: 3, instructions: 0, covered_edges: 0 };
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
