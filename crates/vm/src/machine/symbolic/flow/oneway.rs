//! Branches that go the same way on every path.
//!
//! What such a branch depends on belongs together, since other values of it might lead the other way. But as long as none
//! does, nothing depends on which way it goes: there is no other. So after some time it is no longer opened. When a path goes the
//! other way after all, the paths that came by without opening it are followed again.
//!
//! *Invariant:* a path that did not open a branch has asked whether it goes one way.

use super::Flow;
use crate::machine::Machine;
use secateur_expr::Support;

/// So often a branch is opened before it is believed to go one way.
const PATIENCE: u32 = 32;

/// Which way a branch goes.
pub(super) enum Way {
    /// To this side, as often as this; and the number under which paths ask that have not opened it.
    One {
        side: i32,
        count: u32,
        ask: Option<u32>,
    },
    Several,
}

impl Flow {
    /// A branch is met: whether it need not be opened.
    fn meet_branch(&mut self, key: u64, side: Option<i32>) -> Option<u32> {
        let fresh = self.asks.len() as u32;
        let way = self.ways.entry(key).or_insert(match side {
            Some(side) => Way::One { side, count: 0, ask: None },
            None => Way::Several,
        });
        let Way::One { side: before, count, ask } = way else { return None };
        if side == Some(*before) {
            *count += 1;
            if *count <= PATIENCE {
                return None;
            }
            let is_new = ask.is_none();
            let ask = *ask.get_or_insert(fresh);
            if is_new {
                self.add_ask(Box::default(), Support::EMPTY);
            }
            return Some(ask);
        }
        let asked = *ask;
        *way = Way::Several;
        if let Some(ask) = asked {
            self.grown += 1;
            self.is_over(ask);
        }
        None
    }
}

impl Machine<'_> {
    /// A branch is opened. If it is known to go several ways, which stays so, there is nothing to look up next time.
    pub(super) fn note_opened(&mut self, key: u64, ask: u32) {
        if let Some(flow) = &mut self.sym().flow {
            flow.fronts[ask as usize].goes_several |= matches!(flow.ways.get(&key), Some(Way::Several));
        }
    }

    /// Whether a branch is known to go one way only, to this side, which was not decided here.
    pub(super) fn goes_one_way(&mut self, key: u64, side: Option<i32>) -> bool {
        let sym = self.sym();
        let Some(ask) = sym.flow.as_mut().and_then(|flow| flow.meet_branch(key, side)) else { return false };
        self.note_asked(ask);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::Flow;
    use super::PATIENCE;

    #[test]
    fn paths_that_believed_it_are_told_when_it_goes_another_way() {
        let mut flow = Flow::default();
        let is_over = |flow: &Flow, ask: u32, when: u32| flow.asks[ask as usize].over > when;
        for _ in 0..PATIENCE {
            assert_eq!(flow.meet_branch(7, Some(1)), None);
        }
        let ask = flow.meet_branch(7, Some(1)).expect("it has gone this way often enough");
        assert_eq!(flow.meet_branch(7, Some(1)), Some(ask));
        let when = flow.grown;
        assert!(!is_over(&flow, ask, when));
        assert_eq!(flow.meet_branch(7, Some(0)), None);
        assert!(is_over(&flow, ask, when));
        assert!(!is_over(&flow, ask, flow.grown), "who asks now knows it");
        assert_eq!(flow.meet_branch(7, Some(1)), None);
    }

    #[test]
    fn a_branch_that_was_decided_goes_several_ways() {
        let mut flow = Flow::default();
        assert_eq!(flow.meet_branch(7, None), None);
        for _ in 0..2 * PATIENCE {
            assert_eq!(flow.meet_branch(7, Some(1)), None);
        }
    }
}
