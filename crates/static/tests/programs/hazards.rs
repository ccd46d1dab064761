//! Where something may go wrong, and where it is proved that nothing can.

use super::{Outcome, Program, Trial, program};
use secateur_static::{Checks, Goals, Hazards, Node, Reach};

pub fn tests() -> Vec<Trial> {
    vec![
        Trial::test("proofs_and_hazards", proofs),
        Trial::test("the_end_of_a_program", ends),
        Trial::test("inputs_are_no_hazards", inputs),
    ]
}

/// Functions whose names tell whether something can go wrong in them. `with_` ones depend on a check.
const PROOFS: &str = r#"
#include <stdlib.h>
#include <string.h>
struct pair { int a; int b[4]; };
static int table[256];
static const int fixed[4] = { 1, 2, 3, 4 };
static struct pair pairs[8];
static int sink;

int safe_local(void) { int x[4]; x[0] = 1; x[3] = 2; return x[0] + x[3]; }
int safe_global(void) { table[255] = 3; return fixed[2] + pairs[7].b[3]; }
int safe_byte(unsigned char i) { return table[i]; }
int safe_mask(unsigned i) { return table[i & 255] + fixed[i % 4]; }
int safe_shift(unsigned x, unsigned char s) { return (x << 31) + (x >> (s & 31)); }
int safe_divide(unsigned x, int y) { return x / 10 + y % 7; }
int safe_copy(void) { char a[8], b[8]; memset(b, 1, 8); memcpy(a, b, 8); sink = a[3]; return 0; }
int safe_loop(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= i; return s; }
int safe_call(int n) { return safe_loop(n) ^ 1; }
void *safe_allocate(void) { return malloc(7); }

int wrong_pointer(int *p) { return *p; }
int wrong_local(void) { int x[4]; int *p = x; p[4] = 1; return 0; }
int wrong_before(void) { int x[4] = { 0 }; return (x + 2)[-3]; }
int wrong_index(int i) { return table[i]; }
int wrong_sign(signed char i) { return table[i]; }
int wrong_mask(unsigned i) { return table[i & 256]; }
int wrong_short(unsigned short i) { return table[i]; }
int wrong_member(unsigned char i) { return pairs[i & 7].b[i & 7] + pairs[i & 15].a; }
void wrong_constant(void) { *(int *)&fixed[1] = 3; }
int wrong_divide(int x, int y) { return x / y; }
int wrong_minus_one(int x) { return x / -1; }
int wrong_shift(int x, int y) { return x << y; }
int wrong_wide_shift(unsigned x, unsigned char s) { return x >> (s & 63); }
void wrong_copy(char *to) { char from[8] = { 0 }; memcpy(to, from, 8); }
void wrong_length(int n) { char to[8]; memset(to, 0, n); sink = to[0]; }
void wrong_array(int n) { char to[n]; to[0] = 1; sink = to[0]; }
void wrong_free(void *p) { free(p); }
int wrong_string(const char *s) { return strlen(s); }
int wrong_recursion(int n) { return n ? wrong_recursion(n - 1) ^ n : 0; }
int wrong_callee(int (*f)(void)) { return f(); }
void wrong_trap(void) { __builtin_trap(); }
void wrong_end(int x) { if (x) __builtin_unreachable(); }
int wrong_uninitialised_pointer(int c) { int x = 1, *p; if (c) p = &x; return *p; }

int with_overflow(int x) { return x + 1; }

int main(int argc, char **argv) {
    if (argc > 40) sink = (int)(long)safe_allocate() + safe_local() + safe_global() + safe_byte(argc) + safe_mask(argc) + safe_shift(1, 1) + safe_divide(1, 2) + safe_copy() + safe_call(3);
    if (argc > 41) sink = wrong_pointer(&argc) + wrong_local() + wrong_before() + wrong_index(1) + wrong_sign(1) + wrong_mask(1) + wrong_short(1) + wrong_member(1) + wrong_divide(1, 2) + wrong_minus_one(1) + wrong_shift(1, 2) + wrong_wide_shift(1, 2);
    if (argc > 42) wrong_constant(), wrong_copy(argv[1]), wrong_length(1), wrong_array(1), wrong_free(argv), wrong_trap(), wrong_end(1);
    if (argc > 43) sink = wrong_string("") + wrong_recursion(1) + wrong_callee(safe_local) + wrong_uninitialised_pointer(1) + with_overflow(1);
    return 0;
}
"#;

fn proofs() -> Outcome {
    let p = program(PROOFS)?;
    let open = |checks: Checks, f: u32| {
        let goals = Goals::bugs(Hazards::new(&p.module, &p.graph, checks));
        Reach::new(p.graph.clone(), goals).open(f, &[])
    };
    let all = Checks { signed_overflow: true, ..Checks::default() };
    let mut counted = 0;
    for function in p.module.functions.iter().filter(|f| !f.library && f.name != "main") {
        let f = p.function(&function.name);
        let expected = match function.name.split('_').next() {
            Some("safe") => (false, function.name.as_str() == "safe_loop"),
            Some("wrong") => (true, true),
            Some("with") => (false, true),
            _ => continue,
        };
        assert_eq!(open(Checks::default(), f), expected.0, "{}", function.name);
        if expected.1 {
            assert!(open(all, f), "{}", function.name);
        }
        let uninitialised = Checks { uninitialised_read: true, ..Checks::default() };
        assert!(open(uninitialised, f), "{}", function.name);
        counted += 1;
    }
    assert_eq!(counted, 34);
    Ok(())
}

fn main_open(p: &Program, node: Node, checks: Checks) -> bool {
    let goals = Goals::bugs(Hazards::new(&p.module, &p.graph, checks));
    Reach::new(p.graph.clone(), goals).can_reach(node, [], &[])
}

fn ends() -> Outcome {
    let leaks = Checks { memory_leak: true, ..Checks::default() };
    let p = program("int main(int argc, char **argv) { return argc > 2; }")?;
    assert!(!main_open(&p, p.entry("main"), Checks::default()), "what libc does at the end is its own");
    assert!(main_open(&p, p.entry("main"), leaks));
    let p = program(
        "#include <stdlib.h>\nint main(int c, char **v) { if (c > 1) exit(1); if (c > 2) _Exit(1); return 0; }",
    )?;
    assert!(!main_open(&p, p.entry("main"), Checks::default()));
    assert!(main_open(&p, p.entry("main"), leaks));
    // A buffer that the library writes from when the program is over.
    let p = program(
        "#include <stdio.h>\nint main(int c, char **v) { char b[64]; if (c > 1) { setvbuf(stdout, b, 0, 64); puts(\"x\"); } return 0; }",
    )?;
    let after = p.after("main", "puts");
    assert!(main_open(&p, after, Checks::default()));
    // Something registered that can fail.
    let p = program(
        "#include <stdlib.h>\nstatic int *p; static void bye(void) { *p = 1; }\nint main(int c, char **v) { atexit(bye); return c > 1; }",
    )?;
    assert!(main_open(&p, p.after("main", "atexit"), Checks::default()));
    Ok(())
}

fn inputs() -> Outcome {
    let p = program(
        "#include <secateur.h>\nint main(void) { int y; secateur_symbolic(&y, sizeof y, \"y\"); int x = secateur_range(0, 9, \"x\"); secateur_assume(x > y); if (y > 3) return 1; return 0; }",
    )?;
    assert!(!main_open(&p, p.after("main", "secateur_range"), Checks::default()));
    assert!(main_open(&p, p.entry("main"), Checks::default()), "the object may be a wrong one");
    Ok(())
}
