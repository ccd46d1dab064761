//! How much is done for proofs, counted, so that the same program and the same budget give the same proofs on every machine.
//!
//! A unit is about what one instruction costs. The clock is looked at as a last resort only, by whoever is asked whether to
//! stop: what was proved then depends on the machine, and the proofs say that they were cut short.

use std::cell::Cell;

/// How often the clock is looked at, in units.
const BETWEEN_LOOKS: u64 = 20_000;

/// What may be done for proofs.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Units of work.
    pub work: u64,
    /// Whether the run has to end, by the clock or by its user.
    pub stop: &'a dyn Fn() -> bool,
}

impl Limits<'static> {
    /// As much as it takes.
    pub fn none() -> Limits<'static> {
        Limits { work: u64::MAX, stop: &|| false }
    }
}

pub struct Work<'a> {
    most: Cell<u64>,
    spent: Cell<u64>,
    next_look: Cell<u64>,
    stopped: Cell<bool>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Work<'a> {
    pub fn new(limits: &Limits<'a>) -> Work<'a> {
        let (spent, next_look) = (Cell::new(0), Cell::new(BETWEEN_LOOKS));
        Work { most: Cell::new(limits.work), spent, next_look, stopped: Cell::new(false), stop: limits.stop }
    }

    /// Counts work that was done, and tells whether there may be more.
    pub fn spend(&self, units: u64) -> bool {
        let spent = self.spent.get().saturating_add(units);
        self.spent.set(spent);
        if spent >= self.next_look.get() {
            self.next_look.set(spent.saturating_add(BETWEEN_LOOKS));
            self.stopped.set(self.stopped.get() || (self.stop)());
        }
        self.goes_on()
    }

    pub fn goes_on(&self) -> bool {
        !self.stopped.get() && self.spent.get() <= self.most.get()
    }
    /// From here on the budget is this, from the beginning on.
    pub fn allow(&self, most: u64) {
        self.most.set(most);
    }
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }
    /// Whether the run has to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }
}
