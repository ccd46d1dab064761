//! Inputs by name: their numbers on a path are positions, and mean something else where a path asks for others.

use rustc_hash::FxHashMap;
use secateur_expr::InputByte;

#[derive(Default)]
pub struct Inputs {
    /// By name, and which of those with the same name it is.
    index: FxHashMap<(String, u32), u32>,
    names: Vec<String>,
    /// Of the path at hand.
    here: Vec<u32>,
    /// Some of those have the same name.
    has_same_names: bool,
}

impl Inputs {
    /// The inputs of the path at hand.
    pub fn name(&mut self, inputs: &secateur_vm::Inputs) {
        // Nearly always those of the path before.
        let is_same = |(number, name): (&u32, &String)| self.names[*number as usize] == *name;
        let names = || inputs.iter().map(|input| &input.name);
        let may_be_same = names().count() == self.here.len() && !self.has_same_names;
        if may_be_same && self.here.iter().zip(names()).all(is_same) {
            return;
        }
        self.has_same_names = false;
        let mut count: FxHashMap<&str, u32> = FxHashMap::default();
        self.here.clear();
        for input in inputs.iter() {
            let which = count.entry(&input.name).or_default();
            let fresh = self.names.len() as u32;
            let number = *self.index.entry((input.name.clone(), *which)).or_insert(fresh);
            if number == fresh {
                self.names.push(input.name.clone());
            }
            *which += 1;
            self.has_same_names |= *which > 1;
            self.here.push(number);
        }
    }

    /// A byte of the path at hand, by what it is called on every path.
    pub fn byte(&self, byte: InputByte) -> InputByte {
        let input = self.here.get(byte.input as usize).copied().unwrap_or(byte.input);
        InputByte { input, ..byte }
    }

    pub fn get(&self, input: u32) -> Option<&String> {
        self.names.get(input as usize)
    }
}
