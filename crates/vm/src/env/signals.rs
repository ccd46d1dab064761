//! Signals that the program sends to itself.
//!
//! Actions, the mask and pending signals are kept as in the kernel. After each system call the
//! lowest pending, unblocked signal takes effect: the program ends, or the VM runs its handler and
//! then calls `signal_return`, or it is ignored. musl's `raise` blocks all signals, sends, and
//! unblocks, so the effect comes with the unblocking call, as on a real machine.
//!
//! What it loses: signals from outside (there is no one to send them), `siginfo_t` (handlers get
//! NULL), and real-time signals queue only once. A stop signal waits for ever: `Blocks`.

use std::collections::BTreeMap;

use super::SysResult;
use super::abi::{SIGCHLD, SIGCONT, SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH};
use super::dispatch::{Answer, Args, Calls, Ctx, Failure, done, fail, ok};
use super::errno::Errno;
use super::time::timespec;
use super::wire::{Record, u64_at};

pub(super) const CALLS: Calls = &[
    ("rt_sigaction", rt_sigaction),
    ("rt_sigprocmask", rt_sigprocmask),
    ("rt_sigpending", |c, a| {
        let waiting = c.world.signals.pending & c.world.signals.mask;
        c.put(a[0], &waiting.to_le_bytes())?;
        ok()
    }),
    ("rt_sigsuspend", rt_sigsuspend),
    ("rt_sigtimedwait", rt_sigtimedwait),
    ("pause", |_, _| Err(Failure::Blocks)),
    ("sigaltstack", sigaltstack),
    ("kill", |c, a| send(c, a[0] as i32, a[1] as i32)),
    ("tkill", |c, a| send_thread(c, a[0] as i32, a[1] as i32)),
    ("tgkill", |c, a| {
        let own = a[0] as i32 == c.world.process.pid;
        if own { send_thread(c, a[1] as i32, a[2] as i32) } else { fail(Errno::ESRCH) }
    }),
];

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Action {
    handler: u64,
    flags: u64,
    restorer: u64,
    mask: u64,
}

const DEFAULT: u64 = 0;
const IGNORE: u64 = 1;
const SA_NODEFER: u64 = 0x4000_0000;
const SA_RESETHAND: u64 = 0x8000_0000;

/// Handlers that were entered and never left (`longjmp`) are forgotten beyond this depth.
const MOST_FRAMES: usize = 4096;

/// Bit `n - 1` of a mask stands for signal `n`.
#[derive(Clone, Default)]
pub(super) struct Signals {
    actions: BTreeMap<i32, Action>,
    mask: u64,
    pending: u64,
    /// For each running handler: the mask to restore, and what the interrupted call returns.
    frames: Vec<(u64, i64)>,
    altstack: Option<[u8; 24]>,
    /// The mask to restore after `rt_sigsuspend`.
    suspended: Option<u64>,
}

fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

/// `SIGKILL` and `SIGSTOP` cannot be blocked.
fn blockable(mask: u64) -> u64 {
    mask & !(bit(SIGKILL) | bit(SIGSTOP))
}

impl Signals {
    pub(super) fn raise(&mut self, signal: i32) {
        self.pending |= bit(signal);
    }

    /// The signal that takes effect next.
    pub(super) fn next(&self) -> Option<i32> {
        let ready = self.pending & !self.mask;
        (ready != 0).then(|| ready.trailing_zeros() as i32 + 1)
    }

    /// Lets pending signals take effect; the call that was just made returns `value`.
    pub(super) fn deliver(&mut self, value: i64) -> SysResult {
        while let Some(signal) = self.next() {
            self.pending &= !bit(signal);
            let action = self.actions.get(&signal).copied().unwrap_or_default();
            match (action.handler, signal) {
                (IGNORE, _) => {}
                (DEFAULT, SIGCHLD | SIGURG | SIGWINCH | SIGCONT) => {}
                (DEFAULT, SIGSTOP | SIGTSTP | SIGTTIN | SIGTTOU) => {
                    return SysResult::Blocks { name: "stop signal" };
                }
                (DEFAULT, _) => return SysResult::Killed(signal),
                _ => return self.enter(signal, action, value),
            }
        }
        SysResult::Return(value)
    }

    fn enter(&mut self, signal: i32, action: Action, value: i64) -> SysResult {
        if self.frames.len() == MOST_FRAMES {
            self.frames.remove(0);
        }
        let before = self.suspended.take().unwrap_or(self.mask);
        self.frames.push((before, value));
        let own = if action.flags & SA_NODEFER == 0 { bit(signal) } else { 0 };
        self.mask |= blockable(action.mask | own);
        if action.flags & SA_RESETHAND != 0 {
            self.actions.remove(&signal);
        }
        SysResult::Handler { signal, handler: action.handler }
    }

    /// The handler that was entered last has returned.
    pub(super) fn handler_returned(&mut self) -> SysResult {
        let (mask, value) = self.frames.pop().unwrap_or((self.mask, 0));
        self.mask = mask;
        self.deliver(value)
    }
}

fn check_signal(signal: i32) -> Result<i32, Errno> {
    if (1..=64).contains(&signal) { Ok(signal) } else { Err(Errno::EINVAL) }
}

fn rt_sigaction(c: &mut Ctx, a: Args) -> Answer {
    let signal = check_signal(a[0] as i32)?;
    let fixed = signal == SIGKILL || signal == SIGSTOP;
    if a[3] != 8 || fixed && a[1] != 0 {
        return fail(Errno::EINVAL);
    }
    let new = if a[1] == 0 { None } else { Some(c.get::<32>(a[1])?) };
    let old = c.world.signals.actions.get(&signal).copied().unwrap_or_default();
    let record = Record::default().u64(old.handler).u64(old.flags).u64(old.restorer).u64(old.mask);
    c.put_if(a[2], &record.0)?;
    if let Some(bytes) = new {
        let [handler, flags, restorer, mask] = [0, 8, 16, 24].map(|at| u64_at(&bytes, at));
        let action = Action { handler, flags, restorer, mask };
        let signals = c.world.signals_mut();
        signals.actions.insert(signal, action);
        signals.pending &= if handler == IGNORE { !bit(signal) } else { !0 };
    }
    ok()
}

fn rt_sigprocmask(c: &mut Ctx, a: Args) -> Answer {
    let (how, set, old) = (a[0] as i32, a[1], a[2]);
    if a[3] != 8 {
        return fail(Errno::EINVAL);
    }
    let before = c.world.signals.mask;
    if set != 0 {
        let set = c.get_u64(set)?;
        let mask = match how {
            0 => before | set,
            1 => before & !set,
            2 => set,
            _ => return fail(Errno::EINVAL),
        };
        c.world.signals_mut().mask = blockable(mask);
    }
    c.put_if(old, &before.to_le_bytes())?;
    ok()
}

/// Waits with another mask; only a signal that is pending already can end the wait.
fn rt_sigsuspend(c: &mut Ctx, a: Args) -> Answer {
    let mask = blockable(c.get_u64(a[0])?);
    let signals = c.world.signals_mut();
    let before = std::mem::replace(&mut signals.mask, mask);
    signals.suspended = Some(before);
    match signals.deliver(-i64::from(Errno::EINTR.0)) {
        SysResult::Return(_) => Err(Failure::Blocks),
        other => Ok(other),
    }
}

fn rt_sigtimedwait(c: &mut Ctx, a: Args) -> Answer {
    let set = c.get_u64(a[0])?;
    let ready = c.world.signals.pending & set;
    if ready != 0 {
        let signal = ready.trailing_zeros() as i32 + 1;
        c.world.signals_mut().pending &= !bit(signal);
        c.put_if(a[1], &Record::default().u32(signal as u32).pad_to(128).0)?;
        return done(i64::from(signal));
    }
    if a[2] == 0 {
        return Err(Failure::Blocks);
    }
    let wait = timespec(c, a[2])?;
    c.world.clock.advance(wait);
    fail(Errno::EAGAIN)
}

/// `SS_DISABLE`, for a process that never set an alternate stack.
const NO_STACK: u32 = 2;

/// The stack is remembered; the VM runs handlers on its own frames.
fn sigaltstack(c: &mut Ctx, a: Args) -> Answer {
    let new = if a[0] == 0 { None } else { Some(c.get::<24>(a[0])?) };
    let none = || Record::default().u64(0).u32(NO_STACK).pad_to(24).0;
    let old = c.world.signals.altstack.map_or_else(none, Vec::from);
    c.put_if(a[1], &old)?;
    if let Some(stack) = new {
        let off = stack[8] & NO_STACK as u8 != 0;
        if !off && u64_at(&stack, 16) < 2048 {
            return fail(Errno::ENOMEM);
        }
        c.world.signals_mut().altstack = (!off).then_some(stack);
    }
    ok()
}

/// To a process: to us, or to our group, which is only us.
fn send(c: &mut Ctx, pid: i32, signal: i32) -> Answer {
    let own = c.world.process.pid;
    if signal != 0 {
        check_signal(signal)?;
    }
    match pid {
        1 => fail(Errno::EPERM),
        -1 => fail(Errno::ESRCH),
        _ if pid == own || pid == 0 || pid == -own => post(c, signal),
        _ => fail(Errno::ESRCH),
    }
}

fn send_thread(c: &mut Ctx, tid: i32, signal: i32) -> Answer {
    if tid <= 0 || signal != 0 && check_signal(signal).is_err() {
        return fail(Errno::EINVAL);
    }
    if tid == c.world.process.pid { post(c, signal) } else { fail(Errno::ESRCH) }
}

fn post(c: &mut Ctx, signal: i32) -> Answer {
    if signal != 0 {
        c.world.signals_mut().raise(signal);
    }
    ok()
}
