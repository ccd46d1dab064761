//! Where the technique does not pay, it rests: paths run as if it were switched off, and nothing is noted.
//!
//! What it costs and what it saves are counted in the units in which all work is counted, of about one instruction of the
//! program. A state that is met again saves what came of it the first time. As long as that is more than the technique costs, it
//! never rests. Otherwise it may take a small share of the work for looking around: once it has had that it rests, until the
//! run has done so much that there is something of the share again. So stretches in which it looks grow with the run, and it
//! sees larger subtrees the longer it goes on.
//!
//! Why it is sound: what a path does in a rest is a gap in the future of the state that it came from, so that state does not
//! become known. Everything depends on counts, so a run can be repeated.
//!
//! What it may lose: a state whose future takes more paths than the first stretch has, and in which no smaller one is met
//! again, is not known when it comes back.

/// Paths before the first rest: what is explored in fewer is explored as if there were no rests.
pub const FIRST: u64 = 2048;

/// The share of the work that looking around may take: a rest begins when it is used up, and ends when less than the second is
/// used. In thousandths.
const MOST: u64 = 30;
const ENOUGH: u64 = 15;

/// A path that is taken up costs this whatever it does.
const PATH_WORK: u64 = 10_000;

/// What is done at a decision, for each page that was touched since the last, and to compare with a known state.
pub const POINT_COST: u64 = 8_000;
pub const PAGE_COST: u64 = 250;
pub const LOOK_COST: u64 = 1_000;
/// To see what a side is known by.
pub const SIDE_COST: u64 = 2_000;

pub struct Rest {
    /// Paths before the first rest.
    first: u64,
    is_resting: bool,
    /// Paths that were noted.
    paths: u64,
    /// All in all.
    work: u64,
    cost: u64,
    saved: u64,
    /// Instructions of the running path and effort of the solver up to which work is counted.
    counted: (u64, u64),
    /// What the next piece of work counts beside that.
    ahead: u64,
}

impl Rest {
    pub fn new(first: u64) -> Rest {
        Rest { first, is_resting: false, paths: 0, work: 0, cost: 0, saved: 0, counted: (0, 0), ahead: 0 }
    }

    pub fn is_resting(&self) -> bool {
        self.is_resting
    }

    /// A path is taken up: whether it rests. Where paths wait for each other nothing may be missed.
    pub fn begins(&mut self, waits: bool) -> bool {
        self.ahead = PATH_WORK;
        self.work += PATH_WORK;
        let spent = self.cost.saturating_sub(self.saved).saturating_mul(1000);
        let share = if self.is_resting { ENOUGH } else { MOST };
        let is_used_up = spent > self.work.saturating_mul(share);
        self.is_resting = !waits && self.paths >= self.first && is_used_up;
        self.paths += u64::from(!self.is_resting);
        self.is_resting
    }

    /// What was done before this does not count.
    pub fn skip(&mut self, steps: u64, effort: u64) {
        self.counted = (steps, effort);
    }

    /// A path goes on from an instruction; what was solved for it counts.
    pub fn goes_on_from(&mut self, steps: u64) {
        self.counted.0 = steps;
    }

    /// What was done since this was asked last.
    pub fn work(&mut self, steps: u64, effort: u64) -> u64 {
        let done = steps.saturating_sub(self.counted.0) + effort.saturating_sub(self.counted.1);
        self.counted = (steps, effort);
        self.work += done;
        done + std::mem::take(&mut self.ahead)
    }

    pub fn costs(&mut self, cost: u64) {
        self.cost += cost;
    }

    /// Effort of the solver that is cost and no work.
    pub fn solves(&mut self, effort: u64) {
        self.cost += effort;
        self.counted.1 += effort;
    }

    pub fn saves(&mut self, work: u64) {
        self.saved = self.saved.saturating_add(work);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COST: u64 = 5_000;

    /// Paths of so much work each, which cost something where they are noted. How many of them rest.
    fn rests(rest: &mut Rest, paths: u64, saves: u64) -> u64 {
        (0..paths).filter(|_| is_resting(rest, saves)).count() as u64
    }

    fn is_resting(rest: &mut Rest, saves: u64) -> bool {
        rest.goes_on_from(0);
        let is_resting = rest.begins(false);
        assert_eq!((is_resting, rest.work(1_000, 0)), (rest.is_resting(), 1_000 + PATH_WORK));
        if !is_resting {
            rest.costs(COST);
            rest.saves(saves);
        }
        is_resting
    }

    #[test]
    fn what_does_not_pay_takes_a_small_share_after_the_first_paths() {
        let mut rest = Rest::new(FIRST);
        assert_eq!(rests(&mut rest, FIRST, COST / 10), 0, "first it is seen whether it pays");
        assert_eq!(rests(&mut rest, 1000, COST / 10), 1000);
        let rested = rests(&mut rest, 1_000_000, COST / 10);
        assert!((900_000..995_000).contains(&rested), "it looks around once in a while: {rested}");
        assert!(rest.cost - rest.saved < rest.work * MOST / 1000 + COST);
    }

    #[test]
    fn what_pays_never_rests_and_what_begins_to_pay_rests_no_more() {
        let mut rest = Rest::new(FIRST);
        assert_eq!(rests(&mut rest, 100_000, COST), 0);
        let mut rest = Rest::new(FIRST);
        assert!(rests(&mut rest, 100_000, 0) > 0);
        rests(&mut rest, 300_000, 20 * COST);
        assert_eq!(rests(&mut rest, 100_000, COST), 0);
    }

    #[test]
    fn nothing_rests_while_paths_wait_or_where_it_is_switched_off() {
        let mut rest = Rest::new(0);
        rest.costs(1 << 40);
        assert!(!rest.begins(true) && rest.begins(false));
        let mut rest = Rest::new(u64::MAX);
        rest.costs(1 << 40);
        assert!(!rest.begins(false));
    }

    /// What was solved before a path begins counts to it; what was done beyond a known state to nobody.
    #[test]
    fn work_is_counted_once() {
        let mut rest = Rest::new(FIRST);
        rest.goes_on_from(100);
        rest.begins(false);
        assert_eq!(rest.work(130, 7), PATH_WORK + 37);
        assert_eq!(rest.work(140, 7), 10);
        rest.skip(500, 90);
        rest.goes_on_from(20);
        assert_eq!(rest.work(25, 91), 6);
    }
}
