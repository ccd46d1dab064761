//! The random operations of the differential test.

use super::fake::AT_FDCWD;

/// The size of the buffers that results are written to.
pub(super) const ROOM: usize = 16384;

#[derive(Clone, Debug)]
pub(super) enum Arg {
    Num(u64),
    /// Relative to the tree.
    Path(&'static str),
    Text(&'static str),
    Data(Vec<u8>),
    Space,
    /// Number of an earlier open.
    Slot(usize),
}
use Arg::{Data, Num, Slot, Space, Text};

pub(super) type Op = (&'static str, Vec<Arg>);

/// Splitmix64, for choices that repeat.
pub(super) struct Dice(pub u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((word ^ (word >> 31)) % sides as u64) as usize
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())].clone()
    }

    fn path(&mut self) -> Arg {
        Arg::Path(self.pick(PATHS))
    }

    fn num(&mut self, from: &[i64]) -> Arg {
        Num(self.pick(from) as u64)
    }
}

pub(super) const PATHS: &[&str] = &[
    "",
    "/a",
    "/a",
    "/b",
    "/c",
    "/n1",
    "/n1",
    "/n2",
    "/n2",
    "/d",
    "/d",
    "/d/e",
    "/d/e",
    "/d/f",
    "/d/n",
    "/d/s",
    "/d/s/t",
    "/d/s/n",
    "/emp",
    "/emp",
    "/emp/n",
    "/l",
    "/ld",
    "/ld/e",
    "/ld/",
    "/l/",
    "/gone",
    "/gone/",
    "/loop",
    "/loop/x",
    "/h",
    "/a/",
    "/a/x",
    "/d/",
    "/d/.",
    "/d/..",
    "/d/../a",
    "/.",
    "/..",
    "/n1/",
    "/n2/",
    "/n1/n",
    "/none/x",
    "/./a",
    "/d//e",
    "/up",
    "/up/a",
    "/n1/..",
    "/n2/.",
    "/secret",
    "/closed",
    "/closed/x",
    "/emp/.",
    "/d/s/..",
];
const FLAGS: &[i64] = &[
    0, 0, 0, 1, 2, 2, 0o100, 0o101, 0o102, 0o102, 0o302, 0o301, 0o1000, 0o1001, 0o1002, 0o1102, 0o2001, 0o2102,
    0o200000, 0o200001, 0o400000, 0o400102, 0o10000000, 0o10400000, 0o10200000, 0o20200002, 0o20200000, 3, 0o2000102,
];
const OFFSETS: &[i64] = &[0, 1, 5, 100, 4095, 4096, 5000, 8192, 12000, -1, -5, 70000];
const MODES: &[i64] = &[0o777, 0o644, 0o600, 0o400, 0o000, 0o555, 0o300, 0o755, 0o4755, 0o1777];

/// A random operation; `slots` files were opened so far.
pub(super) fn operation(dice: &mut Dice, slots: usize) -> Vec<Op> {
    let slot = |dice: &mut Dice| Slot(dice.roll(slots.max(1)));
    let data = |dice: &mut Dice| {
        let len = dice.pick(&[0usize, 1, 3, 10, 100, 4096, 5000, 9000]);
        Data((0..len).map(|_| dice.roll(256) as u8).collect())
    };
    let cwd = || Num(AT_FDCWD);
    let one = |name, args| vec![(name, args)];
    match dice.roll(34) {
        0..=6 => one("open", vec![dice.path(), dice.num(FLAGS), dice.num(MODES)]),
        7 => one("creat", vec![dice.path(), dice.num(MODES)]),
        8..=10 => {
            let (slot, data) = (slot(dice), data(dice));
            let Data(bytes) = &data else { unreachable!() };
            one("write", vec![slot, data.clone(), Num(bytes.len() as u64)])
        }
        11 => {
            let (slot, data) = (slot(dice), data(dice));
            let Data(bytes) = &data else { unreachable!() };
            one("pwrite64", vec![slot, data.clone(), Num(bytes.len() as u64), dice.num(OFFSETS)])
        }
        12..=13 => one("read", vec![slot(dice), Space, dice.num(&[0, 1, 10, 100, 5000, ROOM as i64])]),
        14 => one("pread64", vec![slot(dice), Space, dice.num(&[0, 10, 5000]), dice.num(OFFSETS)]),
        15 => one("lseek", vec![slot(dice), dice.num(OFFSETS), dice.num(&[0, 0, 1, 2, 9])]),
        16 => one("close", vec![slot(dice)]),
        17 => one("dup", vec![slot(dice)]),
        18 => one("ftruncate", vec![slot(dice), dice.num(OFFSETS)]),
        19 => one("truncate", vec![dice.path(), dice.num(OFFSETS)]),
        20 => one("mkdir", vec![dice.path(), dice.num(MODES)]),
        21 => one("rmdir", vec![dice.path()]),
        22 => one("unlink", vec![dice.path()]),
        23..=24 => one("rename", vec![dice.path(), dice.path()]),
        25 => one("renameat2", vec![cwd(), dice.path(), cwd(), dice.path(), dice.num(&[0, 1, 1, 2, 2, 3])]),
        26 => one("linkat", vec![cwd(), dice.path(), cwd(), dice.path(), dice.num(&[0, 0, 0x400])]),
        27 => one("symlink", vec![Text(dice.pick(&["a", "d", "n1", "../a", "n2", "d/s", ""])), dice.path()]),
        28 => one("readlink", vec![dice.path(), Space, dice.num(&[0, 2, 100])]),
        29 => one("chmod", vec![dice.path(), dice.num(MODES)]),
        30 => one("access", vec![dice.path(), dice.num(&[0, 1, 2, 4, 6, 7, 9])]),
        31 => one(dice.pick(&["stat", "lstat"]), vec![dice.path(), Space]),
        32 => match dice.roll(9) {
            6 => one("pipe2", vec![Space, dice.num(&[0o4000, 0o2004000])]),
            7 => one("ioctl", vec![slot(dice), dice.num(&[0x541b, 0x5401, 0x5413]), Space]),
            8 => one("fallocate", vec![slot(dice), dice.num(&[0, 1]), dice.num(OFFSETS), dice.num(OFFSETS)]),
            0 => one("fstat", vec![slot(dice), Space]),
            1 => one("fcntl", vec![slot(dice), dice.num(&[1, 3, 99]), Num(0)]),
            2 => one("fcntl", vec![slot(dice), Num(4), dice.num(&[0o4000, 0o6000])]),
            3 => one("fsync", vec![slot(dice)]),
            4 => one("fchmod", vec![slot(dice), dice.num(MODES)]),
            _ => one("sendfile", vec![slot(dice), slot(dice), Num(0), Num(5000)]),
        },
        _ => {
            let slot = slot(dice);
            vec![("lseek", vec![slot.clone(), Num(0), Num(0)]), ("getdents64", vec![slot, Space, Num(ROOM as u64)])]
        }
    }
}
