//! A shift by a negative amount, or by the width of the value or more.

use super::Info;

pub static INFO: Info = Info {
    name: "shift-out-of-range",
    summary: "a shift by a negative amount, or by the width of the value or more",
    default: true,
};

/// What is wrong with a shift by this amount, if anything.
pub fn shift(bits: u32, amount: i128) -> Option<(&'static Info, String)> {
    let fine = (0..i128::from(bits)).contains(&amount);
    (!fine).then(|| (&INFO, format!("a {bits}-bit value is shifted by {amount}")))
}
