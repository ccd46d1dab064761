//! The exact bytes, the round trip of random test cases, and files that nobody should have written.

use secateur_testgen::formats::ktest::{decode, encode};
use secateur_testgen::{Input, InputKind, TestCase, names};

fn input(name: &str, kind: InputKind, bytes: &[u8]) -> Input {
    Input { name: name.into(), kind, bytes: bytes.to_vec() }
}

#[test]
fn the_bytes_are_klees() {
    let case = TestCase {
        args: vec![b"-x".to_vec(), Vec::new()],
        inputs: vec![input("n", InputKind::Object, &[7, 0, 0, 0]), input("empty", InputKind::Object, &[])],
    };
    #[rustfmt::skip]
    let expected: &[u8] = &[
        b'K', b'T', b'E', b'S', b'T', 0, 0, 0, 3,
        0, 0, 0, 3, 0, 0, 0, 1, b'p', 0, 0, 0, 2, b'-', b'x', 0, 0, 0, 1, 0,
        0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 1, 0, 0, 0, 1, b'n', 0, 0, 0, 4, 7, 0, 0, 0,
    ];
    assert_eq!(encode("p", &case).expect("small"), expected);
}

#[test]
fn a_file_of_the_first_version_is_read() {
    let bytes = b"BOUT\n\0\0\0\x01\0\0\0\x01\0\0\0\x01p\0\0\0\x01\0\0\0\x01x\0\0\0\x02ab";
    let case = TestCase { args: vec![], inputs: vec![input("x", InputKind::Object, b"ab")] };
    assert_eq!(decode(bytes), Ok(case));
}

#[test]
fn the_environment_is_recovered_from_names() {
    let case = TestCase {
        args: vec![],
        inputs: vec![
            input("n_args", InputKind::ArgCount, &2i32.to_le_bytes()),
            input("arg00", InputKind::Arg, b"a\0"),
            input("arg01", InputKind::Arg, b"\0\0\0"),
            input("stdin", InputKind::Stdin { len: 3 }, b"abcdef"),
            input("A_data", InputKind::File { path: "A".into(), len: 0 }, b"xyz"),
            input("dir/b.txt_data", InputKind::File { path: "dir/b.txt".into(), len: 0 }, b""),
            input("n", InputKind::Object, &[1]),
        ],
    };
    assert_eq!(decode(&encode("prog", &case).expect("small")), Ok(case));
}

/// Every kind of input, with bytes and names of all sorts.
fn random(rng: &mut fastrand::Rng) -> TestCase {
    let bytes =
        |rng: &mut fastrand::Rng, least: usize| -> Vec<u8> { (0..rng.usize(least..40)).map(|_| rng.u8(..)).collect() };
    let args = (0..rng.usize(..4)).map(|_| bytes(rng, 0)).filter(|a| *a != [0]).collect();
    let mut inputs = Vec::new();
    for i in 0..rng.usize(..6) {
        let content = bytes(rng, 1);
        let len = rng.u32(..);
        inputs.push(match rng.u8(..5) {
            0 => input(&names::arg(i), InputKind::Arg, &content),
            1 => input("stdin", InputKind::Stdin { len }, &content),
            2 => {
                let path = format!("f{}", rng.u8(..));
                input(&names::file(&path), InputKind::File { path, len }, &content)
            }
            3 => input(names::ARG_COUNT, InputKind::ArgCount, &rng.i32(..).to_le_bytes()),
            _ => input(&"νame \n".repeat(rng.usize(..3)), InputKind::Object, &content),
        });
    }
    TestCase { args, inputs }
}

#[test]
fn what_is_written_is_read_back() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..5000 {
        let case = random(&mut rng);
        let bytes = encode("prog", &case).expect("small");
        assert_eq!(decode(&bytes), Ok(case));
    }
}

#[test]
fn damaged_files_are_refused_without_a_panic() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..2000 {
        let mut bytes = encode("prog", &random(&mut rng)).expect("small");
        let whole = bytes.len();
        bytes.truncate(rng.usize(..whole));
        assert!(decode(&bytes).is_err(), "cut files are never read as something");
        for _ in 0..rng.usize(1..8) {
            let at = rng.usize(..bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(at) {
                *byte = rng.u8(..);
            }
        }
        let _ = decode(&bytes);
    }
}

#[test]
fn a_length_beyond_the_end_is_an_error_and_no_allocation() {
    for claim in [b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff"] {
        let head = b"KTEST\0\0\0\x03";
        let counts = [&head[..], claim].concat();
        assert_eq!(decode(&counts), Err("it ends inside an argument".into()));
        let objects = [&head[..], b"\0\0\0\0\0\0\0\0\0\0\0\0", claim].concat();
        assert_eq!(decode(&objects), Err("it ends inside the name of an object".into()));
    }
    assert_eq!(decode(b"KTEST\0\0\0\x04"), Err("its version is 4, and 1 to 3 are known".into()));
    assert_eq!(decode(b"#!/bin/sh\n"), Err("it does not begin with KTEST".into()));
    assert_eq!(decode(b""), Err("it ends inside its first bytes".into()));
}
