//! Walks down the tree of paths.

use crate::frontier::ItemId;
use crate::paths::{Paths, PieceId, State};

/// From the root to an item, choosing evenly at each decision among the ways that have something left.
pub fn to_item(paths: &Paths, random: &mut fastrand::Rng) -> Option<ItemId> {
    let mut at = paths.root();
    loop {
        let piece = paths.get(at)?;
        if piece.live == 0 {
            return None;
        }
        let mut left = piece.live;
        let mut begin = paths.first_live(piece);
        let mut next = None;
        while begin < piece.sides.len() {
            let end = piece.group(begin);
            let sides = &piece.sides[begin..end];
            let with_something = sides.iter().filter(|s| paths.live(s) > 0);
            let (count, here) = with_something.clone().fold((0, 0), |(n, live), s| (n + 1, live + paths.live(s)));
            left -= here.min(left);
            // The path itself goes on too, if something is left on it.
            let choice = random.u32(..(count + u32::from(left > 0)).max(1));
            if choice < count {
                next = with_something.clone().nth(choice as usize);
                break;
            }
            begin = end;
        }
        match next.map(|side| side.state) {
            Some(State::Waiting(item)) => return Some(item),
            Some(State::Taken(piece)) => at = piece,
            Some(_) => return None,
            None => return piece.tail,
        }
    }
}

/// What a decision of a path leaves open.
pub enum Other {
    Item(ItemId),
    /// Another path that was run already.
    Path(PieceId),
}

/// The ways that a decision of the path of a piece could go instead.
pub fn others(paths: &Paths, path: PieceId, decision: u32) -> Vec<Other> {
    let mut found = Vec::new();
    let mut at = path;
    while let Some(piece) = paths.get(at) {
        if decision >= piece.first {
            let sides = &piece.sides[piece.at(decision)];
            found.extend(sides.iter().filter_map(|s| other(paths, s.state)));
            return found;
        }
        let Some((parent, left_by)) = piece.parent else { return found };
        if decision + 1 == piece.first && parent != paths.root() {
            // Here it left its parent, whose path is one of the other ways.
            found.push(Other::Path(parent));
            let Some(above) = paths.get(parent) else { return found };
            let same = above.at(decision).filter(|i| *i != left_by as usize);
            found.extend(same.filter_map(|i| other(paths, above.sides[i].state)));
            return found;
        }
        at = parent;
    }
    found
}

fn other(paths: &Paths, state: State) -> Option<Other> {
    match state {
        State::Waiting(item) => Some(Other::Item(item)),
        State::Taken(piece) => paths.get(piece).map(|_| Other::Path(piece)),
        State::Impossible | State::Dropped | State::Done => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::fake::Fake;

    /// What had to wait for its turn is below a side that was given up and gone past.
    #[test]
    fn what_was_postponed_is_found_again() {
        let mut fake = Fake::new(|choices| if choices.len() < 2 { vec![true, true] } else { vec![] });
        fake.paths.keeps_all = true;
        fake.run(ItemId(0));
        fake.postpone(ItemId(1));
        fake.run(ItemId(2));
        let random = &mut fastrand::Rng::with_seed(1);
        assert_eq!(to_item(&fake.paths, random), None);
        let behind = fake.run_postponed();
        assert_eq!(to_item(&fake.paths, random), Some(behind));
    }
}
