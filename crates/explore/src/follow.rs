//! Paths that did not know all that is known now are followed once more, without a solver.
//!
//! What they have in common is run once: where others leave the path that is followed, its state is kept for them. That
//! they really have it in common is checked by what was decided and picked; if not, a path is followed from its start.

use crate::divide::is_over;
use crate::explorer::{Begun, Explorer};
use crate::partition::stale::{Followed, PathId};
use secateur_expr::Term;
use secateur_vm::env::Host;
use secateur_vm::{Goal, Limits, Parted, Stop};
use std::collections::BTreeMap;
use std::time::Instant;

/// Paths that go on from one state, or from the start.
struct Together {
    from: Option<Parted>,
    paths: Vec<Path>,
}

struct Path {
    id: PathId,
    how: Followed,
    decisions: Vec<Term>,
}

impl Path {
    /// Whether it comes by this state, and goes on as that does.
    fn comes_by(&self, parted: &Parted) -> bool {
        self.decisions.starts_with(&parted.decisions()) && self.how.picks.to_vec().starts_with(&parted.picks())
    }

    /// Where it leaves another: decisions before, and the side that it takes.
    fn leaves(&self, other: &Path) -> Option<(u32, Term)> {
        let common = self.decisions.iter().zip(&other.decisions).take_while(|(a, b)| a == b).count();
        Some((common as u32, *self.decisions.get(common)?))
    }
}

impl Explorer<'_> {
    /// Follows such paths, until something shows that sides have to be taken after all.
    pub(crate) fn follow_stale(&mut self, host: &mut dyn Host) -> bool {
        while self.frontier.is_empty() {
            let (Some(partition), Some(flow)) = (&mut self.partition, self.machine.flow()) else { return false };
            let paths = partition.stale.next(flow);
            if paths.is_empty() || !self.follow_all(paths, host) {
                return false;
            }
            self.wake_sides();
        }
        true
    }

    /// Whether there was time for all of them.
    fn follow_all(&mut self, paths: Vec<(PathId, Followed)>, host: &mut dyn Host) -> bool {
        let path = |(id, how): (PathId, Followed)| Path { id, decisions: how.decisions.to_vec(), how };
        let mut groups = vec![Together { from: None, paths: paths.into_iter().map(path).collect() }];
        while let Some(Together { from, mut paths }) = groups.pop() {
            if self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                self.report.limits.push("time");
                return false;
            }
            let Some(first) = paths.pop() else { continue };
            let mut partings: BTreeMap<(u32, Term), Vec<Path>> = BTreeMap::new();
            for path in paths {
                match path.leaves(&first).filter(|_| !self.machine.symbols().is_thrifty) {
                    Some(leaves) => partings.entry(leaves).or_default().push(path),
                    None => groups.push(Together { from: None, paths: vec![path] }),
                }
            }
            self.machine.symbols().partings = partings.keys().rev().copied().collect();
            let Some((parted, counts)) = self.follow_one(&first, from, host) else { return false };
            groups.extend(together(partings, parted));
            let knows = self.machine.symbols().known.flow.asked.iter().collect();
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
            self.group_end(Some(&stop));
            // What it covers was covered when it was run, if it came to an end that counts.
            self.machine.disclaim_found();
            counts = !matches!(stop, Stop::Infeasible);
            if let Stop::Limit(what @ ("time" | "interrupt"), _) = stop {
                self.report.limits.push(what);
                return None;
            }
        }
        Some((self.machine.symbols().end_follow(), counts))
    }
}

/// The paths that left another where it was seen, by where; and others, which go from their start. The last parts last, so few
/// states are kept at once.
fn together(partings: BTreeMap<(u32, Term), Vec<Path>>, mut parted: Vec<Parted>) -> Vec<Together> {
    let mut groups = vec![];
    for ((_, side), paths) in partings {
        let at = parted.iter().position(|parted| parted.side == side && paths.iter().all(|path| path.comes_by(parted)));
        match at {
            Some(at) => groups.push(Together { from: Some(parted.remove(at)), paths }),
            None => groups.extend(paths.into_iter().map(|path| Together { from: None, paths: vec![path] })),
        }
    }
    groups
}
