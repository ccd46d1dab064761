//! The tests that `secateur test` writes, from programs in every form: `.ktest` as its readers want it,
//! corpus files that are what the program reads, and which paths become tests.

mod support;

use libtest_mimic::Failed;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};
use support::place::{Place, number, numbers, words};
use support::programs::{ONE_BUG, READER, RIGHT};
use support::run::run;
use support::{Outcome, ensure, ktest, test};

fn main() -> ExitCode {
    support::main(vec![
        test("ktest/bytes", ktest_bytes),
        test("ktest/objects_in_order", objects_in_order),
        test("ktest/surroundings", surroundings),
        test("corpus/is_what_the_program_reads", corpus_is_what_the_program_reads),
        test("formats/only_what_is_asked_for", only_what_is_asked_for),
        test("emit", emit),
        test("minimise", minimise),
        test("input/bitcode", || module("a.bc")),
        test("input/text", || module("a.ll")),
        test("input/several_files", several_files),
        test("input/arguments", arguments),
        test("input/error_stays_near", error_stays_near),
        test("replay/off", replay_off),
        test("replay/off_needs_no_programs", replay_off_needs_no_programs),
        test("replay/same_tests_without", same_tests_without_replay),
    ])
}

/// Fewer tests that cover as much, and the one that shows the bug.
fn minimise() -> Outcome {
    let place = Place::with(&[("a.c", ONE_BUG)])?;
    let all = place.test("all", 1, &["--emit", "all", "a.c"])?;
    let few = place.test("few", 1, &["--emit", "all", "--minimise", "a.c"])?;
    ensure(few["coverage"]["branches"] == all["coverage"]["branches"], || format!("{all}\n{few}"))?;
    ensure(few["coverage"]["lines"] == all["coverage"]["lines"], || format!("{all}\n{few}"))?;
    let kept = place.files("few/tests", "ktest").len() as u64;
    ensure(few["tests"] == kept && all["tests"].as_u64() > Some(kept), || format!("{kept} of {}", all["tests"]))?;
    let test = few["bugs"][0]["test"].as_str().unwrap_or_default().to_string();
    ensure(place.at(&format!("few/{test}")).is_file(), || format!("{test} is gone"))?;
    let off = place.run(&["--minimise", "--replay", "off", "a.c"])?;
    ensure(off.code() == Some(2) && off.err().contains("--replay on"), || off.err())
}

/// The whole file, byte by byte: magic, version 3, arguments, two zeros, objects.
fn ktest_bytes() -> Outcome {
    let place = Place::with(&[("a.c", &RIGHT.replace("return 0", "return 1"))])?;
    place.test("out", 0, &["--replay", "off", "--emit", "all", "a.c", "--", "-v"])?;
    let head = b"KTEST\0\0\0\x03\0\0\0\x02\0\0\0\x01a\0\0\0\x02-v\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01c\0\0\0\x01";
    let mut values = BTreeSet::new();
    for file in place.files("out/tests", "ktest") {
        let bytes = std::fs::read(&file)?;
        let (start, value) = bytes.split_at(bytes.len() - 1);
        ensure(start == head, || format!("{}: {bytes:x?}", file.display()))?;
        values.insert(value[0] == b'x');
    }
    ensure(values.len() == 2, || format!("both paths, but {values:?}"))
}

/// Objects of one name are told apart by their order.
fn objects_in_order() -> Outcome {
    let source = "#include <secateur.h>\nint main(void) {\n  unsigned char a;\n  unsigned short b;\n  \
        secateur_symbolic(&a, 1, \"in\");\n  secateur_symbolic(&b, 2, \"in\");\n  \
        if (a == 3 && b == 0x1234) return secateur_range(5, 6, \"five\");\n  return 0;\n}\n";
    let place = Place::with(&[("a.c", source)])?;
    place.test("out", 0, &["--emit", "all", "a.c"])?;
    let files = place.files("out/tests", "ktest");
    let all = files.iter().map(|f| ktest::read(f)).collect::<Result<Vec<_>, _>>()?;
    let deep = all.iter().find(|objects| objects[1].bytes == [0x34, 0x12]).ok_or("no test reaches the end")?;
    ensure(deep[0].bytes == [3] && deep[0].name == "in" && deep[1].name == "in", || format!("{deep:?}"))?;
    ensure(all.iter().all(|o| o[0].bytes.len() == 1 && o[1].bytes.len() == 2), || format!("{all:?}"))
}

/// KLEE's names for arguments, standard input and files, and nothing without bytes.
fn surroundings() -> Outcome {
    let source = "#include <stdio.h>\nint main(int c, char **v) {\n  FILE *f = fopen(\"data\", \"r\");\n  \
        return c + getchar() == fgetc(f);\n}\n";
    let place = Place::with(&[("a.c", source)])?;
    let surroundings = "--sym-args 0 2 2 --sym-stdin 2 --sym-file data 1 --emit all --replay off a.c";
    let all: Vec<&str> = surroundings.split(' ').collect();
    let summary = place.test("out", 0, &all)?;
    // Three numbers of arguments, three lengths of standard input, two of the file.
    numbers(&summary, &[("/tests", 3 * 3 * 2)])?;
    let known = ["n_args", "arg00", "arg01", "stdin", "stdin_stat", "data_data", "data_data_stat"];
    let mut seen = BTreeSet::new();
    for file in place.files("out/tests", "ktest") {
        for object in ktest::read(&file)? {
            let size = object.bytes.len();
            let right = match object.name.as_str() {
                "n_args" => size == 4,
                "arg00" | "arg01" => size == 3 && object.bytes[2] == 0,
                "stdin" => size == 2,
                "data_data" => size == 1,
                _ => size == 144,
            };
            ensure(right, || format!("{}: {object:?}", file.display()))?;
            seen.insert(object.name);
        }
    }
    ensure(seen.iter().eq(known.iter().collect::<BTreeSet<_>>()), || format!("{seen:?}"))
}

/// What [`READER`] returns for an input.
fn reader(input: &[u8]) -> i32 {
    let Some((first, rest)) = input.split_first() else { return 10 };
    let start = if *first == b'+' { 20 } else { 0 };
    let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
    start + digits as i32 + i32::from(digits < rest.len())
}

/// Every result of [`READER`] for inputs of up to `most` bytes. One byte of each kind stands for all.
fn reader_results(most: usize) -> BTreeSet<i32> {
    let mut inputs = vec![vec![]];
    let mut results = BTreeSet::new();
    for _ in 0..=most {
        results.extend(inputs.iter().map(|input: &Vec<u8>| reader(input)));
        inputs = inputs.iter().flat_map(|i| [b'+', b'5'].map(|c| [&i[..], &[c]].concat())).collect();
    }
    results
}

/// The native program, built without any of ours, ends with each file as it should, and all results are seen.
fn corpus_is_what_the_program_reads() -> Outcome {
    let place = Place::with(&[("a.c", READER)])?;
    let summary = place.test("out", 0, &["--sym-stdin", "3", "--emit", "all", "a.c"])?;
    ensure(summary["status"] == "complete" && number(&summary, "/divergences") == 0, || summary.to_string())?;
    let (files, native) = (place.files("out/tests", "bin"), place.at("native"));
    ensure(files.len() as i64 == number(&summary, "/tests"), || format!("{} files: {summary}", files.len()))?;
    let built = run(Command::new("clang-19").arg("-o").arg(&native).arg(place.at("a.c")), b"")?;
    ensure(built.code() == Some(0), || built.err())?;
    let results = files.iter().map(|file| result(&native, file)).collect::<Result<BTreeSet<i32>, Failed>>()?;
    ensure(results == reader_results(3), || format!("{results:?}, not {:?}", reader_results(3)))
}

fn result(native: &Path, file: &Path) -> Result<i32, Failed> {
    let input = std::fs::read(file)?;
    let run = run(&mut Command::new(native), &input)?;
    ensure(run.code() == Some(reader(&input)), || format!("{}: {:?} for {input:?}", file.display(), run.code()))?;
    Ok(reader(&input))
}

fn only_what_is_asked_for() -> Outcome {
    let place = Place::with(&[("a.c", RIGHT)])?;
    for (n, (format, endings)) in
        [("ktest", &["ktest"][..]), ("corpus", &["bin"]), ("corpus,ktest", &["bin", "ktest"])].into_iter().enumerate()
    {
        let out = format!("out{n}");
        place.test(&out, 0, &["--replay", "off", "--format", format, "a.c"])?;
        for ending in ["ktest", "bin"] {
            let expected = if endings.contains(&ending) { 2 } else { 0 };
            let count = place.files(&format!("{out}/tests"), ending).len();
            ensure(count == expected, || format!("--format {format}: {count} files with .{ending}"))?;
        }
    }
    Ok(())
}

/// `new` are those that cover something new or show a new bug; `bugs` are one for each bug.
fn emit() -> Outcome {
    let source = "#include <secateur.h>\n#include <assert.h>\nint main(void) {\n  unsigned char in[3];\n  int n = 0;\n  \
        secateur_symbolic(in, 3, \"in\");\n  for (int i = 0; i < 3; i++)\n    if (in[i] > 9) n++;\n  \
        assert(n < 2);\n  return n;\n}\n";
    let place = Place::with(&[("a.c", source)])?;
    let mut tests = Vec::new();
    for emit in ["all", "new", "bugs"] {
        let summary = place.test(emit, 1, &["--emit", emit, "--replay", "off", "a.c"])?;
        numbers(&summary, &[("/paths/completed", 4), ("/paths/bug", 4)])?;
        ensure(summary["bugs"].as_array().is_some_and(|bugs| bugs.len() == 1), || summary["bugs"].to_string())?;
        tests.push(number(&summary, "/tests"));
    }
    ensure(tests[0] == 8 && (2..=3).contains(&tests[1]) && tests[2] == 1, || format!("all, new, bugs: {tests:?}"))
}

/// Modules of LLVM's are explored and replayed as C is.
fn module(name: &str) -> Outcome {
    let place = Place::with(&[(name, READER)])?;
    let summary = place.test("out", 0, &["--sym-stdin", "2", "--emit", "all", name])?;
    ensure(summary["status"] == "complete" && summary["coverage"]["native"] == true, || summary.to_string())?;
    numbers(&summary, &[("/divergences", 0)])?;
    let inputs = place.files("out/tests", "bin").iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let results: BTreeSet<i32> = inputs.iter().map(|input| reader(input)).collect();
    ensure(results == reader_results(2), || format!("{results:?}"))
}

/// A bug in the second file is told with that file's name.
fn several_files() -> Outcome {
    let main = "#include <secateur.h>\n#include \"look.h\"\nint main(void) {\n  unsigned char c;\n  \
        secateur_symbolic(&c, 1, \"c\");\n  return look(c);\n}\n";
    let look = "#include \"look.h\"\nint look(unsigned char c) {\n  int table[4] = {1, 2, 3, 4};\n  \
        if (c > LAST) return 0;\n  return table[c];\n}\n";
    let place = Place::with(&[("main.c", main), ("look.c", look), ("one.ll", "int one = 1;\n")])?;
    std::fs::create_dir(place.at("include"))?;
    std::fs::write(place.at("include/look.h"), "int look(unsigned char c);\n")?;
    let all = ["-I", "include", "main.c", "one.ll", "look.c", "-D"];
    let right = place.test("right", 0, &[&all[..], &["LAST=3"]].concat())?;
    ensure(words(&right["program"]) == ["main.c", "one.ll", "look.c"], || right["program"].to_string())?;
    let wrong = place.test("wrong", 1, &[&all[..], &["LAST=4"]].concat())?;
    let bug = &wrong["bugs"][0];
    ensure(bug["file"] == "look.c" && bug["line"] == 5 && bug["function"] == "look", || bug.to_string())?;
    numbers(&wrong, &[("/divergences", 0), ("/paths/completed", 2)])
}

/// What stands behind `--` is for the program, in the virtual machine and natively.
fn arguments() -> Outcome {
    let source = "#include <string.h>\nint main(int c, char **v) {\n  \
        if (c != 4 || strcmp(v[1], \"--help\") || strcmp(v[2], \"two words\")) return 1;\n  \
        if (v[3][0] == 'q') return 2;\n  return 3;\n}\n";
    let place = Place::with(&[("a.c", source)])?;
    let summary = place.test("out", 0, &["--sym-arg", "1", "--emit", "all", "a.c", "--", "--help", "two words"])?;
    // Behind the first condition there are two ways only, and the C library may compare in one.
    numbers(&summary, &[("/paths/completed", 2), ("/divergences", 0), ("/coverage/branches/covered", 5)])
}

/// Text is made readable, but not an index that is just too large: a letter would be too far away for the sanitizers.
fn error_stays_near() -> Outcome {
    let source = "#include <secateur.h>\nint main(void) {\n  unsigned char k[5];\n  int slots[16] = { 0 };\n  \
        secateur_symbolic(k, 5, \"k\");\n  if (k[0] != 'K' || k[1] != 'e') return 1;\n  slots[k[3]] = 1;\n  return slots[0];\n}\n";
    let place = Place::with(&[("a.c", source)])?;
    let summary = place.test("out", 1, &["a.c"])?;
    let bugs = summary["bugs"].as_array().map_or(0, Vec::len);
    ensure(bugs == 1 && summary["bugs"][0]["confirmed"] == true, || summary["bugs"].to_string())
}

fn replay_off() -> Outcome {
    let place = Place::with(&[("a.c", ONE_BUG)])?;
    let summary = place.test("out", 1, &["--replay", "off", "a.c"])?;
    ensure(summary["coverage"]["native"] == false, || summary["coverage"].to_string())?;
    ensure(summary["bugs"][0]["confirmed"] == false, || summary["bugs"].to_string())?;
    numbers(&summary, &[("/coverage/branches/covered", 4), ("/coverage/branches/total", 4), ("/divergences", 0)])?;
    let native: Vec<_> = place.files("out/bugs", "txt").iter().filter(|f| f.ends_with("native.txt")).cloned().collect();
    ensure(native.is_empty(), || "a native run was kept, though there should have been none".into())
}

/// A module is loaded, explored and written without any other program.
fn replay_off_needs_no_programs() -> Outcome {
    let place = Place::with(&[("a.bc", READER)])?;
    let mut command = place.command(&["--sym-stdin", "2", "--replay", "off", "-o", "out", "a.bc"]);
    let run = run(command.env("PATH", "/nowhere").env("SECATEUR_CLANG", "/nowhere/clang"), b"")?;
    ensure(run.code() == Some(0), || run.err())?;
    let summary = place.json("out/summary.json")?;
    ensure(summary["status"] == "complete" && number(&summary, "/tests") > 2, || summary.to_string())
}

/// Replays judge tests; they do not choose them.
fn same_tests_without_replay() -> Outcome {
    let place = Place::with(&[("a.c", ONE_BUG)])?;
    place.test("on", 1, &["--replay", "on", "a.c"])?;
    place.test("off", 1, &["--replay", "off", "a.c"])?;
    let tests = |out: &str| support::place::tree(&place.at(out).join("tests"));
    ensure(tests("on") == tests("off"), || "the tests differ".into())
}
