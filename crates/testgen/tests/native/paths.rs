//! Traces: the exact sequence of decisions of known programs, and what is said when it differs.

use super::*;

pub fn tests() -> Vec<Trial> {
    vec![
        test("paths/the_sides_of_branches_and_switches", sides),
        test("paths/a_path_survives_a_crash", crash),
        test("paths/differences_are_told", differences),
        test("paths/the_limit_cuts_the_trace", limit),
        test("paths/functions_of_several_files_keep_apart", several_files),
        test("paths/bitcode_has_a_trace_but_no_sanitizers", bitcode),
        test("paths/phi_nodes_do_not_renumber_blocks", phis),
        test("paths/inline_functions_of_libc_are_not_counted", inline_libc),
        test("paths/jumps_with_signal_masks", jumps),
        test("paths/another_c_library_is_no_divergence", another_library),
    ]
}

/// Line and side of each decision.
fn lines(program: &Replayer, case: &TestCase) -> Result<Vec<(u32, u32)>, Failed> {
    let edges = program.decisions(case, 1 << 12)?;
    let place = |e: &EdgeId| program.branch_map().side(*e).map(|s| (s.loc.line, s.side));
    edges.iter().map(place).collect::<Option<_>>().ok_or_else(|| "an edge is not in the map".into())
}

const DECISIONS: &str = r#"#include <stdio.h>
static int classify(int c) {
  switch (c) {
    case 'a': case 'b': return 1;
    case 'c': return 2;
    case 'd': break;
    default: return 4;
  }
  return 3;
}
int main(void) {
  int c, sum = 0;
  while ((c = getchar()) != EOF) {
    sum += classify(c);
    if (c == 'a' || c == 'x')
      sum += 10;
  }
  return sum;
}
"#;

fn sides() -> Outcome {
    let program = build(&[("d.c", DECISIONS)])?;
    let input = case(vec![stdin(b"bdcax")]);
    let (more, done) = ((13, 0), (13, 1));
    let expected = [
        &[more, (3, 0), (15, 1), (15, 1)][..], // b: the first case
        &[more, (3, 2), (15, 1), (15, 1)],     // d
        &[more, (3, 1), (15, 1), (15, 1)],     // c
        &[more, (3, 0), (15, 0)],              // a
        &[more, (3, 3), (15, 1), (15, 0)],     // x: the default, and the second half of the condition
        &[done],
    ]
    .concat();
    same(lines(&program, &input)?, expected)?;
    same(program.branch_map().len(), 2 + 4 + 4)?;
    let prediction = predicted(&program, &input, Expected::Exit(1 + 3 + 2 + 11 + 14))?;
    same(program.replay(&input, &prediction)?.verdict, Verdict::Confirmed)
}

fn crash() -> Outcome {
    let text = "int main(int c, char **v) {\n  if (c == 1)\n    *(volatile int *)0 = 1;\n  return 0;\n}\n";
    let program = build(&[("c.c", text)])?;
    same(lines(&program, &case(vec![]))?, vec![(2, 0)])
}

fn differences() -> Outcome {
    let program = build(&[("d.c", DECISIONS)])?;
    let input = case(vec![stdin(b"ab")]);
    let right = predicted(&program, &input, Expected::Exit(12))?;
    let result = program.replay(&input, &right)?;
    same(result.verdict, Verdict::Confirmed)?;
    ensure(result.delta.branches > 0, || "nothing is covered".into())?;
    same(program.replay(&input, &right)?.delta.branches, 0)?;
    let wrong = Prediction { hash: right.hash ^ 1, ..right.clone() };
    is_divergence(&program.replay(&input, &wrong)?.verdict, "differs within its 8 decisions")?;
    let wrong = Prediction { edges: 7, ..right.clone() };
    is_divergence(&program.replay(&input, &wrong)?.verdict, "natively 8 decisions were taken and 7 predicted")?;
    let wrong = Prediction { expected: Expected::Exit(13), ..right };
    is_divergence(&program.replay(&input, &wrong)?.verdict, "it exited with 12, and it should have exited with 13")?;
    let mut edges = program.decisions(&input, 64)?;
    same(program.first_difference(&input, &edges)?, None)?;
    edges[2].0 ^= 1;
    let words = program.first_difference(&input, &edges)?.unwrap_or_default();
    ensure(words.contains("decision 3 is natively") && words.contains("d.c:15:"), || words.clone())?;
    edges.truncate(2);
    let words = program.first_difference(&input, &edges)?.unwrap_or_default();
    ensure(words.contains("and the end in the virtual machine"), || words.clone())
}

fn limit() -> Outcome {
    let program = build(&[("d.c", DECISIONS)])?;
    let input = case(vec![stdin(b"ab")]);
    let edges = program.decisions(&input, 64)?;
    let prediction = Prediction { expected: Expected::Cut, edges: 3, hash: hash(&edges[..3]) };
    let result = program.replay(&input, &prediction)?;
    same(result.verdict, Verdict::Confirmed)?;
    // Of what follows the cut nothing counts: the line behind the third decision was entered, no more.
    same(program.coverage().summary().branches.covered, 3)
}

const SHARED: &str = "static inline int sign(int x) {\n  if (x < 0) return -1;\n  return 1;\n}\n";

fn several_files() -> Outcome {
    let a = "#include \"s.h\"\nint other(int);\nstatic int f(int x) { return x > 5; }\nint main(void) {\n  return sign(-1) + other(9) + (f(3) ? other(9) : 0);\n}\n";
    let b = "#include \"s.h\"\nstatic int f(int x) { if (x == 9) return 7; return 8; }\nint other(int x) {\n  return sign(1) + f(x);\n}\n";
    let program = build(&[("s.h", SHARED), ("a.c", a), ("b.c", b)])?;
    let edges = program.decisions(&case(vec![]), 64)?;
    let map = program.branch_map();
    let names: Vec<String> = edges
        .iter()
        .filter_map(|e| map.side(*e))
        .map(|s| format!("{}{}:{}", map.function_name(s.func), s.loc.line, s.side))
        .collect();
    // The conditional expression of `main` stands on the right of the sum, after both calls.
    same(names, ["sign2:0", "sign2:1", "f2:0", "main5:1"].map(String::from).to_vec())?;
    ensure(edges[0] != edges[1], || "the two copies of an inline function have their own numbers".into())?;
    same(map.len(), 2 + 2 + 2 + 2)?;
    let prediction = predicted(&program, &case(vec![]), Expected::Exit(7))?;
    same(program.replay(&case(vec![]), &prediction)?.verdict, Verdict::Confirmed)
}

/// Optimised code, where values meet in phi nodes, and a switch that goes to one block by many ways.
const PHIS: &str = "define i32 @main(i32 %argc, ptr %argv) {
entry:
  %one = icmp eq i32 %argc, 1
  br i1 %one, label %join, label %other
other:
  br label %join
join:
  %v = phi i32 [ 7, %entry ], [ 9, %other ]
  switch i32 %v, label %out [ i32 7, label %odd
                              i32 8, label %out
                              i32 9, label %odd ]
odd:
  br label %out
out:
  %r = phi i32 [ 1, %join ], [ 1, %join ], [ 2, %odd ]
  br i1 %one, label %end, label %end
end:
  ret i32 %r
}
";

fn phis() -> Outcome {
    let program = build(&[("p.ll", PHIS)])?;
    let edges = program.decisions(&case(vec![]), 64)?;
    let places = |e: &EdgeId| program.branch_map().side(*e).map(|s| (s.block.0, s.side));
    same(edges.iter().map(places).collect::<Vec<_>>(), vec![Some((0, 0)), Some((2, 0))])?;
    // The last branch has one successor only, so it decides nothing.
    same(program.branch_map().len(), 4)
}

fn bitcode() -> Outcome {
    let program = build(&[("p.ll", PHIS)])?;
    let why = program.without_sanitizers().unwrap_or_default();
    ensure(why.ends_with("p.ll is not C: sanitizers need the sources"), || why.into())?;
    let prediction = predicted(&program, &case(vec![]), Expected::Exit(2))?;
    same(program.replay(&case(vec![]), &prediction)?.verdict, Verdict::Confirmed)?;
    let bug = Expected::Bug { kind: "use-after-free", file: "p.ll".into(), line: 1 };
    let prediction = Prediction { expected: bug, ..prediction };
    let verdict = program.replay(&case(vec![]), &prediction)?.verdict;
    ensure(matches!(verdict, Verdict::Unconfirmed(_)), || format!("{verdict:?}"))
}

fn inline_libc() -> Outcome {
    // One is an inline function of the header, the other a macro with a branch on a constant.
    let text = "#include <ctype.h>\nint main(int c, char **v) {\n  if (isspace(c)) return 3;\n  if (isdigit(c)) return 4;\n  return 5;\n}\n";
    let program = build(&[("i.c", text)])?;
    same(program.branch_map().len(), 4)?;
    same(lines(&program, &case(vec![]))?, vec![(3, 1), (4, 1)])
}

fn jumps() -> Outcome {
    let text = "#define _GNU_SOURCE\n#include <setjmp.h>\nint main(void) {\n  sigjmp_buf env;\n  int n = sigsetjmp(env, 1);\n  if (n < 3)\n    siglongjmp(env, n + 1);\n  return n;\n}\n";
    let program = build(&[("j.c", text)])?;
    same(lines(&program, &case(vec![]))?, vec![(6, 0), (6, 0), (6, 0), (6, 1)])?;
    let prediction = predicted(&program, &case(vec![]), Expected::Exit(3))?;
    same(program.replay(&case(vec![]), &prediction)?.verdict, Verdict::Confirmed)
}

fn another_library() -> Outcome {
    let text = "#include <stdlib.h>\nint main(void) {\n  srand(1);\n  return rand() & 127;\n}\n";
    let program = build(&[("r.c", text)])?;
    let nothing = case(vec![]);
    let mut verdicts = Vec::new();
    for status in 0..128 {
        let prediction = Prediction { expected: Expected::Exit(status), edges: 0, hash: hash(&[]) };
        let result = program.replay(&nothing, &prediction)?;
        if result.sanitizer.is_some() {
            verdicts.push(result.verdict);
        } else {
            is_divergence(&result.verdict, "it exited with")?;
        }
    }
    let told = matches!(&verdicts[..], [Verdict::Unconfirmed(words)] if words.contains("host's C library"));
    ensure(told, || format!("{verdicts:?}"))
}
