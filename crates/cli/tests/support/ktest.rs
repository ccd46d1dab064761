//! Reads `.ktest` files, without the code that writes them: integers are big-endian, and the objects
//! stand in the order in which the program asked for them.

use libtest_mimic::Failed;
use std::path::Path;

/// One input object of a test.
#[derive(Debug, PartialEq)]
pub struct Object {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The objects of a file, versions 1 to 3.
pub fn read(path: &Path) -> Result<Vec<Object>, Failed> {
    let bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    parse(&bytes).ok_or_else(|| format!("{} is not a .ktest file", path.display()).into())
}

/// All input bytes of a file, one after the other.
pub fn input(path: &Path) -> Result<Vec<u8>, Failed> {
    Ok(read(path)?.into_iter().flat_map(|object| object.bytes).collect())
}

fn parse(bytes: &[u8]) -> Option<Vec<Object>> {
    let mut rest = bytes.strip_prefix(b"KTEST")?;
    let version = number(&mut rest)?;
    if version > 3 {
        return None;
    }
    for _ in 0..number(&mut rest)? {
        block(&mut rest)?;
    }
    if version >= 2 {
        number(&mut rest)?;
        number(&mut rest)?;
    }
    let mut objects = Vec::new();
    for _ in 0..number(&mut rest)? {
        let name = String::from_utf8_lossy(block(&mut rest)?).into_owned();
        objects.push(Object { name, bytes: block(&mut rest)?.to_vec() });
    }
    // Nothing may stand behind the last object.
    rest.is_empty().then_some(objects)
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let (head, tail) = rest.split_first_chunk::<4>()?;
    *rest = tail;
    Some(u32::from_be_bytes(*head))
}

/// A length, and as many bytes.
fn block<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let size = number(rest)? as usize;
    let (head, tail) = rest.split_at_checked(size)?;
    *rest = tail;
    Some(head)
}

/// The reader reads what the format says; called by the suite, which has no tests of its own otherwise.
pub fn self_check() -> super::Outcome {
    let mut file = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x03a.c".to_vec();
    file.extend(b"\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01n\0\0\0\x02\x05\x00");
    let expected = vec![Object { name: "n".into(), bytes: vec![5, 0] }];
    super::ensure(parse(&file) == Some(expected), || format!("read as {:?}", parse(&file)))?;
    file.push(0);
    super::ensure(parse(&file).is_none(), || "a byte too many was not seen".into())
}
