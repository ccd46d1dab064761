//! Native runs against the graph: what a run decided later must have been reachable from where it was before.
//!
//! The stack is known while `main` itself decides, so there the whole of look-ahead is asked. Everything that calls
//! without a name takes part: libc's callbacks, tables, calls without prototype, jumps, signals, exit handlers,
//! constructors and destructors.

use super::compile::options;
use super::{Bits, Goals, Outcome, Program, Reach, Trial};
use secateur_front::Source;
use secateur_static::Distances;
use secateur_testgen::{Replayer, TestCase};

pub fn tests() -> Vec<Trial> {
    vec![Trial::test("what_runs_decide_was_reachable", runs)]
}

const PROGRAM: &str = r#"
#define _GNU_SOURCE
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf place;
static int state;
struct command { const char *name; int (*run)(int, int); };

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x < y) return -1;
    if (x > y) return 1;
    return 0;
}
static int sum(int a, int b) { if (a > b) return a + b; return b; }
static int fail(int a, int b) { if (b > 90) longjmp(place, a + 2); return b; }
static int old_style(c, d) char c; float d; { if (c == 'q') return 1; if (d > 1.5) return 2; return 3; }
static int ignores(void) { if (state & 1) return 1; return 2; }
static const struct command table[] = { { "sum", sum }, { "fail", fail }, { "ignores", (int (*)(int, int))ignores } };
static void walk(const void *node, VISIT order, int depth) { if (order == leaf) state += 2; (void)node; (void)depth; }
static void handler(int sig) { if (sig == SIGUSR1) state++; else state--; }
static void on_alarm(int sig) { if (state > 100) state = 0; longjmp(place, sig + 100); }
static void bye(void) { if (state > 3) puts("large"); else puts("small"); }
static void bye_again(void) { if (state == 1) exit(4); }
__attribute__((constructor)) static void begin(int argc) { if (argc > 3) state = 1; }
__attribute__((destructor)) static void end(void) { if (state > 5) puts("end"); }
static int computed(int x) {
    static void *const labels[] = { &&zero, &&one };
    if (x > 5) return 5;
    goto *labels[x & 1];
zero: if (x) return 1; return 0;
one: if (x > 2) return 3; return 2;
}
static int recurse(int n) { if (n <= 1) return 1; return n * recurse(n - 1); }
static ssize_t keep(void *cookie, const char *text, size_t size) { if (size > 2) state = 3; (void)cookie; (void)text; return size; }
static void leave(int code) { if (code == 9) _Exit(3); exit(code); }

int main(int argc, char **argv) {
    int list[4] = { 7, 3, 9, argc }, key = 9;
    void *root = 0;
    struct sigaction action = { .sa_handler = on_alarm };
    void (*choose[2])(void) = { bye, bye_again };
    int number = argc > 2 ? atoi(argv[2]) : 0;
    atexit(choose[argc & 1]);
    if (argc < 2) return 1;
    int code = setjmp(place);
    if (code) { if (code > 50) leave(2); return code; }
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(argv[1], table[i].name)) return table[i].run(argc, number);
    if (!strcmp(argv[1], "sort")) { qsort(list, 4, sizeof *list, compare); if (bsearch(&key, list, 4, sizeof *list, compare)) state = 8; }
    if (!strcmp(argv[1], "tree")) { tsearch(&list[0], &root, compare); tsearch(&list[1], &root, compare); twalk(root, walk); if (state > 1) return state; }
    if (!strcmp(argv[1], "old")) { int (*f)() = (int (*)())old_style; return f('q', 2.0); }
    if (!strcmp(argv[1], "signal")) { signal(SIGUSR1, handler); raise(SIGUSR1); if (state) return 6; }
    if (!strcmp(argv[1], "alarm")) { sigaction(SIGALRM, &action, 0); raise(SIGALRM); }
    if (!strcmp(argv[1], "goto")) return computed(number);
    if (!strcmp(argv[1], "leave")) leave(number);
    if (!strcmp(argv[1], "cookie")) { FILE *f = fopencookie(0, "w", (cookie_io_functions_t){ .write = keep }); fputs("text", f); if (number > 4) return 7; }
    if (!strcmp(argv[1], "abort")) abort();
    printf("%d %s\n", recurse(number % 6), argv[1]);
    return 0;
}
"#;

const RUNS: [&[&str]; 19] = [
    &[],
    &["x"],
    &["sum", "2"],
    &["sum", "200"],
    &["fail", "5"],
    &["fail", "95"],
    &["ignores"],
    &["sort"],
    &["sort", "1", "2"],
    &["tree"],
    &["old"],
    &["signal"],
    &["alarm"],
    &["goto", "3"],
    &["goto", "4"],
    &["leave", "9"],
    &["leave", "1"],
    &["cookie", "5"],
    &["abort", "3"],
];

fn runs() -> Outcome {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("program.c");
    std::fs::write(&file, PROGRAM)?;
    let options = options()?;
    let loaded = secateur_front::load(&[Source::new(file)], &options, &secateur_vm::is_native)?;
    let replayer = Replayer::new(&options, &loaded.compiled, &loaded.module, &[])?;
    let p = Program::new(loaded.module.clone());
    let (main, count) = (p.function("main"), p.graph.edge_count());
    let in_main = |edge: u32| p.graph.source(edge).is_some_and(|(f, _)| f == main);
    let (mut decided, mut asked) = (Bits::new(count as usize), 0);
    for args in RUNS {
        let jumps = matches!(args.first(), Some(&("fail" | "alarm")));
        let case = TestCase { args: args.iter().map(|a| a.as_bytes().to_vec()).collect(), inputs: vec![] };
        let edges: Vec<u32> = replayer.decisions(&case, 1 << 12)?.iter().map(|e| e.0).collect();
        for (i, later) in edges.iter().enumerate() {
            decided.insert(*later);
            let covered: Bits = (0..count).filter(|edge| edge != later).collect();
            let mut reach = Reach::new(p.graph.clone(), Goals::branches());
            let mut distances = Distances::new(p.graph.clone());
            distances.update(covered.words());
            for before in edges[..i].iter().filter(|edge| in_main(**edge)) {
                let words = || {
                    format!(
                        "{args:?}: {} then {}",
                        p.map.describe(secateur_testgen::EdgeId(*before)),
                        p.map.describe(secateur_testgen::EdgeId(*later))
                    )
                };
                assert!(reach.can_reach_edge(*before, [], covered.words()), "{}", words());
                // Distances know nothing of jumps back.
                if in_main(*later) && before != later && !jumps {
                    assert_ne!(distances.edge(*before), secateur_static::FAR, "{}", words());
                }
                asked += 1;
            }
        }
    }
    // Every function that decides was seen to, so every way of calling was.
    let missed: Vec<&str> = (0..p.graph.function_count())
        .filter(|f| (0..count).any(|e| p.graph.source(e).is_some_and(|(of, _)| of == *f)))
        .filter(|f| !(0..count).any(|e| decided.contains(e) && p.graph.source(e).is_some_and(|(of, _)| of == *f)))
        .map(|f| p.module.functions[f as usize].name.as_str())
        .collect();
    assert!(missed.is_empty(), "{missed:?}");
    assert!(asked > 500, "{asked}");
    Ok(())
}
