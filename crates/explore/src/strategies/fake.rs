//! Trees of paths without a program, for tests of strategies.

use crate::frontier::ItemId;
use crate::paths::{Known, Paths, PieceId, Place, StackId, State};
use std::collections::HashMap;

/// What a program decides after these choices: for each way whether it is possible; nothing at the end of a path.
pub type Shape = fn(&[u8]) -> Vec<bool>;

pub struct Fake {
    pub paths: Paths,
    shape: Shape,
    waiting: HashMap<ItemId, (Place, Vec<u8>)>,
    hard: Vec<(Place, Vec<u8>)>,
    next: u64,
    /// The choices of each path that was run.
    pub ran: HashMap<PieceId, Vec<u8>>,
}

impl Fake {
    pub fn new(shape: Shape) -> Fake {
        let mut paths = Paths::default();
        let start = ItemId(0);
        let place = paths.add_root(start, None);
        let waiting = HashMap::from([(start, (place, vec![]))]);
        Fake { paths, shape, waiting, hard: vec![], next: 1, ran: HashMap::new() }
    }

    /// Takes an item up; its path, unless it is impossible.
    pub fn run(&mut self, item: ItemId) -> Option<PieceId> {
        let (place, mut choices) = self.waiting.remove(&item).expect("the item is there");
        self.paths.take(place);
        let possible = choices.split_last().is_none_or(|(last, before)| (self.shape)(before)[usize::from(*last)]);
        if !possible {
            self.paths.close(place, State::Impossible);
            return None;
        }
        let piece = self.paths.begin(place).expect("the side is there");
        let mut added = 0;
        loop {
            let ways = (self.shape)(&choices);
            let Some(taken) = ways.iter().position(|possible| *possible) else { break };
            let mut same = false;
            for other in (0..ways.len()).filter(|way| *way != taken) {
                let item = ItemId(self.next);
                self.next += 1;
                let site = (0, choices.len() as u32);
                let (side, stack) = (Some(other as u32), StackId(0));
                let known = Known { site, side, edge: None, counts: true, stack, way: u32::MAX, since: 0 };
                let place = self.paths.add_side(piece, item, known, same);
                same = true;
                added += 1;
                let side = choices.iter().copied().chain([other as u8]).collect();
                self.waiting.insert(item, (place, side));
            }
            choices.push(taken as u8);
        }
        self.paths.added(piece, added);
        self.ran.insert(piece, choices);
        self.paths.end(piece, 0);
        self.paths.tidy(piece);
        Some(piece)
    }

    /// Takes an item up as one that has to wait, whatever comes to pass until its turn.
    pub fn postpone(&mut self, item: ItemId) {
        let (place, choices) = self.waiting.remove(&item).expect("the item is there");
        self.paths.take(place);
        self.paths.close(place, State::Dropped);
        self.hard.push((place, choices));
    }

    /// The path of what had to wait, as one that decides once more.
    pub fn run_postponed(&mut self) -> ItemId {
        let (place, choices) = self.hard.pop().expect("something waits");
        let piece = self.paths.begin(place).expect("the side is there");
        let item = ItemId(self.next);
        self.next += 1;
        let site = (0, choices.len() as u32);
        let known = Known { site, side: Some(1), edge: None, counts: true, stack: StackId(0), way: u32::MAX, since: 0 };
        let place = self.paths.add_side(piece, item, known, false);
        self.paths.added(piece, 1);
        self.waiting.insert(item, (place, choices));
        self.paths.end(piece, 0);
        self.paths.tidy(piece);
        item
    }

    /// Items that are left.
    pub fn left(&self) -> usize {
        self.waiting.len()
    }
}

/// All paths, and how likely each is where every possible way of a decision is as likely as the others.
pub fn all(shape: Shape) -> HashMap<Vec<u8>, f64> {
    fn visit(shape: Shape, choices: &mut Vec<u8>, likely: f64, all: &mut HashMap<Vec<u8>, f64>) {
        let ways = shape(choices);
        let possible = ways.iter().filter(|p| **p).count();
        if possible == 0 {
            all.insert(choices.clone(), likely);
            return;
        }
        for way in (0..ways.len()).filter(|way| ways[*way]) {
            choices.push(way as u8);
            visit(shape, choices, likely / possible as f64, all);
            choices.pop();
        }
    }
    let mut found = HashMap::new();
    visit(shape, &mut vec![], 1.0, &mut found);
    found
}

/// Six decisions, each of two ways.
pub fn complete(choices: &[u8]) -> Vec<bool> {
    if choices.len() < 6 { vec![true, true] } else { vec![] }
}

/// A comb: one way of each decision ends the path.
pub fn comb(choices: &[u8]) -> Vec<bool> {
    if choices.len() < 12 && choices.iter().all(|c| *c == 1) { vec![true, true] } else { vec![] }
}

/// The same, where the path that is run first is the long one.
pub fn other_comb(choices: &[u8]) -> Vec<bool> {
    if choices.len() < 12 && choices.iter().all(|c| *c == 0) { vec![true, true] } else { vec![] }
}

/// Some ways are impossible, on either side.
pub fn with_impossible(choices: &[u8]) -> Vec<bool> {
    match choices.len() {
        9.. => vec![],
        length if length % 3 == 1 => vec![true, false],
        length if length % 3 == 2 && choices[0] == 1 => vec![false, true],
        _ => vec![true, true],
    }
}

/// Switches, also with impossible cases.
pub fn with_switches(choices: &[u8]) -> Vec<bool> {
    match choices {
        [] => vec![true, true, true],
        [0] => vec![true, false, true, true],
        [1] => vec![true, true],
        [0, 2] => vec![false, true, true],
        _ => vec![],
    }
}

mod tests {
    use super::*;
    use crate::strategies::walk;

    #[test]
    fn a_random_walk_comes_to_everything_and_leaves_nothing_behind() {
        for shape in [complete, comb, other_comb, with_impossible, with_switches] as [Shape; 5] {
            let (mut fake, mut random) = (Fake::new(shape), fastrand::Rng::with_seed(1));
            let mut paths = 0;
            while let Some(item) = walk::to_item(&fake.paths, &mut random) {
                paths += usize::from(fake.run(item).is_some());
                assert_eq!(fake.paths.get(fake.paths.root()).map(|r| r.live as usize), Some(fake.left()));
            }
            assert_eq!((paths, fake.left()), (all(shape).len(), 0));
        }
    }

    #[test]
    fn every_other_way_of_a_path_is_found() {
        let mut fake = Fake::new(complete);
        fake.paths.keeps_all = true;
        let first = fake.run(ItemId(0)).expect("it is possible");
        let others = walk::others(&fake.paths, first, 2);
        let [walk::Other::Item(item)] = others[..] else { panic!("one side was not taken") };
        let second = fake.run(item).expect("it is possible");
        assert_eq!(fake.ran[&second], [0, 0, 1, 0, 0, 0]);
        // Before, at and behind the decision where it left the first path.
        assert!(matches!(walk::others(&fake.paths, second, 1)[..], [walk::Other::Item(_)]));
        assert!(matches!(walk::others(&fake.paths, second, 2)[..], [walk::Other::Path(path)] if path == first));
        assert!(matches!(walk::others(&fake.paths, second, 3)[..], [walk::Other::Item(_)]));
        assert!(matches!(walk::others(&fake.paths, first, 2)[..], [walk::Other::Path(path)] if path == second));
    }
}
