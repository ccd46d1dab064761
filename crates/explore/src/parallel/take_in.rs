//! What a turn found becomes part of the run's report, piece by piece.

use super::merge::Merger;
use super::part::{Aside, Ended, Part, Piece};
use super::ticket::Ticket;
use crate::explorer::Observer;
use crate::frontier::Item;
use crate::outcome::Outcome;
use crate::tree::{End, NodeId};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long paths are taken in after the end of the time, though they show nothing new.
const GRACE: Duration = Duration::from_millis(200);

impl<'p> Merger<'_, 'p> {
    pub(super) fn take_in_turn(
        &mut self,
        pieces: Vec<Piece>,
        mut part: Box<Part<'p>>,
        observer: &mut dyn Observer,
    ) -> bool {
        if let Some(limit) = std::mem::take(&mut part.explorer.report.limits).first() {
            let asked = self.shared.options.stop.load(Ordering::Relaxed);
            self.stop(if asked { "interrupt" } else { limit });
        }
        let mut pieces = pieces.into_iter();
        while let Some(piece) = pieces.next() {
            let left = piece.left;
            if !self.take_in_piece(piece, &mut part, observer) {
                self.cut(part, pieces, left);
                return false;
            }
        }
        self.report.tree.left_out += std::mem::take(&mut part.explorer.report.tree.left_out);
        if self.is_over {
            self.close(part);
        } else if part.explorer.frontier.is_empty() {
            self.dismiss(part);
        } else {
            self.hand_out(part);
        }
        true
    }

    /// `false` if the run ends with the path of this piece.
    fn take_in_piece(&mut self, piece: Piece, part: &mut Part, observer: &mut dyn Observer) -> bool {
        let Piece { counts, instructions, states, nodes, ended, sites, losses, found, aside, left, path } = piece;
        self.report.instructions += instructions;
        self.states = states.map(|new| self.states.unwrap_or(0) + new).or(self.states);
        self.report.counts.join(&counts);
        let own = &part.explorer.report.tree.nodes;
        for node in &own[part.nodes.len()..nodes] {
            let parent = node.parent.and_then(|p| p.index()).map_or(NodeId::NONE, |i| part.nodes[i]);
            part.nodes.push(self.report.tree.add(Some(parent), node.depth, node.site));
        }
        for i in ended.iter().filter_map(|n| n.index()) {
            self.report.tree.end(part.nodes[i], own[i].end, own[i].end_depth, 0);
        }
        for (site, ends) in sites {
            let known = self.report.tree.sites.entry(site).or_default();
            ends.into_iter().for_each(|(end, n)| *known.entry(end).or_default() += n);
        }
        for (loss, n) in losses.entries {
            *self.losses.entries.entry(loss).or_default() += n;
        }
        self.cover(&found);
        for Aside { mut ticket, node, found, carried } in aside {
            ticket.new_edges = carried + self.cover(&found);
            part.gone.extend(node.index());
            self.aside.push((Ticket::Paused(Box::new(ticket)), part.of_run(node)));
        }
        path.is_none_or(|path| self.take_in_path(path, part, left, observer))
    }

    fn take_in_path(&mut self, path: Ended, part: &Part, left: usize, observer: &mut dyn Observer) -> bool {
        let Ended { mut end, found, carried } = path;
        end.new_edges = carried + self.cover(&found);
        end.node = part.of_run(end.node);
        if self.is_late() && end.new_edges == 0 && !matches!(end.outcome, Outcome::Bug(_)) {
            self.report.counts.forget(&end.outcome);
            self.report.tree.end(end.node, End::Pending, end.depth, 0);
            self.left += 1;
            return true;
        }
        self.report.tree.end(end.node, end.outcome.end(), end.depth, end.new_edges);
        let progress = self.progress(left);
        let goes_on = observer.path(end, &progress);
        if goes_on && self.report.counts.ended() >= self.shared.options.max_paths && progress.pending > 0 {
            self.report.limits.push("paths");
            return false;
        }
        goes_on
    }

    /// Whether there is no time left to look at paths that show nothing new.
    fn is_late(&self) -> bool {
        self.is_over && self.shared.options.deadline.is_some_and(|d| Instant::now() >= d + GRACE)
    }

    /// How many of these sides are new to the run.
    fn cover(&mut self, edges: &[u32]) -> u32 {
        let mut new = 0;
        for edge in edges {
            let (word, bit) = (*edge as usize / 64, 1u64 << (edge % 64));
            new += u32::from(self.covered[word] & bit == 0);
            self.covered[word] |= bit;
        }
        new
    }

    /// What else was done in the turn is as if it had not been.
    pub(super) fn cut(&mut self, part: Box<Part<'p>>, later: impl Iterator<Item = Piece>, left: usize) {
        self.left += left as u64;
        let undone: BTreeSet<usize> = later.flat_map(|p| p.ended).filter_map(|node| node.index()).collect();
        let own = &part.explorer.report.tree.nodes;
        let open = |i: &usize| (own[*i].end == End::Pending || undone.contains(i)) && !part.gone.contains(i);
        for (site, _) in (0..part.nodes.len()).filter(open).filter_map(|i| own[i].site) {
            self.report.tree.count(site, End::Pending);
        }
        self.dismiss(part);
    }

    /// A part that gets no more turns.
    pub(super) fn close(&mut self, part: Box<Part<'p>>) {
        for item in part.explorer.frontier.items() {
            self.left += 1;
            if let Item::Side(side) = item {
                self.report.tree.count((side.site.function, side.site.at), End::Pending);
            }
        }
        self.dismiss(part);
    }

    fn dismiss(&mut self, mut part: Box<Part<'p>>) {
        self.report.postponed += part.explorer.report.postponed;
        self.report.dropped += part.explorer.report.dropped;
        self.report.rebuilt += part.explorer.report.rebuilt;
        self.report.asks_for_input |= part.explorer.report.asks_for_input;
        let own = &mut self.report.rwset;
        part.explorer.tell(|pruning, _| {
            if let Some(counts) = pruning.counts() {
                own.get_or_insert_default().join(&counts);
            }
        });
        let solver = part.explorer.solver();
        self.stats.add(&solver.stats);
        self.mismatches.extend_from_slice(solver.mismatches());
        let slot = part.slot;
        drop(part);
        self.shared.slots.free(slot);
    }
}
