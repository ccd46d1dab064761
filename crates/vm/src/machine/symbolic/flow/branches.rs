//! Where branches begin to decide, and where their sides meet: what is set between depends on them.
//!
//! *Invariants:* each open region has a journal of what is written inside, at the same position. The machine's `leave_depth`
//! is the depth of the innermost, 0 if there is none.

use super::closing::Closing;
use super::regions::Region;
use crate::code::{EXIT, Op};
use crate::machine::Machine;
use crate::memory::Site;
use secateur_expr::Support;
use smallvec::SmallVec;
use std::rc::Rc;

/// Turns of a loop that are told apart: from then on, what one of them sets depends on all that come after it too.
const MOST_TURNS: usize = 32;

/// In keys: it is asked for what a guard's sides set up to where those meet that pass it.
const NEAR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Regions that ended at one point, from the innermost on, each with the number of the keys of its places.
type Ended = SmallVec<[(Region, u32); 4]>;

impl Machine<'_> {
    /// A branch or switch was taken: what it depends on, all up to where its sides meet depends on. If it was not decided
    /// here, the side that it goes to.
    pub(in crate::machine) fn open_branch(&mut self, side: Option<i32>) {
        let label = self.label_now();
        if label.is_empty() {
            return;
        }
        let site = self.site();
        self.group(label, None);
        let key = self.key(&site);
        let opened = self.sym().flow.as_mut().and_then(|flow| flow.opened(key, label));
        let flow = self.sym().flow.as_ref();
        let is_known = opened.zip(flow).is_some_and(|(ask, flow)| flow.goes_several(ask));
        if !is_known && self.goes_one_way(key, side) {
            return;
        }
        let code = self.program.existing_code(site.function);
        let branch = code.origins[site.at as usize].block;
        let region = code.regions.get(branch as usize).and_then(Option::as_ref);
        let end = region.map_or(EXIT, |region| region.end);
        let (near, has_one_way) = region.map_or((None, false), |region| (region.near.as_ref(), region.has_one_way));
        let ask = opened.unwrap_or_else(|| self.ask_ahead((key, label), site, (end, end)));
        if !is_known {
            self.note_opened(key, ask);
        }
        // What it depends on that was decided before it.
        let early = self.undecided.filter(|_| side.is_none()).unwrap_or(label);
        let may_be_check = !early.is_empty() && (near.is_some() || has_one_way);
        let check = may_be_check.then(|| self.check_for(key, label, ask)).flatten();
        let guard = match check {
            Some(check) => Some(Region::guard((branch, end), label, (check, Support::EMPTY), (key, ask))),
            None => near.map(|_| Region::guard((branch, end), label, (label, early), (key, ask))),
        };
        let Some((near, _)) = near else {
            return match guard {
                Some(guard) => self.open_guard(guard.after_turn(self.turned)),
                None => self.open_region(Region::new((branch, end), label, (key, ask)).after_turn(self.turned)),
            };
        };
        guard.into_iter().for_each(|guard| self.open_guard(guard));
        // What is set in front of the nearer end is less than what is set in front of the other, and is known by itself.
        let key = key ^ NEAR;
        let opened = self.sym().flow.as_mut().and_then(|flow| flow.opened(key, label));
        let ask = opened.unwrap_or_else(|| self.ask_ahead((key, label), site, (*near, end)));
        self.open_region(Region::near((branch, *near, end), label, (key, ask)).after_turn(self.turned));
    }

    /// The number under which it is asked what the sides of a branch set, up to some end, with what is seen of it ahead. Those that come to
    /// the far end without it do not count.
    fn ask_ahead(&mut self, (key, label): (u64, Support), site: Site, ends: (u32, u32)) -> u32 {
        let (ask, is_new) = self.ask(key, label);
        if is_new {
            let ahead = self.look_ahead(site, ends, key);
            if let Some(flow) = self.sym().flow.as_mut().filter(|_| !ahead.places.is_empty()) {
                flow.learn_places(ask, ahead.number, || ahead.places.iter().copied());
            }
        }
        ask
    }

    /// A function was entered through a pointer: what it does depends on which one it is.
    pub(in crate::machine) fn open_call(&mut self, site: Site, label: Support) {
        if !label.is_empty() {
            let key = self.key(&site);
            let (ask, _) = self.ask(key, label);
            self.open_region(Region::new((EXIT, EXIT), label, (key, ask)));
        }
    }

    /// In the running function.
    fn open_region(&mut self, region: Region) {
        let (depth, end) = (self.frames.len() as u32, region.end);
        let regions = &self.sym().known.flow.regions;
        let is_same = |region: &&Region| !region.is_guard && (region.depth, region.end) == (depth, end);
        let turns = regions.iter().rev().take_while(is_same).count();
        let inside = regions.len();
        // Another turn of a long loop.
        if turns >= MOST_TURNS {
            return self.add_to_region(inside - 1, &region);
        }
        self.add_region(inside, region.at_depth(depth));
    }

    /// A guard decides about all up to its end, also when what it directly decides is over. So it lies below what is open up to where
    /// those meet that pass it, or another that ends where it does.
    fn open_guard(&mut self, guard: Region) {
        let (depth, end) = (self.frames.len() as u32, guard.end);
        let regions = &self.sym().known.flow.regions;
        let is_nearer = |region: &&Region| region.depth == depth && region.end != end && region.far == end;
        let at = regions.len() - regions.iter().rev().take_while(is_nearer).count();
        let is_same = |region: &&Region| region.is_guard && (region.depth, region.end) == (depth, end);
        if regions[..at].iter().rev().take_while(is_same).count() >= MOST_TURNS {
            return self.add_to_region(at - 1, &guard);
        }
        self.add_region(at, guard.at_depth(depth));
    }

    /// Every region comes this way, and goes by [`Machine::end_regions`].
    fn add_region(&mut self, at: usize, region: Region) {
        let sym = self.sym();
        sym.known.flow.regions.insert(at, region, &mut sym.pool);
        self.memory.open_journal(at);
        self.renew_leave_depth();
    }

    fn add_to_region(&mut self, at: usize, other: &Region) {
        let sym = self.sym();
        sym.known.flow.regions.widen(at, other, &mut sym.pool);
        self.renew_leave_depth();
    }

    /// What the loop looks at, and what memory has to know.
    pub(in crate::machine) fn renew_leave_depth(&mut self) {
        let sym = self.sym.as_ref().filter(|_| self.flow);
        let regions = sym.map(|sym| &sym.known.flow.regions);
        self.leave_depth = regions.and_then(|all| all.last()).map_or(0, |region| region.depth as usize);
        let around = regions.and_then(|all| all.around()).map_or(Support::EMPTY, |(control, _)| control);
        self.memory.set_around(around.0);
    }

    /// The path comes to where the sides of a branch may meet.
    pub(in crate::machine) fn join(&mut self, block: u32) {
        let depth = self.frames.len() as u32;
        let ends = |region: &Region| region.ends_at(depth, block);
        // Half of all branches set nothing.
        while let Some(region) = self.next_quiet(ends) {
            self.sym().known.flow.regions.pop();
            self.memory.close_journal();
            region.ask.into_iter().for_each(|ask| self.note_asked(ask));
            self.renew_leave_depth();
            self.label_slots_of(&region, region.label);
        }
        if self.sym().known.flow.regions.last().is_some_and(ends) {
            let mut ended = Ended::new();
            self.end_regions(&mut ended, Some(block), ends);
            self.label_slots(&ended);
            self.open_escapes(&ended, true);
        }
    }

    /// The innermost region, if it ends, nothing was set in it, and nothing is known to be set by its other sides.
    fn next_quiet(&self, ends: impl Fn(&Region) -> bool) -> Option<Region> {
        let sym = self.sym.as_ref()?;
        let (last, flow) = (sym.known.flow.regions.last()?, sym.flow.as_ref()?);
        let is_quiet = ends(last) && flow.is_quiet(last.ask?) && !flow.has_escapes && !self.memory.has_journal();
        is_quiet.then_some(*last)
    }

    /// The running function is left: its branches end. What they depended on, the result does too; its other registers are gone.
    fn leave_regions(&mut self) -> Support {
        let (depth, mut ended) = (self.frames.len() as u32, Ended::new());
        let label = self.end_regions(&mut ended, None, |region| region.depth >= depth);
        self.open_escapes(&ended, false);
        label
    }

    /// The same, before the instruction that returns.
    pub(in crate::machine) fn leave_function(&mut self) {
        let label = self.leave_regions();
        let Some(frame) = self.frames.last().copied() else { return };
        self.leaving = label;
        // SAFETY: an instruction that returns follows.
        let next = unsafe { &*frame.pc };
        if next.op == Op::Ret && !label.is_empty() {
            self.label_register(frame.base as usize + usize::from(next.b), label);
        }
    }

    /// Ends the innermost regions of some kind, at a block or where functions are left: what they depend on, and which they are, with
    /// the keys of their places.
    #[inline]
    fn end_regions(&mut self, ended: &mut Ended, at: Option<u32>, ends: impl Fn(&Region) -> bool) -> Support {
        let (mut label, mut closing) = (Support::EMPTY, Closing::default());
        while let Some(region) = self.sym().known.flow.regions.last().copied().filter(&ends) {
            let sym = self.sym();
            sym.known.flow.regions.pop();
            label = sym.pool.support_union(label, region.label);
            if let Some(journal) = self.memory.close_journal() {
                closing.take(journal, self);
            }
            // The guard that it belongs to ends here too, and says the same of all that was set.
            if region.far != region.end && at != Some(region.end) {
                continue;
            }
            let ask = region.ask.unwrap_or_else(|| self.ask(region.key, region.label).0);
            self.close_one(&mut closing, ask, region.label);
            ended.push((region, ask));
        }
        if !ended.is_empty() {
            self.renew_leave_depth();
        }
        // Nearly half of all branches set nothing, whichever way they go.
        if !closing.is_empty() {
            let pages = self.close_all(&mut closing);
            self.memory.hand_on(pages);
        }
        label
    }

    /// What regions of the running function set in its registers depends on them.
    fn label_slots(&mut self, ended: &Ended) {
        // The turns of a loop set the same.
        for turns in ended.chunk_by(|(a, _), (b, _)| (a.branch, a.is_guard) == (b.branch, b.is_guard)) {
            let pool = &mut self.sym().pool;
            let label = turns.iter().fold(Support::EMPTY, |all, (region, _)| pool.support_union(all, region.label));
            self.label_slots_of(&turns[0].0, label);
        }
    }

    fn label_slots_of(&mut self, region: &Region, label: Support) {
        let Some(frame) = self.frames.last().copied() else { return };
        let code = self.program.existing_code(frame.function);
        let known = code.regions.get(region.branch as usize).and_then(Option::as_ref);
        let set = known.map_or(&[][..], |known| match &known.near {
            Some((_, near)) if !region.is_guard => near,
            _ => &known.slots,
        });
        for slot in set {
            self.label_register(frame.base as usize + usize::from(*slot), label);
        }
    }

    /// The running function goes on, or is left with them: then nothing is left of it that they could decide about.
    fn open_escapes(&mut self, ended: &Ended, goes_on: bool) {
        if !self.sym().flow.as_ref().is_some_and(|flow| flow.has_escapes) {
            return;
        }
        for (region, ask) in ended {
            let is_left = |depth: &u32| *depth < region.depth || goes_on && *depth == region.depth;
            if let Some(depth) = self.escape_of(*ask).filter(is_left) {
                self.open_escape(depth, (region, *ask));
            }
        }
    }

    /// A side of a branch jumps: that this one came to where the sides meet decides about the function that it jumps to.
    fn open_escape(&mut self, depth: u32, (region, ask): (&Region, u32)) {
        let regions = &self.sym().known.flow.regions;
        let is_below = |other: &Region| other.depth < depth || other.depth == depth && other.is_guard;
        let at = regions.iter().position(|other| !is_below(other)).unwrap_or(regions.len());
        if regions.iter().any(|other| other.depth == depth && other.key == region.key) {
            return;
        }
        let jump = Region::new((EXIT, EXIT), region.label, (region.key, ask));
        self.add_region(at, jump.at_depth(depth));
    }

    fn note_escape(&mut self, ask: u32, depth: u32) {
        let Some(flow) = &mut self.sym().flow else { return };
        flow.has_escapes = true;
        for key in flow.asks[ask as usize].keys.clone() {
            let mut known = flow.places[key as usize].take().unwrap_or_default();
            if known.escape.is_none_or(|known| depth < known) {
                flow.grown += 1;
                let places = Rc::make_mut(&mut known);
                (places.escape, places.grown, places.escaped) = (Some(depth), flow.grown, flow.grown);
            }
            flow.set_places(key, known);
        }
    }

    /// The path jumps out of functions: what their branches decided now decides about the one it jumps to.
    pub(in crate::machine) fn jump_regions(&mut self, depth: usize) {
        if !self.flow {
            return;
        }
        let (now, mut ended) = (self.label_now(), Ended::new());
        let left = self.end_regions(&mut ended, None, |region| region.depth as usize > depth);
        let label = self.sym().pool.support_union(now, left);
        ended.iter().for_each(|(_, ask)| self.note_escape(*ask, depth as u32));
        // Branches of the function that it jumps to are left too, though they do not end here.
        let own = self.sym().known.flow.regions.iter().filter(|region| region.depth as usize == depth);
        for region in own.copied().collect::<SmallVec<[Region; 4]>>() {
            let ask = region.ask.unwrap_or_else(|| self.ask(region.key, region.label).0);
            self.note_escape(ask, depth as u32);
        }
        if !label.is_empty() {
            let site = self.site();
            let key = self.key(&site);
            let (ask, _) = self.ask(key, label);
            let region = Region::new((EXIT, EXIT), label, (key, ask)).at_depth(depth as u32);
            let inside = self.sym().known.flow.regions.len();
            self.add_region(inside, region);
        }
    }
}
