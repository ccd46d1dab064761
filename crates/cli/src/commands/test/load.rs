//! From the options to a program that is ready to run. Replaying a test later begins in the same way, so that it meets
//! the same program.

use super::unit;
use crate::commands::{front_options, program};
use crate::options::Test;
use secateur_front::{Compiled, Loaded, Options};
use secateur_ir::Module;
use secateur_testgen::unit::Unit;
use std::sync::Arc;
use std::time::Instant;

pub struct Ready {
    pub front: Options,
    /// In unit mode.
    pub unit: Option<Unit>,
    pub module: Module,
    pub compiled: Arc<Compiled>,
}

/// `warn` is told clang's warnings. Native builds end at the deadline.
pub fn load(test: &Test, deadline: Option<Instant>, warn: fn(&str)) -> anyhow::Result<Ready> {
    let mut front = Options { warn, deadline, ..front_options(&test.program)? };
    let mut sources = program::sources(&test.program, test.quiet)?;
    unit::from_sources(test, &mut sources);
    let unit = unit::prepare(test, &sources, &mut front)?;
    if let Some(unit) = &unit {
        unit::stand_in(unit, &mut sources);
    }
    let loaded = secateur_front::load(&sources, &front, &secateur_vm::is_native);
    let Loaded { mut module, compiled, missing } = match (loaded, &unit) {
        (Ok(loaded), _) => loaded,
        (Err(error), Some(unit)) => return Err(unit::explain_harness(error, unit)),
        (Err(error), None) => return Err(unit::explain_no_main(error, test, &sources, &front)),
    };
    if !test.quiet {
        program::tell_missing(&missing);
    }
    if unit.is_some() {
        unit::limit_to_reachable(&mut module);
    }
    Ok(Ready { front, unit, module, compiled })
}
