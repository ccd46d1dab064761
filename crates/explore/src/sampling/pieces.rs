//! Changes of text by its words: what is right once is repeated behind, and one word stands for another.
//!
//! Byte by byte a second ` triple` behind `dial triple 1` takes seven changes of which none shows anything; as a piece it takes one.

use super::domain::Domain;
use super::words::Words;
use fastrand::Rng;

/// Bytes of a text that are looked at before and behind a place.
const NEAR: usize = 128;

/// A text: bytes of one input without a zero.
struct Text {
    first: usize,
    end: usize,
    /// How far it may grow: to where the input ends, or to the zero before what comes next.
    room: usize,
    /// Where words begin and end, the ends of the text among them.
    ends: Vec<usize>,
}

/// Letters and digits are words, and what is between them is signs.
fn is_of_word(byte: i64) -> bool {
    byte >= 128 || u8::try_from(byte).is_ok_and(|byte| byte.is_ascii_alphanumeric())
}

impl Text {
    /// The text at a place of the bytes from `first` to `last`, or the one before it.
    fn at(state: &[i64], at: usize, first: usize, last: usize) -> Text {
        let (first, last) = (first.max(at.saturating_sub(NEAR)), last.min(at + NEAR));
        let end = (first..=at).rev().find(|at| state[*at] != 0).map_or(first, |at| at + 1);
        let end = (end..last).find(|at| state[*at] == 0).unwrap_or(last);
        let first = (first..end).rev().find(|at| state[*at] == 0).map_or(first, |at| at + 1);
        let room = (end..last).find(|at| state[*at] != 0).map_or(last, |at| at - 1);
        let mut ends = vec![first];
        ends.extend((first + 1..end).filter(|at| is_of_word(state[at - 1]) != is_of_word(state[*at])));
        ends.push(end);
        ends.dedup();
        Text { first, end, room, ends }
    }

    fn any_end(&self, rng: &mut Rng) -> usize {
        self.ends[rng.usize(..self.ends.len())]
    }

    /// Puts a piece in the place of the bytes from `from` to `to`. What is behind them moves as far as zeros give room, and what
    /// has none is lost. How much longer the text is.
    fn replace(&self, state: &mut [i64], from: usize, to: usize, piece: &[i64]) -> i64 {
        let behind = state[to..self.end].to_vec();
        let bytes = piece.iter().chain(&behind).copied().chain(std::iter::repeat(0));
        state[from..self.room].iter_mut().zip(bytes).for_each(|(old, new)| *old = new);
        let len = from + piece.len() + behind.len();
        len.min(self.room) as i64 - self.end as i64
    }
}

/// Repeats a piece of some words behind the text, or somewhere in it. How much longer it is.
pub fn repeat(state: &mut [i64], at: usize, (first, last): (usize, usize), rng: &mut Rng) -> i64 {
    let text = Text::at(state, at, first, last);
    let (a, b) = (text.any_end(rng), text.any_end(rng));
    let piece = state[a.min(b)..a.max(b)].to_vec();
    let to = if rng.bool() { text.end } else { text.any_end(rng) };
    text.replace(state, to, to, &piece)
}

/// Puts a word in the place of one, or between two, or behind the text. How much longer it is.
pub fn exchange(
    state: &mut [i64],
    at: usize,
    (first, last): (usize, usize),
    domain: &Domain,
    words: &Words,
    rng: &mut Rng,
) -> i64 {
    let Some(word) = words.pick(rng) else { return 0 };
    let text = Text::at(state, at, first, last);
    let which = rng.usize(..text.ends.len());
    let from = text.ends[which];
    let mut piece: Vec<i64> = word.iter().map(|byte| i64::from(*byte)).collect();
    let to = match text.ends.get(which + 1) {
        Some(to) if rng.u32(..4) > 0 => *to,
        // Words do not touch each other: a sign from the text goes between them.
        _ if from > text.first && is_of_word(state[from - 1]) && is_of_word(piece[0]) => {
            let signs: Vec<i64> =
                state[text.first..text.end].iter().copied().filter(|byte| !is_of_word(*byte)).collect();
            piece.insert(0, if signs.is_empty() { i64::from(b' ') } else { signs[rng.usize(..signs.len())] });
            from
        }
        _ => from,
    };
    let fits = |byte: &i64| domain.variables[at].contains(*byte);
    if piece.iter().all(fits) { text.replace(state, from, to, &piece) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::domain::Variable;
    use super::*;

    fn state(text: &str) -> Vec<i64> {
        text.bytes().map(|byte| if byte == b'.' { 0 } else { i64::from(byte) }).collect()
    }

    fn text(state: &[i64]) -> String {
        state.iter().map(|byte| if *byte == 0 { '.' } else { *byte as u8 as char }).collect()
    }

    /// All that comes out of so many tries.
    fn made(start: &str, change: impl Fn(&mut [i64], usize, &mut Rng) -> i64) -> Vec<(String, i64)> {
        let mut rng = Rng::with_seed(1);
        let mut all: Vec<_> = (0..20_000)
            .map(|_| {
                let mut state = state(start);
                let at = rng.usize(..state.len());
                let by = change(&mut state, at, &mut rng);
                (text(&state), by)
            })
            .collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn pieces_of_words_are_repeated_and_the_next_text_stays() {
        let start = "dial triple 1.........call bob..";
        let all = made(start, |state, at, rng| repeat(state, at, (0, 32), rng));
        let has = |text: &str, by: i64| assert!(all.contains(&(text.into(), by)), "{text}");
        has("dial triple 1 triple..call bob..", 7);
        has("dial triple 1 1.......call bob..", 2);
        has("dial triple triple 1..call bob..", 7);
        has("dial triple 1.........call bob b", 2);
        // As much as there is room for.
        has("dial triple 1 triple .call bob..", 8);
        assert!(all.iter().all(|(text, _)| text.len() == 32));
        assert!(
            all.iter()
                .all(|(text, _)| text.starts_with("dial triple 1.........") || text[21..].starts_with(".call bob.."))
        );
    }

    #[test]
    fn words_take_the_place_of_others() {
        let words = Words::of(&[b"double", b"x"], &[]);
        let domain = Domain::of_box(vec![Variable::new(0, 255); 20]);
        let all = made("dial;one............", |state, at, rng| exchange(state, at, (0, 20), &domain, &words, rng));
        for (text, by) in [("double;one..........", 2), ("dial;double.........", 3), ("x;one...............", -3)] {
            assert!(all.contains(&(text.into(), by)), "{text}");
        }
        assert!(all.contains(&("dial;one;double.....".into(), 7)), "with a sign of the text between them");
    }

    #[test]
    fn a_text_without_words_is_no_harm() {
        for start in ["....", "a", "aaaa", ";;;;", ".a.;", "a..."] {
            let all = made(start, |state, at, rng| repeat(state, at, (0, start.len()), rng));
            assert!(all.iter().all(|(text, _)| text.len() == start.len()));
            let words = Words::of(&[b"long word"], &[&[0, 1]]);
            let domain = Domain::of_box(vec![Variable::new(0, 255); 8]);
            made(start, |state, at, rng| exchange(state, at, (0, start.len()), &domain, &words, rng));
        }
    }
}
