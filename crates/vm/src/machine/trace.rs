//! What one run showed, as far as learners want to know it.
//!
//! One trace is cleared and filled again for each run, so that it allocates only until it has grown.

/// How a run came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RunOutcome {
    #[default]
    Ended,
    /// A check failed.
    Bug,
    /// An assumption did not hold: the input does not belong to the space of inputs.
    Excluded,
    /// It was cut at the limit on its steps.
    TooLong,
}

/// Of a call whose result decides a branch: how near the callee came to one of its own sides in such a call.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Inner {
    /// The first side of the branch.
    pub branch: u32,
    pub side: u32,
    /// 0 if it was taken.
    pub distance: f64,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trace {
    /// The edges that were taken, and where in the run each was first taken, from 0.
    /// *Invariant:* an edge is in it once, and positions are below `length`.
    pub visits: Vec<(u32, u32)>,
    /// How often each of them was taken, in the same order.
    pub hits: Vec<u32>,
    /// Edges that were taken, each as often as it was.
    pub length: u32,
    /// The least and the most value at each observed point: parameters, results, indices, expressions of branches.
    /// *Invariant:* a point is in it once, and the least value is not above the most.
    pub ranges: Vec<(u32, i64, i64)>,
    /// What was met and did not happen, and how near the run came to it at best. Numbers below that of edges are sides
    /// of branches; those behind are violations, and a violation at distance 0 did happen.
    /// *Invariant:* one is in it once; no distance is negative or not a number.
    pub near: Vec<(u32, f64)>,
    /// The same in calls whose results decide branches.
    /// *Invariant:* a pair of branch and side is in it once.
    pub inner: Vec<Inner>,
    /// Cases of switches that were taken where several have the same code: those are one side, and yet a line each.
    /// *Invariant:* one is in it once.
    pub labels: Vec<u32>,
    /// The functions that were called, in their order; long runs keep the beginning.
    pub calls: Vec<u32>,
    pub outcome: RunOutcome,
}

impl Trace {
    /// Empty again, with the memory it has.
    pub fn clear(&mut self) {
        self.visits.clear();
        self.hits.clear();
        self.length = 0;
        self.ranges.clear();
        self.near.clear();
        self.inner.clear();
        self.labels.clear();
        self.calls.clear();
        self.outcome = RunOutcome::Ended;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_trace_is_a_new_one_that_keeps_its_memory() {
        let mut trace = Trace {
            visits: vec![(3, 0)],
            hits: vec![2],
            length: 1,
            ranges: vec![(0, -1, 1)],
            near: vec![(2, 4.0)],
            inner: vec![Inner { branch: 2, side: 4, distance: 1.0 }],
            labels: vec![5],
            calls: vec![7; 100],
            outcome: RunOutcome::TooLong,
        };
        trace.clear();
        assert_eq!(trace, Trace::default());
        assert!(trace.calls.capacity() >= 100);
    }
}
