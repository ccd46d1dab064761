//! Paths that did not know all that is known now are followed once more, without a solver.
//!
//! What they have in common is run once: where others leave the path that is followed, its state is kept for them. That
//! they really have it in common is checked by what was decided and picked; if not, a path is followed from its start.
//!
//! Sides that are held leave such paths too. They get the state from there in place of their own, which knows as little as the
//! path did when it was run first: or else whatever is run from it would have to be followed once more.

use crate::divide::is_over;
use crate::explorer::{Begun, Explorer};
use crate::partition::stale::{Followed, Known as Knows, PathId};
use secateur_expr::Term;
use secateur_vm::env::Host;
use secateur_vm::flow::News;
use secateur_vm::{Goal, Known, Limits, Parted, Snapshot, Stop};
use std::collections::BTreeMap;
use std::time::Instant;

/// Paths that go on from one state, or from the start, and sides that are held.
#[derive(Default)]
struct Together {
    from: Option<Parted>,
    paths: Vec<Path>,
    held: Vec<Held>,
}

struct Path {
    id: PathId,
    how: Followed,
    way: Way,
}

/// A side that only gets another state, by its place among those that are held.
struct Held {
    at: usize,
    way: Way,
}

struct Way {
    picks: Vec<u64>,
    decisions: Vec<Term>,
}

impl Way {
    /// How a state was come to.
    fn to(parted: &Parted) -> Way {
        Way { picks: parted.picks(), decisions: parted.decisions() }
    }

    /// Whether it comes by where another one ends, and goes on as that does.
    fn comes_by(&self, other: &Way) -> bool {
        self.decisions.starts_with(&other.decisions) && self.picks.starts_with(&other.picks)
    }

    /// Where it leaves another: decisions before, and the side that it takes.
    fn leaves(&self, other: &Way) -> Option<(u32, Term)> {
        let common = self.decisions.iter().zip(&other.decisions).take_while(|(a, b)| a == b).count();
        Some((common as u32, *self.decisions.get(common)?))
    }
}

/// Where others leave a path.
type Partings = BTreeMap<(u32, Term), Together>;

impl Explorer<'_> {
    /// Follows such paths, until something shows that sides have to be taken after all.
    pub(crate) fn follow_stale(&mut self, host: &mut dyn Host) -> bool {
        while self.frontier.is_empty() {
            let news = News::of(self.machine.symbols());
            let (Some(partition), Some(news)) = (&mut self.partition, news) else { return false };
            let paths = partition.stale.next(news);
            if paths.is_empty() || !self.follow_all(paths, host) {
                return false;
            }
            self.wake_sides();
        }
        true
    }

    /// Whether there was time for all of them.
    fn follow_all(&mut self, paths: Vec<(PathId, Followed)>, host: &mut dyn Host) -> bool {
        let mut groups = vec![self.begin_together(paths)];
        while let Some(Together { from, mut paths, held }) = groups.pop() {
            if self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.report.limits.push("time");
                return false;
            }
            let Some(first) = paths.pop() else {
                self.renew_held(held, from);
                continue;
            };
            let mut partings = Partings::new();
            for path in paths {
                match path.way.leaves(&first.way).filter(|_| !self.machine.symbols().is_thrifty) {
                    Some(leaves) => partings.entry(leaves).or_default().paths.push(path),
                    None => groups.push(Together { paths: vec![path], ..Together::default() }),
                }
            }
            for side in held {
                if let Some(leaves) = side.way.leaves(&first.way).filter(|_| !self.machine.symbols().is_thrifty) {
                    partings.entry(leaves).or_default().held.push(side);
                }
            }
            self.machine.symbols().partings = partings.keys().rev().copied().collect();
            let Some((parted, counts)) = self.follow_one(&first, from, host) else { return false };
            groups.extend(together(partings, parted));
            let knows = Knows::of(&mut self.machine);
            if let Some(partition) = &mut self.partition {
                partition.learn(&mut self.machine, counts, &is_over(&self.options));
                partition.stale.put_back(first.id, knows, first.how);
                if partition.gave_up.is_some() {
                    return true;
                }
            }
        }
        true
    }

    /// All from their start, with the sides that leave them somewhere.
    fn begin_together(&self, paths: Vec<(PathId, Followed)>) -> Together {
        let root = paths.first().map_or(0, |(_, how)| how.root);
        let path = |(id, how): (PathId, Followed)| {
            let way = Way { picks: how.picks.to_vec(), decisions: how.decisions.to_vec() };
            Path { id, how, way }
        };
        let held = self.partition.iter().flat_map(|partition| partition.held.states(root));
        let held = held.map(|(at, parted)| Held { at, way: Way::to(&parted) });
        Together { from: None, held: held.collect(), paths: paths.into_iter().map(path).collect() }
    }

    /// Sides that are held go on from this state, if it is theirs.
    fn renew_held(&mut self, held: Vec<Held>, from: Option<Parted>) {
        let (Some(partition), Some(parted)) = (&mut self.partition, from) else { return };
        let here = Way::to(&parted);
        let is_there = |way: &Way| way.decisions == here.decisions && way.picks == here.picks;
        let Some(side) = held.iter().find(|side| is_there(&side.way)) else { return };
        // What the path before was the first to take, and did not count for, counts where this one ends.
        let covered = self.machine.covered();
        let is_in = |known: &Known| known.found.iter().all(|number| parted.before.known.found.contains(number));
        let keeps = |old: &Snapshot| !old.known.adds_to(covered) || is_in(&old.known);
        if partition.held.state(side.at).is_some_and(keeps) {
            partition.held.renew(side.at, parted);
        }
    }

    /// Follows one to its end. Where others leave it, and whether what it did is a try, which it is not if an assumption excludes it;
    /// `None` if the run is over before that.
    fn follow_one(&mut self, path: &Path, from: Option<Parted>, host: &mut dyn Host) -> Option<(Vec<Parted>, bool)> {
        let mut counts = false;
        self.machine.symbols().set_follow(Goal::New { depth: u32::MAX }, &path.how.picks);
        let model = path.how.model.clone();
        let begun = match from {
            Some(parted) => {
                self.machine.symbols().skip_picks(parted.picks().len());
                self.machine.restore(parted.before, model, parted.events);
                Begun::Ready
            }
            None => self.begin_start(path.how.root, model),
        };
        if matches!(begun, Begun::Ready) {
            self.machine.set_limits(Limits { patience: u64::MAX, max_resident: u64::MAX, ..self.limits() });
            let steps = self.machine.steps;
            let stop = self.machine.go(host);
            self.report.instructions += self.machine.steps.saturating_sub(steps);
            let symbols = self.machine.symbols();
            symbols.follow = None;
            symbols.pending.clear();
            let inside = self.group_end(Some(&stop), path.how.taken);
            counts = !inside && !matches!(stop, Stop::Infeasible);
            // What it covers was covered when it was run, if it came to an end that counts.
            self.machine.disclaim_found();
            if let Stop::Limit(what @ ("time" | "interrupt"), _) = stop {
                self.report.limits.push(what);
                return None;
            }
        }
        Some((self.machine.symbols().end_follow(), counts))
    }
}

/// What left another where it was seen, by where; and other paths, which go from their start. The last parts last, so few
/// states are kept at once.
fn together(partings: Partings, parted: Vec<Parted>) -> Vec<Together> {
    let mut groups = vec![];
    let mut parted: Vec<(Way, Parted)> = parted.into_iter().map(|parted| (Way::to(&parted), parted)).collect();
    for ((_, side), mut group) in partings {
        let comes_by = |(way, parted): &(Way, Parted)| {
            parted.side == side && group.paths.iter().all(|path| path.way.comes_by(way))
        };
        match parted.iter().position(comes_by) {
            Some(at) => {
                let (way, from) = parted.remove(at);
                group.held.retain(|side| side.way.comes_by(&way));
                groups.push(Together { from: Some(from), ..group });
            }
            None => {
                let alone = |path| Together { paths: vec![path], ..Together::default() };
                groups.extend(group.paths.into_iter().map(alone));
            }
        }
    }
    groups
}
