//! The machine: its name and size, made up and fixed; and what only an administrator may do.

use super::dispatch::{Answer, Args, Calls, Ctx, ok, refuse, succeed};
use super::wire::Record;

pub(super) const CALLS: Calls = &[
    ("uname", uname),
    ("sysinfo", sysinfo),
    ("personality", succeed),
    ("chroot", refuse),
    ("mount", refuse),
    ("umount2", refuse),
    ("pivot_root", refuse),
    ("ptrace", refuse),
    ("reboot", refuse),
    ("sethostname", refuse),
    ("setdomainname", refuse),
    ("swapon", refuse),
    ("swapoff", refuse),
    ("init_module", refuse),
    ("delete_module", refuse),
    ("bpf", refuse),
    ("unshare", refuse),
    ("setns", refuse),
];

/// `struct utsname`: six fields of 65 bytes.
fn uname(c: &mut Ctx, a: Args) -> Answer {
    let fields = ["Linux", "secateur", "6.1.0", "#1 SMP", "x86_64", "(none)"];
    let all = fields
        .iter()
        .enumerate()
        .fold(Record::default(), |record, (at, field)| record.bytes(field.as_bytes()).pad_to((at + 1) * 65));
    c.put(a[0], &all.0)?;
    ok()
}

/// `struct sysinfo`, 112 bytes: four gigabytes, half of them free, one process.
fn sysinfo(c: &mut Ctx, a: Args) -> Answer {
    let uptime = c.world.clock.look() / 1_000_000_000;
    let record = Record::default().u64(uptime).u64(0).u64(0).u64(0).u64(4 << 30).u64(2 << 30);
    let record = record.u64(0).u64(0).u64(0).u64(0).u16(1).pad_to(104).u32(1).pad_to(112);
    c.put(a[0], &record.0)?;
    ok()
}
