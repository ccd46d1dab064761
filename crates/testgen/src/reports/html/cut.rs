//! How much of a run is put into the page, and the sentences that say what was left out.

use crate::reports::{Partition, Run, Shown};

/// Sizes of texts are in bytes.
pub struct Limits {
    pub source: usize,
    pub decisions: usize,
    pub nodes: usize,
    pub tests: usize,
    pub bugs: usize,
    pub ledger: usize,
    /// Of one input, and of all inputs together.
    pub input: usize,
    pub inputs: usize,
    /// Of what sanitizers said about one bug, and about all.
    pub native: usize,
    pub natives: usize,
    /// Runs of bytes in the blocks of the input.
    pub spans: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            source: 2 << 20,
            decisions: 30_000,
            nodes: 20_000,
            tests: 2_000,
            bugs: 500,
            ledger: 2_000,
            input: 2_000,
            inputs: 600_000,
            native: 32 << 10,
            natives: 600_000,
            spans: 40_000,
        }
    }
}

impl Limits {
    /// Halves everything; `false` if there is nothing left to halve.
    pub fn shrink(&mut self) -> bool {
        let all = [
            &mut self.source,
            &mut self.decisions,
            &mut self.nodes,
            &mut self.tests,
            &mut self.bugs,
            &mut self.ledger,
            &mut self.input,
            &mut self.inputs,
            &mut self.native,
            &mut self.natives,
            &mut self.spans,
        ];
        let more = all.iter().any(|limit| **limit > 1);
        all.into_iter().for_each(|limit| *limit /= 2);
        more
    }
}

/// Cuts the lists and texts of a run, but for files and tree, which `data` takes care of. Returns a
/// sentence for each thing that was cut.
pub fn cut(run: &mut Run, limits: &Limits) -> Vec<String> {
    let mut said = Vec::new();
    let mut left_out = |count: usize, what: &str, at: &str| {
        if count > 0 {
            said.push(format!("{count} {what} are left out of this page; {at} has them all."));
        }
    };
    let over = |length: usize, limit: usize| length.saturating_sub(limit);
    left_out(over(run.tests.len(), limits.tests), "tests", "the folder tests");
    left_out(over(run.bugs.len(), limits.bugs), "bugs", "the folder bugs");
    left_out(over(run.losses.len(), limits.ledger), "losses", "losses.json");
    left_out(over(run.divergences.len(), limits.ledger), "divergences", "run.json");
    run.tests.truncate(limits.tests);
    run.bugs.truncate(limits.bugs);
    run.losses.truncate(limits.ledger);
    run.divergences.truncate(limits.ledger);

    let mut room = limits.inputs;
    for bug in &mut run.bugs {
        room = shorten_inputs(&mut bug.input, limits.input, room);
    }
    for test in &mut run.tests {
        room = shorten_inputs(&mut test.input, limits.input, room);
        shorten(&mut test.why, limits.input);
    }
    let mut room = limits.natives;
    for bug in &mut run.bugs {
        shorten(&mut bug.native, limits.native.min(room));
        room = room.saturating_sub(bug.native.len());
    }
    thin(&mut run.timeline, 600);
    said.extend(run.partition.as_mut().and_then(|partition| cut_partition(partition, limits)));
    said
}

/// Of a partition: inputs, then blocks of what is left, then joins.
fn cut_partition(partition: &mut Partition, limits: &Limits) -> Option<String> {
    let Partition { inputs, blocks, joins, .. } = partition;
    let before = (inputs.len(), blocks.len(), joins.len());
    inputs.truncate(limits.ledger);
    let known = inputs.len() as u32;
    blocks.iter_mut().for_each(|spans| spans.retain(|(input, ..)| *input < known));
    let mut room = limits.spans;
    let kept = blocks.iter().take_while(|spans| {
        let fits = spans.len() <= room;
        room = room.saturating_sub(spans.len());
        fits
    });
    let kept = kept.count();
    blocks.truncate(kept);
    joins.retain(|join| join.a.0 < known && join.b.0 < known);
    joins.truncate(limits.ledger);
    let (inputs, blocks, joins) = (before.0 - inputs.len(), before.1 - blocks.len(), before.2 - joins.len());
    (inputs + blocks + joins > 0).then(|| {
        format!(
            "{inputs} inputs, {blocks} blocks and {joins} joins of the partition are left out of this page; run.json has \
             them all."
        )
    })
}

fn shorten_inputs(inputs: &mut Vec<Shown>, each: usize, mut room: usize) -> usize {
    if inputs.len() > 100 {
        let more = inputs.len() - 100;
        inputs.truncate(100);
        inputs.push(Shown { name: "…".into(), value: format!("{more} more") });
    }
    for input in inputs {
        shorten(&mut input.value, each.min(room));
        room = room.saturating_sub(input.name.len() + input.value.len() + 24);
    }
    room
}

/// Keeps the first `limit` bytes of a text, and says how many are missing.
pub fn shorten(text: &mut String, limit: usize) {
    if text.len() <= limit {
        return;
    }
    let end = text.floor_char_boundary(limit);
    let rest = text.len() - end;
    text.truncate(end);
    text.push_str(&format!("… ({rest} more bytes)"));
}

/// Keeps about `limit` entries, evenly, the first and the last among them.
fn thin<T: Copy>(list: &mut Vec<T>, limit: usize) {
    let count = list.len();
    if count > limit {
        *list = (0..limit).map(|i| list[i * (count - 1) / (limit - 1)]).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_characters() {
        let mut text = "añb".to_string();
        shorten(&mut text, 2);
        assert_eq!(text, "a… (3 more bytes)");
    }

    #[test]
    fn thinning_keeps_the_ends() {
        let mut list: Vec<u32> = (0..1001).collect();
        thin(&mut list, 11);
        assert_eq!(list, [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
    }

    #[test]
    fn what_is_left_of_a_partition_is_whole() {
        let part = |i: u32| crate::reports::Part { name: format!("a{i}"), size: 2 };
        let join = |a: u32, b: u32| crate::reports::Join { a: (a, 0), b: (b, 1), ..Default::default() };
        let mut partition = Partition {
            inputs: (0..6).map(part).collect(),
            blocks: vec![vec![(0, 0, 1), (5, 0, 0)], vec![(1, 0, 0), (2, 0, 0)], vec![(3, 1, 1)]],
            joins: vec![join(0, 5), join(1, 2), join(3, 3), join(0, 1), join(2, 3), join(1, 1)],
            ..Partition::default()
        };
        let all = partition.clone();
        assert_eq!(cut_partition(&mut partition, &Limits::default()), None);
        assert_eq!(partition, all);
        let said = cut_partition(&mut partition, &Limits { ledger: 4, spans: 3, ..Limits::default() });
        assert_eq!(said.as_deref().map(|text| &text[..34]), Some("2 inputs, 1 blocks and 2 joins of "));
        assert_eq!(partition.blocks, [vec![(0, 0, 1)], vec![(1, 0, 0), (2, 0, 0)]]);
        assert_eq!(partition.joins, [join(1, 2), join(3, 3), join(0, 1), join(2, 3)]);
    }

    #[test]
    fn shrinking_ends() {
        let mut limits = Limits::default();
        let rounds = (0..100).take_while(|_| limits.shrink()).count();
        assert!(rounds < 40 && limits.source == 0);
    }
}
