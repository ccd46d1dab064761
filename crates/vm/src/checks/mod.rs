//! The kinds of errors that are found, one file each. A file holds its name and summary, and the
//! part of the judgement that belongs to it alone.
//!
//! Adding one is a new file and its registration here: `mod`, the name by which the machine refers to
//! it, and a line in `ALL`.

mod abort;
mod assertion_failure;
mod division_by_zero;
mod double_free;
mod error_call;
mod invalid_free;
mod memory_leak;
mod null_dereference;
mod out_of_bounds_read;
mod out_of_bounds_write;
mod shift_out_of_range;
mod signed_overflow;
mod stack_overflow;
mod uninitialised_read;
mod unreachable;
mod use_after_free;

pub(crate) use {
    abort::INFO as ABORT, assertion_failure::INFO as ASSERTION_FAILURE, division_by_zero::INFO as DIVISION_BY_ZERO,
    double_free::INFO as DOUBLE_FREE, error_call::INFO as ERROR_CALL, invalid_free::INFO as INVALID_FREE,
    memory_leak::INFO as MEMORY_LEAK, null_dereference::INFO as NULL_DEREFERENCE,
    out_of_bounds_read::INFO as OUT_OF_BOUNDS_READ, out_of_bounds_write::INFO as OUT_OF_BOUNDS_WRITE,
    shift_out_of_range::INFO as SHIFT_OUT_OF_RANGE, signed_overflow::INFO as SIGNED_OVERFLOW,
    stack_overflow::INFO as STACK_OVERFLOW, stack_overflow::LIMIT as STACK_LIMIT,
    uninitialised_read::INFO as UNINITIALISED_READ, unreachable::INFO as UNREACHABLE,
    use_after_free::INFO as USE_AFTER_FREE,
};

pub(crate) mod logic {
    //! The judgements, by check.
    pub use super::division_by_zero::division;
    pub use super::shift_out_of_range::shift;
    pub use super::signed_overflow::overflow;
}

/// A kind of error.
#[derive(Debug, PartialEq, Eq)]
pub struct Info {
    /// As in reports, `summary.json` and `--check`.
    pub name: &'static str,
    pub summary: &'static str,
    /// Whether it is reported when nobody asks.
    pub default: bool,
}

/// Every check, in the order of the documentation.
pub static ALL: &[&Info] = &[
    &OUT_OF_BOUNDS_READ,
    &OUT_OF_BOUNDS_WRITE,
    &USE_AFTER_FREE,
    &DOUBLE_FREE,
    &INVALID_FREE,
    &NULL_DEREFERENCE,
    &DIVISION_BY_ZERO,
    &SHIFT_OUT_OF_RANGE,
    &SIGNED_OVERFLOW,
    &ASSERTION_FAILURE,
    &ABORT,
    &UNREACHABLE,
    &UNINITIALISED_READ,
    &MEMORY_LEAK,
    &STACK_OVERFLOW,
    &ERROR_CALL,
];

/// Which checks report.
#[derive(Clone, Debug)]
pub struct Checks {
    on: Vec<bool>,
}

impl Default for Checks {
    fn default() -> Self {
        Checks { on: ALL.iter().map(|c| c.default).collect() }
    }
}

impl Checks {
    /// From `--check`: names, `default` or `all`. The error names the unknown one.
    pub fn parse<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Checks, String> {
        let mut checks = Checks { on: vec![false; ALL.len()] };
        for name in names {
            match ALL.iter().position(|c| c.name == name) {
                Some(i) => checks.on[i] = true,
                None if name == "all" => checks.on.fill(true),
                None if name == "default" => {
                    checks.on.iter_mut().zip(ALL).for_each(|(on, check)| *on |= check.default);
                }
                None => return Err(name.to_string()),
            }
        }
        Ok(checks)
    }

    pub fn reports(&self, check: &Info) -> bool {
        ALL.iter().zip(&self.on).any(|(c, on)| *on && c.name == check.name)
    }
    pub fn signed_overflow(&self) -> bool {
        self.reports(&SIGNED_OVERFLOW)
    }
    pub fn uninitialised_read(&self) -> bool {
        self.reports(&UNINITIALISED_READ)
    }
    pub fn memory_leak(&self) -> bool {
        self.reports(&MEMORY_LEAK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that exists but is not registered would never report anything.
    #[test]
    fn every_file_is_registered() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/checks");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of the checks")
            .map(|e| e.expect("an entry").file_name().to_string_lossy().replace(".rs", "").replace('_', "-"))
            .filter(|name| name != "mod")
            .collect();
        files.sort();
        let mut names: Vec<String> = ALL.iter().map(|c| c.name.to_string()).collect();
        names.sort();
        assert_eq!(files, names);
    }

    #[test]
    fn unknown_names_are_refused() {
        assert_eq!(Checks::parse(["abort", "nonsense"]).unwrap_err(), "nonsense");
        assert!(Checks::parse(["all"]).expect("known").memory_leak());
    }
}
