//! What a whole run is reported as, one kind of report a file.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`. All are made of the
//! [`Run`] alone, so that `secateur report` can make them again.

mod html;
mod model;

pub use model::*;

/// A kind of report.
pub struct Info {
    pub name: &'static str,
    pub summary: &'static str,
    /// The files that a run becomes: names relative to the output folder, and contents.
    pub write: fn(&Run) -> Vec<crate::formats::File>,
}

/// Every kind of report, in the order of the documentation.
pub static ALL: &[&Info] = &[&html::INFO];
