//! What became known since paths asked for places, and whether it concerns them.
//!
//! A block that a path never made has no label there. Labels of bytes that it never reads are heard by nobody, and what it reads
//! inside of branches is taken to depend on all that those decide. So news about a block concerns a path only if it read these bytes
//! where something else decided.
//!
//! Many paths have asked alike, and their lists of asks share pieces: when there was more to know of a piece is found once.

use super::Flow;
use super::asked::{Asked, PieceId};
use super::names::{Blocks, Name};
use super::places::Place;
use crate::addr;
use crate::machine::Machine;
use crate::machine::symbolic::Symbolic;
use crate::memory::labels::EVERYTHING;
use rustc_hash::{FxHashMap, FxHashSet};
use secateur_expr::{Pool, Support};
use std::rc::Rc;

/// Bytes of a block that is watched, which a path read.
pub struct Read {
    /// None for all that there are.
    name: Option<Name>,
    within: u32,
    bytes: u64,
    /// What the branches decide that it was read inside of.
    around: Support,
}

/// What was not known when some asks were made.
#[derive(Default)]
struct Since {
    /// Something concerns whoever asked.
    is_for_all: bool,
    /// It concerns those who have one of these blocks.
    blocks: Vec<Name>,
    /// Asks that there is more to know about.
    grown: Vec<u32>,
    /// Blocks that are watched and that there is more to know of.
    watched: FxHashSet<Name>,
}

/// What is known at the moment.
pub struct News<'a> {
    flow: &'a Flow,
    pool: &'a Pool,
    /// Of each piece of a list of asks, when there was more to know for the last time, once somebody wanted to know.
    newest: Vec<Option<u32>>,
    /// Of pieces that there is more to know of, by when they were asked.
    found: FxHashMap<(PieceId, u32), Rc<Since>>,
}

impl<'a> News<'a> {
    /// None if nothing is followed.
    pub fn of(symbols: &'a Symbolic) -> Option<News<'a>> {
        Some(News::new(symbols.flow.as_deref()?, &symbols.pool))
    }

    fn new(flow: &'a Flow, pool: &'a Pool) -> News<'a> {
        News { flow, pool, newest: vec![None; flow.pieces.len()], found: FxHashMap::default() }
    }

    /// How often there was more to know.
    pub fn times_grown(&self) -> u32 {
        self.flow.grown
    }

    /// Whether more is known than a path knew which asked for this, has these blocks and read this of them. What became known up to `looked` does
    /// not concern it.
    pub fn concern(&mut self, asked: &Asked, blocks: &Blocks, reads: &[Read], looked: u32) -> bool {
        asked.pieces().any(|(piece, asked)| {
            let when = asked.max(looked);
            if self.newest(piece) <= when {
                return false;
            }
            let find = || Rc::new(Since::of(self.flow, piece, when));
            let since = self.found.entry((piece, when)).or_insert_with(find).clone();
            since.is_for_all
                || since.blocks.iter().any(|name| blocks.has(*name))
                || reads
                    .iter()
                    .filter(|read| since.may_concern(read))
                    .any(|read| since.grown.iter().any(|ask| self.is_heard((*ask, when), read, blocks)))
        })
    }

    /// When there was more to know of any ask of a piece for the last time.
    fn newest(&mut self, piece: PieceId) -> u32 {
        let flow = self.flow;
        let grown = |ask: u32| flow.fronts[ask as usize].grown;
        *self.newest[piece.number()].get_or_insert_with(|| flow.pieces.asks(piece).map(grown).max().unwrap_or(0))
    }

    /// Whether a path that asked would have heard more where it read something.
    fn is_heard(&self, (ask, when): (u32, u32), read: &Read, blocks: &Blocks) -> bool {
        let ask = &self.flow.asks[ask as usize];
        let mut places = self.flow.each_known(&ask.keys).filter(|places| places.grown > when);
        let is_newer = match read.name {
            Some(name) => {
                let place = Place::Heap(name, read.within);
                places.fold(0, |all, places| all | places.newer_bytes(place, when)) & read.bytes != 0
            }
            None => places.any(|places| places.newer_watched(when).any(|name| blocks.has(name))),
        };
        is_newer && !self.pool.support_includes(read.around, ask.label)
    }
}

impl Since {
    /// Whether there is more to know of what was read; most of what became known is about blocks that a path never read.
    fn may_concern(&self, read: &Read) -> bool {
        read.name.is_none_or(|name| self.watched.contains(&name))
    }

    /// Of a piece that was asked then.
    fn of(flow: &Flow, piece: PieceId, when: u32) -> Since {
        let mut since = Since::default();
        for number in flow.pieces.asks(piece) {
            if flow.fronts[number as usize].grown <= when {
                continue;
            }
            let ask = &flow.asks[number as usize];
            since.grown.push(number);
            let places = flow.each_known(&ask.keys).filter(|places| places.grown > when);
            since.is_for_all |= ask.over > when || places.clone().any(|places| places.escaped > when);
            since.watched.extend(places.clone().flat_map(|places| places.newer_watched(when)));
            for place in places.flat_map(|places| places.newer(when)) {
                match place {
                    Place::Heap(name, _) if !since.blocks.contains(&name) => since.blocks.push(name),
                    Place::Heap(..) => {}
                    _ => since.is_for_all = true,
                }
            }
            if since.is_for_all {
                break;
            }
        }
        since
    }
}

impl Machine<'_> {
    /// What the path at hand read of blocks that are watched.
    pub fn flow_reads(&mut self) -> Box<[Read]> {
        let reads = self.memory.reads();
        let blocks = &self.sym().known.flow.blocks;
        let read = |read: crate::memory::labels::Read| {
            let at = read.page << 6;
            let name = (read.page != EVERYTHING).then(|| blocks.name(addr::id(at)));
            let within = addr::offset(at) >> 6;
            // What has no name nobody can know of.
            name.is_none_or(|name| name.is_some()).then_some(Read {
                name: name.flatten(),
                within,
                bytes: read.mask,
                around: Support(read.around),
            })
        };
        reads.iter().filter_map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::EventId;
    use super::super::places::Places;
    use super::*;
    use rustc_hash::FxHashSet;
    use secateur_expr::InputByte;

    const FREE: [Name; 2] = [Name(0), Name(2)];
    const WATCHED: [Name; 2] = [Name(5), Name(7)];

    fn label(pool: &mut Pool, event: u32) -> Support {
        let byte = pool.input(InputByte { input: 0, offset: event });
        pool.support(byte)
    }

    fn asked(flow: &mut Flow, when: u32) -> Asked {
        let mut asked = Asked::default();
        asked.push(0, when, &mut flow.pieces);
        asked
    }

    #[test]
    fn what_a_path_never_made_or_read_does_not_concern_it() {
        let (mut flow, mut pool) = (Flow { grown: 3, ..Flow::default() }, Pool::new());
        let [own, other] = [7, 8].map(|event| label(&mut pool, event));
        let both = pool.support_union(own, other);
        let key = flow.key((0, EventId(7)));
        flow.add_ask([key].into(), own);
        let (mut places, mut none) = (Places::default(), FxHashSet::default());
        assert!(places.add(1, [(Place::Fixed(70), 1)].into_iter(), 1, &mut none));
        assert!(places.add(2, [(Place::Heap(FREE[1], 0), 1)].into_iter(), 2, &mut none));
        assert!(places.add(3, [(Place::Heap(WATCHED[1], 2), 1)].into_iter(), 3, &mut none));
        flow.set_places(key, Rc::new(places));
        let blocks = |name: Name| {
            let mut blocks = Blocks::default();
            blocks.set(5, name);
            blocks
        };
        let concern = |flow: &mut Flow, when: u32, blocks: &Blocks, reads: &[Read]| {
            let asked = asked(flow, when);
            News::new(flow, &pool).concern(&asked, blocks, reads, 0)
        };
        assert!(concern(&mut flow, 1, &blocks(FREE[1]), &[]) && !concern(&mut flow, 1, &blocks(FREE[0]), &[]));
        assert!(concern(&mut flow, 0, &blocks(FREE[0]), &[]), "the other place is everybody's");
        assert!(!concern(&mut flow, 2, &blocks(FREE[1]), &[]), "it was known");
        let watched = blocks(WATCHED[1]);
        let read = |within: u32, bytes: u64, around: Support| Read { name: Some(WATCHED[1]), within, bytes, around };
        let nothing = Support::EMPTY;
        assert!(concern(&mut flow, 2, &watched, &[read(2, 1, nothing)]));
        assert!(concern(&mut flow, 2, &watched, &[read(2, 2, own), Read { name: None, ..read(0, 0, nothing) }]));
        assert!(!concern(&mut flow, 3, &watched, &[read(2, 1, nothing)]), "it was known");
        let others = [read(2, 2, nothing), read(3, 1, nothing), Read { name: Some(WATCHED[0]), ..read(2, 1, nothing) }];
        assert!(
            !concern(&mut flow, 2, &watched, &[]) && !concern(&mut flow, 2, &watched, &others),
            "the byte was not read"
        );
        let inside = || [read(2, 1, own), read(2, 1, both)];
        assert!(!concern(&mut flow, 2, &watched, &inside()), "all that it read depends on as much");
        let [first, _] = inside();
        assert!(concern(&mut flow, 2, &watched, &[first, read(2, 1, other)]), "this was read inside of another branch");
        let mut places = flow.places[key as usize].clone().expect("it was set");
        let jumps = Rc::make_mut(&mut places);
        (jumps.escape, jumps.escaped, jumps.grown, flow.grown) = (Some(1), 4, 4, 4);
        flow.set_places(key, places);
        assert!(concern(&mut flow, 3, &blocks(FREE[0]), &[]), "where a side jumps to concerns all");
    }

    #[test]
    fn what_was_believed_wrongly_concerns_whoever_believed_it() {
        let (mut flow, pool) = (Flow { grown: 3, ..Flow::default() }, Pool::new());
        flow.add_ask([].into(), Support::EMPTY);
        flow.is_over(0);
        let [before, after] = [2, 3].map(|when| asked(&mut flow, when));
        let mut news = News::new(&flow, &pool);
        let blocks = Blocks::default();
        assert!(news.concern(&before, &blocks, &[], 0) && !news.concern(&after, &blocks, &[], 0));
        assert!(!news.concern(&before, &blocks, &[], 3), "it was looked at since");
    }
}
