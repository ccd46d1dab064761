//! Files, folders, descriptors and pipes in a world without the host.

use super::fake::Machine;
use crate::env::SysResult;

const RDWR_CREAT: u64 = 0o102;
const ENOENT: i64 = -2;
const EBADF: i64 = -9;
const EACCES: i64 = -13;
const EEXIST: i64 = -17;
const ENOTDIR: i64 = -20;
const EISDIR: i64 = -21;
const EMFILE: i64 = -24;
const ESPIPE: i64 = -29;

#[test]
fn written_bytes_come_back() {
    let mut m = Machine::empty();
    let fd = m.open("f", RDWR_CREAT);
    assert_eq!((fd, m.write(fd, b"hello world")), (3, 11));
    assert_eq!(m.call("lseek", &[3, 6, 0]), 6);
    assert_eq!(m.read(fd, 100), b"world");
    assert_eq!(m.env.file_contents(b"/home/f", 100).unwrap(), b"hello world");
}

#[test]
fn a_snapshot_does_not_see_later_changes() {
    let mut m = Machine::empty();
    let fd = m.open("f", RDWR_CREAT);
    m.write(fd, b"one");
    let mut before = m.clone();
    m.write(fd, b"two");
    m.on_path("unlink", "f", &[]);
    assert_eq!(m.env.file_contents(b"f", 100), None);
    assert_eq!(before.env.file_contents(b"f", 100).unwrap(), b"one");
    assert_eq!(before.write(fd, b"2"), 1);
    assert_eq!(before.env.file_contents(b"f", 100).unwrap(), b"one2");
}

#[test]
fn standard_streams_are_the_hosts() {
    let mut m = Machine::empty();
    m.host.input = b"abcdef".to_vec();
    assert_eq!(m.read(0, 4), b"abcd");
    assert_eq!(m.read(0, 4), b"ef");
    assert_eq!(m.read(0, 4), b"");
    m.write(1, b"out");
    m.write(2, b"err");
    assert_eq!((&m.host.out[..], &m.host.err[..]), (&b"out"[..], &b"err"[..]));
    assert_eq!(m.call("lseek", &[0, 0, 1]), ESPIPE);
    assert_eq!(m.write(0, b"x"), EBADF);
    let space = m.space(64);
    assert_eq!(m.call("ioctl", &[1, 0x5413, space]), -25);
}

#[test]
fn a_vectored_read_is_one_read() {
    let mut m = Machine::empty();
    m.host.input = b"abcdefgh".to_vec();
    let (one, two) = (m.space(3), m.space(100));
    let parts = [one, 3, two, 100].map(u64::to_le_bytes).concat();
    let parts = m.put(&parts);
    assert_eq!(m.call("readv", &[0, parts, 2]), 8);
    assert_eq!((m.bytes(one, 3), m.bytes(two, 5)), (b"abc".to_vec(), b"defgh".to_vec()));
}

#[test]
fn devices() {
    let mut m = Machine::empty();
    let (null, zero, full) = (m.open("/dev/null", 2), m.open("/dev/zero", 2), m.open("/dev/full", 2));
    assert_eq!((m.read(null, 4), m.write(null, b"abc")), (vec![], 3));
    assert_eq!((m.read(zero, 4), m.write(full, b"abc")), (vec![0; 4], -28));
    assert_eq!(m.open("/dev/tty", 2), -6);
    let random = m.open("/dev/urandom", 0);
    let other = Machine::empty().open("/dev/urandom", 0);
    assert_eq!(m.read(random, 16).len(), 16);
    assert_eq!(other, 3);
    let out = m.open("/dev/stdout", 1);
    m.write(out, b"hi");
    assert_eq!(m.host.out, b"hi");
    assert_eq!(m.open("/dev/sda", 0), ENOENT);
    assert_eq!(m.open("/proc/self/maps", 0), ENOENT);
}

#[test]
fn the_executable_has_a_made_up_name() {
    let mut m = Machine::empty();
    let (path, buf) = (m.str("/proc/self/exe"), m.space(64));
    assert_eq!(m.call("readlink", &[path, buf, 64]), 17);
    assert_eq!(m.bytes(buf, 17), b"/secateur/program");
}

#[test]
fn duplicates_share_the_position() {
    let mut m = Machine::empty();
    let fd = m.open("f", RDWR_CREAT);
    assert_eq!(m.call("dup", &[fd as u64]), 4);
    m.write(fd, b"ab");
    m.write(4, b"cd");
    assert_eq!(m.env.file_contents(b"f", 9).unwrap(), b"abcd");
    assert_eq!(m.call("dup2", &[4, 1]), 1);
    m.write(1, b"ef");
    assert_eq!((m.env.file_contents(b"f", 9).unwrap(), m.host.out.len()), (b"abcdef".to_vec(), 0));
    assert_eq!(m.call("close", &[4]), 0);
    assert_eq!(m.call("close", &[4]), EBADF);
    assert_eq!(m.call("fcntl", &[3, 1030, 10]), 10);
    assert_eq!((m.call("fcntl", &[10, 1]), m.call("fcntl", &[3, 1])), (1, 0));
}

#[test]
fn an_open_file_survives_its_name() {
    let mut m = Machine::empty();
    let fd = m.open("f", RDWR_CREAT);
    m.write(fd, b"still here");
    assert_eq!(m.on_path("unlink", "f", &[]), 0);
    assert_eq!(m.open("f", 0), ENOENT);
    m.call("lseek", &[fd as u64, 0, 0]);
    assert_eq!(m.read(fd, 100), b"still here");
}

#[test]
fn worlds_can_move_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<crate::env::Env>();
}

#[test]
fn pipes_carry_bytes_and_end() {
    let mut m = Machine::empty();
    let addr = m.space(8);
    assert_eq!(m.call("pipe", &[addr]), 0);
    assert_eq!(m.word(addr), 4 << 32 | 3);
    let space = m.space(8);
    assert_eq!(m.result("read", &[3, space, 8]), SysResult::Blocks { name: "read" });
    m.write(4, b"ping");
    assert_eq!(m.read(3, 2), b"pi");
    m.call("close", &[4]);
    assert_eq!(m.read(3, 8), b"ng");
    assert_eq!(m.read(3, 8), b"");
}

#[test]
fn a_pipe_without_reader_kills_or_fails() {
    let mut m = Machine::empty();
    let addr = m.space(8);
    m.call("pipe", &[addr]);
    m.call("close", &[3]);
    assert_eq!(m.clone().result("write", &[4, addr, 1]), SysResult::Killed(13));
    let ignore = m.put(&[1, 0, 0, 0].map(u64::to_le_bytes).concat());
    assert_eq!(m.call("rt_sigaction", &[13, ignore, 0, 8]), 0);
    assert_eq!(m.write(4, b"x"), -32);
    m.host.broken = true;
    assert_eq!(m.write(1, b"x"), -32);
}

#[test]
fn permissions_of_an_ordinary_user() {
    let mut m = Machine::empty();
    let fd = m.open("f", RDWR_CREAT);
    assert_eq!(m.call("fchmod", &[fd as u64, 0o400]), 0);
    assert_eq!((m.open("f", 2), m.open("f", 0)), (EACCES, 4));
    assert_eq!((m.on_path("access", "f", &[2]), m.on_path("access", "f", &[4])), (EACCES, 0));
    m.on_path("mkdir", "d", &[0o777]);
    m.on_path("chmod", "d", &[0o500]);
    assert_eq!(m.open("d/new", RDWR_CREAT), EACCES);
    m.on_path("chmod", "d", &[0o600]);
    assert_eq!(m.on_path("chdir", "d", &[]), EACCES);
    assert_eq!(m.on_path("chown", "f", &[0, 0]), -1);
    assert_eq!(m.open("/dev/null2", RDWR_CREAT), EACCES);
}

#[test]
fn folders() {
    let mut m = Machine::empty();
    let buf = m.space(64);
    assert_eq!(m.on_path("mkdir", "a", &[0o777]), 0);
    assert_eq!(m.on_path("mkdir", "a", &[0o777]), EEXIST);
    assert_eq!(m.on_path("chdir", "a", &[]), 0);
    assert_eq!(m.call("getcwd", &[buf, 64]), 8);
    assert_eq!(m.bytes(buf, 8), b"/home/a\0");
    assert_eq!(m.call("getcwd", &[buf, 7]), -34);
    assert_eq!(m.open(".", 1), EISDIR);
    assert_eq!(m.on_path("rmdir", "/home/a", &[]), 0);
    assert_eq!(m.call("getcwd", &[buf, 64]), ENOENT);
    assert_eq!(m.open("x", RDWR_CREAT), ENOENT);
    assert_eq!(m.on_path("chdir", "..", &[]), 0);
    m.open("f", RDWR_CREAT);
    assert_eq!(m.open("f/x", 0), ENOTDIR);
}

#[test]
fn descriptors_run_out() {
    let mut m = Machine::empty();
    for fd in 3..1024 {
        assert_eq!(m.open("/dev/null", 0), fd);
    }
    assert_eq!(m.open("/dev/null", 0), EMFILE);
    assert_eq!(m.call("dup", &[0]), EMFILE);
    m.call("close", &[500]);
    assert_eq!(m.call("dup", &[0]), 500);
}

#[test]
fn files_can_be_mapped_and_put_into_the_world() {
    let mut m = Machine::empty();
    assert!(m.env.add_file(b"/data/in/x", b"contents"));
    let fd = m.open("/data/in/x", 0);
    let addr = m.call("mmap", &[0, 8, 1, 2, fd as u64, 0]);
    assert_eq!(m.bytes(addr as u64, 10), b"contents\0\0");
    assert_eq!(m.call("mmap", &[0, 8, 3, 1, fd as u64, 0]), EACCES);
    let more = m.call("mremap", &[addr as u64, 4096, 9000, 1]);
    assert_eq!(m.bytes(more as u64, 9), b"contents\0");
    assert_eq!(m.call("mremap", &[more as u64, 9000, 4096, 1]), more);
    assert_eq!(m.call("munmap", &[more as u64, 4096]), 0);
    assert_eq!(m.call("mremap", &[more as u64, 4096, 9000, 1]), -12);
    let fd = m.open("/tmp/rw", RDWR_CREAT);
    assert_eq!(m.call("mmap", &[0, 8, 3, 1, fd as u64, 0]), -19);
}

#[test]
fn the_size_of_the_structures() {
    let mut m = Machine::empty();
    m.env.add_file(b"/home/f", &[1; 5000]);
    let (path, buf) = (m.str("f"), m.space(300));
    assert_eq!(m.call("stat", &[path, buf]), 0);
    assert_eq!((m.word(buf + 48), m.word(buf + 64)), (5000, 16));
    assert_eq!(m.bytes(buf + 24, 4), (0o100644u32).to_le_bytes());
    assert_eq!(m.bytes(buf + 144, 4), [0xaa; 4]);
    assert_eq!(m.call("statx", &[super::fake::AT_FDCWD, path, 0, 0x7ff, buf]), 0);
    assert_eq!(m.word(buf + 40), 5000);
    assert_eq!(m.bytes(buf + 256, 4), [0xaa; 4]);
}
