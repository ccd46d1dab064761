//! Programs of several files, as projects build them: with `secateur cc`, and through compile_commands.json.
//!
//! tests/build/project has a configure script, a static library, a generated header and flags that differ from file to
//! file. Whichever way its sources come to `secateur test`, the result must be the same.

mod support;

use libtest_mimic::Failed;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, ExitCode};
use support::run::{Run, run};
use support::suite::{self, Suite};
use support::{Outcome, SECATEUR, empty_folder, ensure, root, secateur, test};

fn main() -> ExitCode {
    support::main(vec![
        test("ways_to_build_agree", ways_to_build_agree),
        test("the_wrapper_is_the_compiler", the_wrapper_is_the_compiler),
        test("changed_headers_are_noticed", changed_headers_are_noticed),
        test("a_function_of_a_built_program", a_function_of_a_built_program),
        test("objects_and_archives", objects_and_archives),
        test("bitcode_of_others", bitcode_of_others),
        test("what_is_missing_is_told", what_is_missing_is_told),
        test("databases_that_are_wrong", databases_that_are_wrong),
    ])
}

/// Runs a shell command in a folder; it must succeed.
fn sh(folder: &Path, command: &str) -> Result<Run, Failed> {
    let cc = format!("{SECATEUR} cc");
    let run = run(Command::new("sh").args(["-euc", command]).current_dir(folder).env("CC", cc), b"")?;
    ensure(run.code() == Some(0), || format!("{command}: {:?}\n{}{}", run.code(), run.out(), run.err()))?;
    Ok(run)
}

/// `secateur exec ARGS`, in a folder.
fn exec(folder: &Path, args: &str, stdin: &[u8]) -> Result<Run, Failed> {
    run(secateur("exec").args(args.split(' ')).current_dir(folder), stdin)
}

fn copy_project(folder: &Path) -> Outcome {
    let from = root().join("tests/build/project");
    sh(folder, &format!("cp -R '{}/.' .", from.display())).map(|_| ())
}

/// What must be the same. Not the number of instructions: the program's name has another length.
fn essence(suite: &Suite) -> Value {
    let of = |name: &str| suite.summary[name].clone();
    let names = ["status", "paths", "tests", "divergences", "losses", "bugs", "coverage"];
    json!(names.map(of))
}

/// The input files of all tests.
fn corpus(out: &Path) -> Result<Vec<Vec<u8>>, Failed> {
    let files = sh(out, "find tests -type f ! -name '*.ktest' | LC_ALL=C sort")?;
    files.out().lines().map(|name| Ok(std::fs::read(out.join(name))?)).collect()
}

fn ways_to_build_agree() -> Outcome {
    let place = empty_folder();
    let project = place.path().join("project");
    std::fs::create_dir(&project)?;
    copy_project(&project)?;
    sh(&project, "./configure && make -s && make -s compile_commands.json && ! ls conftest* 2>/dev/null")?;
    let native = sh(&project, "printf ab | ./prog || true")?;
    ensure(native.out() == "first 197\n", || format!("the native program says {:?}", native.out()))?;
    let machine = exec(&project, "./prog", b"ab")?;
    let same = machine.out() == native.out() && machine.code() == Some(1);
    ensure(same, || format!("{:?} {}{}", machine.code(), machine.out(), machine.err()))?;

    let symbolic = ["--sym-stdin".to_string(), "3".to_string()];
    let built = suite::test(&project.join("built"), &symbolic, Path::new("prog"))?;
    let mut files = ["src/report.c", "lib/classify.c", "lib/sum.c"].map(str::to_string).to_vec();
    files.extend_from_slice(&symbolic);
    let listed = suite::test(&project.join("listed"), &files, Path::new("src/main.c"))?;
    let all = suite::test(&project.join("all"), &symbolic, Path::new("--compile-commands=."))?;
    let bug = built.summary["bugs"][0].clone();
    let expected = bug["kind"] == "out-of-bounds-read" && bug["file"] == "src/report.c" && bug["confirmed"] == true;
    ensure(expected && built.bugs()?.len() == 1, || format!("the bugs: {}", built.summary["bugs"]))?;
    for (name, other) in [("listed", &listed), ("all", &all)] {
        ensure(essence(other) == essence(&built), || {
            format!("{name}: {}\nbut built with secateur cc: {}", essence(other), essence(&built))
        })?;
        ensure(corpus(&project.join(name))? == corpus(&project.join("built"))?, || format!("{name}: other tests"))?;
        let told = other.run.err().contains("flags are from") && other.run.err().contains("compile_commands.json");
        ensure(told, || format!("the database is not named:\n{}", other.run.err()))?;
    }

    // The bitcode is in the program: without sources it runs, and only the sanitizers are missing.
    sh(place.path(), "mv project/prog . && rm -r project")?;
    ensure(exec(place.path(), "./prog", b"ab")?.out() == native.out(), || "it does not run elsewhere".into())?;
    let moved = suite::test(&place.path().join("moved"), &symbolic, Path::new("prog"))?;
    let (now, then) = (&moved.summary["coverage"], &built.summary["coverage"]);
    ensure(now == then && moved.summary["divergences"] == 0, || format!("{now} instead of {then}"))?;
    ensure(moved.run.err().contains("is no longer there: sanitizers need the sources"), || moved.run.err())
}

/// Results, messages and exit statuses are those of clang.
fn the_wrapper_is_the_compiler() -> Outcome {
    let place = empty_folder();
    let here = place.path();
    std::fs::write(here.join("a.c"), "#include <stdio.h>\nint main(void) { int unused; puts(\"a\"); return 7; }\n")?;
    std::fs::write(here.join("wrong.c"), "int main(void) { return nothing; }\n")?;
    std::fs::write(here.join("more.rsp"), "-Wall '-DX=\"y z\"' a.c")?;
    let cases = [
        "--version",
        "-dumpmachine",
        "-print-search-dirs",
        "-E a.c",
        "-M a.c",
        "-Wall -c a.c -o out",
        "-c wrong.c -o out",
        "-c nowhere.c",
        "",
        "-o out a.c",
        "-S a.c -o out",
        "@more.rsp -fsyntax-only",
        "--no-such-flag a.c",
        "-v",
        "-Wall -Werror a.c -o out",
    ];
    for case in cases {
        let both = ["clang-19".to_string(), format!("{SECATEUR} cc")].map(|compiler| {
            // What it leaves is run, if that is possible.
            let command = format!("rm -f out; {compiler} {case}; echo \"status $?\"; [ ! -x out ] || ./out; ls");
            run(Command::new("sh").args(["-c", &command]).current_dir(here), b"")
        });
        let [clang, ours] = both;
        let (clang, ours) = (clang?, ours?);
        // clang's temporary files have random names.
        let tidy = |text: String| text.lines().filter(|l| !l.contains("/tmp/")).collect::<Vec<_>>().join("\n");
        let same = clang.out() == ours.out() && tidy(clang.err()) == tidy(ours.err());
        ensure(same, || {
            format!("`{case}`\nclang: {}{}\nours: {}{}", clang.out(), clang.err(), ours.out(), ours.err())
        })?;
    }
    let missing =
        run(secateur("cc").arg("-c").arg("a.c").env("SECATEUR_CC", "no-such-compiler").current_dir(here), b"")?;
    let told = missing.code() == Some(2) && missing.err().contains("SECATEUR_CC");
    ensure(told, || format!("{:?} {}", missing.code(), missing.err()))?;
    // Behind `--` everything is an input; and a file may be called as those of configure scripts are.
    sh(here, "cp a.c conftest.c; cp a.c strange; $CC -o by-dashes -- conftest.c; $CC -x c -o by-option -- strange")?;
    for program in ["by-dashes", "by-option"] {
        let ran = exec(here, program, b"")?;
        ensure(ran.out() == "a\n" && ran.code() == Some(7), || format!("{program}: {:?} {}", ran.code(), ran.err()))?;
    }
    // Another compiler does the work, and its program has bitcode as well, though nothing in it refers to that.
    sh(here, "SECATEUR_CC='gcc -DFROM_HERE' $CC -Wl,--gc-sections a.c -o by-gcc")?;
    let ran = exec(here, "by-gcc", b"")?;
    ensure(ran.out() == "a\n" && ran.code() == Some(7), || format!("{:?} {}{}", ran.code(), ran.out(), ran.err()))
}

/// Sanitizers are built from the sources: with another header, that would be another program.
fn changed_headers_are_noticed() -> Outcome {
    let place = empty_folder();
    let here = place.path();
    std::fs::create_dir(here.join("my inc"))?;
    std::fs::write(here.join("my inc/size.h"), "#define SIZE 4\n")?;
    let text = "#include <stdio.h>\n#include \"size.h\"\n\
        int main(void) { char a[SIZE]; a[getchar() == 'x' ? SIZE : 0] = 1; return 0; }\n";
    std::fs::write(here.join("a.c"), text)?;
    sh(here, "$CC -I 'my inc' -o prog a.c")?;
    let test = |out: &str| run(secateur("test").args(["-o", out, "--sym-stdin", "1", "prog"]).current_dir(here), b"");
    let same = test("same")?;
    ensure(same.err().contains("confirmed by the native build"), || same.err())?;
    std::fs::write(here.join("my inc/size.h"), "#define SIZE 8\n")?;
    let changed = test("changed")?;
    let told = changed.err().contains("my inc/size.h has changed since a.c was built; build it again");
    ensure(told && changed.code() == Some(1), || changed.err())
}

/// The program's own `main`, in another file, makes room for the one that calls the function.
fn a_function_of_a_built_program() -> Outcome {
    let place = empty_folder();
    let here = place.path();
    std::fs::write(here.join("twice.c"), "int twice(int x) { if (x > 1000) return 0; return 2 * x; }\n")?;
    std::fs::write(here.join("main.c"), "int twice(int);\nint main(void) { return twice(3) - 6; }\n")?;
    sh(here, "$CC -c twice.c && $CC main.c twice.o -o prog")?;
    let ran = run(secateur("test").args(["-o", "out", "--function", "twice", "prog"]).current_dir(here), b"")?;
    let good = ran.code() == Some(0) && ran.err().contains("2 of 2 branches (100 %)");
    ensure(good, || format!("{:?} {}", ran.code(), ran.err()))
}

fn objects_and_archives() -> Outcome {
    let place = empty_folder();
    copy_project(place.path())?;
    sh(place.path(), "./configure && make -s libwords.a src/main.o src/report.o whole && ar rcT thin.a lib/*.o")?;
    // Members that nobody needs are left out: unused.c could not be explored.
    for files in ["src/main.o src/report.o libwords.a", "src/main.o src/report.o thin.a", "./whole"] {
        let ran = exec(place.path(), files, b"ab")?;
        // In one step all files have the flags of one.
        let expected = if files == "./whole" { "first 196\n" } else { "first 197\n" };
        let quiet = ran.out() == expected && ran.err().is_empty();
        ensure(quiet, || format!("{files}: {:?} {}{}", ran.code(), ran.out(), ran.err()))?;
    }
    Ok(())
}

/// What other tools leave: paths (wllvm), embedded bitcode, objects for link-time optimisation.
fn bitcode_of_others() -> Outcome {
    let place = empty_folder();
    std::fs::write(place.path().join("a.c"), "int main(void) { return 7; }\n")?;
    let commands = [
        "clang-19 -fembed-bitcode=all -c a.c -o prog",
        "clang-19 -flto -ffat-lto-objects -c a.c -o prog",
        "clang-19 -emit-llvm -c a.c -o a.bc; echo \"$PWD/a.bc\" >paths; clang-19 a.c -o prog; \
         objcopy --add-section .llvm_bc=paths prog",
    ];
    for command in commands {
        sh(place.path(), command)?;
        let ran = exec(place.path(), "./prog", b"")?;
        ensure(ran.code() == Some(7), || format!("{command}: {:?} {}", ran.code(), ran.err()))?;
    }
    Ok(())
}

fn what_is_missing_is_told() -> Outcome {
    let place = empty_folder();
    let here = place.path();
    std::fs::write(here.join("f.S"), ".globl f\nf: movl $3, %eax\n ret\n.section .note.GNU-stack\n")?;
    std::fs::write(here.join("g.c"), "#include <gnu/libc-version.h>\nint g(void) { return 4; }\n")?;
    let text = "int f(void), g(void);\nint main(int n, char **v) { return n == 1 ? 5 : n == 2 ? f() : g(); }\n";
    std::fs::write(here.join("m.c"), text)?;
    sh(here, "$CC -c f.S && $CC -c g.c && $CC m.c f.o g.o -o prog")?;
    let ran = exec(here, "./prog", b"")?;
    let words = ["f.S is left out: it is assembly", "g.c is left out:", "gnu/libc-version.h", "ends there: f, g"];
    let told = ran.code() == Some(5) && words.iter().all(|w| ran.err().contains(w));
    ensure(told, || format!("{:?} {}", ran.code(), ran.err()))?;
    let called = exec(here, "./prog -- x", b"")?;
    let told = called.code() == Some(2) && called.err().contains("unsupported: a call of `f`");
    ensure(told, || format!("{:?} {}", called.code(), called.err()))?;
    sh(here, "clang-19 -DNOTHING m.c f.o g.o -o plain; objcopy --remove-section .secateur plain")?;
    sh(
        here,
        "objcopy --dump-section .secateur=s prog; head -c 100 s >cut; objcopy --update-section .secateur=cut prog damaged",
    )?;
    sh(here, "$CC -flto m.c f.o g.o -fuse-ld=lld -o optimised; ./optimised || [ $? = 5 ]")?;
    let refused = [
        ("./plain", "build it with `secateur cc`"),
        ("./damaged", "build it again"),
        ("f.o", "none of the program's files has bitcode"),
    ];
    for (file, words) in refused {
        let ran = exec(here, file, b"")?;
        let told = ran.code() == Some(2) && ran.err().contains(words);
        ensure(told, || format!("{file}: {:?} {}", ran.code(), ran.err()))?;
    }
    Ok(())
}

fn databases_that_are_wrong() -> Outcome {
    let place = empty_folder();
    let here = place.path();
    std::fs::write(here.join("a.c"), "int main(void) { return N; }\n")?;
    std::fs::write(here.join("b.c"), "int main(void) { return 0; }\n")?;
    std::fs::create_dir(here.join("build"))?;
    let entry = |file: &str, n: u32| json!({"directory": here, "file": file, "command": format!("cc -DN={n} -c {file} -o {n}.o")});
    let write =
        |entries: &[Value]| std::fs::write(here.join("build/compile_commands.json"), json!(entries).to_string());
    // Arguments, exit status, and words of the message.
    type Case<'a> = (&'a str, i32, &'a [&'a str]);
    let check = |cases: &[Case]| -> Outcome {
        for (args, status, words) in cases {
            let ran = exec(here, args, b"")?;
            let told = ran.code() == Some(*status) && words.iter().all(|w| ran.err().contains(w));
            ensure(told, || format!("`{args}`: {:?} instead of {status}: {}", ran.code(), ran.err()))?;
        }
        Ok(())
    };
    write(&[entry("a.c", 5), entry("a.c", 6)])?;
    // Built by a compiler that leaves no bitcode.
    sh(here, "clang-19 -DN=6 -c a.c -o 6.o")?;
    check(&[
        ("a.c", 5, &["flags are from build/compile_commands.json", "several entries", "a.c"]),
        ("6.o", 6, &["flags are from"]),
        ("--compile-commands none a.c", 2, &["undeclared identifier 'N'"]),
        ("--compile-commands none -DN=8 a.c", 8, &[]),
        ("--compile-commands build b.c", 0, &["not in build/compile_commands.json", "b.c"]),
        ("--compile-commands nowhere a.c", 2, &["nowhere", "No such file"]),
        ("--compile-commands none", 2, &["give the C files"]),
    ])?;
    write(&[entry("a.c", 5), entry("b.c", 1), entry("x.cc", 1)])?;
    check(&[
        (
            "--compile-commands build",
            2,
            &["left out: 1 that are not C sources", "`main` is defined twice, in a.c, b.c"],
        ),
        ("x.cc", 2, &["x.cc"]),
    ])?;
    std::fs::write(here.join("build/compile_commands.json"), "{")?;
    check(&[
        ("b.c", 0, &["not used: build/compile_commands.json", "not a compilation database"]),
        ("--compile-commands build b.c", 2, &["not a compilation database"]),
    ])
}
