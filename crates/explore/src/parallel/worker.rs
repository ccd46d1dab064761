//! Gives parts their turns.

use super::part::{Aside, Ended, Part, Piece};
use super::plan;
use super::queue::{Done, Queue};
use super::ticket::PausedTicket;
use crate::explorer::{Explorer, Observer, Progress};
use crate::outcome::PathEnd;
use crate::tree::{End, NodeId};
use crate::{panics, pressure};
use secateur_vm::env::Host;
use secateur_vm::{Losses, resident};
use std::panic::AssertUnwindSafe;
use std::time::Duration;

/// Until there are no more turns.
pub fn work(host: &(dyn Fn() -> Box<dyn Host> + Sync), queue: &Queue<Box<Part>>) {
    while let Some((number, part)) = queue.take() {
        let slot = part.slot;
        let turn = panics::catch(AssertUnwindSafe(move || turn(part, &mut *host(), queue)));
        queue.put(number, turn.unwrap_or_else(|message| Done::Failed(message, slot)));
    }
}

/// Keeps the path that ended.
struct Caught<'q, 'p> {
    path: Option<PathEnd>,
    queue: &'q Queue<Box<Part<'p>>>,
    limits: secateur_vm::Limits,
}

impl Observer for Caught<'_, '_> {
    fn path(&mut self, end: PathEnd, _: &Progress) -> bool {
        self.path = Some(end);
        true
    }
    fn tick(&mut self, _: &Progress) {}
    /// Parts that wait let go of what they hold; those that have their turn are given time to do so.
    fn relieve(&mut self, most: u64) -> bool {
        self.queue.each(|part| part.explorer.let_go());
        pressure::give_back();
        for _ in 0..40 {
            if resident() < most || self.limits.over().is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(25));
        }
        resident() < most
    }
}

fn turn<'p>(mut part: Box<Part<'p>>, host: &mut dyn Host, queue: &Queue<Box<Part<'p>>>) -> Done<Box<Part<'p>>> {
    let mut pieces = Vec::new();
    let mut happened = Happened {
        instructions: part.explorer.report.instructions,
        states: part.explorer.states,
        ..Happened::default()
    };
    let mut caught = Caught { path: None, queue, limits: part.explorer.limits() };
    let before = part.explorer.work();
    while !plan::is_over(part.explorer.work() - before, pieces.len() as u64) {
        let Part { explorer, strategy, .. } = &mut *part;
        let goes_on = explorer.step(&mut **strategy, host, &mut caught);
        pieces.extend(happened.note(explorer, caught.path.take()));
        if !goes_on {
            break;
        }
    }
    pieces.push(happened.cut(&mut part.explorer, None));
    Done::Turn(pieces, part)
}

/// What happened since the last path ended.
#[derive(Default)]
struct Happened {
    ended: Vec<NodeId>,
    found: Vec<u32>,
    aside: Vec<Aside>,
    instructions: u64,
    /// Up to then.
    states: Option<u64>,
}

impl Happened {
    /// After a step: a piece, if a path ended.
    fn note(&mut self, explorer: &mut Explorer, path: Option<PathEnd>) -> Option<Piece> {
        let found = explorer.machine.take_found();
        let carried = explorer.machine.new_edges().saturating_sub(found.len() as u32);
        if let Some((paused, node)) = explorer.aside.as_mut().and_then(Vec::pop) {
            self.aside.push(Aside { ticket: PausedTicket::of(paused), node, found, carried });
            return None;
        }
        self.ended.append(&mut explorer.also_ended);
        let node = explorer.node;
        let has_ended = node.index().is_some_and(|i| explorer.report.tree.nodes[i].end != End::Pending);
        if has_ended && self.ended.last() != Some(&node) {
            self.ended.push(node);
        }
        match path {
            Some(end) => Some(self.cut(explorer, Some(Ended { end, found, carried }))),
            None => {
                self.found.extend(found);
                None
            }
        }
    }

    fn cut(&mut self, explorer: &mut Explorer, path: Option<Ended>) -> Piece {
        let so_far = explorer.report.instructions;
        let instructions = so_far - std::mem::replace(&mut self.instructions, so_far);
        let before = std::mem::replace(&mut self.states, explorer.states).unwrap_or(0);
        Piece {
            states: explorer.states.map(|states| states - before),
            counts: std::mem::take(&mut explorer.report.counts),
            instructions,
            nodes: explorer.report.tree.nodes.len(),
            ended: std::mem::take(&mut self.ended),
            sites: std::mem::take(&mut explorer.report.tree.sites),
            losses: Losses { entries: std::mem::take(&mut explorer.machine.symbols().losses.entries) },
            found: std::mem::take(&mut self.found),
            aside: std::mem::take(&mut self.aside),
            left: explorer.frontier.len(),
            path,
        }
    }
}
