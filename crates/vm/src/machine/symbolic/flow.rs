//! What depends on what: which decisions of a path made a value what it is.
//!
//! A decision is known by its calls, its instruction and its condition: an *event*. A *label* is a set of events. It stands
//! on registers and bytes of memory, not in terms: how a value depends on input bytes its term tells. An instruction on the
//! slow path hears the labels of all that it reads, and all that it sets depends on them; what has no label stays on the fast
//! path. A branch with a label opens a region, up to where its sides meet ([`crate::code::Region`]). Inside, everything
//! depends on the branch, so nothing has to be labelled; at its end all that was set inside is.
//!
//! What the other sides of a branch would have set has to be labelled too. That is learnt from paths that take them: places are
//! remembered by the branch's region, under names that mean the same on every path. A path that was run before more places
//! became known does not know all; who explores follows it once more ([`Flow::has_grown`]).
//!
//! *Invariant:* nothing here changes what a path does.

use super::super::{Frame, LABELLED, Machine, OBJECTS, SYMBOLIC};
use super::{DecisionKind, Symbolic};
use crate::addr;
use crate::code::{EXIT, NO_SLOT, Op};
use crate::memory::labels::{Done, Pages, runs};
use crate::memory::{Kind, Site, log};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use secateur_expr::{InputByte, Support, Term};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Labels are kept as sets of bytes of an input that does not exist.
const EVENTS: u32 = u32::MAX;

/// Turns of a loop that are told apart: from then on, what one of them sets depends on all that come after it too.
const MOST_TURNS: usize = 32;

/// In [`Place`]: not a page, but whether the object is there.
const LIFE: u32 = u32::MAX;

/// The number of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EventId(pub u32);

/// What is known of a decision.
#[derive(Clone, Debug)]
pub struct EventInfo {
    pub site: Site,
    pub cond: Term,
    pub kind: DecisionKind,
    /// The side that was taken when it was first met.
    pub first_side: Term,
    /// On some path it could go one way only.
    pub is_implied: bool,
}

/// A decision that a path met.
#[derive(Clone)]
pub struct Met {
    pub event: EventId,
    pub side: Term,
    /// Where the path had gone another way before.
    pub turns: Turns,
}

/// Decisions that belong together, and the one that showed it.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub label: Support,
    pub event: Option<EventId>,
    pub site: Site,
    /// The part that comes from the branches that it is inside of.
    pub control: Support,
    /// Guards that it stands behind: that they were passed matters, and not how.
    pub guards: Support,
}

/// What all paths share.
#[derive(Default)]
pub struct Flow {
    index: FxHashMap<(u64, u32, u32, Term), EventId>,
    pub events: Vec<EventInfo>,
    /// Since somebody looked: decisions of the path at hand, and groups that were not known.
    pub met: Vec<Met>,
    pub groups: Vec<Group>,
    known: FxHashSet<(Support, Support)>,
    /// Decisions that lead somewhere only where others go another way, since somebody looked.
    pub needs: Vec<(EventId, Support)>,
    /// Events that could go one way only, since somebody looked.
    pub implied: Vec<EventId>,
    /// By region or writing instruction: the places that are set there.
    places: FxHashMap<u64, Places>,
}

/// Bytes that are set somewhere.
#[derive(Default)]
struct Places {
    bytes: FxHashMap<Place, u64>,
    /// How often there was more to know.
    version: u32,
    /// A side jumps out of its function, to a frame of this depth.
    escape: Option<u32>,
}

/// Where a path asked which places are set, and how much was known then: a list that states share.
#[derive(Clone, Default)]
pub struct Asked {
    last: Option<Arc<AskedNode>>,
}

struct AskedNode {
    key: u64,
    version: u32,
    before: Option<Arc<AskedNode>>,
}

impl Asked {
    fn push(&mut self, key: u64, version: u32) {
        self.last = Some(Arc::new(AskedNode { key, version, before: self.last.take() }));
    }
    /// All of it.
    pub fn to_vec(&self) -> Vec<(u64, u32)> {
        std::iter::successors(self.last.as_ref(), |node| node.before.as_ref()).map(|n| (n.key, n.version)).collect()
    }
}

impl Drop for Asked {
    /// Node by node, as for [`Turns`].
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}

impl Flow {
    /// Whether more places are known than a path knew.
    pub fn has_grown(&self, (key, version): (u64, u32)) -> bool {
        self.places.get(&key).is_some_and(|places| places.version > version)
    }
}

/// 64 bytes of memory, by a name that is the same on every path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Fixed(u64),
    /// By the depth of the frame, the position among its objects, and the page.
    Stack(u32, u32, u32),
    /// By where it was made, which of those made there it is, and the page.
    Heap(u64, u32, u32),
}

/// Where a path went another way than the first that met the decision: a list that states share.
#[derive(Clone, Default)]
pub struct Turns {
    last: Option<Arc<TurnNode>>,
}

struct TurnNode {
    event: EventId,
    side: Term,
    len: u32,
    before: Option<Arc<TurnNode>>,
}

impl Turns {
    fn push(&mut self, event: EventId, side: Term) {
        let len = self.len() as u32 + 1;
        self.last = Some(Arc::new(TurnNode { event, side, len, before: self.last.take() }));
    }
    pub fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |node| node.len as usize)
    }
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }
    /// The newest first.
    pub fn iter(&self) -> impl Iterator<Item = (EventId, Term)> + '_ {
        std::iter::successors(self.last.as_ref(), |node| node.before.as_ref()).map(|node| (node.event, node.side))
    }
}

impl Drop for Turns {
    /// Node by node: a long list dropped by recursion would need a deep stack.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}

/// A branch whose sides have not met again.
#[derive(Clone, Copy)]
struct Region {
    /// Of the frame that it is in, from 1.
    depth: u32,
    /// The block where it ends.
    end: u32,
    /// The block of the branch; none for calls.
    branch: u32,
    label: Support,
    /// With those around it: branches, and guards.
    all: Support,
    guards: Support,
    /// A guard that was passed.
    is_guard: bool,
    key: u64,
}

/// What a state knows.
#[derive(Clone, Default)]
pub struct FlowState {
    regions: Vec<Region>,
    /// What the outside world depends on.
    world: Support,
    pub turns: Turns,
    pub asked: Asked,
    /// Blocks on the heap: how many were made where, and which is which.
    made: Arc<FxHashMap<u64, u32>>,
    named: Arc<FxHashMap<u32, (u64, u32)>>,
    blocks: Arc<FxHashMap<(u64, u32), u32>>,
}

impl Symbolic {
    /// The events of a label.
    pub fn events_of(&self, label: Support) -> Vec<EventId> {
        self.pool.support_bytes(label).into_iter().map(|byte| EventId(byte.offset)).collect()
    }

    fn event_label(&mut self, event: EventId) -> Support {
        let byte = self.pool.input(InputByte { input: EVENTS, offset: event.0 });
        self.pool.support(byte)
    }
}

impl Machine<'_> {
    /// Begins to follow what depends on what. The program must have been made for it.
    pub fn follow_flow(&mut self) {
        assert!(self.program.has_flow(), "the program was made without regions");
        self.flow = true;
        self.memory.begin_flow();
        self.sym().flow = Some(Box::default());
    }

    /// Ends it: from now on nothing is known.
    pub fn end_flow(&mut self) {
        self.flow = false;
        self.sym().flow = None;
        self.regions_changed();
    }

    /// What all paths share, if it is followed.
    pub fn flow(&mut self) -> Option<&mut Flow> {
        self.sym().flow.as_deref_mut()
    }

    /// An instruction begins.
    pub(in crate::machine) fn reset_label(&mut self) {
        self.label = Support::EMPTY;
        self.memory.take_heard();
        self.memory.take_lives();
        self.memory.take_done();
    }

    /// The instruction at hand depends on this.
    pub(crate) fn add_label(&mut self, label: Support) {
        if label != self.label && !label.is_empty() {
            let before = self.label;
            self.label = self.sym().pool.support_union(before, label);
        }
    }

    /// It reads registers.
    pub(in crate::machine) fn hear_registers(&mut self, at: usize, count: usize) {
        for i in at..at + count {
            if self.tags[i] & (SYMBOLIC | LABELLED) != 0 {
                self.add_label(Support((self.extra[i] >> 32) as u32));
            }
        }
    }

    /// What it depends on, as far as it has read.
    pub(in crate::machine) fn label_now(&mut self) -> Support {
        for label in self.memory.take_heard() {
            self.add_label(Support(label));
        }
        self.label
    }

    /// It has set registers.
    pub(in crate::machine) fn label_registers(&mut self, at: usize, count: usize) {
        let label = self.label_now();
        if !label.is_empty() {
            (at..at + count).for_each(|i| self.label_register(i, label));
        }
    }

    fn label_register(&mut self, at: usize, label: Support) {
        match self.tags[at] {
            0 => (self.tags[at], self.extra[at]) = (LABELLED, u64::from(label.0) << 32),
            SYMBOLIC | LABELLED => {
                let before = Support((self.extra[at] >> 32) as u32);
                let both = self.sym().pool.support_union(before, label);
                self.extra[at] = self.extra[at] & 0xffff_ffff | u64::from(both.0) << 32;
            }
            // What was never set has no value that could depend on anything.
            _ => {}
        }
    }

    /// It has ended: what it wrote depends on what it read.
    pub(in crate::machine) fn finish_instruction(&mut self) {
        if !self.flow {
            return;
        }
        let label = self.label_now();
        self.group_lives();
        let Done { wrote, copied } = self.memory.take_done();
        if wrote.is_empty() && copied.is_empty() {
            return;
        }
        for (at, size) in &wrote {
            self.memory.relabel_if(*at, *size, label.0);
        }
        if label.is_empty() {
            return;
        }
        // Which place it is may depend on the same: all that were ever written here.
        let mut pages = Pages::default();
        for (at, size) in wrote.iter().chain(&copied) {
            each_page(*at, *size, |key, mask| *pages.entry(key).or_default() |= mask);
        }
        let site = self.site();
        let key = self.key(&site);
        self.label_places(key, &pages, label);
    }

    /// A function of the machine has ended, and its result is in a register, if anywhere: whether it did something wrong may
    /// depend on all that it read.
    pub(in crate::machine) fn finish_native(&mut self, base: usize, slot: u16) {
        if slot != NO_SLOT {
            self.label_registers(base + usize::from(slot), 1);
        }
        self.group_here();
        self.finish_instruction();
    }

    /// Whether objects are there that the instruction at hand used may depend on something.
    pub(crate) fn group_lives(&mut self) {
        let lives = self.memory.take_lives();
        if !lives.is_empty() {
            let pool = &mut self.sym().pool;
            let all = lives.iter().fold(Support::EMPTY, |all, life| pool.support_union(all, Support(*life)));
            let site = self.site();
            self.group(all, None, site);
        }
    }

    /// The calls that the instruction at hand is in, as a number.
    fn context(&self) -> u64 {
        let mut hasher = FxHasher::default();
        // Another way to begin is another program: how long files are is not decided.
        self.sym.as_ref().map_or(0, |sym| sym.known.root).hash(&mut hasher);
        let outer = self.frames.len().saturating_sub(1);
        for frame in &self.frames[..outer] {
            (frame.function, frame.pc as usize).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn key(&self, site: &Site) -> u64 {
        let mut hasher = FxHasher::default();
        (self.context(), site.function, site.at).hash(&mut hasher);
        hasher.finish()
    }

    /// Where places are remembered: for each decision of a label, since others of it may come and go with the path.
    fn keys(&mut self, key: u64, label: Support) -> Vec<u64> {
        let each = |event: EventId| {
            let mut hasher = FxHasher::default();
            (key, event).hash(&mut hasher);
            hasher.finish()
        };
        self.sym().events_of(label).into_iter().map(each).collect()
    }

    /// A decision is met: which side of it is taken, and whether it could only go this way.
    pub(super) fn meet(&mut self, cond: Term, side: Term, kind: DecisionKind, is_implied: bool) {
        if !self.flow {
            return;
        }
        let label = self.label_now();
        let (site, context) = (self.site(), self.context());
        let sym = self.sym();
        let Some(flow) = &mut sym.flow else { return };
        let fresh = EventId(flow.events.len() as u32);
        let event = *flow.index.entry((context, site.function, site.at, cond)).or_insert(fresh);
        if event == fresh {
            flow.events.push(EventInfo { site, cond, kind, first_side: side, is_implied: false });
        }
        let info = &mut flow.events[event.0 as usize];
        if is_implied && !info.is_implied {
            info.is_implied = true;
            flow.implied.push(event);
        }
        let is_turn = info.first_side != side;
        let turns = sym.known.flow.turns.clone();
        flow.met.push(Met { event, side, turns: turns.clone() });
        sym.event_at_hand = (Some(event), turns);
        sym.turn_at_hand = is_turn.then_some((event, side));
        let own = sym.event_label(event);
        let group = sym.pool.support_union(own, label);
        self.group(group, Some(event), site);
        // Whether something is wrong is nothing that values depend on: where it is, the path ends.
        if !matches!(kind, DecisionKind::Check | DecisionKind::Right) {
            self.add_label(own);
        }
    }

    /// The decision at hand is taken. Its other sides were kept before that.
    pub(super) fn turn(&mut self) {
        let sym = self.sym();
        if let Some((event, side)) = sym.turn_at_hand.take() {
            sym.known.flow.turns.push(event, side);
        }
    }

    /// Decisions that belong together, with those that the path is inside of.
    fn group(&mut self, label: Support, event: Option<EventId>, site: Site) {
        let sym = self.sym();
        let around = sym.known.flow.regions.last();
        let (control, guards) = around.map_or_else(Default::default, |region| (region.all, region.guards));
        let label = sym.pool.support_union(label, control);
        let Some(flow) = &mut sym.flow else { return };
        if flow.known.insert((label, guards)) {
            flow.groups.push(Group { label, event, site, control, guards });
        }
    }

    /// The instruction at hand may fail, or not, depending on labels alone.
    pub(in crate::machine) fn group_here(&mut self) {
        let label = self.label_now();
        if !label.is_empty() {
            let site = self.site();
            self.group(label, None, site);
        }
    }

    /// A branch or switch was taken: what it depends on, all up to where its sides meet depends on.
    pub(in crate::machine) fn open_branch(&mut self) {
        let label = self.label_now();
        if label.is_empty() {
            return;
        }
        self.group_here();
        let site = self.site();
        let code = self.program.existing_code(site.function);
        let branch = code.origins[site.at as usize].block;
        let region = code.regions.get(branch as usize).and_then(Option::as_ref);
        let (end, near) = region.map_or((EXIT, None), |region| (region.end, region.near.as_ref().map(|near| near.0)));
        match near {
            Some(near) => {
                self.open_guard(site, (branch, end), label);
                self.open_region(site, (branch, near), label);
            }
            None => self.open_region(site, (branch, end), label),
        }
    }

    /// A function was entered through a pointer: what it does depends on which one it is.
    pub(in crate::machine) fn open_call(&mut self, site: Site, label: Support) {
        if !label.is_empty() {
            self.open_region(site, (EXIT, EXIT), label);
        }
    }

    fn open_region(&mut self, site: Site, (branch, end): (u32, u32), label: Support) {
        let key = self.key(&site);
        let depth = self.frames.len() as u32;
        let regions = &mut self.sym().known.flow.regions;
        let is_same = |region: &&Region| !region.is_guard && (region.depth, region.end) == (depth, end);
        let turns = regions.iter().rev().take_while(is_same).count();
        let none = Support::EMPTY;
        // Another turn of a long loop.
        if turns >= MOST_TURNS {
            let last = regions.len() - 1;
            self.add_to_region(last, label);
            return;
        }
        regions.push(Region { depth, end, branch, label, all: none, guards: none, is_guard: false, key });
        self.memory.open_journal(None);
        self.regions_changed();
    }

    /// A guard decides about the rest of its function, also when what it directly decides is over. So it lies below those that
    /// are open in the same function.
    fn open_guard(&mut self, site: Site, (branch, end): (u32, u32), label: Support) {
        let key = self.key(&site);
        let depth = self.frames.len() as u32;
        let regions = &mut self.sym().known.flow.regions;
        let own = regions.iter().position(|region| region.depth == depth).unwrap_or(regions.len());
        let guards = regions[own..].iter().take_while(|region| region.is_guard).count();
        let same = |region: &Region| region.end == end;
        if regions[own..own + guards].iter().filter(|region| same(region)).count() >= MOST_TURNS
            && let Some(last) = regions[own..own + guards].iter().rposition(same)
        {
            self.add_to_region(own + last, label);
            return;
        }
        let (at, none) = (own + guards, Support::EMPTY);
        let guard = Region { depth, end, branch, label, all: none, guards: none, is_guard: true, key };
        regions.insert(at, guard);
        self.memory.open_journal(Some(at));
        self.regions_changed();
    }

    fn add_to_region(&mut self, at: usize, label: Support) {
        let sym = self.sym();
        let region = &mut sym.known.flow.regions[at];
        region.label = sym.pool.support_union(region.label, label);
        self.regions_changed();
    }

    /// What all open branches decide, and what the loop looks at.
    pub(in crate::machine) fn regions_changed(&mut self) {
        self.leave_depth = 0;
        let Some(sym) = self.sym.as_mut().filter(|_| self.flow) else { return };
        let (mut all, mut guards) = (Support::EMPTY, Support::EMPTY);
        for region in &mut sym.known.flow.regions {
            let joined = if region.is_guard { &mut guards } else { &mut all };
            *joined = sym.pool.support_union(*joined, region.label);
            (region.all, region.guards) = (all, guards);
        }
        self.leave_depth = sym.known.flow.regions.last().map_or(0, |region| region.depth as usize);
    }

    /// The path comes to where the sides of a branch may meet.
    pub(in crate::machine) fn join(&mut self, block: u32) {
        let depth = self.frames.len() as u32;
        while let Some(last) = self.sym().known.flow.regions.last().copied()
            && last.depth == depth
            && last.end == block
        {
            self.close_region();
        }
        self.regions_changed();
    }

    /// The running function is left: its branches end. What they depended on, the result does too.
    pub(in crate::machine) fn leave_regions(&mut self) -> Support {
        let depth = self.frames.len() as u32;
        let mut label = Support::EMPTY;
        while let Some(last) = self.sym().known.flow.regions.last().copied()
            && last.depth >= depth
        {
            label = self.sym().pool.support_union(label, last.label);
            self.close_region();
        }
        self.regions_changed();
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

    fn close_region(&mut self) {
        let Some(region) = self.end_region() else { return };
        let keys = self.keys(region.key, region.label);
        let Some(flow) = &self.sym().flow else { return };
        let escape = keys.iter().filter_map(|key| flow.places.get(key)?.escape).min();
        if let Some(depth) = escape.filter(|depth| *depth < region.depth) {
            self.open_escape(depth, &region);
        }
    }

    /// A side of a branch jumps: that this one came to where the sides meet decides about the function that it jumps to.
    fn open_escape(&mut self, depth: u32, region: &Region) {
        let regions = &mut self.sym().known.flow.regions;
        let is_below = |other: &Region| other.depth < depth || other.depth == depth && other.is_guard;
        let at = regions.iter().position(|other| !is_below(other)).unwrap_or(regions.len());
        if regions.iter().any(|other| other.depth == depth && other.key == region.key) {
            return;
        }
        let escape = Region { depth, end: EXIT, branch: EXIT, is_guard: false, ..*region };
        regions.insert(at, escape);
        self.memory.open_journal(Some(at));
    }

    fn note_escape(&mut self, key: u64, label: Support, depth: u32) {
        for key in self.keys(key, label) {
            let Some(flow) = &mut self.sym().flow else { return };
            let places = flow.places.entry(key).or_default();
            if places.escape.is_none_or(|known| depth < known) {
                places.escape = Some(depth);
                places.version += 1;
            }
        }
    }

    /// The path at hand ends before all is seen of what it did, because of branches that it is inside of, or of what the
    /// instruction at hand depends on. If that is how the first path went too, the turns that it took belong to those: what they
    /// lead to is seen only where those go another way.
    pub fn group_end(&mut self, is_wrong: bool) {
        let label = if is_wrong { self.label_now() } else { Support::EMPTY };
        let sym = self.sym();
        let last = sym.known.flow.regions.last().copied();
        // What directly ends it, and all of it.
        let direct = if label.is_empty() { last.map_or(label, |region| region.label) } else { label };
        let mut because = label;
        if let Some(region) = last {
            because = sym.pool.support_union(because, region.all);
            because = sym.pool.support_union(because, region.guards);
        }
        let turns: Vec<EventId> = sym.known.flow.turns.iter().map(|(event, _)| event).collect();
        let direct: FxHashSet<EventId> = sym.events_of(direct).into_iter().collect();
        if because.is_empty() || turns.iter().all(|event| direct.contains(event)) {
            return;
        }
        // Those that it took to get here have shown what they lead to.
        let reasons: FxHashSet<EventId> = sym.events_of(because).into_iter().collect();
        let Some(flow) = &mut sym.flow else { return };
        flow.needs.extend(turns.into_iter().filter(|event| !reasons.contains(event)).map(|event| (event, because)));
    }

    fn end_region(&mut self) -> Option<Region> {
        let region = self.sym().known.flow.regions.pop()?;
        let pages = self.memory.close_journal();
        self.label_places(region.key, &pages, region.label);
        if let Some(frame) = self.frames.get(region.depth as usize - 1).copied() {
            let code = self.program.existing_code(frame.function);
            let known = code.regions.get(region.branch as usize).and_then(Option::as_ref);
            let set = known.map_or(&[][..], |known| match &known.near {
                Some((_, near)) if !region.is_guard => near,
                _ => &known.slots,
            });
            for slot in set {
                self.label_register(frame.base as usize + usize::from(*slot), region.label);
            }
        }
        Some(region)
    }

    /// The path jumps out of functions: what their branches decided now decides about the one it jumps to.
    pub(in crate::machine) fn jump_regions(&mut self, depth: usize) {
        if !self.flow {
            return;
        }
        let mut label = self.label_now();
        while let Some(last) = self.sym().known.flow.regions.last().copied()
            && last.depth as usize > depth
        {
            label = self.sym().pool.support_union(label, last.label);
            self.end_region();
            self.note_escape(last.key, last.label, depth as u32);
        }
        self.regions_changed();
        if !label.is_empty() {
            let site = self.site();
            let key = self.key(&site);
            let (depth, none) = (depth as u32, Support::EMPTY);
            let (branch, end) = (EXIT, EXIT);
            let region = Region { depth, end, branch, label, all: none, guards: none, is_guard: false, key };
            self.sym().known.flow.regions.push(region);
            self.memory.open_journal(None);
            self.regions_changed();
        }
    }

    /// The outside world is asked or changed.
    pub(crate) fn touch_world(&mut self) {
        if !self.flow {
            return;
        }
        let world = self.sym().known.flow.world;
        self.add_label(world);
        let label = self.label_now();
        self.sym().known.flow.world = label;
        self.memory.note_plain_write(log::WORLD << 6, 1);
    }

    /// What was written, here or on another side, depends on this.
    fn label_places(&mut self, key: u64, pages: &Pages, label: Support) {
        let named: Vec<(Place, u64)> =
            pages.iter().filter_map(|(page, mask)| Some((self.place_of(*page)?, *mask))).collect();
        let keys = self.keys(key, label);
        let mut all: FxHashMap<Place, u64> = FxHashMap::default();
        let sym = self.sym();
        let Some(flow) = &mut sym.flow else { return };
        for key in keys {
            let known = flow.places.entry(key).or_default();
            let mut has_grown = false;
            for (place, mask) in &named {
                let before = known.bytes.entry(*place).or_default();
                has_grown |= mask & !*before != 0;
                *before |= mask;
            }
            known.version += u32::from(has_grown);
            sym.known.flow.asked.push(key, known.version);
            known.bytes.iter().for_each(|(place, mask)| *all.entry(*place).or_default() |= mask);
        }
        if all.contains_key(&Place::Fixed(log::WORLD)) {
            sym.known.flow.world = sym.pool.support_union(sym.known.flow.world, label);
        }
        let elsewhere = all.into_iter().filter_map(|(place, mask)| Some((self.page_of(place)?, mask)));
        let mut ranges = vec![];
        for (page, mask) in pages.iter().map(|(page, mask)| (*page, *mask)).chain(elsewhere) {
            runs(page, mask, |at, size| ranges.push((at, size)));
        }
        let pool = &mut self.sym.as_mut().expect("labels exist in symbolic runs only").pool;
        let mut last = (0, label.0);
        for (at, size) in ranges {
            self.memory.relabel(at, size, |before| {
                if last.0 != before {
                    last = (before, pool.support_union(Support(before), label).0);
                }
                last.1
            });
        }
    }

    /// The name of a page.
    fn place_of(&self, page: u64) -> Option<Place> {
        if page == log::WORLD {
            return Some(Place::Fixed(page));
        }
        let id = addr::id(page << 6);
        let info = self.memory.info(id)?;
        let within = if log::is_about(page) { LIFE } else { addr::offset(page << 6) >> 6 };
        match info.kind {
            Kind::Stack => {
                let at = self.stack_objects.iter().rposition(|object| *object == id)?;
                let owns = |frame: &Frame| (frame.objects & OBJECTS) as usize <= at;
                let depth = self.frames.iter().rposition(owns)?;
                let first = (self.frames[depth].objects & OBJECTS) as usize;
                Some(Place::Stack(depth as u32, (at - first) as u32, within))
            }
            Kind::Heap | Kind::Map => {
                let (made, which) = self.sym.as_ref()?.known.flow.named.get(&id)?;
                Some(Place::Heap(*made, *which, within))
            }
            _ => Some(Place::Fixed(page)),
        }
    }

    fn page_of(&self, place: Place) -> Option<u64> {
        let page = |id: u32, within: u32| match within {
            LIFE => log::about(id),
            _ => (addr::of(id) >> 6) + u64::from(within),
        };
        match place {
            Place::Fixed(page) => Some(page),
            Place::Stack(depth, at, within) => {
                let first = (self.frames.get(depth as usize)?.objects & OBJECTS) as usize;
                let end = self.frames.get(depth as usize + 1).map_or(usize::MAX, |f| (f.objects & OBJECTS) as usize);
                let at = first + at as usize;
                Some(page(*self.stack_objects.get(at).filter(|_| at < end)?, within))
            }
            Place::Heap(made, which, within) => {
                let id = *self.sym.as_ref()?.known.flow.blocks.get(&(made, which))?;
                Some(page(id, within))
            }
        }
    }

    /// What everything depends on, for those who compare states: what one path showed about its labels the other would not.
    pub(super) fn hash_labels(&self, hasher: &mut FxHasher) {
        let Some(sym) = &self.sym else { return };
        for region in &sym.known.flow.regions {
            (region.depth, region.end, region.label, region.is_guard).hash(hasher);
        }
        sym.known.flow.world.hash(hasher);
        for at in 0..self.live_registers().len() {
            if self.tags[at] & (SYMBOLIC | LABELLED) != 0 {
                (at, self.extra[at] >> 32).hash(hasher);
            }
        }
        self.memory.hash_labels(hasher);
    }

    /// A block on the heap was made.
    pub(crate) fn name_block(&mut self, at: u64) {
        if !self.flow {
            return;
        }
        let (site, context) = (self.site(), self.context());
        // What others decide must not change which of its kind it is: those made under one condition are counted apart.
        let around = self.sym().known.flow.regions.last().map(|region| (region.all, region.guards));
        let mut hasher = FxHasher::default();
        (context, site.function, site.at, around).hash(&mut hasher);
        let made = hasher.finish();
        let flow = &mut self.sym().known.flow;
        let count = Arc::make_mut(&mut flow.made).entry(made).or_default();
        let which = *count;
        *count += 1;
        let id = addr::id(at);
        Arc::make_mut(&mut flow.named).insert(id, (made, which));
        Arc::make_mut(&mut flow.blocks).insert((made, which), id);
    }
}

/// The pages of a range, with the bytes of each.
fn each_page(at: u64, size: u64, mut f: impl FnMut(u64, u64)) {
    let (mut at, mut left) = (at, size);
    while left > 0 {
        let first = at & 63;
        let count = left.min(64 - first);
        f(at >> 6, if count == 64 { u64::MAX } else { ((1 << count) - 1) << first });
        (at, left) = (at.wrapping_add(count), left - count);
    }
}
