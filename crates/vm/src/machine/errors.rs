//! From a wrong step to a report.

use super::value::Val;
use super::{Frame, Machine, Stop};
use crate::addr;
use crate::checks::{self, Info};
use crate::memory::{Fault, FaultKind, Info as Object, Kind, Site};
use crate::report::{Bug, Note, StackEntry, Unsupported};

impl Machine<'_> {
    /// Where the running frame is.
    pub(crate) fn site(&self) -> Site {
        self.frames.last().map_or_else(Site::default, |frame| self.site_of(frame))
    }

    /// The instruction that a frame is at; its pc is already behind it.
    fn site_of(&self, frame: &Frame) -> Site {
        let code = self.program.existing_code(frame.function);
        // SAFETY: a frame's pc is inside its code.
        let at = unsafe { frame.pc.offset_from(code.insts.as_ptr()) }.saturating_sub(1).max(0);
        Site { function: frame.function, at: at as u32, var: u32::MAX }
    }

    /// The innermost site in the user's own code: where a heap block really comes from.
    pub(crate) fn user_site(&self) -> Site {
        let user = self.frames.iter().rev().find(|f| !self.program.function(f.function).library);
        user.map_or_else(|| self.site(), |frame| self.site_of(frame))
    }

    fn stack(&self) -> Vec<StackEntry> {
        self.frames.iter().rev().filter_map(|frame| self.program.site_entry(self.site_of(frame))).collect()
    }

    fn report(&self, check: &'static Info, message: String, notes: Vec<Note>) -> Box<Bug> {
        Box::new(Bug { check, message, stack: self.stack(), notes })
    }

    pub(crate) fn bug(&self, check: &'static Info, message: String) -> Stop {
        self.bug_with(check, message, vec![])
    }

    pub(crate) fn bug_with(&self, check: &'static Info, message: String, notes: Vec<Note>) -> Stop {
        let bug = self.report(check, message, notes);
        // The quotient that does not exist traps natively, whoever asked.
        let traps = check.name == checks::SIGNED_OVERFLOW.name && bug.message.ends_with("and traps");
        if traps || self.program.checks().reports(check) { Stop::Bug(bug) } else { Stop::Muted(bug) }
    }

    pub(crate) fn unsupported(&self, what: String) -> Stop {
        Stop::Unsupported(Box::new(Unsupported { message: what, stack: self.stack() }))
    }

    /// An allocation failed at our own limit, which natively it might not.
    pub(crate) fn note_refusal(&mut self, size: u64) {
        let site = self.user_site();
        if let Some(sym) = &mut self.sym
            && size <= addr::MAX_SIZE
        {
            sym.lose("an allocation was refused at the limit on memory (--max-memory)", site);
        }
    }

    /// The end of a path that needs more memory than there is.
    pub fn out_of_memory(&self) -> Stop {
        self.limit("memory")
    }

    pub(super) fn limit(&self, what: &'static str) -> Stop {
        let message = format!("the limit on {what} was reached");
        Stop::Limit(what, Box::new(Unsupported { message, stack: self.stack() }))
    }

    pub(super) fn stack_overflow(&self) -> Stop {
        let what = match self.frames.len() {
            0 | 1 => "the local variables of one function need more than 8 MiB of stack".to_string(),
            depth => format!("more than 8 MiB of stack in use, {depth} calls deep"),
        };
        self.bug(&checks::STACK_OVERFLOW, what)
    }

    pub(super) fn require_defined(&self, value: &Val, what: &str) -> Result<(), Stop> {
        if value.is_defined() {
            return Ok(());
        }
        Err(self.bug(&checks::UNINITIALISED_READ, format!("{what} depends on a value that was never set")))
    }

    pub(super) fn bad_call(&self, pointer: u64) -> Stop {
        if pointer < 1 << 16 {
            return self.bug(&checks::NULL_DEREFERENCE, "a call through a null function pointer".into());
        }
        let what = match self.memory.info(addr::id(pointer)) {
            Some(object) => {
                let (name, _) = self.program.describe_object(object.kind, object.size(), object.made);
                format!(
                    "a call of {name} at offset {}, which is not the start of a function",
                    addr::signed_offset(pointer)
                )
            }
            None => format!("a call of {pointer:#x}, which is not a function"),
        };
        self.bug(&checks::OUT_OF_BOUNDS_READ, what)
    }

    pub(crate) fn memory_error(&self, fault: Fault) -> Stop {
        if fault.kind == FaultKind::Symbolic {
            return Stop::Symbolic { at: fault.addr, size: fault.size };
        }
        let verb = if fault.write { "write" } else { "read" };
        let bytes = if fault.size == 1 { "1 byte".to_string() } else { format!("{} bytes", fault.size) };
        let access = format!("{verb} of {bytes}");
        let bounds = if fault.write { &checks::OUT_OF_BOUNDS_WRITE } else { &checks::OUT_OF_BOUNDS_READ };
        let Some(object) = self.memory.info(fault.object).filter(|_| fault.kind != FaultKind::Null) else {
            return match fault.kind {
                FaultKind::Null => {
                    let plus = if fault.addr == 0 { String::new() } else { format!(" plus {}", fault.addr as i64) };
                    let what = format!("{access} at a null pointer{plus}");
                    self.bug_with(&checks::NULL_DEREFERENCE, what, self.refusals())
                }
                _ => self.bug(bounds, format!("{access} at {:#x}, which is not an address of the program", fault.addr)),
            };
        };
        let (name, note) = self.program.describe_object(object.kind, object.size(), object.made);
        let notes = note.into_iter().collect();
        match fault.kind {
            FaultKind::Freed => self.use_after(object, &access, &name, notes),
            FaultKind::Constant => self.bug_with(bounds, format!("{access} in {name}, which is constant"), notes),
            FaultKind::Code => self.bug_with(bounds, format!("{access} in {name}, which is code"), notes),
            FaultKind::Undefined => {
                self.bug_with(&checks::UNINITIALISED_READ, format!("{access} in {name} that was never set"), notes)
            }
            _ => self.bug_with(bounds, format!("{access} {} {name}", position(fault, object)), notes),
        }
    }

    /// Why a null pointer may be our doing.
    fn refusals(&self) -> Vec<Note> {
        let text = "an allocation failed before, at the limit on memory (--max-memory)".to_string();
        self.memory.refused.then_some(Note { text, place: None }).into_iter().collect()
    }

    fn use_after(&self, object: &Object, access: &str, name: &str, mut notes: Vec<Note>) -> Stop {
        let how = match object.kind {
            Kind::Stack => "whose function has returned",
            Kind::Heap => "that was freed",
            _ => "that is gone",
        };
        if let (Kind::Heap, Some(freed)) = (object.kind, object.freed()) {
            notes.push(Note { text: "freed at".into(), place: self.program.site_entry(freed) });
        }
        self.bug_with(&checks::USE_AFTER_FREE, format!("{access} in {name} {how}"), notes)
    }
}

/// Where an access lies relative to the object it misses.
fn position(fault: Fault, object: &Object) -> String {
    let offset = fault.addr.wrapping_sub(addr::of(fault.object)) as i64;
    let size = object.size() as i64;
    let n = |count: i64| if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") };
    match offset {
        _ if offset < 0 => format!("that begins {} before the start of", n(-offset)),
        _ if offset == size => "just past the end of".to_string(),
        _ if offset > size => format!("that begins {} past the end of", n(offset - size)),
        _ => format!("at offset {offset}, which runs {} past the end of", n(offset + fault.size as i64 - size)),
    }
}
