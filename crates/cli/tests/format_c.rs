//! `--format c`: what the suites say of the program, of a changed program, and how they are built.

mod support;

use std::path::Path;
use std::process::{Command, ExitCode};
use support::place::Place;
use support::run::{Run, run};
use support::{Outcome, ensure, test};

fn main() -> ExitCode {
    support::main(vec![
        test("function", function),
        test("static_function", static_function),
        test("moved_source", moved_source),
        test("function_beside_main", function_beside_main),
        test("program", program),
    ])
}

/// Native builds of Secateur's own are not the subject.
const QUICK: &[&str] = &["--replay", "off", "--format", "ktest,corpus,c"];
const STRICT: &[&str] = &["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"];

const LIST: &str = r#"
#include "list.h"
#include <stdlib.h>
#include <string.h>
int trim(struct text *text, char *first)
{
    int removed = 0;
    while (text->length > 0 && text->bytes[text->length - 1] == ' ') {
        text->length--;
        removed++;
    }
    text->flags.trimmed = removed > 0;
    if (text->length > 0) *first = text->bytes[0];
    return removed;
}
"#;
const HEADER: &str = r#"
typedef struct text {
    char bytes[2];
    int length;
    struct { unsigned trimmed : 1; int level : 3; } flags;
} text_t;
int trim(struct text *text, char *first);
"#;

fn command(folder: &Path, words: &[&str]) -> Result<Run, libtest_mimic::Failed> {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(folder);
    run(&mut command, b"")
}

/// Runs a command that has to end with this status; all that it says.
fn expect(folder: &Path, status: i32, words: &[&str]) -> Result<String, libtest_mimic::Failed> {
    let run = command(folder, words)?;
    let said = run.out() + &run.err();
    ensure(run.code() == Some(status), || format!("{words:?}: status {}, not {status}\n{said}", run.shell_status()))?;
    Ok(said)
}

/// The command that the head of a test file tells.
fn told(place: &Place, file: &str) -> Result<String, libtest_mimic::Failed> {
    let text = place.text(file)?;
    let line = text.lines().find_map(|line| line.strip_prefix(" *     cc "));
    line.map(|rest| format!("cc {rest}")).ok_or_else(|| format!("{file} does not tell how it is built").into())
}

/// Compiles without a warning, passes, and fails when the function is changed; also with sanitizers and by make.
fn function() -> Outcome {
    let place = Place::with(&[("list.c", LIST), ("list.h", HEADER)])?;
    let args: Vec<&str> = QUICK.iter().copied().chain(["--non-null", "--function", "trim", "list.c"]).collect();
    let out = place.run(&[&["-o", "out"], &args[..]].concat())?;
    ensure(out.code().is_some_and(|code| code < 2), || out.err())?;
    let tests = place.at("out/tests");
    let text = place.text("out/tests/test_trim.c")?;
    ensure(text.contains("secateur_int(\"result\", result, "), || format!("nothing is checked:\n{text}"))?;
    ensure(text.contains("secateur_int(\"text->length\""), || format!("what is pointed at is not checked:\n{text}"))?;
    let wrong = LIST.replace("removed > 0", "removed > 1").replace("removed++;", "removed += 1;");
    std::fs::write(place.at("wrong.c"), wrong)?;
    for compiler in ["gcc", "clang-19"] {
        for flags in [&[][..], &["-fsanitize=address,undefined"]] {
            let build = [&[compiler], STRICT, flags, &["-o", "t", "test_trim.c", "../../list.c"]].concat();
            expect(&tests, 0, &build)?;
            let said = expect(&tests, 0, &["./t"])?;
            ensure(said.contains(" 0 failed, ") && !said.contains(" 0 passed"), || said.clone())?;
        }
        expect(&tests, 0, &[&[compiler], STRICT, &["-o", "t", "test_trim.c", "../../wrong.c"]].concat())?;
        let said = expect(&tests, 1, &["./t"])?;
        ensure(said.contains("text->flags.trimmed is 0, expected 1"), || said.clone())?;
    }
    let said = expect(&tests, 0, &["make", "check"])?;
    ensure(said.contains(" 0 failed, "), || said.clone())
}

const HIDDEN: &str = r#"
#include <stdio.h>
#include <stdlib.h>
static int steps;
static unsigned long next(unsigned long n, signed char by)
{
    if (by < 0) exit(3);
    if (n == 18446744073709551615UL) return ++steps;
    return n % 2 ? 3 * n + 1 : n / 2;
}
int main(void)
{
    unsigned long n = 27;
    while (n != 1) n = next(n, 1);
    printf("%d\n", steps);
}
"#;

/// The source becomes a part of the test, and the state of one case does not reach the next.
fn static_function() -> Outcome {
    let place = Place::with(&[("it's.c", HIDDEN)])?;
    let args: Vec<&str> = QUICK.iter().copied().chain(["--emit", "all", "--function", "next", "it's.c"]).collect();
    place.test("out", 0, &args)?;
    let tests = place.at("out/tests");
    let said = expect(&tests, 0, &["sh", "-c", &format!("{} && ./test_next", told(&place, "out/tests/test_next.c")?)])?;
    ensure(said.contains("4 passed, 0 failed, 0 skipped"), || said.clone())?;
    expect(&tests, 0, &[&["clang-19"], STRICT, &["-o", "t", "test_next.c"]].concat())?;
    std::fs::write(place.at("it's.c"), HIDDEN.replace("exit(3)", "exit(4)"))?;
    let said = expect(&tests, 2, &["make", "check"])?;
    ensure(said.contains("ended the process with status 4, expected exit status 3"), || said.clone())
}

const WIDE: &str = r#"
int count(char **words, int n)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        if (words[i] && words[i][0] == '-') all++;
    return all;
}
__int128 wide(__int128 a)
{
    if (a > ((__int128)1 << 70)) return -a;
    return a + 1;
}
int main(void) { return 0; }
"#;

/// Suites that include the source follow it, by make and by CMake, and know its numbers of 128 bits and its texts.
fn moved_source() -> Outcome {
    let place = Place::with(&[("w i'd.c", WIDE)])?;
    for function in ["wide", "count"] {
        let args = [QUICK, &["--non-null", "--function", function, "w i'd.c"]].concat();
        let made = place.run(&[&["-o", function], &args[..]].concat())?;
        ensure(made.code().is_some_and(|code| code < 2), || made.err())?;
        let tests = place.at(function).join("tests");
        let told = told(&place, &format!("{function}/tests/test_{function}.c"))?;
        let said = expect(&tests, 0, &["sh", "-c", &format!("{told} && ./test_{function}")])?;
        ensure(said.contains(" 0 failed, ") && !said.contains(" 0 passed"), || said.clone())?;
    }
    let text = place.text("count/tests/test_count.c")?;
    ensure(text.contains("secateur_bytes(\"words["), || format!("no text is checked:\n{text}"))?;

    std::fs::create_dir(place.at("new place"))?;
    std::fs::rename(place.at("w i'd.c"), place.at("new place/w i'd.c"))?;
    let tests = place.at("wide/tests");
    expect(&tests, 2, &["make", "check"])?;
    let folder = format!("SOURCE_FOLDER={}", place.at("new place").display());
    let said = expect(&tests, 0, &["make", "check", &folder])?;
    ensure(said.contains(" 0 failed, "), || said.clone())?;
    expect(&tests, 0, &["cmake", "-S", ".", "-B", "b", &format!("-D{folder}")])?;
    expect(&tests, 0, &["cmake", "--build", "b"])?;
    let said = expect(&tests, 0, &["ctest", "--test-dir", "b"])?;
    ensure(said.contains("100% tests passed"), || said.clone())
}

/// A function of one file, beside another that has a main.
fn function_beside_main() -> Outcome {
    let place = Place::with(&[
        ("twice.c", "int twice(int x) { if (x > 1000) return 0; return 2 * x; }\n"),
        ("main.c", "int twice(int);\nint main(void) { return twice(3) - 6; }\n"),
    ])?;
    let args: Vec<&str> = QUICK.iter().copied().chain(["--function", "twice", "twice.c", "main.c"]).collect();
    place.test("out", 0, &args)?;
    let build = told(&place, "out/tests/test_twice.c")?;
    let said = expect(&place.at("out/tests"), 0, &["sh", "-c", &format!("{build} && ./test_twice")])?;
    ensure(said.contains("2 passed, 0 failed, 0 skipped"), || said.clone())
}

const PROGRAM: &str = r#"
#include <secateur.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    char line[8] = "";
    int n = secateur_range(0, 3, "n");
    FILE *file = fopen("settings", "r");
    if (getenv("HOME")) return 99;
    if (argc != 2 || !file) return 98;
    if (!strcmp(argv[1], "-")) return 40 + n;
    if (fgetc(file) == '#' && n == SPECIAL) raise(15);
    if (fgets(line, sizeof line, stdin) && *line == '!') line[n * 5] = 1;
}
"#;

/// Arguments, standard input, files and inputs come back; the end of `main` without a value is 0.
fn program() -> Outcome {
    let source = PROGRAM.replace("#include <string.h>", "#include <string.h>\n#include <signal.h>");
    let place = Place::with(&[("a.c", &source)])?;
    let more = "-D SPECIAL=2 --sym-arg 1 --sym-stdin 1 --sym-file settings 1 a.c";
    let args: Vec<&str> = QUICK.iter().copied().chain(more.split(' ')).collect();
    let summary = place.test("out", 1, &args)?;
    ensure(summary["bugs"].as_array().is_some_and(|b| b.len() == 1), || summary["bugs"].to_string())?;
    let tests = place.at("out/tests");
    let build = told(&place, "out/tests/test_main.c")?;
    let said = expect(&tests, 0, &["sh", "-c", &format!("{build} && ./test_main")])?;
    ensure(said.contains("# SKIP shows out-of-bounds-write at a.c:16; run with --bugs"), || said.clone())?;
    ensure(said.contains(" 0 failed, 1 skipped"), || said.clone())?;
    for compiler in ["CC=gcc", "CC=clang-19"] {
        let said = expect(&tests, 0, &["make", "check", compiler, "CFLAGS=-fsanitize=address,undefined -Werror"])?;
        ensure(said.contains(" 0 failed, 1 skipped"), || said.clone())?;
    }
    let said = expect(&tests, 1, &["./test_main", "--bugs"])?;
    ensure(said.contains("out-of-bounds-write at a.c:16: still there"), || said.clone())?;
    let said = expect(&tests, 2, &["make", "check", "PROGRAM_FLAGS=-DSPECIAL=1"])?;
    ensure(said.contains("ended the process with status 0, expected signal 15"), || said.clone())?;
    std::fs::write(place.at("a.c"), source.replace("40 + n", "41 + n").replace("\"n\"", "\"m\""))?;
    let said = expect(&tests, 2, &["make", "check"])?;
    ensure(said.contains("the program asks for m of 4 bytes"), || said.clone())
}
