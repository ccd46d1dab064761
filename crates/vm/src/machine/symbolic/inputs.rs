//! Symbolic inputs: what the program, or its surroundings, ask for.

use super::super::{Machine, Stop};
use secateur_expr::InputByte;
use std::sync::Arc;

/// One input. Its number in terms is its position in the path's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub name: String,
    pub kind: InputKind,
    pub size: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// A part of the program's memory.
    Object,
    /// How many of the optional arguments there are.
    ArgCount,
    Arg,
    /// How much of it is there.
    Stdin {
        len: u32,
    },
    File {
        path: String,
        len: u32,
    },
}

/// The inputs of a path, in the order it asked for them. Paths that parted share what they asked for before, so that
/// keeping a state costs nothing and asking for one more input next to nothing, also on a path that asked for thousands.
#[derive(Clone, Default)]
pub struct Inputs {
    /// All but the last are full.
    chunks: Arc<Vec<Arc<Vec<Input>>>>,
}

const CHUNK: usize = 64;

impl Inputs {
    pub fn push(&mut self, input: Input) {
        let chunks = Arc::make_mut(&mut self.chunks);
        match chunks.last_mut().filter(|chunk| chunk.len() < CHUNK) {
            Some(chunk) => Arc::make_mut(chunk).push(input),
            None => chunks.push(Arc::new(vec![input])),
        }
    }

    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    pub fn last(&self) -> Option<&Input> {
        self.chunks.last().and_then(|chunk| chunk.last())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Input> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }
}

/// The largest input: longer ones are refused, since nobody can solve for them.
const MOST_BYTES: u64 = 1 << 24;

impl Machine<'_> {
    /// Registers a new input; its number.
    pub(crate) fn new_input(&mut self, name: &str, kind: InputKind, size: u32) -> u32 {
        let inputs = &mut self.sym().known.inputs;
        inputs.push(Input { name: name.to_string(), kind, size });
        let number = inputs.len() as u32 - 1;
        let sym = self.sym();
        if let Some(random) = &mut sym.random_inputs {
            let model = Arc::make_mut(&mut sym.model);
            let bytes = random_bytes(random, size);
            (0..).zip(bytes).for_each(|(offset, byte)| model.set(InputByte { input: number, offset }, byte));
        }
        number
    }

    /// Makes bytes of memory an input.
    pub(crate) fn make_symbolic(&mut self, at: u64, size: u64, name: &str, kind: InputKind) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        if kind == InputKind::Object {
            self.observe_input();
        }
        if size > MOST_BYTES {
            return Err(self.unsupported(format!("a symbolic input of {size} bytes; the most is {MOST_BYTES}")));
        }
        self.concrete_size(crate::addr::id(at))?;
        // The old bytes are overwritten, which also finds whether they may be.
        self.memory.write_bytes(at, &vec![0; size as usize]).map_err(|fault| self.memory_error(fault))?;
        if self.sym().known.inputs.len() >= self.sym().most_inputs {
            return Err(Stop::Silent);
        }
        let input = self.new_input(name, kind, size as u32);
        if self.sym().concrete_inputs {
            let mut bytes = self.sym().model.input(input).to_vec();
            bytes.resize(size as usize, 0);
            return self.memory.write_bytes(at, &bytes).map_err(|fault| self.memory_error(fault));
        }
        self.input_bytes(at, input, 0, size);
        Ok(())
    }

    /// Puts bytes of an input into memory that was written just now.
    pub(crate) fn input_bytes(&mut self, at: u64, input: u32, first: u32, size: u64) {
        let pool = &mut self.sym().pool;
        let terms: Vec<u32> = (0..size as u32).map(|i| pool.input(InputByte { input, offset: first + i }).0).collect();
        let cell = |term| Some(crate::memory::Cell { term, index: 0 });
        self.memory.set_cells(at, terms.into_iter().map(cell));
    }
}

/// Any bytes; of what may be a number every second one has a random length in bits, since small ones are rare otherwise.
fn random_bytes(random: &mut fastrand::Rng, size: u32) -> Vec<u8> {
    if matches!(size, 2 | 4 | 8) && random.bool() {
        let bits = random.u32(0..=size * 8);
        let value = if bits == 0 { 0 } else { random.u64(..) >> (64 - bits) };
        return value.to_le_bytes()[..size as usize].to_vec();
    }
    (0..size).map(|_| random.u8(..)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_list_does_not_see_what_is_asked_for_later() {
        let input = |i: usize| Input { name: format!("in{i}"), kind: InputKind::Object, size: 1 };
        let mut inputs = Inputs::default();
        let mut kept = vec![];
        for i in 0..3 * CHUNK {
            kept.push(inputs.clone());
            inputs.push(input(i));
        }
        for (count, kept) in kept.iter().enumerate() {
            assert_eq!(kept.len(), count);
            assert_eq!(kept.is_empty(), count == 0);
            assert_eq!(kept.last().cloned(), count.checked_sub(1).map(input));
            assert!(kept.iter().cloned().eq((0..count).map(input)));
        }
    }
}
