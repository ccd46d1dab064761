//! The functions that harnesses call, natively: which inputs they take, in which order.

use super::*;
use secateur_testgen::Outcome as End;

pub fn tests() -> Vec<Trial> {
    vec![
        test("harness/every_function_links_and_takes_its_input", every_function),
        test("harness/a_program_may_define_them_itself", own_definitions),
        test("harness/wrong_inputs_are_told", wrong_inputs),
        test("harness/error_functions_count_whatever_they_do", error_functions),
        test("harness/a_ktest_file_replays_without_us", by_hand),
    ]
}

const HARNESS: &str = r#"#include <crest.h>
#include <klee/klee.h>
#include <secateur.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern unsigned __int128 __VERIFIER_nondet_uint128(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_nondet_memory(void *, size_t);
extern void __VERIFIER_assume(int);
int main(void) {
  char buf[3];
  long l;
  short s;
  klee_make_symbolic(buf, sizeof buf, "");
  if (memcmp(buf, "abc", 3)) return 1;
  if (klee_range(5, 6, "none") != 5) return 2;
  if (klee_range(-3, 9, "r") != -2) return 3;
  if (klee_int("i") != 77) return 4;
  if (klee_choose(4) != 3) return 5;
  CREST_long(l);
  CREST_short(s);
  if (l != 1 || s != -1) return 6;
  if (__VERIFIER_nondet_int() != 4 || !__VERIFIER_nondet_bool()) return 7;
  if (__VERIFIER_nondet_uchar() != 200 || __VERIFIER_nondet_double() != 1.5) return 8;
  if (__VERIFIER_nondet_uint128() >> 120 != 9 || __VERIFIER_nondet_pointer()) return 9;
  __VERIFIER_nondet_memory(buf, 2);
  if (memcmp(buf, "xyc", 3)) return 10;
  secateur_symbolic(buf, 0, "nothing");
  if (secateur_range(0, 2, "b") != 1) return 11;
  __VERIFIER_assume(buf[0] == 'x');
  secateur_assume(1);
  klee_assume(l);
  klee_prefer_cex(buf, 0);
  klee_warning_once("w");
  klee_open_merge(), klee_close_merge();
  klee_print_expr("l", l), klee_print_range("s", s);
  klee_check_memory_access(buf, 3);
  if (klee_is_replay() || klee_is_symbolic(l)) return 12;
  if (klee_get_valuel(l) != 1 || klee_get_valued(1.5) != 1.5 || klee_get_valuef(2.5f) != 2.5f) return 13;
  if (klee_get_value_i32(-4) != -4 || klee_get_value_i64(-5) != -5 || klee_get_valuell(6) != 6) return 14;
  klee_set_forking(0), klee_stack_trace(), klee_mark_global(buf), klee_posix_prefer_cex(buf, 1);
  if (klee_get_errno()) return 15;
  secateur_assert(l == 1);
  klee_assert(l == 1);
  return 42;
}
"#;

fn inputs() -> Vec<Input> {
    let mut wide = [0; 16];
    wide[15] = 9;
    vec![
        object("unnamed", b"abc"),
        object("r", &(-2i32).to_le_bytes()),
        object("i", &77i32.to_le_bytes()),
        object("klee_choose", &3u64.to_le_bytes()),
        object("long", &1i64.to_le_bytes()),
        object("short", &[0xff, 0xff]),
        object("__VERIFIER_nondet_int", &4i32.to_le_bytes()),
        object("__VERIFIER_nondet_bool", &[1]),
        object("__VERIFIER_nondet_uchar", &[200]),
        object("__VERIFIER_nondet_double", &1.5f64.to_le_bytes()),
        object("__VERIFIER_nondet_uint128", &wide),
        object("__VERIFIER_nondet_pointer", &[0; 8]),
        object("__VERIFIER_nondet_memory", b"xy"),
        object("b", &1i32.to_le_bytes()),
    ]
}

fn every_function() -> Outcome {
    let program = build(&[("h.c", HARNESS)])?;
    let case = case(inputs());
    let prediction = predicted(&program, &case, Expected::Exit(42))?;
    let result = program.replay(&case, &prediction)?;
    same(result.verdict, Verdict::Confirmed)?;
    same(result.coverage.trace.map(|t| t.ran_out), Some(false))
}

fn own_definitions() -> Outcome {
    let text = "int klee_int(const char *n) { return 5; }\nvoid __VERIFIER_assume(int c) {}\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  __VERIFIER_assume(0);\n  return klee_int(\"x\") + __VERIFIER_nondet_int();\n}\n";
    let program = build(&[("o.c", text)])?;
    let case = case(vec![object("__VERIFIER_nondet_int", &2i32.to_le_bytes())]);
    let prediction = predicted(&program, &case, Expected::Exit(7))?;
    same(program.replay(&case, &prediction)?.verdict, Verdict::Confirmed)
}

fn wrong_inputs() -> Outcome {
    let text = "#include <klee/klee.h>\nint main(void) {\n  int x = klee_int(\"x\");\n  klee_assume(x > 3);\n  return klee_int(\"y\");\n}\n";
    let program = build(&[("w.c", text)])?;
    let (four, five) = (4i32.to_le_bytes(), 5i32.to_le_bytes());
    let run = |inputs: Vec<Input>, status: i32| -> Result<_, Failed> {
        let prediction = Prediction { expected: Expected::Exit(status), edges: 0, hash: hash(&[]) };
        Ok(program.replay(&case(inputs), &prediction)?)
    };
    same(run(vec![object("x", &four), object("y", &five)], 5)?.verdict, Verdict::Confirmed)?;
    let result = run(vec![object("x", &[1, 0, 0, 0]), object("y", &five)], 5)?;
    same(result.coverage.outcome, End::AssumeFailed)?;
    is_divergence(&result.verdict, "an assumption does not hold natively")?;
    let result = run(vec![object("x", &four), object("z", &five)], 5)?;
    let words = "the program asks for \"y\" of 4 bytes, but the test has \"z\" of 4 bytes next";
    is_divergence(&result.verdict, words)?;
    let result = run(vec![object("x", &[4])], 5)?;
    is_divergence(&result.verdict, "\"x\" of 4 bytes, but the test has \"x\" of 1 bytes next")?;
    is_divergence(&run(vec![object("x", &four)], 0)?.verdict, "asks for more inputs than the test has")
}

/// Empty, ending in an assertion, or missing: the error is the call.
fn error_functions() -> Outcome {
    for body in ["void reach_error(void) {}", "#include <assert.h>\nvoid reach_error(void) { assert(0); }", ""] {
        let text = format!(
            "void reach_error(void);\nint main(int c, char **v) {{\n  if (c == 1)\n    reach_error();\n  return 0;\n}}\n{body}\n"
        );
        let program = build(&[("e.c", &text)])?;
        let name = program.folder.path().join("e.c").display().to_string();
        let expected = Expected::Bug { kind: "error-call", file: name, line: 4 };
        let case = case(vec![]);
        let prediction = predicted(&program, &case, expected)?;
        same(prediction.edges, 1)?;
        same(program.replay(&case, &prediction)?.verdict, Verdict::Confirmed)?;
    }
    Ok(())
}

/// What a user does with a test: compiles with our runtime, and sets one variable. Parts of the
/// environment in the file are passed over.
fn by_hand() -> Outcome {
    let native = Runtime::find()?.native();
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("h.c"), HARNESS.replace("klee_is_replay() ||", "!klee_is_replay() ||"))?;
    let mut all = vec![stdin(b"ignored")];
    all.extend(inputs());
    let bytes = secateur_testgen::formats::ktest::encode("h", &case(all))?;
    std::fs::write(at("t.ktest"), bytes)?;
    let mut clang = std::process::Command::new("clang-19");
    clang.arg("-I").arg(native.join("include")).arg("-DSECATEUR_NATIVE").arg("-o").arg(at("h")).arg(at("h.c"));
    let built = clang.arg(native.join("harness.c")).arg(native.join("replay.c")).output()?;
    ensure(built.status.success(), || String::from_utf8_lossy(&built.stderr).into_owned())?;
    let run = std::process::Command::new(at("h")).env("KTEST_FILE", at("t.ktest")).output()?;
    same(run.status.code(), Some(42))
}
