//! The partition of the input, as the loop sees it: which sides of a path go to the frontier, and which wait.

use crate::explorer::{Explorer, Options};
use crate::frontier::Item;
use crate::partition::Verdict;
use crate::partition::stale::Known;
use crate::partition::waiting::Kept;
use crate::pressure;
use secateur_vm::flow::{Ending, EventId};
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
        let inside = self.group_end(stop, self.taken.as_ref().map(|(event, ..)| *event));
        partition.learn(&mut self.machine, counts && !inside, &is_over(&self.options));
        if !counts && let Some((event, side, turns)) = self.taken.take() {
            partition.failed(event, side, &turns);
        }
        let mut wanted = vec![];
        let mut marks = vec![];
        for side in pending {
            partition.mind(&is_over(&self.options));
            let (verdict, mark, parent) = (partition.judge(&side), side.mark, self.node);
            partition.foretell(&side, verdict, &mut self.machine);
            if verdict == Verdict::Take {
                wanted.push(side);
                continue;
            }
            marks.push(mark);
            let kept = Kept { side, parent };
            match verdict {
                Verdict::Hold => partition.held.add(kept),
                _ => partition.waiting.keep(kept),
            }
        }
        let is_full = partition.held.is_full();
        self.partition = Some(partition);
        // They wait like others, so nobody can say that all behind their decision is known.
        self.tell(|pruning, _| marks.iter().for_each(|mark| pruning.kept(*mark)));
        self.wake_sides();
        if is_full {
            self.let_go_of_held();
        }
        wanted
    }

    /// Takes up sides that were held until now, as far as they are still wanted. Whether there is anything to do.
    pub(crate) fn let_go_of_held(&mut self) -> bool {
        let Some(partition) = self.partition.as_mut().filter(|_| self.report.limits.is_empty()) else { return false };
        let mut wanted = vec![];
        for kept in partition.held.let_go() {
            match partition.judge(&kept.side) {
                Verdict::Leave => partition.waiting.keep(kept),
                _ => wanted.push(kept),
            }
        }
        wanted.into_iter().for_each(|kept| self.take_up(kept));
        !self.frontier.is_empty()
    }

    /// The run is over: those that are still held are left, and not left out.
    pub(crate) fn count_held(&mut self) {
        let held = self.partition.as_mut().map(|partition| partition.held.let_go());
        held.into_iter().flatten().for_each(|kept| self.take_up(kept));
    }

    /// Drops the states of the older half of what is left, or all, with those that are held.
    pub(crate) fn drop_states(&mut self, all: bool) {
        self.report.dropped += pressure::drop_states(&mut self.frontier, all);
        self.report.dropped += self.partition.as_mut().map_or(0, |partition| partition.held.drop_states());
    }

    /// Where a path ends too early to show all that it did. Whether it never got out of the branch at which it left another path: then
    /// it is a try of that branch's side, which was noted when it was taken, and of nothing else.
    pub(crate) fn group_end(&mut self, stop: Option<&Stop>, taken: Option<EventId>) -> bool {
        let ending = match stop {
            Some(Stop::Exit(_) | Stop::Killed(_) | Stop::Silent) => Ending::Left,
            Some(Stop::Bug(_) | Stop::Muted(_) | Stop::Unsupported(_) | Stop::Limit(..)) => Ending::Wrong,
            Some(Stop::Infeasible) => Ending::Excluded,
            _ => return false,
        };
        self.machine.group_end(ending, taken)
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
        self.script.iter_mut().for_each(|script| script.add(node, parent, &side));
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
            let (followed, knows) = (self.followed(), Known::of(&mut self.machine));
            if let Some(partition) = &mut self.partition {
                partition.remember(knows, followed);
            }
        }
        if self.partition.as_ref().is_some_and(|partition| partition.gave_up.is_some()) {
            self.give_up_partition("there was too much to keep");
        }
    }

    fn followed(&mut self) -> crate::partition::stale::Followed {
        let taken = self.taken.as_ref().map(|(event, ..)| *event);
        let symbols = self.machine.symbols();
        crate::partition::stale::Followed {
            model: symbols.model.clone(),
            root: symbols.known.root,
            picks: symbols.known.picks.clone(),
            decisions: symbols.known.flow.decisions.clone(),
            taken,
        }
    }

    /// From now on everything is explored.
    pub(crate) fn give_up_partition(&mut self, why: &'static str) {
        let Some(partition) = &mut self.partition else { return };
        partition.gave_up.get_or_insert(why);
        partition.stale.clear();
        let held = partition.held.let_go();
        let all = partition.waiting.take_all().into_iter().chain(held);
        self.machine.end_flow();
        for kept in all {
            self.take_up(kept);
        }
    }
}
