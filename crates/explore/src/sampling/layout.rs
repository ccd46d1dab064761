//! Inputs as numbers: what the variables of a sampled domain stand for.
//!
//! An object of 1, 2, 4 or 8 bytes is one number, signed; of everything else each byte is one. So steps of one up or
//! down mean what they mean to the program.

use super::domain::{Domain, Variable};
use secateur_expr::{Assignment, InputByte};
use secateur_vm::{Input, InputKind};

/// The bytes that a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub input: u32,
    pub offset: u32,
    pub size: u32,
}

#[derive(Clone, Default, Debug)]
pub struct Layout {
    pub places: Vec<Place>,
    /// Those of several bytes, which may count others.
    pub numbers: Vec<usize>,
}

/// Bytes that are varied; of longer inputs only so many.
const MOST_VARIABLES: usize = 4096;

impl Layout {
    pub fn new<'a>(inputs: impl Iterator<Item = &'a Input>) -> Layout {
        let mut places = vec![];
        for (number, input) in (0..).zip(inputs) {
            let size = match &input.kind {
                // How many there are belongs to the way the run began, and the end of a string to its kind.
                InputKind::ArgCount => continue,
                InputKind::Arg => input.size - 1,
                InputKind::Stdin { len } | InputKind::File { len, .. } => (*len).min(input.size),
                InputKind::Object => input.size,
            };
            if input.kind == InputKind::Object && matches!(size, 1 | 2 | 4 | 8) {
                places.push(Place { input: number, offset: 0, size });
            } else {
                places.extend((0..size).map(|offset| Place { input: number, offset, size: 1 }));
            }
            if places.len() >= MOST_VARIABLES {
                places.truncate(MOST_VARIABLES);
                break;
            }
        }
        Layout::of(places)
    }

    pub fn of(places: Vec<Place>) -> Layout {
        let numbers = (0..places.len()).filter(|at| places[*at].size > 1).collect();
        Layout { places, numbers }
    }

    /// Every value of every variable.
    pub fn domain(&self) -> Domain {
        let variable = |place: &Place| match place.size {
            // A byte is a character as often as a number.
            1 => Variable::new(0, 255),
            size => {
                let most = i64::MAX >> (64 - 8 * size);
                Variable::new(-most - 1, most)
            }
        };
        Domain::of_box(self.places.iter().map(variable).collect())
    }

    pub fn state(&self, model: &Assignment) -> Vec<i64> {
        let byte = |place: &Place, i: u32| model.get(InputByte { input: place.input, offset: place.offset + i });
        let value = |place: &Place| {
            let all = (0..place.size).rev().fold(0u64, |all, i| all << 8 | u64::from(byte(place, i)));
            let unused = 64 - 8 * place.size;
            if place.size == 1 { all as i64 } else { (all << unused) as i64 >> unused }
        };
        self.places.iter().map(value).collect()
    }

    pub fn fill(&self, state: &[i64], model: &mut Assignment) {
        for (place, value) in self.places.iter().zip(state) {
            for i in 0..place.size {
                let byte = InputByte { input: place.input, offset: place.offset + i };
                model.set(byte, (value >> (8 * i)) as u8);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_bytes_come_back() {
        let object = |size| Input { name: "x".into(), kind: InputKind::Object, size };
        let stdin = Input { name: "stdin".into(), kind: InputKind::Stdin { len: 2 }, size: 9 };
        let inputs = [object(4), object(1), object(3), object(8), stdin];
        let layout = Layout::new(inputs.iter());
        assert_eq!(layout.places.len(), 1 + 1 + 3 + 1 + 2);
        let state = [-2, 255, 1, 2, 3, i64::MIN, 7, 8];
        let mut model = Assignment::new();
        layout.fill(&state, &mut model);
        assert_eq!(model.input(0), [0xfe, 0xff, 0xff, 0xff]);
        assert_eq!(layout.state(&model), state);
        assert!(layout.domain().contains(&state));
    }
}
