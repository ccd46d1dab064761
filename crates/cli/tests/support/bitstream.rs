//! Just enough of LLVM's bitstream format to claim that a module was made by another LLVM.
//!
//! A file is the magic number, an identification block (who made it, and the format's epoch), and the
//! module. See <https://llvm.org/docs/BitCodeFormat.html>.

const MAGIC: &[u8] = b"BC\xC0\xDE";

/// Ids of blocks, and codes of records in them.
const IDENTIFICATION_BLOCK: u64 = 13;
const STRING: u64 = 1;
const EPOCH: u64 = 2;
const MODULE_BLOCK: u64 = 8;
const VERSION: u64 = 1;

/// The abbreviation ids that every block has.
const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const UNABBREVIATED: u64 = 3;

/// Width of the abbreviation ids: at the top, and as our blocks declare.
const OUTER: u32 = 2;
const INNER: u32 = 5;

/// The magic number and an identification block.
pub fn identification(producer: &str, epoch: u64) -> Vec<u8> {
    let producer: Vec<u64> = producer.bytes().map(u64::from).collect();
    [MAGIC, &block(IDENTIFICATION_BLOCK, &[(STRING, &producer), (EPOCH, &[epoch])])].concat()
}

/// A module that says nothing but which version of the format it is in.
pub fn module_of_version(version: u64) -> Vec<u8> {
    block(MODULE_BLOCK, &[(VERSION, &[version])])
}

fn block(id: u64, records: &[(u64, &[u64])]) -> Vec<u8> {
    let mut body = Bits::default();
    for (code, operands) in records {
        body.record(*code, operands);
    }
    body.fixed(END_BLOCK, INNER);
    body.align();
    let mut head = Bits::default();
    head.fixed(ENTER_SUBBLOCK, OUTER);
    head.vbr(id, 8);
    head.vbr(u64::from(INNER), 4);
    head.align();
    head.fixed(body.bytes().len() as u64 / 4, 32);
    [head.bytes(), body.bytes()].concat()
}

/// What stands behind the identification block of a whole file.
pub fn skip_identification(file: &[u8]) -> &[u8] {
    assert!(file.starts_with(MAGIC), "clang writes plain bitcode");
    // After the magic number: one word with the block's id, one with its length in words.
    let words = u32::from_le_bytes(file[8..12].try_into().expect("four bytes"));
    &file[12 + 4 * words as usize..]
}

#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn fixed(&mut self, value: u64, width: u32) {
        self.0.extend((0..width).map(|i| value >> i & 1 == 1));
    }

    /// Chunks of `width` bits whose highest says that another follows.
    fn vbr(&mut self, mut value: u64, width: u32) {
        let more = 1 << (width - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, width);
            value >>= width - 1;
        }
        self.fixed(value, width);
    }

    fn record(&mut self, code: u64, operands: &[u64]) {
        self.fixed(UNABBREVIATED, INNER);
        self.vbr(code, 6);
        self.vbr(operands.len() as u64, 6);
        operands.iter().for_each(|operand| self.vbr(*operand, 6));
    }

    fn align(&mut self) {
        self.0.resize(self.0.len().next_multiple_of(32), false);
    }

    fn bytes(&self) -> Vec<u8> {
        self.0.chunks(8).map(|byte| byte.iter().rev().fold(0, |all, bit| all << 1 | u8::from(*bit))).collect()
    }
}
