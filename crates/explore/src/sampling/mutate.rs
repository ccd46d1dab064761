//! Start points near a start point: what chains begin with.
//!
//! Where a chain begins is free, so these changes need not be as likely backwards as forwards. They are the ones that
//! fuzzers live by: words of the program, bytes moved along, another input's bytes, numbers at the ends of ranges.

use super::domain::{Domain, Variable};
use super::layout::{Layout, Place};
use super::pieces;
use super::words::Words;
use fastrand::Rng;

/// Changes of one start point.
const MOST_CHANGES: u32 = 6;

/// `other` gives another input, or nothing of that size.
pub fn mutate(
    state: &mut [i64],
    other: &mut dyn FnMut(&mut Rng) -> Vec<i64>,
    layout: &Layout,
    domain: &Domain,
    words: &Words,
    rng: &mut Rng,
) {
    if state.is_empty() {
        return;
    }
    // Few changes more often than many.
    let changes = 1 + rng.u32(..MOST_CHANGES).min(rng.u32(..MOST_CHANGES));
    for _ in 0..changes {
        let at = rng.usize(..state.len());
        let variable = domain.variables[at];
        match rng.u32(..14) {
            0 => state[at] = any(variable, rng),
            1 => state[at] = variable.wrapped(state[at], i128::from(rng.i32(-35..=35))),
            2 => state[at] = fit(state[at] ^ 1 << rng.u32(..bits(variable)), variable),
            3 => state[at] = end(variable, rng),
            4 | 5 => put_word(state, at, layout, domain, words, rng),
            6 => {
                // Bytes move along: some come in, or go.
                let last = run(state, at, layout);
                let count = if rng.bool() { 1 } else { few(last - at, rng) };
                if rng.bool() {
                    state[at..last].rotate_right(count);
                    (at..at + count).for_each(|at| state[at] = any(domain.variables[at], rng));
                    lengthen(state, at, count as i64, layout, rng);
                } else {
                    state[at..last].rotate_left(count);
                    lengthen(state, at, -(count as i64), layout, rng);
                }
            }
            7 => {
                // A piece from elsewhere in the same input, over what is there, or before it.
                let (first, last) = (first(at, layout), run(state, at, layout));
                let from = rng.usize(first..last);
                let size = few(last - at.max(from), rng);
                let piece = state[from..from + size].to_vec();
                if rng.bool() {
                    state[at..last].rotate_right(size);
                    lengthen(state, at, size as i64, layout, rng);
                }
                state[at..at + size].copy_from_slice(&piece);
            }
            8 => {
                let other = other(rng);
                if other.len() != state.len() {
                    continue;
                }
                let (first, last) = (first(at, layout), run(state, at, layout));
                let from = if rng.bool() { at } else { rng.usize(first..last) };
                let size = 1 + rng.usize(..last - at.max(from));
                if rng.bool() {
                    state[at..last].rotate_right(size);
                    lengthen(state, at, size as i64, layout, rng);
                }
                state[at..at + size].copy_from_slice(&other[from..from + size]);
            }
            9 => append(state, at, layout, domain, words, rng),
            10 => {
                let from = rng.usize(..state.len());
                state[at] = fit(state[from], variable);
            }
            _ if layout.places[at].size != 1 => state[at] = any(variable, rng),
            kind => {
                let all = (first(at, layout), run(state, at, layout));
                let by = match kind {
                    11 | 12 => pieces::repeat(state, at, all, rng),
                    _ => pieces::exchange(state, at, all, domain, words, rng),
                };
                lengthen(state, at, by, layout, rng);
            }
        }
    }
}

/// Of the numbers of the input, one that may say how many of these bytes count, since it is not more than there are.
fn length(state: &[i64], at: usize, layout: &Layout, rng: &mut Rng) -> Option<usize> {
    let most = (run(state, at, layout) - first(at, layout)) as i64;
    let number = *layout.numbers.get(rng.usize(..layout.numbers.len().max(1)))?;
    ((0..=most).contains(&state[number]) && layout.places[at].size == 1).then_some(number)
}

/// Bytes came in or went, and a length that counts them goes along, as a rule.
fn lengthen(state: &mut [i64], at: usize, by: i64, layout: &Layout, rng: &mut Rng) {
    if let Some(number) = length(state, at, layout, rng).filter(|_| rng.u32(..4) > 0) {
        let most = (run(state, at, layout) - first(at, layout)) as i64;
        state[number] = (state[number] + by).clamp(0, most);
    }
}

/// A byte or a word behind those that count.
fn append(state: &mut [i64], at: usize, layout: &Layout, domain: &Domain, words: &Words, rng: &mut Rng) {
    let Some(number) = length(state, at, layout, rng) else { return };
    let end = first(at, layout) + state[number] as usize;
    let room = run(state, at, layout).saturating_sub(end);
    let byte = [rng.u8(..)];
    let word = if rng.bool() { words.pick(rng) } else { None }.unwrap_or(&byte);
    for (i, byte) in word.iter().take(room).enumerate() {
        state[end + i] = fit(i64::from(*byte), domain.variables[end + i]);
    }
    state[number] += word.len().min(room) as i64;
}

/// Where the bytes of one input that begin here end.
fn run(state: &[i64], at: usize, layout: &Layout) -> usize {
    let place = layout.places[at];
    if place.size != 1 {
        return at + 1;
    }
    let same = layout.places[at..].iter().take_while(|other| other.input == place.input && other.size == 1).count();
    (at + same).min(state.len())
}

/// Where the bytes of the input that this one is of begin.
fn first(at: usize, layout: &Layout) -> usize {
    let place = layout.places[at];
    let same = |other: &&Place| place.size == 1 && other.input == place.input && other.size == 1;
    at - layout.places[..at].iter().rev().take_while(same).count()
}

/// A number from 1 to this, more often a small one.
fn few(most: usize, rng: &mut Rng) -> usize {
    1 + rng.usize(..most).min(rng.usize(..most))
}

fn any(variable: Variable, rng: &mut Rng) -> i64 {
    variable.value(u128::from(rng.u64(..)) % variable.size())
}

fn bits(variable: Variable) -> u32 {
    (128 - (variable.size() - 1).leading_zeros()).clamp(1, 64)
}

fn fit(value: i64, variable: Variable) -> i64 {
    let unused = 64 - bits(variable);
    let value = if variable.least < 0 { value << unused >> unused } else { value & (u64::MAX >> unused) as i64 };
    if variable.contains(value) { value } else { variable.least }
}

/// A number at which programs often change their mind.
fn end(variable: Variable, rng: &mut Rng) -> i64 {
    let power = 1i64.wrapping_shl(rng.u32(..64));
    let all = [0, 1, -1, variable.least, variable.most, power, power.wrapping_sub(1), power.wrapping_neg()];
    fit(all[rng.usize(..all.len())], variable)
}

fn put_word(state: &mut [i64], at: usize, layout: &Layout, domain: &Domain, words: &Words, rng: &mut Rng) {
    let Some(word) = words.pick(rng) else { return };
    let last = run(state, at, layout);
    if layout.places[at].size == 1 {
        // Over what is there, or before it.
        if rng.bool() && at + word.len() <= last {
            state[at..last].rotate_right(word.len());
            lengthen(state, at, word.len() as i64, layout, rng);
        }
        for (i, byte) in word.iter().take(last - at).enumerate() {
            state[at + i] = fit(i64::from(*byte), domain.variables[at + i]);
        }
        return;
    }
    let value = word.iter().take(8).rev().fold(0u64, |all, byte| all << 8 | u64::from(*byte)) as i64;
    state[at] = fit(value, domain.variables[at]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_vm::{Input, InputKind};

    #[test]
    fn what_comes_out_is_a_member_and_words_come_up() {
        let object = |size| Input { name: "x".into(), kind: InputKind::Object, size };
        let layout = Layout::new([object(4), object(12), object(8), object(1)].iter());
        let domain = layout.domain();
        let words = Words::of(&[b"GET "], &[&[0x34, 0x12]]);
        let mut rng = Rng::with_seed(1);
        let mut seen = [false; 2];
        let other = vec![1; layout.places.len()];
        for _ in 0..20_000 {
            let mut state = vec![0; layout.places.len()];
            mutate(&mut state, &mut |_| other.clone(), &layout, &domain, &words, &mut rng);
            assert!(domain.contains(&state), "{state:?}");
            seen[0] |= state.windows(4).any(|w| w == [71, 69, 84, 32]);
            seen[1] |= state[0] == 0x1234;
        }
        assert_eq!(seen, [true; 2]);
    }

    /// What is right once may be right again, further on as well as before.
    #[test]
    fn pieces_are_repeated_on_both_sides() {
        let layout = Layout::new([Input { name: "x".into(), kind: InputKind::Object, size: 12 }].iter());
        let domain = layout.domain();
        let mut rng = Rng::with_seed(1);
        let start = [9, 9, 9, 1, 2, 3, 9, 9, 9, 9, 9, 9];
        let mut seen = [false; 2];
        for _ in 0..50_000 {
            let mut state = start;
            mutate(&mut state, &mut |_| vec![], &layout, &domain, &Words::default(), &mut rng);
            let places: Vec<usize> = (0..10).filter(|at| state[*at..at + 3] == [1, 2, 3]).collect();
            let [first, second] = places[..] else { continue };
            seen[0] |= first == 3 && second > 5;
            seen[1] |= first == 0 && second == 3;
        }
        assert_eq!(seen, [true; 2]);
    }

    /// Whoever puts bytes in counts them too, and what is put behind the last one counts.
    #[test]
    fn lengths_go_along() {
        let object = |size| Input { name: "x".into(), kind: InputKind::Object, size };
        let layout = Layout::new([object(12), object(4)].iter());
        let domain = layout.domain();
        let mut rng = Rng::with_seed(1);
        let start = [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3];
        let mut seen = [false; 3];
        for _ in 0..50_000 {
            let mut state = start;
            mutate(&mut state, &mut |_| vec![], &layout, &domain, &Words::of(&[b"ab"], &[]), &mut rng);
            assert!(domain.contains(&state), "{state:?}");
            seen[0] |= state[..2] == [1, 2] && state[3] == 3 && state[12] == 4;
            seen[1] |= state[..2] == [1, 3] && state[12] == 2;
            seen[2] |= state[..5] == [1, 2, 3, 97, 98] && state[12] == 5;
        }
        assert_eq!(seen, [true; 3]);
    }

    #[test]
    fn numbers_fit_their_variable() {
        let byte = Variable::new(0, 255);
        assert_eq!((fit(-1, byte), fit(256, byte), fit(7, byte)), (255, 0, 7));
        let int = Variable::new(i64::from(i32::MIN), i64::from(i32::MAX));
        assert_eq!((fit(1 << 31, int), fit(-1, int)), (i64::from(i32::MIN), -1));
        assert_eq!(fit(i64::MIN, Variable::new(i64::MIN, i64::MAX)), i64::MIN);
    }
}
