//! System calls, and how a program ends.

use super::{Native, Outcome};
use crate::addr;
use crate::checks;
use crate::env::{GuestMemory, History, Host, MemFault, SysResult};
use crate::machine::symbolic::Symbolic;
use crate::machine::{Machine, Stop, Val};
use crate::memory::{Cell, Fault, FaultKind, Kind, Memory, Site, log};
use crate::report::Note;
use rustc_hash::FxHasher;
use secateur_expr::{InputByte, Term};
use std::hash::Hasher;

pub static NATIVES: &[Native] = &[Native { name: "__secateur_syscall", args: 7, run: syscall }];

/// The program's memory as system calls see it. A bad pointer is kept for the report.
struct Guest<'a> {
    memory: &'a mut Memory,
    sym: Option<&'a mut Symbolic>,
    /// Whether symbolic bytes may be read as what the model says; which ones were.
    model: bool,
    read: Vec<Cell>,
    /// Of what was read.
    hash: FxHasher,
    fault: Option<Fault>,
    site: Site,
}

impl Guest<'_> {
    /// Reads what the model has in place of symbolic bytes.
    fn read_model(&mut self, at: u64, buf: &mut [u8]) -> Result<(), MemFault> {
        match self.memory.raw_bytes(at, buf.len() as u64) {
            Ok(bytes) => buf.copy_from_slice(bytes),
            Err(fault) => return Err(self.keep(fault)),
        }
        let Some(sym) = &mut self.sym else { return Ok(()) };
        for (i, byte) in buf.iter_mut().enumerate() {
            if let Some(cell) = self.memory.cell(at + i as u64) {
                let value = sym.eval(Term(cell.term));
                *byte = value.extract(8 * cell.index, 8).low() as u8;
                self.read.push(cell);
            }
        }
        Ok(())
    }

    fn keep(&mut self, fault: Fault) -> MemFault {
        self.fault = Some(fault);
        MemFault(0)
    }
}

impl GuestMemory for Guest<'_> {
    fn read(&mut self, at: u64, buf: &mut [u8]) -> Result<(), MemFault> {
        if buf.is_empty() {
            return Ok(());
        }
        match self.memory.defined_bytes(at, buf.len() as u64) {
            Err(fault) if fault.kind == FaultKind::Symbolic && self.model => self.read_model(at, buf),
            Ok(bytes) => {
                buf.copy_from_slice(bytes);
                self.hash.write(bytes);
                Ok(())
            }
            Err(fault) => Err(self.keep(fault)),
        }
    }

    fn write(&mut self, at: u64, data: &[u8]) -> Result<(), MemFault> {
        self.memory.write_bytes(at, data).map_err(|fault| self.keep(fault))
    }

    fn write_input(&mut self, at: u64, data: &[u8], input: u32, offset: u64) -> Result<(), MemFault> {
        self.write(at, data)?;
        if let Some(sym) = &mut self.sym {
            let byte = |i: u32| InputByte { input, offset: offset as u32 + i };
            let terms: Vec<u32> = (0..data.len() as u32).map(|i| sym.pool.input(byte(i)).0).collect();
            self.memory.set_cells(at, terms.into_iter().map(|term| Some(Cell { term, index: 0 })));
        }
        Ok(())
    }

    fn read_cstr(&mut self, at: u64) -> Result<Vec<u8>, MemFault> {
        let mut string = Vec::new();
        for i in 0..=4096 {
            let mut byte = [0];
            self.read(at.wrapping_add(i), &mut byte)?;
            if byte[0] == 0 {
                break;
            }
            string.push(byte[0]);
        }
        Ok(string)
    }

    fn map(&mut self, len: u64) -> Option<u64> {
        self.memory.allocate(len, Kind::Map, self.site, true)
    }

    fn unmap(&mut self, at: u64, len: u64) -> bool {
        let id = addr::id(at);
        let whole = self.memory.info(id).is_some_and(|i| i.kind == Kind::Map && i.is_live() && i.size() == len);
        if whole && addr::offset(at) == 0 {
            self.memory.release(id, self.site);
            return true;
        }
        false
    }

    fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), MemFault> {
        self.memory.copy(to, from, len).map_err(|fault| self.keep(fault))
    }
}

const SIGABRT: i32 = 6;

/// Calls whose data goes nowhere that the program could see again.
const WRITES: [u64; 4] = [1, 18, 20, 296];
const EXITS: [u64; 2] = [60, 231];
/// Descriptors of the program's output. It is looked after whether they are closed.
const OUTPUT: [u64; 2] = [1, 2];
/// Calls that make objects.
const MAPS: [u64; 2] = [9, 25];
const IOCTL: u64 = 16;
/// `TCGETS` and `TIOCGWINSZ`.
const TERMINAL: [u64; 2] = [0x5401, 0x5413];
/// Calls that leave the descriptors as they are: read, write, seek and their relatives, stat, and ioctl.
const PLAIN: [u64; 13] = [0, 1, 4, 5, 6, 8, 16, 17, 18, 19, 20, 295, 296];

fn syscall(m: &mut Machine, args: &[u64], host: &mut dyn Host) -> Outcome {
    run(m, args, host, false)
}

/// A system call with symbolic arguments or data. What is written is what the model has, since nobody
/// reads it; what decides something else is fixed to that, which is a loss.
pub fn symbolic_syscall(m: &mut Machine, args: &[Val], host: &mut dyn Host) -> Result<Option<Val>, Stop> {
    let number = args[0].low();
    let mut words = Vec::with_capacity(7);
    for arg in args {
        words.push(match arg.term {
            // The exit status of a test is what the model says.
            Some(term) if EXITS.contains(&number) => m.sym().eval_u64(term),
            _ => m.concrete_word(arg)?,
        });
    }
    words.resize(7, 0);
    settle_sizes(m, &words)?;
    Ok(run(m, &words, host, true)?.map(Val::word))
}

/// Whether what a call writes goes where the program cannot see it again.
fn writes_outside(m: &Machine, args: &[u64]) -> bool {
    WRITES.contains(&args[0]) && m.env.is_sink(args[1] as i32)
}

/// Whether a call asks or changes anything outside that the program can tell: not so what it writes to its output, nor to ask
/// whether that is a terminal, as libc does before it first writes. Another descriptor may have been closed. It takes the number of
/// the call and its first two arguments.
pub fn touches_world(m: &Machine, args: &[u64]) -> bool {
    let is_asked = args[0] == IOCTL && TERMINAL.contains(&args[2]);
    let is_output = OUTPUT.contains(&args[1]) && m.env.is_sink(args[1] as i32);
    !(is_output && (is_asked || WRITES.contains(&args[0])))
}

/// Objects of symbolic size that the call may write to get their sizes before it begins.
fn settle_sizes(m: &mut Machine, words: &[u64]) -> Result<(), Stop> {
    for word in &words[1..] {
        m.concrete_size(addr::id(*word))?;
    }
    // `readv` and `preadv` have their addresses in memory.
    if matches!(words[0], 19 | 295) {
        for i in 0..words[3].min(1024) {
            let entry = words[2].wrapping_add(16 * i);
            let base = m.memory.bytes(entry, 8).ok().and_then(|b| b.first_chunk::<8>().copied());
            if let Some(base) = base {
                m.concrete_size(addr::id(u64::from_le_bytes(base)))?;
            }
        }
    }
    Ok(())
}

fn run(m: &mut Machine, args: &[u64], host: &mut dyn Host, model: bool) -> Outcome {
    let site = m.user_site();
    // What the call did is taken back if it turns out to need concrete bytes.
    let saved = m.sym.is_some().then(|| m.env.clone());
    let sink = writes_outside(m, args);
    if touches_world(m, args) {
        m.touch_world();
    }
    let sym = m.sym.as_deref_mut();
    let words = [args[1], args[2], args[3], args[4], args[5], args[6]];
    note_call(&m.memory, args[0], sink, &m.env.history);
    m.memory.set_mixing(sink);
    let hash = FxHasher::default();
    let mut guest = Guest { memory: &mut m.memory, sym, model, read: vec![], hash, fault: None, site };
    let result = m.env.syscall(&mut guest, host, args[0], words);
    let (fault, read, hash) = (guest.fault, guest.read, guest.hash.finish());
    m.memory.set_mixing(false);
    if !PLAIN.contains(&args[0]) {
        m.look_after_output();
    }
    if !sink {
        change(&mut m.env.history, args, hash);
    }
    if let (Some(fault), Some(saved)) = (fault, saved)
        && fault.kind == FaultKind::Symbolic
    {
        m.env = saved;
        return Err(m.memory_error(fault));
    }
    let mut read = read;
    if !sink {
        read.retain(|cell| !m.is_fixed(*cell));
    }
    if !sink && !read.is_empty() {
        let name = crate::env::syscall_name(args[0]);
        m.sym().lose(&format!("symbolic data given to the system call `{name}` is tried with one value"), site);
        for cell in read {
            m.fix_cell(cell)?;
        }
    }
    match result {
        SysResult::Return(value) => {
            if MAPS.contains(&args[0]) && value > 0 {
                m.name_block(value as u64);
            }
            Ok(Some(value as u64))
        }
        SysResult::Exit(status) => Err(at_exit(m, status)),
        SysResult::Killed(SIGABRT) => Err(m.bug(&checks::ABORT, "the program aborted".into())),
        SysResult::Killed(signal) => Err(Stop::Killed(signal)),
        SysResult::Handler { .. } => Err(m.unsupported("a signal handler started by the kernel".into())),
        SysResult::Blocks { name } => {
            Err(m.unsupported(format!("the system call `{name}` waits for something that never comes")))
        }
        SysResult::Fault(_) => match fault {
            Some(fault) => Err(m.memory_error(fault)),
            None => Err(m.unsupported("a system call with a bad pointer".into())),
        },
        SysResult::Unmodelled { number, name } => {
            Err(m.unsupported(format!("the system call `{name}` (number {number}) is not modelled")))
        }
    }
}

/// A call reads the outside world, and most change it. What is written to a stream is read by nobody, and the end is the end.
fn note_call(memory: &Memory, number: u64, sink: bool, history: &History) {
    if EXITS.contains(&number) {
        return;
    }
    memory.note_world(log::DESCRIPTORS, history.descriptors);
    if sink {
        return;
    }
    memory.note_world(log::WORLD, history.calls);
    memory.note_world_changed(log::WORLD);
    if !PLAIN.contains(&number) {
        memory.note_world_changed(log::DESCRIPTORS);
    }
}

/// Calls about ranges of memory.
const RANGES: [u64; 5] = [9, 10, 11, 25, 28];

/// What the world becomes by a call. Other addresses say nothing, since what lies there was read or is written.
fn change(history: &mut History, args: &[u64], read: u64) {
    let mut hasher = FxHasher::default();
    hasher.write_u64(read);
    let negative = |arg: u64| addr::id(arg) == u32::MAX;
    let counts = |arg: u64| RANGES.contains(&args[0]) || addr::id(arg) == 0 || negative(arg);
    args.iter().filter(|arg| counts(**arg)).for_each(|arg| hasher.write_u64(*arg));
    let what = hasher.finish();
    let mix = |old: u64| (old.rotate_left(23) ^ what).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    history.calls = mix(history.calls);
    if !PLAIN.contains(&args[0]) {
        history.descriptors = mix(history.descriptors);
    }
}

/// A normal end, unless something leaked and somebody wants to know.
fn at_exit(m: &mut Machine, status: i32) -> Stop {
    if m.program.checks().memory_leak()
        && let Some(stop) = leak(m)
    {
        return stop;
    }
    Stop::Exit(status)
}

/// Places named in one report.
const MOST_PLACES: usize = 10;

fn leak(m: &mut Machine) -> Option<Stop> {
    let mut roots = m.live_registers().to_vec();
    roots.extend(m.symbolic_words());
    let leaked = m.memory.leaked(&roots);
    m.group_lives();
    let first = m.memory.info(*leaked.first()?)?;
    let place = m.program.site_entry(first.made);
    let same = leaked.iter().filter_map(|id| m.memory.info(*id)).filter(|i| i.made == first.made);
    let (count, bytes) = same.fold((0u64, 0u64), |(n, b), i| (n + 1, b + i.size()));
    let others = leaked.len() as u64 - count;
    let blocks = if count == 1 { "1 block".to_string() } else { format!("{count} blocks") };
    let mut message = format!("{blocks}, {bytes} bytes in all, allocated here that nothing refers to any more");
    if others > 0 {
        message += &format!(", and {others} from other places");
    }
    let mut sites = vec![first.made];
    for made in leaked.iter().filter_map(|id| m.memory.info(*id)).map(|i| i.made) {
        if !sites.contains(&made) && sites.len() <= MOST_PLACES {
            sites.push(made);
        }
    }
    let also = |site: &Site| Note { text: "also leaked, from".into(), place: m.program.site_entry(*site) };
    let notes = sites.iter().skip(1).map(also).collect();
    // The report stands at the allocation, since the exit tells nothing.
    Some(match m.bug_with(&checks::MEMORY_LEAK, message, notes) {
        Stop::Bug(mut bug) => {
            bug.stack = place.into_iter().collect();
            Stop::Bug(bug)
        }
        other => other,
    })
}
