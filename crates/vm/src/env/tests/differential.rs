//! The same random file operations on the running kernel and on the model, answers compared.
//!
//! Two equal trees are made in a temporary folder. The kernel works on one; the model sees the
//! other through its read-only view of the host. Every return value and every result in memory must
//! agree, at the end the trees must look the same, and the model's host tree must be untouched.
//!
//! Run as root, the operations are made once as root and once as an ordinary user (credentials
//! belong to a thread in Linux), so that permissions are compared too.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, lchown, symlink};
use std::path::{Path, PathBuf};

use super::fake::Machine;
use super::operations::Arg::{Data, Num, Slot, Space, Text};
use super::operations::{Arg, Dice, Op, PATHS, ROOM, operation};
use crate::env::names::syscall_number;
use crate::env::{EnvConfig, Identity};

const STEPS: usize = 60;

unsafe extern "C" {
    fn syscall(number: i64, ...) -> i64;
}

/// Makes a real system call; `-errno` if it fails.
fn kernel(name: &str, a: [u64; 6]) -> i64 {
    let number = syscall_number(name).unwrap() as i64;
    // SAFETY: pointers among the arguments lead to buffers that live during the call.
    match unsafe { syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]) } {
        -1 => -i64::from(std::io::Error::last_os_error().raw_os_error().unwrap()),
        value => value,
    }
}

/// The kernel's tree and the model, side by side.
struct Pair {
    real: String,
    fake: String,
    machine: Machine,
    /// Descriptors of the two, and whether it is a folder's.
    slots: Vec<(i64, i64, bool)>,
}

impl Pair {
    /// Runs one operation on both; the two answers, made comparable.
    fn run(&mut self, (name, args): &Op) -> [(i64, Vec<u8>); 2] {
        let folder = args.iter().any(|arg| matches!(arg, Slot(at) if self.slots.get(*at).is_some_and(|s| s.2)));
        if folder && *name == "lseek" && !matches!(args[1..], [Num(0), Num(0)]) {
            return [const { (0, Vec::new()) }; 2]; // Positions in folders are the file system's own.
        }
        let mut buffers: Vec<Vec<u8>> = Vec::new();
        let (mut real, mut fake, mut space) = ([0; 6], [0; 6], None);
        for (at, arg) in args.iter().enumerate() {
            let bytes = |root: &str| match arg {
                Arg::Path(path) => format!("{root}{path}\0").into_bytes(),
                Text(text) => format!("{text}\0").into_bytes(),
                Data(data) => data.clone(),
                _ => vec![0xaa; ROOM],
            };
            (real[at], fake[at]) = match arg {
                Num(value) => (*value, *value),
                Slot(slot) => self.slots.get(*slot).map_or((u64::MAX, u64::MAX), |s| (s.0 as u64, s.1 as u64)),
                _ => {
                    buffers.push(bytes(&self.real));
                    let addr = self.machine.put(&bytes(&self.fake));
                    if matches!(arg, Space) {
                        space = Some((buffers.len() - 1, addr));
                    }
                    (buffers.last_mut().unwrap().as_mut_ptr() as u64, addr)
                }
            };
        }
        let values = [kernel(name, real), self.machine.call(name, &fake)];
        self.remember(name, values);
        if let ("pipe2", [0, 0], Some((buffer, addr))) = (*name, values, space) {
            let fds = |bytes: Vec<u8>| [0, 4].map(|at| i64::from(bytes[at]) | i64::from(bytes[at + 1]) << 8);
            let (real, fake) = (fds(buffers[buffer].clone()), fds(self.machine.bytes(addr, 8)));
            self.slots.extend([(real[0], fake[0], false), (real[1], fake[1], false)]);
        }
        if let ("close", Some(Slot(at))) = (*name, args.first()) {
            self.slots.get_mut(*at).into_iter().for_each(|slot| *slot = (-1, -1, false));
        }
        let memory = match space {
            None => [Vec::new(), Vec::new()],
            Some((buffer, addr)) => [buffers[buffer].clone(), self.machine.bytes(addr, ROOM)],
        };
        [0, 1].map(|side| normal(name, values[side], &memory[side]))
    }

    fn remember(&mut self, name: &str, [real, fake]: [i64; 2]) {
        if ["open", "creat", "dup"].contains(&name) && real >= 0 && fake >= 0 {
            let buf = self.machine.space(144);
            self.machine.call("fstat", &[fake as u64, buf]);
            let folder = self.machine.bytes(buf + 24, 4)[1] & 0xf0 == 0x40;
            self.slots.push((real, fake, folder));
        }
    }
}

/// What of an answer must agree: not descriptor numbers, inode numbers, times.
fn normal(name: &str, value: i64, memory: &[u8]) -> (i64, Vec<u8>) {
    let len = value.max(0) as usize;
    match name {
        "open" | "creat" | "dup" => (value.min(0), vec![]),
        // A folder read to its end stands at a huge position, which the kernel minds first.
        "read" if value == -22 => (-21, vec![]),
        "sendfile" if value == -22 => (-9, vec![]),
        "stat" | "lstat" | "fstat" if value == 0 => (0, normal_stat(memory)),
        "ioctl" if value == 0 => (0, memory[..4].to_vec()),
        "getdents64" => (value, normal_names(&memory[..len])),
        "read" | "pread64" | "readlink" => (value, memory[..len].to_vec()),
        _ => (value, vec![]),
    }
}

/// Mode, owner, links and size; the last two only of what is not a folder.
fn normal_stat(memory: &[u8]) -> Vec<u8> {
    let folder = memory[25] & 0xf0 == 0x40;
    let mut kept = memory[24..36].to_vec();
    if memory[25] & 0xf0 == 0x10 {
        kept[..2].fill(0); // The model forgets a pipe's changed permissions.
    }
    if !folder {
        kept.extend(&memory[16..24]);
        kept.extend(&memory[48..56]);
    }
    kept
}

/// Names and types, sorted.
fn normal_names(mut memory: &[u8]) -> Vec<u8> {
    let mut names = Vec::new();
    while !memory.is_empty() {
        let len = usize::from(u16::from_le_bytes([memory[16], memory[17]]));
        let end = memory[19..].iter().position(|byte| *byte == 0).unwrap();
        names.push([&memory[19..19 + end], &[b':', memory[18]]].concat());
        memory = &memory[len..];
    }
    names.sort();
    names.join(&b' ')
}

/// A tree with every kind of entry, in `top/root`.
fn make_tree(top: &Path) {
    let root = top.join("root");
    fs::create_dir_all(root.join("d/s")).unwrap();
    fs::create_dir(root.join("emp")).unwrap();
    fs::create_dir(root.join("closed")).unwrap();
    let files = [("a", 10), ("b", 5000), ("c", 0), ("d/e", 8192), ("d/f", 3), ("d/s/t", 20000), ("secret", 9)];
    for (name, len) in files {
        fs::write(root.join(name), (0..len).map(|n| n as u8).collect::<Vec<_>>()).unwrap();
    }
    for (target, name) in [("a", "l"), ("d", "ld"), ("none", "gone"), ("loop", "loop"), ("..", "up")] {
        symlink(target, root.join(name)).unwrap();
    }
    fs::hard_link(root.join("a"), root.join("h")).unwrap();
    fs::write(root.join("closed/x"), "").unwrap();
}

/// Everything about a tree: mode, size, time of change, contents.
fn picture(path: &Path, into: &mut BTreeMap<PathBuf, String>) {
    let meta = fs::symlink_metadata(path).unwrap();
    let contents = if meta.is_file() { fs::read(path).unwrap() } else { vec![] };
    let stamp = (meta.mtime(), meta.mtime_nsec(), meta.ctime(), meta.ctime_nsec());
    into.insert(path.to_owned(), format!("{:o} {} {stamp:?} {contents:?}", meta.mode(), meta.nlink()));
    if meta.is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| picture(&entry.unwrap().path(), into));
    }
}

/// Gives all to the user, except two entries that stay root's, and unreadable.
fn give_to(path: &Path, user: u32) {
    if path.ends_with("secret") || path.ends_with("closed") {
        return fs::set_permissions(path, fs::Permissions::from_mode(0o0)).unwrap();
    }
    lchown(path, Some(user), Some(user)).unwrap();
    if path.symlink_metadata().unwrap().is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| give_to(&entry.unwrap().path(), user));
    }
}

/// Runs one sequence in a thread of its own, as `user` if given.
fn sequence(seed: u64, user: Option<u32>) {
    let top = std::env::temp_dir().join(format!("secateur-env-{}-{seed}-{user:?}", std::process::id()));
    for side in ["real", "fake"] {
        make_tree(&top.join(side));
        if let Some(user) = user {
            give_to(&top.join(side), user);
        }
    }
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    let readable = user.is_some() || Identity::of_host().uid[1] == 0;
    if readable {
        picture(&top.join("fake"), &mut before);
    }
    let inner = top.clone();
    let thread = std::thread::spawn(move || {
        if let Some(user) = user.map(u64::from) {
            let results = [
                kernel("setgroups", [0; 6]),
                kernel("setresgid", [user, user, user, 0, 0, 0]),
                kernel("setresuid", [user, user, user, 0, 0, 0]),
            ];
            assert_eq!(results, [0; 3]);
        }
        compare(seed, user, &inner);
    });
    let outcome = thread.join();
    if readable {
        picture(&top.join("fake"), &mut after);
    }
    fs::remove_dir_all(&top).ok();
    if let Err(panic) = outcome {
        std::panic::resume_unwind(panic);
    }
    assert_eq!(before, after, "seed {seed}: the host was changed");
}

fn compare(seed: u64, user: Option<u32>, top: &Path) {
    let mut config = EnvConfig { cwd: "/".into(), ..EnvConfig::default() };
    config.umask = real_umask();
    if let Some(user) = user {
        config.identity = Identity { groups: vec![], ..Identity::user(user, user) };
    }
    let root = |side: &str| top.join(side).join("root").to_str().unwrap().to_owned();
    let (real, fake) = (root("real"), root("fake"));
    let mut pair = Pair { real, fake, machine: Machine::new(config), slots: vec![] };
    let ignore = pair.machine.put(&[1, 0, 0, 0].map(u64::to_le_bytes).concat());
    pair.machine.call("rt_sigaction", &[13, ignore, 0, 8]);
    let (mut dice, mut done) = (Dice(seed), Vec::new());
    let first = ["/a", "/b", "/d", "/d/s/t"].map(|path| vec![("open", vec![Arg::Path(path), Num(0), Num(0)])]);
    for step in 0..STEPS {
        let ops = first.get(step).cloned().unwrap_or_else(|| operation(&mut dice, pair.slots.len()));
        for op in ops {
            let [kernel, model] = pair.run(&op);
            done.push(format!("{op:?} = {}", kernel.0).replace(", 0, 0, 0, 0", ""));
            let story = || done.iter().map(|line| &line[..line.len().min(160)]).collect::<Vec<_>>().join("\n");
            let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
            assert!(
                kernel == model,
                "seed {seed}, user {user:?}: kernel {} {:?}, model {} {:?} after\n{}",
                kernel.0,
                text(&kernel.1),
                model.0,
                text(&model.1),
                story()
            );
        }
    }
    for path in PATHS {
        for name in ["lstat", "stat"] {
            let [kernel, model] = pair.run(&(name, vec![Arg::Path(path), Space]));
            assert_eq!(kernel, model, "seed {seed}, at the end: {name} {path}\n{}", done.join("\n"));
        }
    }
    for (real, _, _) in pair.slots {
        kernel("close", [real as u64, 0, 0, 0, 0, 0]);
    }
}

fn real_umask() -> u32 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("Umask:")).unwrap();
    u32::from_str_radix(line.trim(), 8).unwrap()
}

/// How many to try; set the variable for a long search.
fn sequences() -> u64 {
    std::env::var("SECATEUR_ENV_SEQUENCES").ok().and_then(|n| n.parse().ok()).unwrap_or(100)
}

#[test]
fn file_operations_agree_with_the_kernel() {
    for seed in 0..sequences() {
        sequence(seed, None);
    }
}

#[test]
fn permissions_agree_with_the_kernel() {
    let probe = std::env::temp_dir().join(format!("secateur-env-probe-{}", std::process::id()));
    fs::write(&probe, "").unwrap();
    let may_change_user = lchown(&probe, Some(1000), Some(1000)).is_ok() && Identity::of_host().uid[1] == 0;
    fs::remove_file(&probe).unwrap();
    for seed in 0..if may_change_user { sequences() } else { 0 } {
        sequence(1_000_000 + seed, Some(1000));
    }
}
