//! `.ktest`, KLEE's format, which its own tools and many others read.
//!
//! Written as version 3, read as versions 1 to 3. All numbers are 32 bits, most significant byte
//! first. KLEE's reader fails on what is empty, so nothing empty is written: an empty argument is a
//! single zero byte, and an object without bytes is left out (the program does not ask for it). Of
//! what the virtual machine knows the format loses nothing else, except that an object whose name is
//! one of the environment's (`n_args`, `arg00`, `stdin`, …) is read back as that.

use super::{File, Info};
use crate::case::names;
use crate::{Input, InputKind, TestCase, TestgenError};
use std::path::Path;

pub static INFO: Info = Info {
    name: "ktest",
    summary: "KLEE's format: testNNNNNN.ktest, for ktest-tool, klee-replay and libkleeRuntest",
    default: true,
    write: |context, case| {
        let bytes = encode(context.program, case)?;
        Ok(vec![File { name: format!("{}.ktest", context.stem), bytes }])
    },
    finish: super::nothing,
};

const MAGIC: &[u8; 5] = b"KTEST";
/// Of files from KLEE's first years.
const OLD_MAGIC: &[u8; 5] = b"BOUT\n";
const VERSION: u32 = 3;

/// Linux's `struct stat` on x86_64, of which KLEE stores one for each file: its size, and where the
/// fields are that say something.
const STAT_SIZE: usize = 144;
const ST_NLINK: usize = 16;
const ST_MODE: usize = 24;
const ST_SIZE: usize = 48;
const ST_BLKSIZE: usize = 56;
const ST_BLOCKS: usize = 64;

/// A test case as a `.ktest` file. Its first argument is the program's name.
pub fn encode(program: &str, case: &TestCase) -> Result<Vec<u8>, TestgenError> {
    let objects = objects_of(case);
    let mut out = Writer { bytes: MAGIC.to_vec() };
    out.word(VERSION as usize)?;
    out.word(case.args.len() + 1)?;
    out.text(if program.is_empty() { b"program" } else { program.as_bytes() })?;
    for arg in &case.args {
        out.text(if arg.is_empty() { &[0] } else { arg })?;
    }
    // Relics of KLEE's; it writes zeros too.
    out.word(0)?;
    out.word(0)?;
    out.word(objects.len())?;
    for (name, bytes) in &objects {
        out.text(name.as_bytes())?;
        out.text(bytes)?;
    }
    Ok(out.bytes)
}

/// The file at `path`.
pub fn read(path: &Path) -> Result<TestCase, TestgenError> {
    let bytes = std::fs::read(path).map_err(|e| TestgenError::io(path, e))?;
    decode(&bytes).map_err(|reason| TestgenError::BadTest { path: path.to_path_buf(), reason })
}

/// The test case in a `.ktest` file's bytes; the error says what is wrong with them.
pub fn decode(bytes: &[u8]) -> Result<TestCase, String> {
    let mut from = Reader { rest: bytes };
    let magic = from.bytes(MAGIC.len(), "its first bytes")?;
    if magic != MAGIC && magic != OLD_MAGIC {
        return Err("it does not begin with KTEST".into());
    }
    let version = from.word("the version")?;
    if version == 0 || version > VERSION {
        return Err(format!("its version is {version}, and 1 to 3 are known"));
    }
    let mut args = Vec::new();
    for _ in 0..from.word("the number of arguments")? {
        let arg = from.text("an argument")?;
        args.push(if arg == [0] { Vec::new() } else { arg.to_vec() });
    }
    if version >= 2 {
        from.word("the number of symbolic arguments")?;
        from.word("the length of symbolic arguments")?;
    }
    let mut objects = Vec::new();
    for _ in 0..from.word("the number of objects")? {
        let name = String::from_utf8_lossy(from.text("the name of an object")?).into_owned();
        objects.push((today(name), from.text("an object")?.to_vec()));
    }
    // The program's name is no argument of the test.
    let args = args.into_iter().skip(1).collect();
    Ok(TestCase { args, inputs: inputs_of(objects) })
}

/// Until version 2.1, KLEE wrote `A-data` and `stdin-stat` for what it now calls `A_data` and `stdin_stat`.
fn today(name: String) -> String {
    let file = |letter: &str| letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_uppercase());
    let old = name == "stdin-stat"
        || name.split_once('-').is_some_and(|(f, rest)| file(f) && ["data", "data-stat"].contains(&rest));
    if old { name.replace('-', "_") } else { name }
}

fn objects_of(case: &TestCase) -> Vec<(String, Vec<u8>)> {
    let mut objects = Vec::new();
    for input in &case.inputs {
        if !input.bytes.is_empty() {
            objects.push((input.name.clone(), input.bytes.clone()));
        }
        if let InputKind::Stdin { len } | InputKind::File { len, .. } = input.kind {
            objects.push((format!("{}{}", input.name, names::STAT), stat(len)));
        }
    }
    objects
}

fn inputs_of(objects: Vec<(String, Vec<u8>)>) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut objects = objects.into_iter().peekable();
    while let Some((name, bytes)) = objects.next() {
        // A file's status without its bytes stands for a file without bytes.
        let (name, bytes, status) = match name.strip_suffix(names::STAT).filter(|file| is_file(file)) {
            Some(file) => (file.to_string(), Vec::new(), Some(bytes)),
            None if is_file(&name) => {
                let own = format!("{name}{}", names::STAT);
                let status = objects.next_if(|(next, _)| *next == own).map(|(_, status)| status);
                (name, bytes, status)
            }
            None => (name, bytes, None),
        };
        let len = status.map_or(bytes.len() as u32, |status| size_in(&status));
        let kind = kind_of(&name, bytes.len(), len);
        inputs.push(Input { name, kind, bytes });
    }
    inputs
}

fn is_file(name: &str) -> bool {
    name == names::STDIN || name.strip_suffix(names::DATA).is_some_and(|path| !path.is_empty())
}

fn kind_of(name: &str, size: usize, len: u32) -> InputKind {
    let number = name.strip_prefix("arg").filter(|n| n.len() >= 2 && n.bytes().all(|b| b.is_ascii_digit()));
    match name {
        names::ARG_COUNT if size == 4 => InputKind::ArgCount,
        names::STDIN => InputKind::Stdin { len },
        _ if number.is_some() => InputKind::Arg,
        _ => match name.strip_suffix(names::DATA).filter(|path| !path.is_empty()) {
            Some(path) => InputKind::File { path: path.into(), len },
            None => InputKind::Object,
        },
    }
}

fn stat(len: u32) -> Vec<u8> {
    let mut bytes = vec![0; STAT_SIZE];
    let mut put = |at: usize, value: u64| bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
    put(ST_NLINK, 1);
    // A regular file that everybody may read; the user id behind it is zero.
    put(ST_MODE, 0o100_644);
    put(ST_SIZE, u64::from(len));
    put(ST_BLKSIZE, 4096);
    put(ST_BLOCKS, u64::from(len.div_ceil(512)));
    bytes
}

/// The size in a file's status; the largest for one that is cut or beyond 32 bits.
fn size_in(status: &[u8]) -> u32 {
    let field = status.get(ST_SIZE..).and_then(|s| s.first_chunk::<8>());
    field.map_or(u32::MAX, |b| u32::try_from(u64::from_le_bytes(*b)).unwrap_or(u32::MAX))
}

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn word(&mut self, value: usize) -> Result<(), TestgenError> {
        let too_large = |_| TestgenError::Unwritable { format: INFO.name, reason: "more than 4 GiB".into() };
        let value = u32::try_from(value).map_err(too_large)?;
        self.bytes.extend(value.to_be_bytes());
        Ok(())
    }
    fn text(&mut self, bytes: &[u8]) -> Result<(), TestgenError> {
        self.word(bytes.len())?;
        self.bytes.extend(bytes);
        Ok(())
    }
}

/// Never trusts a length: what is not there cannot be taken.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize, what: &str) -> Result<&'a [u8], String> {
        let taken = self.rest.get(..count).ok_or_else(|| format!("it ends inside {what}"))?;
        self.rest = &self.rest[count..];
        Ok(taken)
    }
    fn word(&mut self, what: &str) -> Result<u32, String> {
        let bytes = self.bytes(4, what)?;
        Ok(bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)))
    }
    fn text(&mut self, what: &str) -> Result<&'a [u8], String> {
        let count = self.word(what)?;
        self.bytes(count as usize, what)
    }
}
