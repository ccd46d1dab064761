//! What a whole run is reported as, one kind of report a file.
//!
//! Adding one is a new file and its registration here: `mod`, and a line in `ALL`. All are made of the
//! [`Run`] alone, so that `secateur report` can make them again.

mod html;
pub mod junit;
mod lcov;
mod model;
mod sarif;

pub use model::*;

/// A kind of report.
pub struct Info {
    pub name: &'static str,
    pub summary: &'static str,
    /// The files that a run becomes: names relative to the output folder, and contents.
    pub write: fn(&Run) -> Vec<crate::formats::File>,
}

/// Every kind of report, in the order of the documentation.
pub static ALL: &[&Info] = &[&html::INFO, &lcov::INFO, &sarif::INFO, &junit::INFO];

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that exists but is not registered would never be written.
    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/reports");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of the reports")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".rs") && name != "mod.rs" && name != "model.rs")
            .map(|name| name.replace(".rs", "").replace('_', "-"))
            .collect();
        files.sort();
        let mut names: Vec<String> = ALL.iter().map(|f| f.name.to_string()).collect();
        names.sort();
        assert_eq!(files, names);
    }
}
