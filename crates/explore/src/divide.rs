//! The partition of the input, as the loop sees it: which sides of a path go to the frontier, and which wait.

use crate::explorer::{Explorer, Options};
use crate::frontier::Item;
use crate::partition::waiting::Kept;
use secateur_vm::{Pending, Stop};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Whether the run has to end by now.
pub(crate) fn is_over(options: &Options) -> impl Fn() -> bool + use<'_> {
    || options.stop.load(Ordering::Relaxed) || options.deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

impl Explorer<'_> {
    /// Of the sides that the path at hand left, those that are to be explored.
    pub(crate) fn divide(&mut self, pending: Vec<Pending>, stop: Option<&Stop>) -> Vec<Pending> {
        let Some(mut partition) = self.partition.take() else { return pending };
        // What an assumption excludes was not tried.
        let counts = !matches!(stop, Some(Stop::Infeasible)) && !self.is_sampled;
        self.group_end(stop);
        partition.learn(&mut self.machine, counts, &is_over(&self.options));
        if !counts && let Some((event, side, turns)) = self.taken.take() {
            partition.failed(event, side, &turns);
        }
        let mut wanted = vec![];
        let mut marks = vec![];
        for side in pending {
            partition.mind(&is_over(&self.options));
            if partition.wants(&side) {
                wanted.push(side);
            } else {
                marks.push(side.mark);
                let side = Pending { before: None, events: Default::default(), ..side };
                partition.waiting.keep(Kept { side, parent: self.node });
            }
        }
        self.partition = Some(partition);
        // They wait like others, so nobody can say that all behind their decision is known.
        self.tell(|pruning, _| marks.iter().for_each(|mark| pruning.kept(*mark)));
        self.wake_sides();
        wanted
    }

    /// Where a path ends too early to show all that it did.
    pub(crate) fn group_end(&mut self, stop: Option<&Stop>) {
        match stop {
            Some(Stop::Exit(_) | Stop::Killed(_) | Stop::Silent) => self.machine.group_end(false),
            Some(Stop::Bug(_) | Stop::Muted(_) | Stop::Unsupported(_) | Stop::Limit(..)) => {
                self.machine.group_end(true)
            }
            _ => {}
        }
    }

    /// Takes up sides that turned out to matter.
    pub(crate) fn wake_sides(&mut self) {
        let Some(partition) = &mut self.partition else { return };
        for kept in partition.wake() {
            self.take_up(kept);
        }
    }

    fn take_up(&mut self, Kept { side, parent }: Kept) {
        let site = ((side.site.function, side.site.at), side.kind);
        let node = self.report.tree.add(Some(parent), side.depth + side.hops, Some(site));
        self.frontier.add(Item::Side(side), node, self.machine.program());
    }

    /// A side is impossible on its path.
    pub(crate) fn side_failed(&mut self, side: &Pending) {
        if let (Some(partition), Some(event)) = (&mut self.partition, side.event) {
            partition.failed(event, side.side, &side.turns);
            self.wake_sides();
        }
    }

    /// The path at hand has ended: it may have to be followed once more.
    pub(crate) fn remember_path(&mut self) {
        if self.partition.is_some() && self.machine.flow().is_some() && !self.is_random && !self.is_sampled {
            let (followed, knows) = (self.followed(), self.machine.symbols().known.flow.asked.iter().collect());
            if let Some(partition) = &mut self.partition {
                partition.remember(knows, followed);
            }
        }
        if self.partition.as_ref().is_some_and(|partition| partition.gave_up.is_some()) {
            self.give_up_partition("there was too much to keep");
        }
    }

    fn followed(&mut self) -> crate::partition::stale::Followed {
        let symbols = self.machine.symbols();
        crate::partition::stale::Followed {
            model: symbols.model.clone(),
            root: symbols.known.root,
            picks: symbols.known.picks.clone(),
            decisions: symbols.known.flow.decisions.clone(),
        }
    }

    /// From now on everything is explored.
    pub(crate) fn give_up_partition(&mut self, why: &'static str) {
        let Some(partition) = &mut self.partition else { return };
        partition.gave_up.get_or_insert(why);
        partition.stale.clear();
        let all = partition.waiting.take_all();
        self.machine.end_flow();
        for kept in all {
            self.take_up(kept);
        }
    }
}
