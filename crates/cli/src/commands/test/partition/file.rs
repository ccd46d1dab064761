//! Partition files: one block a line, as the user says which bytes of the input go together.
//!
//! ```text
//! # The header is one block, the first two counters are another.
//! packet[0..3] packet[12]
//! count[0] count[1]
//! stdin
//! records[0..63]/8        # eight blocks of eight bytes
//! ```
//!
//! [`super::spell`] has the words. What is wrong is told with file and line, and nothing is guessed.
//!
//! *Invariant:* no byte is in two blocks, and no block is empty.

use super::spell::{self, Word};
use anyhow::{Context, anyhow};
use secateur_explore::partition::Bytes;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

/// Larger files and more blocks than these are mistakes.
const MOST_TEXT: u64 = 16 << 20;
const MOST_BLOCKS: usize = 1 << 16;

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// As the user named it.
    pub path: String,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub line: u32,
    /// A last byte of `u32::MAX` stands for all that follow.
    pub bytes: Vec<Bytes>,
}

impl File {
    pub fn read(path: &str) -> anyhow::Result<File> {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(Path::new(path));
        let read = file.and_then(|file| file.take(MOST_TEXT + 1).read_to_end(&mut bytes));
        let advice = "--partition needs a file with a block of input bytes a line, or the word auto";
        read.with_context(|| format!("the partition {path} cannot be read; {advice}"))?;
        if bytes.len() as u64 > MOST_TEXT {
            return Err(anyhow!("the partition {path} is larger than {} MiB; {advice}", MOST_TEXT >> 20));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            anyhow!("{path}:{line}: this is not UTF-8 text; {advice}")
        })?;
        File::parse(path, &text)
    }

    pub fn parse(path: &str, text: &str) -> anyhow::Result<File> {
        let mut file = File { path: path.to_string(), blocks: vec![] };
        let mut taken = Taken::default();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, text) in (1..).zip(text.lines()) {
            let add = |words: Vec<Word>| file.add(line, words, &mut taken);
            words(text).and_then(add).map_err(|what| anyhow!("{path}:{line}: {what}"))?;
        }
        if file.blocks.is_empty() {
            return Err(anyhow!(
                "{path} has no block; write one a line, such as `packet[0..3] packet[12]`, or use --partition auto"
            ));
        }
        Ok(file)
    }

    fn add(&mut self, line: u32, words: Vec<Word>, taken: &mut Taken) -> Result<(), String> {
        if let Some(word) = words.iter().find(|word| word.each.is_some() && words.len() > 1) {
            return Err(format!("`{}` is several blocks, and stands on a line of its own", show(word)));
        }
        let mut bytes = Vec::new();
        for word in words {
            let (first, last) = word.bytes.map_or((0, u32::MAX), |(first, last)| (first, last.unwrap_or(u32::MAX)));
            let span = Bytes { input: word.name.clone(), first, last };
            taken.add(&span, line)?;
            let Some(each) = word.each else {
                bytes.push(span);
                continue;
            };
            if last == u32::MAX {
                let name = spell::name(&word.name);
                return Err(format!("`{}` does not say where it ends; write {name}[0..63]/{each}", show(&word)));
            }
            if self.blocks.len() + ((last - first) / each) as usize >= MOST_BLOCKS {
                return Err(format!("these are more than {MOST_BLOCKS} blocks"));
            }
            let block = |at: u32| Bytes { input: word.name.clone(), first: at, last: last.min(at + (each - 1)) };
            let each = (first..=last).step_by(each as usize).map(|at| Block { line, bytes: vec![block(at)] });
            self.blocks.extend(each);
        }
        if !bytes.is_empty() {
            self.blocks.push(Block { line, bytes });
        }
        if self.blocks.len() > MOST_BLOCKS {
            return Err(format!("these are more than {MOST_BLOCKS} blocks"));
        }
        Ok(())
    }

    /// The line that has a byte.
    pub fn line_of(&self, input: &str, offset: u32) -> Option<u32> {
        let has = |bytes: &Bytes| bytes.input == input && (bytes.first..=bytes.last).contains(&offset);
        self.blocks.iter().find(|block| block.bytes.iter().any(has)).map(|block| block.line)
    }
}

fn words(mut text: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    loop {
        text = text.trim_start();
        if text.is_empty() || text.starts_with('#') {
            return Ok(words);
        }
        let (word, rest) = spell::word(text)?;
        words.push(word);
        text = rest;
    }
}

fn show(word: &Word) -> String {
    let bytes = match word.bytes {
        None => String::new(),
        Some((first, Some(last))) if first == last => format!("[{first}]"),
        Some((first, Some(last))) => format!("[{first}..{last}]"),
        Some((first, None)) => format!("[{first}..]"),
    };
    let each = word.each.map_or(String::new(), |each| format!("/{each}"));
    spell::name(&word.name) + &bytes + &each
}

/// Which bytes are in a block already: by input and first byte, the last one and the line.
#[derive(Default)]
struct Taken(BTreeMap<String, BTreeMap<u32, (u32, u32)>>);

impl Taken {
    fn add(&mut self, new: &Bytes, line: u32) -> Result<(), String> {
        let spans = self.0.entry(new.input.clone()).or_default();
        // Those before do not overlap, so the last one that begins in time reaches furthest.
        let other = spans.range(..=new.last).next_back().filter(|(_, (last, _))| *last >= new.first);
        if let Some((first, (_, before))) = other {
            let byte = format!("{}[{}]", spell::name(&new.input), new.first.max(*first));
            return Err(if *before == line {
                format!("`{byte}` is named twice")
            } else {
                format!("`{byte}` is in two blocks: the other is on line {before}")
            });
        }
        spans.insert(new.first, (new.last, line));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Its line, and names with their first and last byte.
    type Shown = (u32, Vec<(String, u32, u32)>);

    fn blocks(text: &str) -> Vec<Shown> {
        let file = File::parse("p", text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let bytes = |b: &Bytes| (b.input.clone(), b.first, b.last);
        file.blocks.iter().map(|block| (block.line, block.bytes.iter().map(bytes).collect())).collect()
    }

    #[test]
    fn a_line_is_a_block() {
        let a = |first, last| ("a".to_string(), first, last);
        let all = |name: &str| (name.to_string(), 0, u32::MAX);
        assert_eq!(blocks("a[0..3] a[12]\n"), [(1, vec![a(0, 3), a(12, 12)])]);
        assert_eq!(
            blocks("\u{feff}# parts\r\n\r\n stdin\targ00 # both\r\na[4..]\n  \"b c\"[1]"),
            [(3, vec![all("stdin"), all("arg00")]), (4, vec![a(4, u32::MAX)]), (5, vec![("b c".into(), 1, 1)])]
        );
        assert_eq!(blocks("a[0..9]/4"), [(1, vec![a(0, 3)]), (1, vec![a(4, 7)]), (1, vec![a(8, 9)])]);
        assert_eq!(blocks("a[5]/4 # one\na[6]"), [(1, vec![a(5, 5)]), (2, vec![a(6, 6)])]);
        assert_eq!(blocks("a#1")[0].1, [all("a#1")]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let told = |text: &str| format!("{:#}", File::parse("dir/p.txt", text).expect_err(text));
        for (text, message) in [
            ("", "dir/p.txt has no block; write one a line"),
            ("# nothing\n\n", "dir/p.txt has no block"),
            ("a\nb[x]\n", "dir/p.txt:2: `x` is not the number of a byte"),
            ("a[0..3]\nb\na[3..5]", "dir/p.txt:3: `a[3]` is in two blocks: the other is on line 1"),
            ("a[3..5]\na[0..3]", "dir/p.txt:2: `a[3]` is in two blocks"),
            ("a[5]\na[2]\na\n", "dir/p.txt:3: `a[5]` is in two blocks: the other is on line 1"),
            ("a\na[7]\n", "dir/p.txt:2: `a[7]` is in two blocks"),
            ("a[4..]\na[2..]\n", "dir/p.txt:2: `a[4]` is in two blocks"),
            ("a[0] b a[0]", "dir/p.txt:1: `a[0]` is named twice"),
            ("\"x y\"[1]\n\"x y\"[1]", "dir/p.txt:2: `\"x y\"[1]` is in two blocks"),
            ("a[0..7]/2 b", "dir/p.txt:1: `a[0..7]/2` is several blocks, and stands on a line of its own"),
            ("a/2", "dir/p.txt:1: `a/2` does not say where it ends; write a[0..63]/2"),
            ("a[8..]/2", "dir/p.txt:1: `a[8..]/2` does not say where it ends"),
            ("a[0..999999]/4", "dir/p.txt:1: these are more than 65536 blocks"),
        ] {
            assert!(told(text).starts_with(message), "{text}: {}", told(text));
        }
    }

    #[test]
    fn a_byte_is_found_again() {
        let file = File::parse("p", "a[0..3]\n# more\nb a[8..]\n").expect("it is right");
        let line = |input, offset| file.line_of(input, offset);
        assert_eq!(
            [line("a", 3), line("a", 4), line("a", 99), line("b", 7), line("c", 0)],
            [Some(1), None, Some(3), Some(3), None]
        );
    }

    #[test]
    fn files_that_cannot_be_read_say_why() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        std::fs::write(at("latin"), b"a[0]\n# caf\xe9\n").expect("it can be written");
        let told = |path: &str| format!("{:#}", File::read(path).expect_err(path));
        assert!(told(&at("none")).contains("none cannot be read; --partition needs a file"), "{}", told(&at("none")));
        assert!(told(&at("")).contains("cannot be read"), "{}", told(&at("")));
        assert!(told(&at("latin")).contains("latin:2: this is not UTF-8 text"), "{}", told(&at("latin")));
        assert!(told("/dev/zero").contains("larger than 16 MiB"), "{}", told("/dev/zero"));
    }
}
