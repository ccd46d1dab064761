//! Programs that try to exhaust or to change the host.

use super::fake::Machine;
use crate::env::{EnvConfig, Limits, MemFault, SysResult};

fn small() -> Machine {
    let limits = Limits { overlay: 1 << 20, file_size: 1 << 30, open_files: 64 };
    Machine::new(EnvConfig { cwd: "/tmp".into(), host_files: false, limits, ..EnvConfig::default() })
}

#[test]
fn huge_counts_cost_nothing() {
    let mut m = small();
    m.host.input = b"abc".to_vec();
    let buf = m.space(16);
    assert_eq!(m.call("read", &[0, buf, 1 << 60]), 3);
    assert_eq!(m.result("write", &[1, buf, 1 << 60]), SysResult::Fault(MemFault(2)));
    let zero = m.open("/dev/zero", 0) as u64;
    assert_eq!(m.result("read", &[zero, buf, 1 << 60]), SysResult::Fault(MemFault(2)));
    assert_eq!(m.call("mmap", &[0, u64::MAX, 3, 0x22, 0, 0]), -12);
    assert_eq!(m.call("mmap", &[0, 1 << 50, 3, 0x22, 0, 0]), -12);
}

#[test]
fn sparse_files_are_bounded() {
    let mut m = small();
    let fd = m.open("f", 0o102) as u64;
    assert_eq!(m.call("ftruncate", &[fd, 1 << 60]), -27);
    assert_eq!(m.call("ftruncate", &[fd, 1 << 30]), 0);
    assert_eq!(m.call("lseek", &[fd, 1 << 60, 0]), 1 << 60);
    assert_eq!(m.write(fd as i64, b"x"), -27);
    assert_eq!(m.call("fallocate", &[fd, 0, 1 << 30, 1 << 29]), -27);
    assert_eq!(m.call("pwrite64", &[fd, 0x10000, 1, u64::MAX]), -22);
    assert_eq!(m.call("fallocate", &[fd, 0, i64::MAX as u64, 1]), -27);
}

#[test]
fn the_overlay_is_bounded() {
    let mut m = small();
    let fd = m.open("f", 0o102);
    let written: i64 = (0..40).map(|_| m.write(fd, &[7; 65536]).max(0)).sum();
    assert!((900_000..=1 << 20).contains(&written), "{written}");
    assert_eq!(m.write(fd, &[7; 65536]), -28);
    assert_eq!(m.call("ftruncate", &[fd as u64, 0]), 0);
    assert_eq!(m.write(fd, b"again"), 5);
}

#[test]
fn names_are_bounded_and_come_back() {
    let mut m = small();
    let made = (0..10_000).take_while(|n| m.on_path("mkdir", &format!("d{n}"), &[0o777]) == 0).count();
    assert!((1000..5000).contains(&made), "{made}");
    for n in 0..made {
        assert_eq!(m.on_path("rmdir", &format!("d{n}"), &[]), 0);
    }
    for _ in 0..made * 2 {
        assert_eq!(m.on_path("mkdir", "again", &[0o777]), 0);
        assert_eq!(m.on_path("rmdir", "again", &[]), 0);
    }
}

#[test]
fn links_that_loop_end() {
    let mut m = small();
    let (one, two) = (m.str("one"), m.str("two"));
    assert_eq!((m.call("symlink", &[one, two]), m.call("symlink", &[two, one])), (0, 0));
    assert_eq!(m.open("one", 0), -40);
    assert_eq!(m.open(&"x".repeat(256), 0), -36);
    assert_eq!(m.open(&"x/".repeat(3000), 0), -36);
}

/// As Landlock does it: whoever asks, changes of the host's files are refused, except where they are allowed.
#[test]
fn a_guarded_host_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let (open, shut) = (folder.path().join("open"), folder.path().join("shut"));
    for folder in [&open, &shut] {
        std::fs::create_dir(folder).expect("a folder");
        std::fs::write(folder.join("file"), "x").expect("a file");
    }
    let guard = Some(vec![open.clone()]);
    let config = EnvConfig { cwd: "/secateur/run".into(), fresh_cwd: true, guard, ..EnvConfig::default() };
    let mut m = Machine::new(config);
    let at = |folder: &std::path::Path, name: &str| folder.join(name).to_string_lossy().into_owned();
    assert_eq!(m.open(&at(&shut, "file"), 1), -13, "opened for writing");
    assert_eq!(m.open(&at(&shut, "new"), 0o101), -13, "made");
    assert_eq!(m.open("/new", 0o101), -13, "made in the root");
    let path = m.str(&at(&shut, "file"));
    assert_eq!(m.call("unlink", &[path]), -13);
    assert_eq!(m.call("truncate", &[path, 0]), -13);
    assert_eq!(m.call("access", &[path, 2]), 0, "only rights are asked for");
    assert!(m.open(&at(&shut, "file"), 0) >= 0 && m.open(&at(&open, "file"), 1) >= 0);
    assert!(m.open(&at(&open, "new"), 0o101) >= 0 && m.open("mine", 0o101) >= 0 && m.open("/dev/null", 1) >= 0);
}
