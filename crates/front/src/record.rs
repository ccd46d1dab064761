//! What `secateur cc` leaves in an object file: the bitcode of each source, and how it was compiled.
//!
//! Records lie in a section of their own. Linkers put the sections of all objects one after the other, so each record has
//! a head with its length. They hold the bitcode itself, not the path of a file: the executable can be moved and the build
//! folder deleted.

use serde::{Deserialize, Serialize};

pub const SECTION: &str = ".secateur";

/// The start of each record. The number changes with the form of [`Record`].
const MAGIC: &[u8; 12] = b"SECATEUR0002";

/// Files, each with the digest of its text.
pub type Texts = Vec<(String, u64)>;

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where the compiler was started.
    pub directory: String,
    /// As the compiler was given it.
    pub path: String,
    /// Those that matter to the meaning of the program.
    pub flags: Vec<String>,
    /// The whole command line, for people.
    pub arguments: Vec<String>,
    /// Digests of the texts that were compiled, the source and its headers, to notice when they have changed. Names are
    /// relative to `directory`.
    pub texts: Texts,
    /// Or why there is none.
    pub bitcode: Result<Vec<u8>, String>,
}

impl Record {
    pub fn encode(&self) -> Vec<u8> {
        let body = postcard::to_stdvec(self).expect("plain data can be encoded");
        [&MAGIC[..], &(body.len() as u64).to_le_bytes(), &body].concat()
    }
}

/// All records of a section.
pub fn decode(mut bytes: &[u8]) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    loop {
        // Linkers may fill up with zeros.
        let start = bytes.iter().position(|b| *b != 0).unwrap_or(bytes.len());
        bytes = &bytes[start..];
        if bytes.is_empty() {
            return Ok(records);
        }
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or("its bitcode was left by another version of `secateur cc`; build it again")?;
        let cut = "its bitcode is cut short; build it again";
        let (length, rest) = rest.split_first_chunk::<8>().ok_or(cut)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| cut)?;
        let body = rest.get(..length).ok_or(cut)?;
        records.push(postcard::from_bytes(body).map_err(|e| format!("its bitcode is damaged ({e}); build it again"))?);
        bytes = &rest[length..];
    }
}

/// Of a source's text.
pub fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(path: &str, bitcode: Result<Vec<u8>, String>) -> Record {
        let (directory, flags) = ("/d".into(), vec!["-DX".to_string()]);
        let texts = vec![(path.into(), digest(b"x"))];
        Record { directory, path: path.into(), flags: flags.clone(), arguments: flags, texts, bitcode }
    }

    #[test]
    fn records_are_found_again_after_linking() {
        let (a, b) = (record("a.c", Ok(vec![0, 1, 0])), record("b.S", Err("it is assembly".into())));
        let section = [a.encode(), vec![0; 5], b.encode()].concat();
        assert_eq!(decode(&section), Ok(vec![a, b]));
        assert_eq!(decode(&[]), Ok(vec![]));
    }

    #[test]
    fn damage_is_told() {
        let whole = record("a.c", Ok(vec![1; 100])).encode();
        for length in 1..whole.len() {
            assert!(decode(&whole[..length]).is_err(), "{length} bytes");
        }
        assert!(decode(b"SECATEUR9999 and more").expect_err("another version").contains("another version"));
    }
}
