//! The ways to explore that are compared: the paper's four, and three of ours. Each is a set of options of `secateur test`, and is
//! left out where that does not know them.

use crate::commands::bench::child::refusal;

#[derive(Debug, PartialEq, Eq)]
pub struct Column {
    pub name: &'static str,
    pub options: &'static str,
    /// What the manifest calls the paper's column.
    pub paper: Option<&'static str>,
    /// Whether generated programs are solved with it.
    pub solves: bool,
}

/// By what the constraints are that inputs are sampled from; sampling without constraints; and without feedback.
pub const COLUMNS: [Column; 7] = [
    Column { name: "linear", options: "--sample=linear", paper: Some("linear"), solves: false },
    Column { name: "box", options: "--sample=box", paper: Some("box"), solves: false },
    Column { name: "sampling alone", options: "--sample=only", paper: Some("sampling"), solves: true },
    Column {
        name: "uniform random",
        options: "--search random-input --prune none",
        paper: Some("random"),
        solves: false,
    },
    Column { name: "exact", options: "--sample", paper: None, solves: true },
    Column { name: "default", options: "", paper: None, solves: false },
    PLAIN,
];

/// What generated programs are to be too hard for.
pub const PLAIN: Column = Column { name: "plain search", options: "--sample=off", paper: None, solves: false };

/// As a page shows it: with its options.
pub fn shown(column: &Column) -> String {
    match column.options {
        "" => format!("{} (no option)", column.name),
        options => format!("{} (`{options}`)", column.name),
    }
}

/// The columns that this build has, and those that it does not have, with the reason.
pub fn available() -> (Vec<&'static Column>, Vec<(&'static str, String)>) {
    let left_out: Vec<_> = COLUMNS.iter().filter_map(|c| Some((c.name, refusal(c.options)?))).collect();
    let is_there = |column: &&Column| left_out.iter().all(|(name, _)| *name != column.name);
    (COLUMNS.iter().filter(is_there).collect(), left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_are_always_there() {
        let (columns, left_out) = available();
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        assert!(names.contains(&"plain search") && names.contains(&"uniform random"), "{names:?}");
        assert_eq!(columns.len() + left_out.len(), COLUMNS.len());
        // Only what is about sampling may be missing.
        let sampling = COLUMNS.iter().filter(|c| c.options.contains("--sample")).count();
        assert!(left_out.is_empty() || left_out.len() == sampling, "{left_out:?}");
    }
}
