//! The object `partition` of `summary.json`.

use secateur_testgen::reports::Partition;
use serde::Serialize;

#[derive(Serialize)]
pub struct Entry {
    /// `auto` or `file`.
    kind: String,
    /// Bytes that were explored together, such as `a[0..3]`; blocks may overlap.
    blocks: Vec<Vec<String>>,
    joins: Vec<JoinEntry>,
    /// Distinct conditions on the input.
    decisions: u64,
    /// Sides that only combine what does not interfere.
    left_out: u64,
    /// Paths that were followed once more.
    again: u64,
    /// Why from some time on all sides were explored.
    gave_up: Option<String>,
}

/// Two bytes that came together for the first time.
#[derive(Serialize)]
struct JoinEntry {
    a: String,
    b: String,
    file: String,
    line: u32,
    function: String,
    /// `data`, `control`, `value` or `given`.
    why: String,
    /// Whether the user's file says that they are apart.
    against: bool,
}

impl Entry {
    pub fn of(partition: &Partition) -> Entry {
        let join = |join: &secateur_testgen::reports::Join| JoinEntry {
            a: partition.byte(join.a),
            b: partition.byte(join.b),
            file: join.file.clone(),
            line: join.line,
            function: join.function.clone(),
            why: join.why.clone(),
            against: join.against,
        };
        let block = |spans: &Vec<_>| spans.iter().map(|span| partition.span(*span)).collect();
        Entry {
            kind: partition.kind.clone(),
            blocks: partition.blocks.iter().map(block).collect(),
            joins: partition.joins.iter().map(join).collect(),
            decisions: partition.decisions,
            left_out: partition.left_out,
            again: partition.again,
            gave_up: partition.gave_up.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_testgen::reports::{Join, Part};

    #[test]
    fn the_keys_are_those_that_are_documented() {
        let part = |name: &str| Part { name: name.into(), size: 9 };
        let join = Join {
            a: (0, 1),
            b: (1, 8),
            file: "t.c".into(),
            line: 3,
            function: "main".into(),
            why: "data".into(),
            words: "a condition is about both".into(),
            against: true,
        };
        let partition = Partition {
            kind: "file".into(),
            inputs: vec![part("a"), part("b")],
            blocks: vec![vec![(0, 0, 3), (1, 8, 8)]],
            joins: vec![join],
            decisions: 4,
            left_out: 5,
            again: 6,
            gave_up: None,
        };
        let expected = serde_json::json!({
            "kind": "file",
            "blocks": [["a[0..3]", "b[8]"]],
            "joins": [{"a": "a[1]", "b": "b[8]", "file": "t.c", "line": 3, "function": "main", "why": "data", "against": true}],
            "decisions": 4, "left_out": 5, "again": 6, "gave_up": null,
        });
        assert_eq!(serde_json::to_value(Entry::of(&partition)).expect("plain data"), expected);
    }
}
