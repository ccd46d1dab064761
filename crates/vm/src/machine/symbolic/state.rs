//! States of the machine, kept and brought back.
//!
//! A snapshot shares memory and the outside world with the machine; registers and frames are copied,
//! which for ordinary programs is a few hundred words.

use super::super::{Frame, Machine, varargs::VarArgs};
use super::{Event, Known, Symbolic};
use crate::env::Env;
use crate::memory::Memory;
use secateur_expr::Assignment;
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;

/// A state from before an instruction, which runs when the state is resumed.
pub struct Snapshot {
    pub(super) regs: Box<[u64]>,
    pub(super) tags: Box<[u8]>,
    pub(super) extra: Box<[u64]>,
    pub(super) frames: Box<[Frame]>,
    stack_objects: Box<[u32]>,
    varargs: Box<[(usize, Rc<VarArgs>)]>,
    pub(super) memory: Memory,
    pub(super) env: Env,
    pub steps: u64,
    next_serial: u64,
    phase: usize,
    edges: (u64, u64),
    new_edges: u32,
    pub known: Known,
}

impl Machine<'_> {
    /// The state as it was before the instruction at hand.
    pub fn snapshot(&mut self) -> Snapshot {
        let fresh = (self.fresh_epoch(), self.fresh_epoch());
        let extent = self.extent();
        let mut frames: Box<[Frame]> = self.frames.as_slice().into();
        if let Some(frame) = frames.last_mut() {
            // SAFETY: the pc is behind the instruction at hand.
            frame.pc = unsafe { frame.pc.sub(1) };
        }
        let symbolic = self.sym.as_ref().expect("only symbolic runs keep states");
        Snapshot {
            regs: self.regs[..extent].into(),
            tags: self.tags[..extent].into(),
            extra: self.extra[..extent].into(),
            frames,
            stack_objects: self.stack_objects.as_slice().into(),
            varargs: self.varargs.as_slice().into(),
            memory: self.memory.snapshot(fresh),
            env: self.env.clone(),
            steps: self.steps,
            next_serial: self.next_serial,
            phase: self.phase,
            edges: self.cover.trace,
            new_edges: self.cover.new_edges,
            known: symbolic.known.clone(),
        }
    }

    fn fresh_epoch(&mut self) -> u32 {
        self.next_epoch = self.next_epoch.checked_add(1).expect("the explorer starts epochs anew in time");
        self.next_epoch
    }

    /// Whether epochs will run out soon.
    pub fn epochs_are_short(&self) -> bool {
        self.next_epoch > u32::MAX - (1 << 24)
    }

    /// Starts epochs anew. Every state but the initial one must be gone.
    pub fn restart_epochs(&mut self, initial: &Rc<Snapshot>) {
        self.next_epoch = 16;
        self.restore(initial.clone(), Arc::new(Assignment::new()), SmallVec::new());
    }

    /// Registers that may be read again: those of all frames, and arguments on their way.
    fn extent(&self) -> usize {
        let extent = |f: &Frame| f.base as usize + usize::from(self.program.existing_code(f.function).extent);
        self.frames.last().map_or(0, extent).min(self.regs.len())
    }

    /// Goes on with a kept state, under a model that satisfies its path and the record.
    pub fn restore(&mut self, snapshot: Rc<Snapshot>, model: Arc<Assignment>, record: SmallVec<[Event; 4]>) {
        let epoch = self.fresh_epoch();
        let log = self.memory.take_log();
        // What is resumed is the state before the instruction that is repeated.
        let before = (!record.is_empty()).then(|| snapshot.clone());
        let snapshot = match Rc::try_unwrap(snapshot) {
            Ok(owned) => {
                self.memory = owned.memory;
                self.memory.take_over(epoch);
                self.env = owned.env;
                self.registers_from(&owned.regs, &owned.tags, &owned.extra);
                self.frames.clear();
                self.frames.extend_from_slice(&owned.frames);
                self.stack_objects.clear();
                self.stack_objects.extend_from_slice(&owned.stack_objects);
                self.varargs = owned.varargs.into_vec();
                (owned.steps, owned.next_serial, owned.phase, owned.edges, owned.new_edges, owned.known)
            }
            Err(shared) => {
                match self.sampling {
                    Some(_) => self.memory.go_back(&shared.memory, epoch),
                    None => self.memory = shared.memory.fork(epoch),
                }
                self.env = shared.env.clone();
                self.registers_from(&shared.regs, &shared.tags, &shared.extra);
                self.frames.clear();
                self.frames.extend_from_slice(&shared.frames);
                self.stack_objects.clear();
                self.stack_objects.extend_from_slice(&shared.stack_objects);
                self.varargs = shared.varargs.to_vec();
                (shared.steps, shared.next_serial, shared.phase, shared.edges, shared.new_edges, shared.known.clone())
            }
        };
        self.memory.put_log(log);
        // Kept while it was still followed what depends on what.
        if !self.flow {
            self.memory.end_flow();
        }
        let known;
        (self.steps, self.next_serial, self.phase, self.cover.trace, self.cover.new_edges, known) = snapshot;
        let sym: &mut Symbolic = self.sym.as_mut().expect("only symbolic runs keep states");
        sym.known = known;
        sym.set_model(model);
        sym.events.clear();
        sym.before = before;
        sym.pending.clear();
        sym.speculating = false;
        sym.record = record;
        self.renew_leave_depth();
    }

    fn registers_from(&mut self, regs: &[u64], tags: &[u8], extra: &[u64]) {
        self.reserve(regs.len() as u32 + super::super::HEADROOM);
        self.regs[..regs.len()].copy_from_slice(regs);
        self.tags[..tags.len()].copy_from_slice(tags);
        self.extra[..extra.len()].copy_from_slice(extra);
    }
}
