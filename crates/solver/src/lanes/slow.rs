//! Operators on columns without vector form, a lane at a time: floats, and integers of more than 64 bits.
//!
//! What an operator means is left to the crate that defines it; neighbouring lanes with the same operands share
//! a result.

use super::{Column, LANES};
use secateur_expr::{Bits, Node, Pool, medium_value, node_value};

/// An operand of any width.
pub enum Wide<'a> {
    Constant(Bits),
    /// Its width, and its words.
    Columns(u32, &'a [Column]),
}

impl Wide<'_> {
    fn width(&self) -> u32 {
        match self {
            Wide::Constant(value) => value.width(),
            Wide::Columns(width, _) => *width,
        }
    }
    /// The low 128 bits in a lane.
    fn low(&self, lane: usize) -> u128 {
        match self {
            Wide::Constant(value) => value.u128(),
            Wide::Columns(_, columns) => {
                u128::from(columns[0][lane]) | columns.get(1).map_or(0, |c| u128::from(c[lane]) << 64)
            }
        }
    }
    fn value(&self, lane: usize) -> Bits {
        match self {
            Wide::Constant(value) => value.clone(),
            Wide::Columns(width, _) if *width <= 128 => Bits::from_u128(*width, self.low(lane)),
            Wide::Columns(width, columns) => {
                let words: Vec<u64> = columns.iter().map(|c| c[lane]).collect();
                Bits::new(*width, &words)
            }
        }
    }
    /// Whether the value in a lane is that in the lane before.
    fn repeats(&self, lane: usize) -> bool {
        match self {
            Wide::Constant(_) => true,
            Wide::Columns(_, columns) => lane > 0 && columns.iter().all(|c| c[lane] == c[lane - 1]),
        }
    }
}

/// The columns of a node from its operands.
pub fn fill(pool: &Pool, node: &Node, operands: &[Wide], out: &mut [Column]) {
    let is_medium = node.width() <= 128 && operands.iter().all(|o| o.width() <= 128);
    if is_medium && fill_medium(node, operands, out) {
        return;
    }
    for lane in 0..LANES {
        if operands.iter().all(|o| o.repeats(lane)) && lane > 0 {
            out.iter_mut().for_each(|c| c[lane] = c[lane - 1]);
            continue;
        }
        let value = node_value(pool, node, |i| operands[i].value(lane));
        out.iter_mut().zip(value.words()).for_each(|(c, word)| c[lane] = *word);
    }
}

/// As [`fill`] where nothing has more than 128 bits; false for operators that need more than integers.
fn fill_medium(node: &Node, operands: &[Wide], out: &mut [Column]) -> bool {
    for lane in 0..LANES {
        let Some(value) = medium_value(node, |i| (operands[i].low(lane), operands[i].width())) else { return false };
        out[0][lane] = value as u64;
        if let Some(high) = out.get_mut(1) {
            high[lane] = (value >> 64) as u64;
        }
    }
    true
}
