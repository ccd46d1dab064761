//! Numbers by number, that states share: writing to a copy leaves the others as they are.
//!
//! *Invariant:* a copy takes constant time and room. The first write to a copy takes room for one piece, and a pointer for each of the
//! others: paths that differ little keep little for themselves.

use std::sync::Arc;

/// Numbers that one piece holds.
const PIECE: usize = 64;

/// 0 where there is none, else one more than the number.
type Piece = [u32; PIECE];

#[derive(Clone, Default)]
pub struct Sheet {
    /// None as long as nothing is held, as in most.
    pieces: Option<Arc<Vec<Option<Arc<Piece>>>>>,
}

impl Sheet {
    #[inline]
    pub fn get(&self, at: u32) -> Option<u32> {
        let piece = self.pieces.as_ref()?.get(at as usize / PIECE)?.as_ref()?;
        piece[at as usize % PIECE].checked_sub(1)
    }

    pub fn set(&mut self, at: u32, value: u32) {
        let held = value.checked_add(1).expect("the largest number of all stands for none");
        let (piece, within) = (at as usize / PIECE, at as usize % PIECE);
        let pieces = Arc::make_mut(self.pieces.get_or_insert_default());
        if pieces.len() <= piece {
            pieces.resize(piece + 1, None);
        }
        let piece = pieces[piece].get_or_insert_with(|| Arc::new([0; PIECE]));
        // Paths mostly do as those before them: then what is shared stays so.
        if piece[within] != held {
            Arc::make_mut(piece)[within] = held;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sheet;
    use std::collections::HashMap;

    /// Beside maps of the standard library, with copies that go their own ways.
    #[test]
    fn each_copy_knows_what_a_map_would() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut all = vec![(Sheet::default(), HashMap::new())];
        for _ in 0..5_000 {
            let which = random.usize(..all.len());
            if all.len() < 20 && random.u32(..50) == 0 {
                all.push(all[which].clone());
            }
            let (sheet, map) = &mut all[which];
            let (at, value) = (random.u32(..600), random.u32(..3));
            assert_eq!(sheet.get(at), map.get(&at).copied());
            sheet.set(at, value);
            map.insert(at, value);
        }
        for (sheet, map) in &all {
            assert!((0..700).all(|at| sheet.get(at) == map.get(&at).copied()));
        }
    }
}
