//! Exploration by several threads, with results that do not depend on how fast each of them is.
//!
//! Terms, solvers and machines belong together: a [`Part`] of the run has its own of each, and a part of
//! the frontier. Parts take turns; a turn ends after so much work, which is counted and never timed.
//! Any thread can give a part its turn. What moves from one part to another is a [`Ticket`](ticket::Ticket): a side not
//! taken as plain data, whose state the other part builds again by following its path from the start.
//!
//! One thread, the one that called, takes in what turns found, in the order in which it handed them out, and
//! hands out the next: so everything that depends on what was found before (which path covers
//! something new, the number of a test, who gives what to whom) is the same for any number of workers and
//! any timing.
//!
//! *Invariant:* what a turn finds depends on what its part did before and on what it was handed, on nothing else.
//! *Invariant:* nothing that decides about parts, turns or results looks at the clock, at memory, or at who
//! is idle, but for the limits of the run.
//! *Invariant:* there are as many parts for two workers as for ten.
//!
//! The first stretch of a run is explored by the calling thread alone, as if there were no others: short
//! runs never have any.

mod merge;
mod part;
mod plan;
mod queue;
mod take_in;
mod ticket;
mod worker;

use crate::explorer::{Explorer, Observer, Options};
use crate::outcome::Report;
use crate::strategies::Strategy;
use merge::Merger;
use part::Slots;
use queue::Queue;
use secateur_solver::{Interrupter, Solver, Stats};
use secateur_vm::Program;
use secateur_vm::env::Host;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Who explores, and what each part of the run is made of.
pub struct Workers<'a> {
    pub jobs: u32,
    /// The program once more: its code remembers which branches were taken, so no two parts share it.
    pub program: &'a dyn Fn() -> Option<Program>,
    /// A solver for the part of this number; 0 is the first.
    pub solver: &'a dyn Fn(u64) -> Solver,
    /// A strategy for the part of this number.
    pub strategy: &'a dyn Fn(u64) -> Box<dyn Strategy>,
    pub host: &'a (dyn Fn() -> Box<dyn Host> + Sync),
}

/// What a run came to, and what its solvers did.
pub struct Explored {
    pub report: Report,
    pub stats: Stats,
    pub mismatches: Vec<String>,
    /// Parts that the run was divided into, and their turns; none if one thread did everything.
    pub parts: u64,
    pub turns: u64,
}

/// Runs until nothing is left or a limit is reached. The interrupter stops the solvers.
pub fn explore(
    program: &Program,
    options: Options,
    workers: &Workers,
    interrupter: Interrupter,
    observer: &mut dyn Observer,
) -> Explored {
    // What belongs together in the input, and what was learnt from samples, is known in one place only.
    let is_alone = options.technique.partition.is_some() || options.technique.sample.is_some();
    let is_shared = workers.jobs > 1 && !is_alone;
    let slots = Slots::new(workers.program, if is_shared { plan::PARTS } else { 0 });
    // Without a copy of the program there is nothing to share.
    let own = slots.take();
    let mut solver = (workers.solver)(0);
    solver.set_interrupter(interrupter.clone());
    let mut explorer = Explorer::new(own.map_or(program, |slot| slots.get(slot)), options.clone(), solver);
    let (mut strategy, mut host) = ((workers.strategy)(0), (workers.host)());
    let Some(slot) = own else {
        let report = explorer.run(&mut *strategy, &mut *host, observer);
        return Explored::by_one(report, &mut explorer);
    };
    while !plan::is_worth_sharing(explorer.work(), explorer.frontier.len()) {
        if !explorer.step(&mut *strategy, &mut *host, observer) {
            let report = explorer.finish();
            return Explored::by_one(report, &mut explorer);
        }
    }
    let halt = Arc::new(AtomicBool::new(false));
    let queue = Queue::new(workers.jobs as usize);
    let shared = merge::Shared { options, workers, queue: &queue, slots: &slots, halt, interrupter };
    let mut merger = Merger::new(shared, explorer, strategy, slot);
    std::thread::scope(|scope| {
        for _ in 0..workers.jobs {
            let (queue, host) = (&queue, workers.host);
            let made =
                std::thread::Builder::new().stack_size(16 << 20).spawn_scoped(scope, move || worker::work(host, queue));
            // With fewer workers than asked for, the results are the same.
            if made.is_err() {
                queue.leave();
            }
        }
        merger.run(observer);
    });
    merger.finish(program)
}

impl Explored {
    fn by_one(report: Report, explorer: &mut Explorer) -> Explored {
        let (stats, mismatches) = (explorer.solver().stats.clone(), explorer.solver().mismatches().to_vec());
        // What still waits when time is over goes with the process: to take a hundred thousand states apart takes a second or
        // more, and that second would come behind the limit. Otherwise whoever explores again would be short of memory.
        if report.limits.iter().any(|limit| matches!(*limit, "time" | "interrupt")) {
            std::mem::forget(std::mem::take(&mut explorer.frontier));
        }
        Explored { report, stats, mismatches, parts: 0, turns: 0 }
    }
}
