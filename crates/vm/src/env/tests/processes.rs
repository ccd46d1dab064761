//! Signals, clocks, processes and waiting.

use super::fake::Machine;
use crate::env::{EnvConfig, MemFault, SysResult};

fn action(m: &mut Machine, handler: u64, mask: u64) -> u64 {
    m.put(&[handler, 0, 0, mask].map(u64::to_le_bytes).concat())
}

fn block(m: &mut Machine, how: u64, mask: u64) -> SysResult {
    let set = m.put(&mask.to_le_bytes());
    m.result("rt_sigprocmask", &[how, set, 0, 8])
}

#[test]
fn abort_kills_when_the_signal_is_unblocked() {
    let mut m = Machine::empty();
    assert_eq!(block(&mut m, 0, u64::MAX), SysResult::Return(0));
    assert_eq!(m.call("tkill", &[1000, 6]), 0);
    assert_eq!(block(&mut m, 2, 0), SysResult::Killed(6));
}

#[test]
fn a_handler_blocks_other_signals() {
    let mut m = Machine::empty();
    for (signal, handler) in [(10, 0x111), (12, 0x222)] {
        let action = action(&mut m, handler, u64::MAX);
        assert_eq!(m.call("rt_sigaction", &[signal, action, 0, 8]), 0);
    }
    assert_eq!(block(&mut m, 0, u64::MAX), SysResult::Return(0));
    m.call("kill", &[1000, 12]);
    m.call("kill", &[0, 10]);
    assert_eq!(block(&mut m, 2, 0), SysResult::Handler { signal: 10, handler: 0x111 });
    assert_eq!(m.call("kill", &[1000, 15]), 0, "the handler's mask holds it back");
    assert_eq!(m.result("kill", &[1000, 9]), SysResult::Killed(9));
}

#[test]
fn after_the_last_handler_the_call_returns() {
    let mut m = Machine::empty();
    let action = action(&mut m, 0x111, 0);
    m.call("rt_sigaction", &[10, action, 0, 8]);
    m.call("rt_sigaction", &[12, action, 0, 8]);
    assert_eq!(block(&mut m, 0, u64::MAX), SysResult::Return(0));
    m.call("kill", &[1000, 12]);
    m.call("kill", &[1000, 10]);
    assert_eq!(block(&mut m, 2, 0), SysResult::Handler { signal: 10, handler: 0x111 });
    assert_eq!(m.env.signal_return(), SysResult::Handler { signal: 12, handler: 0x111 });
    assert_eq!(m.env.signal_return(), SysResult::Return(0));
}

#[test]
fn signals_to_others() {
    let mut m = Machine::empty();
    assert_eq!(m.call("kill", &[1000, 0]), 0);
    assert_eq!(m.call("kill", &[1, 15]), -1);
    assert_eq!(m.call("kill", &[77, 15]), -3);
    assert_eq!(m.call("kill", &[1000, 99]), -22);
    assert_eq!(m.call("kill", &[1000, 17]), 0);
    assert_eq!(m.result("kill", &[1000, 15]), SysResult::Killed(15));
    assert_eq!(m.result("pause", &[]), SysResult::Blocks { name: "pause" });
}

#[test]
fn the_clock_repeats() {
    let read = |m: &mut Machine| {
        let buf = m.space(16);
        m.call("clock_gettime", &[0, buf]);
        (m.word(buf), m.word(buf + 8))
    };
    let mut m = Machine::empty();
    assert_eq!(read(&mut m), (1_700_000_000, 1000));
    assert_eq!(read(&mut m), (1_700_000_000, 2000));
    let nap = m.put(&[5u64, 7].map(u64::to_le_bytes).concat());
    assert_eq!(m.call("nanosleep", &[nap, 0]), 0);
    assert_eq!(read(&mut m), (1_700_000_005, 3007));
    assert_eq!(m.call("time", &[0]), 1_700_000_005);
}

#[test]
fn randomness_depends_on_the_seed_only() {
    let draw = |seed| {
        let mut m = Machine::new(EnvConfig { seed, host_files: false, ..EnvConfig::default() });
        let buf = m.space(9);
        assert_eq!(m.call("getrandom", &[buf, 9, 0]), 9);
        m.bytes(buf, 9)
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
}

#[test]
fn no_processes_no_network() {
    let mut m = Machine::empty();
    for name in ["fork", "vfork", "clone", "clone3"] {
        assert_eq!(m.call(name, &[]), -11);
    }
    assert_eq!((m.call("execve", &[]), m.call("wait4", &[])), (-1, -10));
    assert_eq!((m.call("socket", &[2, 1, 0]), m.call("connect", &[0]), m.call("bind", &[9])), (-97, -88, -9));
    assert_eq!(m.result("exit_group", &[259]), SysResult::Exit(3));
}

#[test]
fn unknown_calls_are_named() {
    let mut m = Machine::empty();
    assert_eq!(m.result("io_uring_setup", &[]), SysResult::Unmodelled { number: 425, name: "io_uring_setup" });
    let unknown = m.env.syscall(&mut m.mem, &mut m.host, 9999, [0; 6]);
    assert_eq!(unknown, SysResult::Unmodelled { number: 9999, name: "unknown" });
    assert_eq!(m.result("prctl", &[12345]), SysResult::Unmodelled { number: 157, name: "prctl" });
}

#[test]
fn bad_pointers_are_faults() {
    let mut m = Machine::empty();
    assert_eq!(m.result("write", &[1, 4, 4]), SysResult::Fault(MemFault(1)));
    assert_eq!(m.result("open", &[0, 0]), SysResult::Fault(MemFault(1)));
    assert_eq!(m.result("uname", &[u64::MAX]), SysResult::Fault(MemFault(2)));
}

#[test]
fn waiting_for_descriptors() {
    let mut m = Machine::empty();
    let pipe = m.space(8);
    m.call("pipe", &[pipe]);
    let fds = m.put(&[3, 1, 0, 4, 4].map(u32::to_le_bytes).concat());
    assert_eq!(m.clone().result("poll", &[fds, 1, u64::MAX]), SysResult::Blocks { name: "poll" });
    assert_eq!(m.call("poll", &[fds, 1, 50]), 0);
    m.write(4, b"x");
    assert_eq!(m.call("poll", &[fds, 1, u64::MAX]), 1);
    assert_eq!(m.bytes(fds + 6, 2), [1, 0]);
    let set = m.put(&0b1001u64.to_le_bytes());
    assert_eq!(m.call("select", &[4, set, 0, 0, 0]), 2);
    let (epoll, event) = (m.call("epoll_create1", &[0]) as u64, m.put(&[1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(m.call("epoll_ctl", &[epoll, 1, 3, event]), 0);
    let out = m.space(12);
    assert_eq!(m.call("epoll_wait", &[epoll, out, 1, u64::MAX]), 1);
    assert_eq!(m.word(out + 4), 7);
}

#[test]
fn limits_and_identity() {
    let mut m = Machine::empty();
    let buf = m.space(16);
    assert_eq!(m.call("prlimit64", &[0, 7, 0, buf]), 0);
    assert_eq!((m.word(buf), m.word(buf + 8)), (1024, 1024));
    let new = m.put(&[4u64, 1024].map(u64::to_le_bytes).concat());
    assert_eq!(m.call("setrlimit", &[7, new]), 0);
    assert_eq!((m.open("/dev/null", 0), m.open("/dev/null", 0)), (3, -24));
    assert_eq!((m.call("getuid", &[]), m.call("setuid", &[0]), m.call("setuid", &[1000])), (1000, -1, 0));
    assert_eq!(m.call("brk", &[0]), m.call("brk", &[1 << 20]));
}
