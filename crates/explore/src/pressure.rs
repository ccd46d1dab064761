//! Memory: how much is used, and what to let go of.
//!
//! States are let go of first, those that will be needed last first: their decisions are kept, and the
//! state is built again by following them. If that is not enough, all terms and what the solver
//! remembers go too. So nothing is lost but time.

use crate::frontier::{Frontier, Item};

/// Gives freed memory back to the system, so that its account shows it.
pub fn give_back() {
    // SAFETY: no arguments that could be wrong; it only affects the allocator's own caches.
    #[cfg(target_env = "gnu")]
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Drops the states of the older half of what is left, or all; how many were dropped.
pub fn drop_states(frontier: &mut Frontier, all: bool) -> u64 {
    drop_oldest(frontier, |count| if all { count } else { count.div_ceil(2) })
}

fn drop_oldest(frontier: &mut Frontier, most: impl Fn(usize) -> usize) -> u64 {
    let with_state = |item: &&mut Item| match item {
        Item::Side(side) => side.before.is_some(),
        Item::Paused(paused) => paused.state.is_some(),
        Item::Start(_) => false,
    };
    let count = frontier.items_mut().filter(with_state).count();
    let most = most(count);
    let mut dropped = 0;
    for item in frontier.items_mut().filter(with_state).take(most) {
        match item {
            Item::Side(side) => {
                side.before = None;
                side.events.clear();
            }
            Item::Paused(paused) => paused.state = None,
            Item::Start(_) => {}
        }
        dropped += 1;
    }
    dropped
}
