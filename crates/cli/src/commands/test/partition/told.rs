//! From what the run found out about its input to what the user is told.

use super::file::File;
use super::spell;
use crate::commands::test::count;
use secateur_explore::partition::{Byte, Join, Summary, Why};
use secateur_testgen::reports::{self, Part, Partition, Span};
use std::collections::BTreeMap;

/// Warnings of one kind; all are in summary.json.
const MOST: usize = 5;

/// The inputs that paths asked for, in the order in which they did, with their largest size.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    list: Vec<(String, u32)>,
    index: BTreeMap<String, u32>,
}

impl Inputs {
    /// Its number.
    pub fn add(&mut self, name: &str, size: u32) -> u32 {
        let number = match self.index.get(name) {
            Some(number) => *number,
            None => {
                self.index.insert(name.to_string(), self.list.len() as u32);
                self.list.push((name.to_string(), 0));
                self.list.len() as u32 - 1
            }
        };
        let known = &mut self.list[number as usize].1;
        *known = size.max(*known);
        number
    }

    fn size(&self, name: &str) -> Option<u32> {
        self.index.get(name).map(|number| self.list[*number as usize].1)
    }
}

/// As reports show it. Bytes of paths that never ended are added to `inputs`.
pub fn partition(summary: &Summary, file: Option<&File>, inputs: &mut Inputs) -> Partition {
    let mut byte = |byte: &Byte| (inputs.add(&byte.input, byte.offset + 1), byte.offset);
    let blocks = summary.blocks.iter().map(|block| fold(block.iter().map(&mut byte).collect())).collect();
    let joins = summary.joins.iter().map(|join| reports::Join {
        a: byte(&join.a),
        b: byte(&join.b),
        file: join.file.clone(),
        line: join.line,
        function: join.function.clone(),
        why: name(join.why).into(),
        words: words(join.why).into(),
        against: join.is_against,
    });
    let joins = joins.collect();
    let part = |(name, size): &(String, u32)| Part { name: spell::name(name), size: *size };
    Partition {
        kind: if file.is_some() { "file" } else { "auto" }.into(),
        inputs: inputs.list.iter().map(part).collect(),
        blocks,
        joins,
        decisions: summary.decisions,
        left_out: summary.left_out,
        again: summary.again,
        gave_up: summary.gave_up.map(String::from),
    }
}

/// Bytes that follow each other, together.
fn fold(mut bytes: Vec<(u32, u32)>) -> Vec<Span> {
    bytes.sort_unstable();
    let mut spans: Vec<Span> = Vec::new();
    for (input, offset) in bytes {
        match spans.last_mut() {
            Some((before, _, last)) if *before == input && offset <= *last + 1 => *last = offset,
            _ => spans.push((input, offset, offset)),
        }
    }
    spans
}

/// In `summary.json`.
fn name(why: Why) -> &'static str {
    match why {
        Why::Data => "data",
        Why::Control => "control",
        Why::Value => "value",
        Why::Given => "given",
    }
}

/// For people, after the places.
fn words(why: Why) -> &'static str {
    match why {
        Why::Data => "a condition is about both",
        Why::Control => "a branch on one decides whether a condition on the other is met",
        Why::Value => "a value that a branch on one decides is used where the other decides",
        Why::Given => "the partition has them in one block",
    }
}

/// What goes against the file.
pub fn interferences(file: &File, summary: &Summary) -> Vec<String> {
    let against: Vec<&Join> = summary.joins.iter().filter(|join| join.is_against).collect();
    let one = |join: &&Join| format!("{}; they were explored together", interference(file, join));
    let mut told: Vec<String> = against.iter().take(MOST).map(one).collect();
    if against.len() > MOST {
        let more = count((against.len() - MOST) as u64, "more interference");
        told.push(format!("{more} between blocks of {}, in summary.json and in the report", file.path));
    }
    told
}

/// With `--strict`: why the run was ended.
pub fn refusal(file: &File, summary: &Summary) -> Option<String> {
    let first = summary.joins.iter().find(|join| join.is_against)?;
    Some(interference(file, first))
}

fn interference(file: &File, join: &Join) -> String {
    let byte = |byte: &Byte| {
        let name = format!("`{}[{}]`", spell::name(&byte.input), byte.offset);
        let line = file.line_of(&byte.input, byte.offset);
        line.map_or(name.clone(), |line| format!("{name} ({}:{line})", file.path))
    };
    let place = if join.line > 0 { format!(" at {}:{}", join.file, join.line) } else { String::new() };
    let function = if join.function.is_empty() { String::new() } else { format!(" in {}", join.function) };
    format!("{} and {} interfere{place}{function}: {}", byte(&join.a), byte(&join.b), words(join.why))
}

/// Names and bytes that no input has.
pub fn missing(file: &File, inputs: &Inputs) -> Vec<String> {
    let mut told = Vec::new();
    let mut unknown: BTreeMap<&str, u32> = BTreeMap::new();
    for block in &file.blocks {
        for bytes in &block.bytes {
            let name = spell::name(&bytes.input);
            // An open end fits every size.
            let least = if bytes.last == u32::MAX { bytes.first } else { bytes.last };
            match inputs.size(&bytes.input) {
                None if unknown.contains_key(bytes.input.as_str()) => {}
                None => {
                    unknown.insert(&bytes.input, block.line);
                    told.push(format!("{}:{}: no input is called `{name}`", file.path, block.line));
                }
                Some(size) if least >= size && size > 0 => told.push(format!(
                    "{}:{}: `{name}[{least}]` does not exist: `{name}` has {}",
                    file.path,
                    block.line,
                    count(size.into(), "byte")
                )),
                Some(_) => {}
            }
        }
    }
    if told.len() > MOST {
        let more = told.len() - MOST;
        told.truncate(MOST);
        told.push(format!("{more} more names and bytes in {} do not exist", file.path));
    }
    if !unknown.is_empty() {
        told.push(match inputs.list.as_slice() {
            [] => "no path asked for any input".to_string(),
            all => format!("the inputs are called {}", known(all)),
        });
    }
    told
}

/// The first of them.
fn known(all: &[(String, u32)]) -> String {
    const NAMES: usize = 12;
    let names = all
        .iter()
        .take(NAMES)
        .map(|(name, size)| format!("`{}` ({})", spell::name(name), count((*size).into(), "byte")));
    let mut text = names.collect::<Vec<_>>().join(", ");
    if all.len() > NAMES {
        text += &format!(" and {} more", all.len() - NAMES);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte(input: &str, offset: u32) -> Byte {
        Byte { input: input.into(), offset }
    }

    fn join(a: Byte, b: Byte, why: Why, is_against: bool) -> Join {
        Join { a, b, file: "t.c".into(), line: 7, function: "parse".into(), why, is_against }
    }

    fn sample() -> Summary {
        let a = |offsets: &[u32]| offsets.iter().map(|o| byte("a", *o)).collect::<Vec<_>>();
        let mut shared = a(&[0, 1, 2, 3, 9]);
        shared.push(byte("b c", 2));
        Summary {
            blocks: vec![shared, a(&[3]), vec![byte("b c", 0)]],
            joins: vec![
                join(byte("a", 0), byte("a", 1), Why::Data, false),
                join(byte("a", 9), byte("b c", 2), Why::Control, true),
            ],
            decisions: 12,
            left_out: 30,
            again: 2,
            gave_up: None,
        }
    }

    #[test]
    fn bytes_are_folded_and_inputs_numbered() {
        let mut inputs = Inputs::default();
        inputs.add("unused", 4);
        inputs.add("a", 10);
        let all = partition(&sample(), None, &mut inputs);
        let sizes: Vec<_> = all.inputs.iter().map(|i| (i.name.as_str(), i.size)).collect();
        assert_eq!(sizes, [("unused", 4), ("a", 10), ("\"b c\"", 3)]);
        assert_eq!(all.blocks, [vec![(1, 0, 3), (1, 9, 9), (2, 2, 2)], vec![(1, 3, 3)], vec![(2, 0, 0)]]);
        let spelled: Vec<String> = all.blocks[0].iter().map(|span| all.span(*span)).collect();
        assert_eq!(spelled, ["a[0..3]", "a[9]", "\"b c\"[2]"]);
        assert_eq!((all.kind.as_str(), all.shared(), all.left_out, all.joins.len()), ("auto", 1, 30, 2));
        assert_eq!(
            (all.byte(all.joins[1].b), all.joins[1].why.as_str(), all.joins[1].against),
            ("\"b c\"[2]".into(), "control", true)
        );
    }

    #[test]
    fn interference_is_told_with_both_places() {
        let file = File::parse("p.txt", "a\n\"b c\"[0..3]\n").expect("it is right");
        let told = "`a[9]` (p.txt:1) and `\"b c\"[2]` (p.txt:2) interfere at t.c:7 in parse: a branch on one decides \
                    whether a condition on the other is met";
        assert_eq!(interferences(&file, &sample()), [format!("{told}; they were explored together")]);
        assert_eq!(refusal(&file, &sample()).as_deref(), Some(told));
        assert_eq!(refusal(&file, &Summary::default()), None);
        let mut many = sample();
        many.joins = vec![many.joins[1].clone(); 7];
        let all = interferences(&file, &many);
        assert_eq!(all.len(), 6);
        assert_eq!(all[5], "2 more interferences between blocks of p.txt, in summary.json and in the report");
    }

    #[test]
    fn what_no_input_has_is_told() {
        let file = File::parse("p.txt", "a[0..9] d[1] d[2]\nd[7]\na[10..]\na[40]\n").err();
        assert!(file.is_some(), "a[40] is in the open block");
        let file = File::parse("p.txt", "a[0..9] d[1] d[2]\nd[7]\na[12..14]\nb[2..]\nc\n").expect("it is right");
        let mut inputs = Inputs::default();
        inputs.add("a", 12);
        inputs.add("b", 1);
        assert_eq!(
            missing(&file, &inputs),
            [
                "p.txt:1: no input is called `d`",
                "p.txt:3: `a[14]` does not exist: `a` has 12 bytes",
                "p.txt:4: `b[2]` does not exist: `b` has 1 byte",
                "p.txt:5: no input is called `c`",
                "the inputs are called `a` (12 bytes), `b` (1 byte)",
            ]
        );
        assert_eq!(missing(&file, &Inputs::default()).last().map(String::as_str), Some("no path asked for any input"));
    }
}
