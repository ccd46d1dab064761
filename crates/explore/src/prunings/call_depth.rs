//! Max-call-depth (Bardin and Herrmann): nothing is varied in calls that are nested too deeply below the function under
//! test.
//!
//! A path goes through such a call as its input says; the other sides of what it decides there are not kept. It is not sound: a
//! branch of the function under test that only a special behaviour of a deep call leads to can be missed, so a run
//! in which it cut something is not complete.

use super::{Info, Pruning, Setup};
use secateur_vm::{DecisionKind, Point, Verdict};

pub static INFO: Info = Info {
    name: "call-depth",
    summary: "varies nothing in calls nested deeper than --call-depth below the function under test (loses coverage at worst)",
    paper: "Bardin, Herrmann: Pruning the Search Space in Path-based Test Generation (ICST 2009)",
    is_sound: false,
    make: |setup: &Setup| Box::new(CallDepth { most: setup.call_depth, entry: setup.entry }),
};

struct CallDepth {
    most: u32,
    entry: u32,
}

impl Pruning for CallDepth {
    fn decision(&mut self, point: &mut Point) -> Verdict {
        // An error is an error however deep it is.
        if matches!(point.kind, DecisionKind::Check | DecisionKind::Right) {
            return Verdict::Keep;
        }
        let mut inside = point.functions().skip_while(|f| *f != self.entry);
        let is_inside = inside.next().is_some();
        match is_inside && inside.count() as u64 > u64::from(self.most) {
            true => Verdict::Skip(INFO.name),
            false => Verdict::Keep,
        }
    }
}
