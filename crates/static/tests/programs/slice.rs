//! Slices of whole programs: decisions that an unproved check depends on are kept, others are cut.

use super::{Outcome, Trial, compile};
use secateur_ir::Module;
use secateur_static::prove::Proofs;
use secateur_static::prove::work::Limits;
use secateur_static::{Checks, Slice};
use std::collections::BTreeMap;

pub fn tests() -> Vec<Trial> {
    let trial = |(name, source): &(&'static str, &'static str)| {
        let source = source.to_string();
        Trial::test(format!("slice_{name}"), move || lines_are_cut(&source))
    };
    let mut trials: Vec<Trial> = PROGRAMS.iter().map(trial).collect();
    trials.push(Trial::test("slice_not_understood", not_understood));
    trials.push(Trial::test("slice_needs_proofs_of_the_whole", proofs_of_the_whole));
    trials
}

/// What all of them begin with: `risky` has a check that nobody can prove, and `harmless` has none.
const BEGIN: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <secateur.h>
static int table[4]; static unsigned sink;
static int input(void) { int x; secateur_symbolic(&x, sizeof x, "x"); return x; }
static void risky(int i) { table[i] = 1; }
static void harmless(int i) { sink = sink * 31 + (unsigned)i; }
"#;

/// Decisions on lines with `// kept` stay, those on lines with `// cut` do not; other lines may have either.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "data",
        r#"
int main(void) {
    int a = input(), b = input(), i = 0, n = 0;
    if (a > 7) i = 9; // kept
    if (b > 7) n = 9; // cut
    harmless(n);
    risky(i);
    return n;
}"#,
    ),
    (
        "control",
        r#"
int main(void) {
    int a = input(), b = input(), c = input();
    if (a == 1) { // kept
        if (b == 2) // kept
            risky(input());
        if (c == 3) // cut
            harmless(1);
    }
    return 0;
}"#,
    ),
    (
        "early_return",
        r#"
static int first(int a) {
    if (a == 1) return 0; // kept
    risky(a);
    return 1;
}
static int second(int a) {
    if (a == 1) return 0; // cut
    harmless(a);
    return 1;
}
int main(void) { first(input()); return second(input()); }"#,
    ),
    (
        "memory",
        r#"
struct pair { int i; int j; };
static struct pair needed, other;
static void set(struct pair *pair, int a) {
    if (a > 3) pair->i = 9; // kept
}
static void set_other(struct pair *pair, int a) {
    if (a > 3) pair->j = 9; // cut
}
int main(void) {
    int *one = malloc(4), *two = malloc(4);
    if (!one || !two) return 1; // kept
    *one = *two = 0;
    if (input() == 5) *one = 17; // kept
    if (input() == 5) *two = 17; // cut
    set(&needed, input());
    set_other(&other, input());
    risky(*one);
    risky(needed.i);
    return 0;
}"#,
    ),
    (
        "copies",
        r#"
int main(void) {
    char from[8] = { 0 }, to[8], unused[8];
    if (input() == 5) from[3] = 17; // kept
    memcpy(to, from, sizeof to);
    memcpy(unused, from, sizeof unused);
    if (input() == 5) unused[3] = 9; // cut
    risky(to[3]);
    return 0;
}"#,
    ),
    (
        "written",
        r#"
static int other[4];
static void fill(int i, int n) { memset(table + i, n, 4); }
int main(void) {
    int i = 0, n = 0, m = 0, k = 0;
    if (input() == 5) i = 9; // kept
    if (input() == 5) n = 9; // cut
    if (input() == 5) m = 9; // kept
    if (input() == 5) k = 9; // cut
    table[i] = n;
    other[i] = m;
    risky(other[0]);
    fill(i, k);
    return 0;
}"#,
    ),
    (
        "frees",
        r#"
int main(void) {
    int *one = malloc(4), *two = malloc(4);
    if (!one || !two) return 1; // kept
    *one = *two = 1;
    if (input() == 5) { // kept
        free(one);
        one = two;
    }
    if (input() == 6) // kept
        free(one);
    return *two;
}"#,
    ),
    (
        "results",
        r#"
static int index_of(int a) {
    if (a > 2) return 7; // kept
    return 1;
}
static int unused(int a) {
    if (a > 2) return 7; // cut
    return 1;
}
static void through(int *out, int a) {
    if (a == 4) *out = 5; // kept
}
int main(void) {
    int out = 0;
    risky(index_of(input()));
    through(&out, input());
    risky(out);
    return unused(input());
}"#,
    ),
    (
        "arguments",
        r#"
static void one_of_two(int i, int n) {
    risky(i);
    if (n > 5) harmless(n); // cut
}
int main(void) {
    int i = 0, n = 0;
    if (input() == 5) i = 9; // kept
    if (input() == 5) n = 9; // cut
    one_of_two(i, n);
    return 0;
}"#,
    ),
    (
        "structures",
        r#"
struct three { long a, b, c, d; };
static void by_value(struct three t) { risky((int)t.b); }
int main(void) {
    struct three t = { 0, 0, 0, 0 };
    if (input() == 5) t.b = 9; // kept
    by_value(t);
    return 0;
}"#,
    ),
    (
        "loops",
        r#"
int main(void) {
    unsigned char bytes[8];
    unsigned sum = 0; int n = 0;
    secateur_symbolic(bytes, sizeof bytes, "bytes");
    for (unsigned i = 0; i < 8; i++) // cut
        if (bytes[i] > 'a') sum += 3; else sum ^= bytes[i]; // cut
    while (n < 8 && bytes[n] != 3) // kept
        n++;
    harmless((int)sum);
    risky(n);
    return 0;
}"#,
    ),
    (
        "carried",
        r#"
int main(void) {
    int i = 0, late = 0;
    for (int n = 0; n < 3; n++) { // kept
        i = late;
        if (input() == 5) late = 9; // kept
        if (input() == 5) harmless(n); // cut
    }
    risky(i);
    return 0;
}"#,
    ),
    (
        "exits",
        r#"
static void leave(int a) {
    if (a == 1) exit(3); // kept
    if (a == 2) harmless(a); // cut
}
int main(void) {
    int a = input(), status = 0;
    if (input() == 4) status = 1; // cut
    leave(a);
    risky(a);
    return status;
}"#,
    ),
    (
        "assumptions",
        r#"
int main(void) {
    int a = input(), b = 0;
    if (input() == 4) b = 1; // kept
    secateur_assume(b == 0 || a == 2);
    risky(a);
    return 0;
}"#,
    ),
    (
        "inputs",
        r#"
int main(void) {
    int n = 0;
    if (input() == 4) // kept
        harmless(input());
    if (input() == 4) n = 2; // cut
    risky(input());
    return n;
}"#,
    ),
    (
        "output",
        r#"
int main(void) {
    int a = input(), n = 0;
    if (a == 4) printf("four %d %s %5.2f %%\n", a, "text", 1.5); // cut
    if (a == 5) { puts("five"); putchar(a); } // cut
    if (a == 6) fprintf(stderr, "%c\n", a); // cut
    if (a == 7) fputs("seven", stdout); // cut
    if (a == 8) n = printf("%d\n", a); // kept
    risky(n);
    return 0;
}"#,
    ),
    (
        "wrong_output",
        r#"
int main(void) {
    int a = input(); char text[2] = { 'x', 'y' };
    if (a == 4) printf("%d %d\n", a); // kept
    if (a == 5) printf("%s\n", text); // kept
    if (a == 6) printf("%n\n", &a); // kept
    if (a == 7) printf("%f\n", a); // kept
    if (a == 8) printf(text); // kept
    if (a == 9) puts(text); // kept
    if (a == 10) fputs("ten", (FILE *)(void *)text); // kept
    return 0;
}"#,
    ),
    (
        "looked_at_output",
        r#"
int main(void) {
    int a = input();
    if (a == 4) printf("four\n"); // kept
    risky((int)ftell(stdout));
    return 0;
}"#,
    ),
    (
        "pointers",
        r#"
static int needed(int a) {
    if (a > 5) return 9; // kept
    return 0;
}
static int (*function)(int) = needed;
int main(void) {
    if (input() == 3) function = abs; // kept
    risky(function(input()));
    return 0;
}"#,
    ),
    (
        "callbacks",
        r#"
static int less(const void *a, const void *b) {
    const unsigned char *x = a, *y = b;
    if (*x > 5) harmless(*x); // cut
    return *x < *y ? -1 : *x > *y; // kept
}
int main(void) {
    unsigned char bytes[3];
    secateur_symbolic(bytes, sizeof bytes, "bytes");
    qsort(bytes, 3, 1, less);
    risky(bytes[1]);
    return 0;
}"#,
    ),
    (
        "computed_jumps",
        r#"
int main(void) {
    static void *const labels[] = { &&one, &&two };
    int a = input();
    if (a == 7) harmless(1); // kept
    goto *labels[a & 1];
one:
    risky(a);
two:
    return 0;
}"#,
    ),
    (
        "endless",
        r#"
int main(void) {
    for (;;) {
        if (input() == 3) harmless(1); // kept
        risky(input());
    }
}"#,
    ),
];

fn slice(module: &Module) -> Option<Slice> {
    let proofs = Proofs::new(module, false, &Limits::none());
    Slice::new(module, Checks::default(), &proofs, &Limits::none())
}

/// By line: whether all decisions of it are cut, or all are kept.
fn cut_lines(whole: &Module, slice: Option<&Module>) -> BTreeMap<u32, (bool, bool)> {
    let mut lines: BTreeMap<u32, (bool, bool)> = BTreeMap::new();
    for (f, function) in whole.functions.iter().enumerate().filter(|(_, f)| !f.library) {
        for (b, block) in function.blocks.iter().enumerate().filter(|(_, b)| !b.term.sides().is_empty()) {
            let is_cut = slice.is_some_and(|slice| slice.functions[f].blocks[b].term.sides().is_empty());
            let line = lines.entry(function.locs[block.term_loc as usize].line).or_insert((true, true));
            line.0 &= is_cut;
            line.1 &= !is_cut;
        }
    }
    lines
}

fn lines_are_cut(source: &str) -> Outcome {
    let source = format!("{BEGIN}{source}");
    let module = compile::module_of(&source)?;
    let slice = slice(&module);
    if let Some(slice) = &slice {
        secateur_ir::verify(&slice.module).map_err(|problems| format!("the slice is no module: {problems:?}"))?;
    }
    let found = cut_lines(&module, slice.as_ref().map(|slice| &slice.module));
    let mut wrong = String::new();
    for (line, text) in (1..).zip(source.lines()) {
        let is_right = match text.rsplit_once("// ").map(|(_, mark)| mark) {
            Some("cut") => found.get(&line).is_some_and(|line| line.0),
            Some("kept") => found.get(&line).is_some_and(|line| line.1),
            _ => true,
        };
        if !is_right {
            wrong += &format!("line {line}, {text}: (cut, kept) is {:?}\n", found.get(&line));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.into()) }
}

/// Programs that are not sliced at all, though there is a decision that nothing depends on.
fn not_understood() -> Outcome {
    let bodies = [
        (
            "a jump out of a function",
            "static jmp_buf there; int main(void) { if (input() == 3) harmless(1); if (!setjmp(there)) risky(input()); longjmp(there, 1); }",
        ),
        (
            "a handler",
            "static void at(int s) { risky(s); } int main(void) { signal(SIGINT, at); if (input() == 3) harmless(1); return 0; }",
        ),
        (
            "a function for the end",
            "static void at(void) { risky((int)sink); } int main(void) { atexit(at); if (input() == 3) harmless(1); return 0; }",
        ),
        (
            "a buffer that is lent",
            "int main(void) { static char buffer[8]; setvbuf(stdout, buffer, _IOFBF, 9); if (input() == 3) harmless(1); risky(input()); return 0; }",
        ),
    ];
    for (what, body) in bodies {
        let module = compile::module_of(&format!("#include <setjmp.h>\n#include <signal.h>\n{BEGIN}{body}"))?;
        if slice(&module).is_some() {
            return Err(format!("{what}: it was sliced").into());
        }
    }
    Ok(())
}

/// Without proofs of all functions together nothing is known of what calls do.
fn proofs_of_the_whole() -> Outcome {
    let source = format!("{BEGIN}int main(void) {{ if (input() == 3) harmless(1); risky(input()); return 0; }}");
    let module = compile::module_of(&source)?;
    let limits = Limits { work: 10, stop: &|| false };
    let proofs = Proofs::new(&module, false, &limits);
    let less = Slice::new(&module, Checks::default(), &proofs, &Limits::none());
    let proofs = Proofs::new(&module, false, &Limits::none());
    let tight = Slice::new(&module, Checks::default(), &proofs, &limits);
    let leaks = Slice::new(&module, Checks { memory_leak: true, ..Checks::default() }, &proofs, &Limits::none());
    match (slice(&module), less, tight, leaks) {
        (Some(_), None, None, None) => Ok(()),
        (all, less, tight, leaks) => {
            let some = [all.is_some(), less.is_some(), tight.is_some(), leaks.is_some()];
            Err(format!("sliced with proofs, without, with little work, with leaks: {some:?}").into())
        }
    }
}
