//! Which tests of a suite are worth keeping.

use crate::BitSet;

/// A test: what it covers, and whether it stays whatever it covers (because it shows a bug).
pub struct Candidate<'a> {
    pub edges: &'a BitSet,
    pub blocks: &'a BitSet,
    pub must_stay: bool,
}

/// Whether each test stays: those that must, and as few others as a greedy choice needs to cover all
/// that the whole suite covers. Of equals the earlier one stays.
pub fn choose(tests: &[Candidate]) -> Vec<bool> {
    let mut stays: Vec<bool> = tests.iter().map(|t| t.must_stay).collect();
    let (mut edges, mut blocks) = (BitSet::default(), BitSet::default());
    let adds = |t: &Candidate, edges: &BitSet, blocks: &BitSet| {
        let new = |set: &BitSet, known: &BitSet| set.iter().filter(|i| !known.contains(*i)).count();
        new(t.edges, edges) + new(t.blocks, blocks)
    };
    for test in tests.iter().filter(|t| t.must_stay) {
        edges.add_all(test.edges);
        blocks.add_all(test.blocks);
    }
    loop {
        let open = (0..tests.len()).filter(|i| !stays[*i]);
        // The first of the largest.
        let best = open.map(|i| (adds(&tests[i], &edges, &blocks), i)).max_by_key(|(n, i)| (*n, usize::MAX - i));
        let Some((new, i)) = best.filter(|(new, _)| *new > 0) else { break };
        debug_assert!(new > 0);
        stays[i] = true;
        edges.add_all(tests[i].edges);
        blocks.add_all(tests[i].blocks);
    }
    // A suite that covers nothing still shows that the program runs.
    if !stays.contains(&true)
        && let Some(first) = stays.first_mut()
    {
        *first = true;
    }
    stays
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(items: &[usize]) -> BitSet {
        let mut set = BitSet::with_size(64);
        items.iter().for_each(|i| set.insert(*i));
        set
    }

    fn chosen(tests: &[(&[usize], bool)]) -> Vec<bool> {
        let sets: Vec<BitSet> = tests.iter().map(|t| set(t.0)).collect();
        let none = BitSet::default();
        let candidate = |(edges, t): (_, &(&[usize], bool))| Candidate { edges, blocks: &none, must_stay: t.1 };
        choose(&sets.iter().zip(tests).map(candidate).collect::<Vec<_>>())
    }

    #[test]
    fn what_adds_nothing_goes() {
        assert_eq!(
            chosen(&[(&[1], false), (&[1, 2], false), (&[3], false), (&[2, 3], false)]),
            [false, true, true, false]
        );
        assert_eq!(chosen(&[(&[1, 2], false), (&[1], true)]), [true, true]);
        assert_eq!(chosen(&[(&[], false), (&[], false)]), [true, false]);
        assert_eq!(chosen(&[(&[1], true), (&[1], true)]), [true, true]);
    }
}
