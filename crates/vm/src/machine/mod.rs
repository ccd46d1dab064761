//! One run of a program: registers, frames, memory, and the loop that executes it.

mod calls;
mod cover;
mod errors;
mod eval;
mod float;
mod hanging;
mod int;
mod intrinsics;
mod owner;
mod phases;
mod plain;
mod run;
mod sample;
pub mod symbolic;
mod tagged;
mod tick;
mod trace;
mod undefined;
mod value;
mod varargs;

use crate::code::Inst;
use crate::env::{Env, EnvConfig, Host};
use crate::memory::{Kind, Memory, Site};
use crate::program::Program;
use crate::report::{Bug, Unsupported};
use cover::Cover;
pub use cover::count_edges;
pub use phases::{SymbolicFile, SymbolicStart};
pub use sample::Points;
use sample::noted;
use secateur_expr::Support;
use std::rc::Rc;
use symbolic::Symbolic;
pub use tick::{Limits, resident};
pub use trace::{Inner, RunOutcome, Trace};
pub(crate) use value::Val;
use varargs::VarArgs;

/// Why a run ended. None of these is an error of ours.
#[derive(Debug)]
pub enum Stop {
    Exit(i32),
    /// Ended by a signal.
    Killed(i32),
    /// The program did something wrong.
    Bug(Box<Bug>),
    /// The program did something wrong that nobody asked to hear about.
    Muted(Box<Bug>),
    /// The program is fine, as far as we know; we cannot go on.
    Unsupported(Box<Unsupported>),
    /// A limit of ours was reached, and where.
    Limit(&'static str, Box<Unsupported>),
    /// No input goes on: an assumption fails.
    Infeasible,
    /// The program asked to end without a test.
    Silent,
    /// Nothing behind this point is wanted, by whom.
    Pruned(&'static str),
    /// The path that was to be followed ends here.
    Arrived,
    /// Others should have their turn; the state can go on.
    Paused,
    /// Memory is short; the state can go on once there is room.
    Full,
    /// Not seen outside: a function needs the concrete bytes of a range.
    Symbolic {
        at: u64,
        size: u64,
    },
}

#[derive(Clone)]
pub struct Config {
    pub args: Vec<Vec<u8>>,
    /// `NAME=VALUE`.
    pub environment: Vec<Vec<u8>>,
    pub env: EnvConfig,
    /// Instructions that may be executed.
    pub max_steps: u64,
}

pub struct Machine<'p> {
    pub(crate) program: &'p Program,
    regs: Vec<u64>,
    /// One byte per register: 0 for plain values. Used only when `track` is set.
    tags: Vec<u8>,
    /// The undefined bits of registers tagged [`UNDEFINED`], the term of those tagged [`SYMBOLIC`], and labels.
    extra: Vec<u64>,
    frames: Vec<Frame>,
    /// Ids of the stack objects of all frames, oldest first.
    stack_objects: Vec<u32>,
    /// Arguments behind `...`, with the depth of the frame they belong to.
    varargs: Vec<(usize, Rc<VarArgs>)>,
    pub(crate) memory: Memory,
    pub(crate) env: Env,
    /// What the loop needs of each function, filled when it is first called.
    links: Vec<Link>,
    pub steps: u64,
    limits: Limits,
    /// Steps at which somebody looks at the limits again.
    check_at: u64,
    /// Slow work since somebody looked at the limits.
    work: u64,
    /// The same since the machine was made.
    slow_work: u64,
    next_serial: u64,
    /// Whether registers have tags.
    track: bool,
    /// Whether undefined values are tracked.
    undef: bool,
    /// How far the program is: which of the functions that make a run comes next.
    phase: usize,
    start: phases::Start,
    /// The tag and payload of what the outermost function returned last.
    returned: (u8, u64),
    next_epoch: u32,
    cover: Cover,
    /// If it tells what concrete runs show; see [`sample`].
    sampling: Option<Box<sample::Sampling>>,
    pub(crate) sym: Option<Box<Symbolic>>,
    /// Whether it is followed what depends on what; see [`symbolic::flow`].
    flow: bool,
    /// What the instruction at hand depends on, and the result of a function that is left.
    label: Support,
    leaving: Support,
    /// What the address depends on that the instruction at hand stores to.
    address_label: Option<Support>,
    /// What it depends on whether the instruction at hand can be done, as far as it has said so.
    needed: Support,
    /// If it decides: what it depended on before that.
    undecided: Option<Support>,
    /// The decision at which it turned, if it did.
    turned: Option<symbolic::flow::EventId>,
    /// The depth of the frame of the last open branch.
    leave_depth: usize,
}

/// In [`Machine::tags`].
const UNDEFINED: u8 = 1;
const SYMBOLIC: u8 = 2;
/// A plain value that has a label. Those of symbolic values are in the upper half of their payload, and so is this.
const LABELLED: u8 = 4;

#[derive(Clone, Copy)]
pub(crate) struct Frame {
    function: u32,
    /// Where its registers begin.
    base: u32,
    /// The next instruction; up to date in all frames but the running one.
    pc: *const Inst,
    /// How many stack objects existed when it was entered; with [`VARIADIC`] added if the frame has
    /// arguments behind `...`, and [`FLOOR`] if the loop began with it.
    objects: u32,
    /// Bytes of stack that native code would have in use, this frame included.
    stack: u32,
    /// Distinguishes frames that ever were at the same depth.
    serial: u64,
}

#[derive(Clone, Copy)]
struct Link {
    insts: *const Inst,
    /// Registers that must exist behind the base; [`NEVER`] sends every call to the slow path.
    words: u32,
    stack: u32,
    /// The widths of parameters and results, if each is one word and there is no `...`; otherwise
    /// [`COMPLEX`].
    shape: u32,
    /// Some parameter is a structure that the callee gets a copy of.
    byval: bool,
}

/// In [`Frame::objects`]: the frame needs more than being dropped. There are never as many objects.
const VARIADIC: u32 = 1 << 31;
const FLOOR: u32 = 1 << 30;
const OBJECTS: u32 = FLOOR - 1;

/// In [`Link::words`]: not linked yet, or parameters that need work.
const NEVER: u32 = u32::MAX / 2;

/// In [`Link::shape`]: calls through pointers take the slow path.
const COMPLEX: u32 = 0;

/// More than enough to write a few buffers; the program may have broken its streams.
const FLUSH_STEPS: u64 = 1_000_000;

/// Registers above a frame for its callees' arguments.
const HEADROOM: u32 = 512;

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, config: &Config) -> Machine<'p> {
        let memory = program.initial_memory();
        let undef = program.checks().uninitialised_read();
        let track = undef || program.is_symbolic();
        let none = Link { insts: std::ptr::null(), words: NEVER, stack: 0, shape: COMPLEX, byval: false };
        Machine {
            program,
            regs: vec![0; 1 << 14],
            tags: vec![0; if track { 1 << 14 } else { 0 }],
            extra: vec![0; if track { 1 << 14 } else { 0 }],
            frames: Vec::with_capacity(256),
            stack_objects: Vec::new(),
            varargs: Vec::new(),
            memory,
            env: Env::new(config.env.clone()),
            links: vec![none; program.module.functions.len()],
            steps: 0,
            limits: Limits { max_steps: config.max_steps, ..Limits::default() },
            check_at: 0,
            work: 0,
            slow_work: 0,
            next_serial: 1,
            track,
            undef,
            phase: 0,
            start: phases::Start::default(),
            returned: (0, 0),
            next_epoch: 3,
            cover: Cover::new(program.edge_count(), program.module.functions.len()),
            sampling: None,
            sym: None,
            flow: false,
            label: Support::EMPTY,
            leaving: Support::EMPTY,
            address_label: None,
            needed: Support::EMPTY,
            undecided: None,
            turned: None,
            leave_depth: 0,
        }
    }

    /// A machine whose input may be symbolic; the program must be ready for it.
    pub fn symbolic(program: &'p Program, config: &Config, symbolic: Symbolic) -> Machine<'p> {
        let mut machine = Machine::new(program, config);
        machine.sym = Some(Box::new(symbolic));
        machine
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// What symbolic runs share; only machines made for them have it.
    pub fn symbols(&mut self) -> &mut Symbolic {
        self.sym()
    }

    /// Runs the whole program: start-up, constructors, `main`, `exit`.
    pub fn run(&mut self, config: &Config, host: &mut dyn Host) -> Stop {
        let stop = match self.begin(config) {
            Ok(()) => self.go(host),
            Err(stop) => stop,
        };
        if !matches!(stop, Stop::Exit(_) | Stop::Killed(_)) {
            self.flush(host);
        }
        stop
    }

    /// Writes out what the program printed and libc still holds. Natively a crash loses it; a report
    /// is easier to understand with all that came before it.
    fn flush(&mut self, host: &mut dyn Host) {
        if let Some(fflush) = self.program.find("fflush") {
            self.limits.max_steps = self.steps.saturating_add(FLUSH_STEPS);
            self.check_at = self.steps;
            let _ = self.invoke(fflush.0, &[0], host);
        }
    }

    /// An array of pointers to strings with null at its end, as `argv` is.
    fn string_table(&mut self, strings: &[Vec<u8>]) -> Result<u64, Stop> {
        let mut table = Vec::with_capacity(8 * (strings.len() + 1));
        for string in strings {
            let bytes = [string.as_slice(), b"\0"].concat();
            let at = self.system_object(&bytes)?;
            table.extend_from_slice(&at.to_le_bytes());
        }
        table.extend_from_slice(&[0; 8]);
        self.system_object(&table)
    }

    pub(crate) fn system_object(&mut self, bytes: &[u8]) -> Result<u64, Stop> {
        let at = self.memory.allocate(bytes.len() as u64, Kind::System, Site::default(), true);
        let at = at.ok_or_else(|| self.limit("memory"))?;
        self.memory.initialise(crate::addr::id(at), 0, bytes);
        Ok(at)
    }

    /// Calls a function with words as arguments and runs until it returns. Its first result.
    pub(crate) fn invoke(&mut self, function: u32, args: &[u64], host: &mut dyn Host) -> Result<u64, Stop> {
        let floor = self.frames.len();
        let params = self.program.function(function).params.len();
        let base = self.top();
        self.reserve(base + params as u32 + HEADROOM);
        for i in 0..params.max(args.len()) {
            self.set_word(base as usize + i, args.get(i).copied().unwrap_or(0));
        }
        self.enter(function, base)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.objects |= FLOOR;
        }
        self.execute_from(floor, host)
    }

    fn execute_from(&mut self, floor: usize, host: &mut dyn Host) -> Result<u64, Stop> {
        const NOTHING: u8 = noted::NOTHING;
        if let Some(sampling) = &self.sampling {
            return match (self.track, sampling.notes_all) {
                (true, _) => self.execute::<true, false, false, { noted::ALL }>(floor, host),
                (false, true) => self.execute::<false, false, false, { noted::ALL }>(floor, host),
                (false, false) => self.execute::<false, false, false, { noted::SIDES }>(floor, host),
            };
        }
        match (self.track, self.memory.is_logged(), self.flow) {
            (true, true, false) => self.execute::<true, true, false, NOTHING>(floor, host),
            (true, false, false) => self.execute::<true, false, false, NOTHING>(floor, host),
            (true, true, true) => self.execute::<true, true, true, NOTHING>(floor, host),
            (true, false, true) => self.execute::<true, false, true, NOTHING>(floor, host),
            (false, _, _) => self.execute::<false, false, false, NOTHING>(floor, host),
        }
    }

    /// The first register that no frame uses.
    fn top(&self) -> u32 {
        self.frames.last().map_or(0, |f| f.base + u32::from(self.program.existing_code(f.function).window))
    }

    fn set_word(&mut self, at: usize, value: u64) {
        self.regs[at] = value;
        if self.track {
            self.tags[at] = 0;
        }
    }

    /// Makes sure that this many registers exist.
    fn reserve(&mut self, words: u32) {
        let words = words as usize;
        if words > self.regs.len() {
            let len = words.next_power_of_two();
            self.regs.resize(len, 0);
            if !self.tags.is_empty() {
                self.tags.resize(len, 0);
                self.extra.resize(len, 0);
            }
        }
    }
}

impl Machine<'_> {
    /// Registers of all frames: what may still hold a pointer.
    pub(crate) fn live_registers(&self) -> &[u64] {
        &self.regs[..(self.top() as usize).min(self.regs.len())]
    }

    /// Sets libc's `errno`, for functions of libc that the machine implements.
    pub(crate) fn set_errno(&mut self, error: u32, host: &mut dyn Host) -> Result<(), Stop> {
        let Some(location) = self.program.find("__errno_location") else { return Ok(()) };
        let at = self.invoke(location.0, &[], host)?;
        self.memory.write_bytes(at, &error.to_le_bytes()).map_err(|fault| self.memory_error(fault))
    }
}
