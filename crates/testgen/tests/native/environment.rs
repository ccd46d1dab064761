//! Arguments, standard input, files, limits, and runs side by side.

use super::*;
use secateur_testgen::runner::Limits;
use secateur_testgen::{Observed, Outcome as End};
use std::time::Duration;

pub fn tests() -> Vec<Trial> {
    vec![
        test("environment/the_program_gets_what_the_test_has", gets),
        test("environment/files_stay_inside", inside),
        test("environment/runs_do_not_disturb_each_other", threads),
        test("environment/time_and_output_are_limited", limits),
        test("environment/a_program_sees_no_trace_of_the_replay", clean),
    ]
}

fn observe(program: &Replayer, case: &TestCase) -> Result<Observed, Failed> {
    let nothing = Prediction { expected: Expected::Cut, edges: u64::MAX, hash: 0 };
    Ok(program.replay(case, &nothing)?.coverage)
}

fn gets() -> Outcome {
    let text = r#"#include <stdio.h>
int main(int argc, char **argv) {
  for (int i = 0; i < argc; i++) printf("[%s]", argv[i]);
  int c;
  while ((c = getchar()) != EOF) putchar(c);
  FILE *f = fopen("sub/conf", "r");
  while (f && (c = fgetc(f)) != EOF) putchar(c);
  return 40;
}
"#;
    let program = build(&[("prog.c", text)])?;
    let input = |name: &str, kind, bytes: &[u8]| Input { name: name.into(), kind, bytes: bytes.to_vec() };
    let inputs = vec![
        input("n_args", InputKind::ArgCount, &1i32.to_le_bytes()),
        input("arg00", InputKind::Arg, b"x y\0z"),
        input("arg01", InputKind::Arg, b"no\0"),
        input("stdin", InputKind::Stdin { len: 3 }, b"in\nput"),
        input("sub/conf_data", InputKind::File { path: "sub/conf".into(), len: 4 }, b"conf and more"),
    ];
    let case = TestCase { args: vec![b"-v".to_vec(), b"\xff".to_vec()], inputs };
    let observed = observe(&program, &case)?;
    let name = program.folder.path().join("prog");
    let mut expected = format!("[{}][-v][", name.display()).into_bytes();
    expected.extend(b"\xff][x y]in\nconf");
    same(String::from_utf8_lossy(&observed.stdout).into_owned(), String::from_utf8_lossy(&expected).into_owned())?;
    same(observed.outcome, End::Exit(40))
}

fn inside() -> Outcome {
    let program = build(&[("p.c", "int main(void) { return 0; }\n")])?;
    for path in ["/etc/x", "../x", "a/../../x"] {
        let kind = InputKind::File { path: path.into(), len: 0 };
        let inputs = vec![Input { name: names::file(path), kind, bytes: vec![] }];
        let error = observe(&program, &case(inputs)).err().and_then(|e| e.message().map(String::from));
        ensure(error.is_some_and(|e| e.contains("not below the working directory")), || format!("{path} is made"))?;
    }
    Ok(())
}

fn threads() -> Outcome {
    let text = "#include <stdio.h>\nint main(void) {\n  int n = 0;\n  while (getchar() != EOF) n++;\n  return n;\n}\n";
    let program = build(&[("p.c", text)])?;
    let run = |n: usize| {
        let case = case(vec![stdin(&vec![b'x'; n])]);
        let prediction = predicted(&program, &case, Expected::Exit(n as i32))?;
        same(prediction.edges, n as u64 + 1)?;
        same(program.replay(&case, &prediction)?.verdict, Verdict::Confirmed)
    };
    let run = &run;
    let mut failures = Vec::new();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|n| scope.spawn(move || run(n))).collect();
        failures.extend(threads.into_iter().filter_map(|t| t.join().ok()?.err()));
    });
    failures.into_iter().next().map_or(Ok(()), Err)
}

fn limits() -> Outcome {
    let text = "#include <stdio.h>\nint main(int c, char **v) {\n  for (;;) if (c > 1) puts(\"again and again\");\n}\n";
    let mut program = build(&[("p.c", text)])?;
    let limits = Limits { time: Duration::from_millis(300), file: 1 << 16, ..Limits::default() };
    program.replayer = program.replayer.with_limits(limits);
    let silent = case(vec![]);
    same(observe(&program, &silent)?.outcome, End::TimedOut)?;
    let verdict = program.replay(&silent, &Prediction { expected: Expected::Exit(0), edges: 9, hash: 0 })?.verdict;
    is_divergence(&verdict, "9 predicted")?;
    let loud = TestCase { args: vec![b"x".to_vec()], inputs: vec![] };
    let observed = observe(&program, &loud)?;
    // What is written to a pipe is read on, and only its last part is kept.
    same(observed.outcome, End::TimedOut)?;
    ensure((1..=1 << 20).contains(&observed.stdout.len()), || format!("{} bytes were kept", observed.stdout.len()))
}

fn clean() -> Outcome {
    let text = r#"#include <dirent.h>
extern char **environ;
int main(void) {
  int n = 0;
  for (char **e = environ; *e; e++) n += 10;
  DIR *d = opendir(".");
  while (readdir(d)) n++;
  return n;
}
"#;
    let program = build(&[("p.c", text)])?;
    same(observe(&program, &case(vec![]))?.outcome, End::Exit(2))
}
