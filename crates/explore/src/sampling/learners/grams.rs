//! An automaton of varied-length n-grams, learnt from sequences.
//!
//! A sequence of letters is cut into words of up to N letters, and the automaton says which word may follow which. A
//! word of several letters is kept where its letters nearly always come together: it has to occur at least
//! [`TOGETHER`] times as often as the word without its last, and as the word without its first letter, both of which
//! have to be kept. All single letters are. Sequences are then cut greedily, at each place the longest word that is
//! kept. In the sequences of the paper's figure 4 this leaves the words A, B and CDE.
//!
//! The automaton accepts every sequence that it was learnt from, and whatever else goes along its edges.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How often a word has to occur, beside its parts.
const TOGETHER: f64 = 0.9;

/// Where every sequence begins.
const START: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub struct Automaton {
    /// The states: words.
    words: Vec<Vec<u32>>,
    /// By a state and the first letter of the next word: the states that may follow.
    next: FxHashMap<(u32, u32), Vec<u32>>,
    /// States in which a sequence may end.
    ends: Vec<bool>,
}

/// The places that a walk may be at: a word, and how many of its letters were read.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    now: Vec<(u32, u32)>,
    then: Vec<(u32, u32)>,
}

impl Automaton {
    pub fn learn(sequences: &[&[u32]], longest: usize) -> Automaton {
        let kept = keep(sequences, longest);
        let mut automaton = Automaton::default();
        let mut ids: FxHashMap<&[u32], u32> = FxHashMap::default();
        for sequence in sequences {
            let mut state = START;
            let mut rest = *sequence;
            while !rest.is_empty() {
                let (word, behind) = rest.split_at(longest_word(&kept, rest, longest));
                let id = *ids.entry(word).or_insert_with(|| automaton.add(word));
                automaton.connect(state, id);
                (state, rest) = (id, behind);
            }
            if state != START {
                automaton.ends[state as usize] = true;
            }
        }
        automaton
    }

    fn add(&mut self, word: &[u32]) -> u32 {
        self.words.push(word.to_vec());
        self.ends.push(false);
        self.words.len() as u32 - 1
    }

    fn connect(&mut self, from: u32, to: u32) {
        let next = self.next.entry((from, self.words[to as usize][0])).or_default();
        if !next.contains(&to) {
            next.push(to);
        }
    }

    /// How long a prefix of the sequence goes along the automaton's edges; nothing if it accepts the whole. A sequence
    /// that goes along to its last letter and may not end there has its whole length.
    pub fn accepted(&self, sequence: &[u32], walk: &mut Walk) -> Option<usize> {
        walk.now.clear();
        walk.now.push((START, 0));
        for (read, letter) in sequence.iter().enumerate() {
            walk.then.clear();
            for &(state, offset) in &walk.now {
                self.read(state, offset, *letter, &mut walk.then);
            }
            if walk.then.is_empty() {
                return Some(read);
            }
            std::mem::swap(&mut walk.now, &mut walk.then);
        }
        let is_end = |&(state, offset): &(u32, u32)| {
            state == START || (self.is_whole(state, offset) && self.ends[state as usize])
        };
        if walk.now.iter().any(is_end) { None } else { Some(sequence.len()) }
    }

    fn is_whole(&self, state: u32, offset: u32) -> bool {
        state == START || self.words[state as usize].len() == offset as usize
    }

    fn read(&self, state: u32, offset: u32, letter: u32, then: &mut Vec<(u32, u32)>) {
        let mut go = |place| {
            if !then.contains(&place) {
                then.push(place);
            }
        };
        if !self.is_whole(state, offset) {
            if self.words[state as usize][offset as usize] == letter {
                go((state, offset + 1));
            }
        } else if let Some(next) = self.next.get(&(state, letter)) {
            next.iter().for_each(|word| go((*word, 1)));
        }
    }

    #[cfg(test)]
    fn words(&self) -> Vec<String> {
        let text = |word: &Vec<u32>| word.iter().map(|l| *l as u8 as char).collect();
        let mut all: Vec<String> = self.words.iter().map(text).collect();
        all.sort();
        all
    }
}

/// The words that are kept, with how often they occur.
fn keep<'a>(sequences: &[&'a [u32]], longest: usize) -> BTreeMap<&'a [u32], u32> {
    let mut kept: BTreeMap<&[u32], u32> = BTreeMap::new();
    for length in 1..=longest {
        let mut counts: FxHashMap<&[u32], u32> = FxHashMap::default();
        for word in sequences.iter().flat_map(|sequence| sequence.windows(length)) {
            let has_parts = length == 1 || (kept.contains_key(&word[1..]) && kept.contains_key(&word[..length - 1]));
            if has_parts {
                *counts.entry(word).or_insert(0) += 1;
            }
        }
        let is_frequent = |word: &[u32], count: u32| {
            let parts = [&word[1..], &word[..length - 1]];
            parts.iter().all(|part| f64::from(count) >= TOGETHER * f64::from(*kept.get(*part).unwrap_or(&0)))
        };
        let frequent: Vec<(&[u32], u32)> =
            counts.into_iter().filter(|(word, count)| is_frequent(word, *count)).collect();
        if frequent.is_empty() {
            break;
        }
        kept.extend(frequent);
    }
    kept
}

/// The length of the longest word that is kept, at the beginning of the letters.
fn longest_word(kept: &BTreeMap<&[u32], u32>, letters: &[u32], longest: usize) -> usize {
    let most = longest.min(letters.len());
    (2..=most).rev().find(|length| kept.contains_key(&letters[..*length])).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> Vec<u32> {
        text.bytes().map(u32::from).collect()
    }

    fn learn(texts: &[&str], longest: usize) -> Automaton {
        let sequences: Vec<Vec<u32>> = texts.iter().map(|text| letters(text)).collect();
        Automaton::learn(&sequences.iter().map(Vec::as_slice).collect::<Vec<_>>(), longest)
    }

    fn accepted(automaton: &Automaton, text: &str) -> Option<usize> {
        automaton.accepted(&letters(text), &mut Walk::default())
    }

    const FIGURE_4: [&str; 5] = ["ABCDEA", "ACDEBA", "ABBA", "ACDECDEA", "ABACDEBA"];

    #[test]
    fn letters_that_come_together_become_one_word() {
        assert_eq!(learn(&FIGURE_4, 4).words(), ["A", "B", "CDE"]);
        assert_eq!(learn(&FIGURE_4, 1).words(), ["A", "B", "C", "D", "E"]);
        assert_eq!(learn(&FIGURE_4, 2).words(), ["A", "B", "CD", "E"]);
    }

    #[test]
    fn what_it_was_learnt_from_is_accepted_and_more() {
        let automaton = learn(&FIGURE_4, 4);
        for text in FIGURE_4.into_iter().chain(["ABBBCDECDECDEBA", "ABABA", "A", ""]) {
            assert_eq!(accepted(&automaton, text), None, "{text}");
        }
    }

    #[test]
    fn a_prefix_ends_where_no_edge_goes_on() {
        let automaton = learn(&FIGURE_4, 4);
        for (text, prefix) in [("B", 0), ("AA", 1), ("ABCX", 3), ("ABCDCDEA", 4), ("ACDEE", 4), ("ACD", 3), ("AB", 2)] {
            assert_eq!(accepted(&automaton, text), Some(prefix), "{text}");
        }
        assert_eq!(accepted(&Automaton::default(), "A"), Some(0));
    }

    #[test]
    fn random_sequences_are_accepted_by_what_is_learnt_from_them() {
        let mut rng = fastrand::Rng::with_seed(4);
        for longest in 1..6 {
            let made: Vec<Vec<u32>> = (0..50).map(|_| (0..rng.usize(..30)).map(|_| rng.u32(..4)).collect()).collect();
            let automaton = Automaton::learn(&made.iter().map(Vec::as_slice).collect::<Vec<_>>(), longest);
            let mut walk = Walk::default();
            assert!(made.iter().all(|sequence| automaton.accepted(sequence, &mut walk).is_none()));
        }
    }
}
