//! How the kernel's structures lie in the program's memory: little endian, written field by field.

/// A structure under construction.
#[derive(Default)]
pub(super) struct Record(pub Vec<u8>);

impl Record {
    pub(super) fn u16(mut self, value: u16) -> Record {
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    pub(super) fn u32(mut self, value: u32) -> Record {
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    pub(super) fn u64(mut self, value: u64) -> Record {
        self.0.extend_from_slice(&value.to_le_bytes());
        self
    }

    pub(super) fn i64(self, value: i64) -> Record {
        self.u64(value as u64)
    }

    pub(super) fn bytes(mut self, value: &[u8]) -> Record {
        self.0.extend_from_slice(value);
        self
    }

    /// Fills with zeros up to `len` bytes in all.
    pub(super) fn pad_to(mut self, len: usize) -> Record {
        self.0.resize(len.max(self.0.len()), 0);
        self
    }
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}
