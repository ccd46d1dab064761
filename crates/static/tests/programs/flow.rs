//! Who calls whom, and what comes after what.

use super::{Outcome, Trial, program};
use secateur_static::{Distances, Goals, Reach};

pub fn tests() -> Vec<Trial> {
    vec![
        Trial::test("callbacks_go_through_the_library", callbacks),
        Trial::test("pointers_call_what_was_stored", pointers),
        Trial::test("jumps_go_back_to_frames_on_the_stack", jumps),
        Trial::test("what_is_registered_runs_at_the_end", registered),
        Trial::test("what_does_not_return_is_not_skipped", endless),
        Trial::test("goals_of_one_function", one_function),
    ]
}

const CALLBACKS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { if (*(int *)a > *(int *)b) return 1; return -1; }
static int other(int x) { if (x > 3) return 1; return 2; }
int main(int argc, char **argv) {
    int list[3] = { 3, argc, 2 };
    printf("before\n");
    qsort(list, 3, sizeof *list, compare);
    printf("%d\n", list[0]);
    return other(argc);
}
"#;

fn callbacks() -> Outcome {
    let p = program(CALLBACKS)?;
    assert!(p.reaches("compare", p.entry("main"), &[]));
    assert!(!p.reaches("compare", p.after("main", "qsort"), &[]), "printing and exit call pointers, but not this one");
    assert!(p.reaches("compare", p.after("main", "printf"), &[]));
    assert!(p.reaches("other", p.after("main", "qsort"), &[]));
    // From inside the comparison the stack decides: back to qsort and to main, or only to main.
    let inside = p.entry("compare");
    assert!(p.reaches("other", inside, &[p.after("main", "qsort")]));
    assert!(!p.reaches("other", inside, &[p.after("main", "other")]));
    // Distances go through libc too, and count no sides of it that need not be taken.
    let mut distances = Distances::new(p.graph.clone());
    distances.update(p.all_but("compare").words());
    let near = distances.node(p.entry("main"));
    assert!((1..50).contains(&near), "{near}");
    assert_eq!(distances.node(p.entry("compare")), 1);
    Ok(())
}

const POINTERS: &str = r#"
static int add(int a, int b) { if (a > b) return a + b; return 0; }
static int take(int a, int b) { if (a < b) return a - b; return 0; }
static double half(double x) { if (x > 1) return x / 2; return x; }
static int unused(int a, int b) { if (a == b) return 1; return 0; }
static int narrow(signed char c) { if (c == 'x') return 1; return 0; }
static int (*const table[])(int, int) = { add, take };
static int call(int i) { return table[i & 1](i, 2); }
static double call_half(double x) { double (*f)(double) = half; return f(x); }
static int call_old(int c) { int (*f)() = (int (*)())narrow; return f(c); }
int main(int argc, char **argv) { return call(argc) + (int)call_half(argc) + call_old(argc) + (argc > 9 ? unused(1, argc) : 0); }
"#;

fn pointers() -> Outcome {
    let p = program(POINTERS)?;
    let last = p.after("main", "unused");
    for goal in ["add", "take", "half", "narrow"] {
        assert!(p.reaches(goal, p.entry("call"), &[last]), "whatever the types: the machine would run {goal}");
    }
    assert!(!p.reaches("unused", p.entry("call"), &[last]), "its address is not taken");
    // Distances look at types, with the promotions of a call without prototype.
    let near = |goal: &str, from: &str| {
        let mut distances = Distances::new(p.graph.clone());
        distances.update(p.all_but(goal).words());
        distances.node(p.entry(from)) == 1
    };
    assert!(near("add", "call") && near("take", "call") && near("half", "call_half") && near("narrow", "call_old"));
    assert!(!near("half", "call") && !near("add", "call_half") && !near("add", "call_old"));
    Ok(())
}

const JUMPS: &str = r#"
#include <setjmp.h>
static jmp_buf place;
static int after(int x) { if (x > 1) return 1; return 2; }
static void fail(int x) { if (x > 5) longjmp(place, 1); longjmp(place, 2); }
static void deep(int x) { if (x) fail(x); else fail(7); }
static int plain(int x) { if (x > 2) return 1; return 2; }
static int guard(int x) {
    if (setjmp(place)) return after(x);
    deep(x);
    return 0;
}
int main(int argc, char **argv) { plain(argc); return guard(argc); }
"#;

fn jumps() -> Outcome {
    let p = program(JUMPS)?;
    let g = &p.graph;
    assert!(!g.returns(p.function("fail")) && !g.returns(p.function("deep")) && g.returns(p.function("guard")));
    assert!(g.can_long_jump(p.entry("deep")) && !g.can_long_jump(p.entry("plain")));
    let (in_guard, in_main) = (p.after("guard", "deep"), p.after("main", "guard"));
    // `deep` never returns, but with `guard` on the stack it gets there.
    assert!(p.reaches("after", p.entry("deep"), &[in_guard, in_main]));
    assert!(!p.reaches("after", p.entry("deep"), &[in_main]));
    assert!(!p.reaches("plain", p.entry("deep"), &[in_guard, in_main]));
    Ok(())
}

const REGISTERED: &str = r#"
#include <signal.h>
#include <stdlib.h>
static int state;
static void bye(void) { if (state > 1) state = 0; }
static void handler(int sig) { if (state > 2) state = sig; }
static int compare(const void *a, const void *b) { if (*(char *)a > *(char *)b) return 1; return -1; }
__attribute__((constructor)) static void begin(void) { if (getenv("BEGIN")) state = 3; }
__attribute__((destructor)) static void end(void) { if (state > 3) state = 1; }
static int work(int x) { if (x > 7) exit(1); if (x > 6) _Exit(1); return x; }
int main(int argc, char **argv) {
    char list[2] = { 2, 1 };
    qsort(list, 2, 1, compare);
    signal(SIGUSR1, handler);
    if (argc > 2) raise(SIGUSR1);
    atexit(bye);
    return work(argc);
}
"#;

fn registered() -> Outcome {
    let p = program(REGISTERED)?;
    let last = p.after("main", "work");
    for goal in ["bye", "end"] {
        assert!(p.reaches(goal, last, &[]), "{goal} runs after main");
        assert!(p.reaches(goal, p.entry("work"), &[last]), "{goal} runs after exit()");
    }
    assert!(!p.reaches("compare", last, &[]) && !p.reaches("begin", last, &[]) && !p.reaches("work", last, &[]));
    assert!(p.reaches("main", p.entry("begin"), &[]), "main comes after the constructors");
    assert!(p.reaches("handler", p.after("main", "qsort"), &[]), "raise calls it");
    assert!(!p.reaches("handler", p.after("work", "exit"), &[last]));
    let p = program(COOKIE)?;
    assert!(p.reaches("keep", p.after("main", "fputs"), &[]), "streams are flushed at the end");
    assert!(!p.reaches("unused", p.after("main", "fputs"), &[]));
    Ok(())
}

const COOKIE: &str = r#"
#define _GNU_SOURCE
#include <stdio.h>
static ssize_t keep(void *cookie, const char *text, size_t size) { if (size > 2) return 2; return size; }
static int unused(int x) { if (x) return 2; return x; }
int main(int argc, char **argv) {
    FILE *f = fopencookie(0, "w", (cookie_io_functions_t){ .write = keep });
    if (argc > 5) return unused(argc);
    fputs("text", f);
    return 0;
}
"#;

const ENDLESS: &str = r#"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static void die(const char *what) { fprintf(stderr, "%s\n", what); exit(3); }
static void forever(int x) { for (;;) if (x) x++; }
static int recurse(int x) { return recurse(x + 1) + 1; }
static void (*fatal)(const char *) = die;
static int after(int x) { if (x > 4) return 1; return 0; }
static int factorial(int n) { if (n < 2) return 1; return n * factorial(n - 1); }
int main(int argc, char **argv) {
    switch (argc) {
    case 1: die("one"); return after(argc);
    case 2: forever(argc); return after(argc);
    case 3: recurse(argc); return after(argc);
    case 4: fatal("four"); return 0;
    case 5: abort(); return after(argc);
    case 6: factorial(argc); return 0;
    }
    return 0;
}
"#;

fn endless() -> Outcome {
    let p = program(ENDLESS)?;
    for name in ["die", "forever", "recurse"] {
        assert!(!p.graph.returns(p.function(name)), "{name}");
    }
    assert!(p.graph.returns(p.function("factorial")) && p.graph.returns(p.function("after")));
    // A pointer may be to anything, also to what returns: only calls by name are known not to.
    assert!(!p.reaches("after", p.entry("main"), &[]), "every call of after() stands behind one that does not return");
    assert!(p.reaches("factorial", p.entry("main"), &[]));
    assert!(p.reaches("factorial", p.entry("factorial"), &[p.after("factorial", "factorial")]));
    Ok(())
}

const UNITS: &str = r#"
static int deepest(int x) { if (x > 3) return 1; return 0; }
static int helper(int x) { if (x > 2) return deepest(x); return 0; }
static int unit(int x) { int y = helper(x); if (y) return 1; return x > 5; }
int main(int argc, char **argv) { return unit(argc); }
"#;

fn one_function() -> Outcome {
    let p = program(UNITS)?;
    let last = p.after("main", "unit");
    let all = |goals: Goals, node, covered: &[u64]| Reach::new(p.graph.clone(), goals).can_reach(node, [last], covered);
    let only = || Goals::branches().only([p.function("unit")]);
    assert!(all(Goals::branches(), p.entry("helper"), &[]));
    assert!(!all(only(), p.entry("helper"), &[]), "without its caller nothing of unit is left");
    let mut reach = Reach::new(p.graph.clone(), only());
    let back = p.after("unit", "helper");
    assert!(reach.can_reach(p.entry("helper"), [back, last], &[]));
    assert!(reach.open(p.function("unit"), &[]) && !reach.open(p.function("helper"), &[]));
    // With unit's branches covered, nothing is left, whatever the callees have.
    let covered: secateur_static::Bits = (0..p.graph.edge_count())
        .filter(|e| p.graph.source(*e).is_some_and(|(f, _)| f == p.function("unit")))
        .collect();
    assert!(!reach.can_reach(p.entry("main"), [], covered.words()));
    assert!(all(Goals::branches(), p.entry("main"), covered.words()));
    Ok(())
}
