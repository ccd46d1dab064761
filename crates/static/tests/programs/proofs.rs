//! Proofs about whole programs: what holds is proved, what can go wrong is not, whatever the budget.

use super::{Outcome, Trial, compile};
use secateur_static::prove::work::Limits;
use secateur_static::prove::{Extent, Proofs};
use std::collections::BTreeMap;

pub fn tests() -> Vec<Trial> {
    vec![
        Trial::test("what_was_accessed_can_be_accessed", accessed),
        Trial::test("a_small_budget_proves_less_and_nothing_wrong", budgets),
        Trial::test("proofs_end_when_the_run_has_to", stopped),
    ]
}

/// Lines with `// holds` have all their checks proved, lines with `// open` have one that is not.
const ACCESSED: &str = r#"
#include <stdlib.h>
struct node { struct node *next; int *values; int count; };
static int count_of(const struct node *node) { return node->count; }
static void drop(struct node *node) { free(node); }
static void sink(struct node *node) { node->count++; } // open
static int again(struct node *node) {
    int count = node->count; // open
    return count + node->count + (node->next != NULL); // again
}
static int told(struct node *node) {
    int count = count_of(node);
    return count + node->count; // holds
}
static int freed(struct node *node) {
    int count = node->count;
    drop(node);
    return count + node->count; // open
}
static int maybe_freed(struct node *node, int really) {
    int count = node->count; // open
    if (really)
        drop(node);
    return count + node->count; // open
}
static int moved(struct node *node) {
    int count = node->count;
    node = node->next; // again
    return count + node->count; // open
}
static int loaded(struct node *node) {
    int value = node->values[3]; // open
    return value + node->values[3];
}
static int changed(struct node *node, struct node *other) {
    int value = node->values[3]; // open
    other->values = NULL;
    return value + node->values[3]; // open
}
static int called(struct node *node) {
    int value = node->values[3]; // open
    sink(node);
    return value + node->values[3]; // open
}
static int one_side(struct node *node, int side) {
    int count = 0;
    if (side)
        count = node->count;
    return count + node->count;
}
static int passed(const struct node *node) { return node->count; } // holds
static int passes(struct node *node) {
    node->count = 3;
    return passed(node);
}
static struct node *make(int values) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->next = NULL;
    node->count = values;
    node->values = calloc(8, sizeof *node->values);
    return node;
}
int main(int argc, char **argv) {
    (void)argv;
    struct node *a = make(1), *b = make(2), *c = make(3), *d = make(4);
    int sum = again(a) + told(a) + loaded(a) + changed(a, b) + called(b) + one_side(c, argc) + passes(d);
    struct node *list = argc > 2 ? NULL : b;
    a->next = argc > 3 ? NULL : b;
    sum += again(list) + moved(a) + count_of(list);
    sink(argc > 4 ? NULL : c);
    sum += freed(c) + maybe_freed(d, argc);
    return sum;
}
"#;

/// By line: whether all checks of it are proved.
fn lines(module: &secateur_ir::Module, proofs: &Proofs) -> BTreeMap<u32, bool> {
    let mut lines = BTreeMap::new();
    for check in &proofs.checks {
        *lines.entry(proofs.location(module, check).line).or_insert(true) &= check.proved;
    }
    lines
}

fn accessed() -> Outcome {
    let module = compile::module_of(ACCESSED)?;
    let proofs = Proofs::new(&module, false, &Limits::none());
    if proofs.extent != Extent::Whole || proofs.left_out != 0 {
        return Err(format!("{:?}, {} functions were left out", proofs.extent, proofs.left_out).into());
    }
    let found = lines(&module, &proofs);
    let mut wrong = String::new();
    for (line, text) in (1..).zip(ACCESSED.lines()) {
        let wanted = match text.rsplit_once("// ").map(|(_, mark)| mark) {
            Some("holds") => Some(true),
            Some("open") => Some(false),
            _ => None,
        };
        if wanted.is_some() && found.get(&line) != wanted.as_ref() {
            wrong += &format!("line {line}, {text}: {:?}\n", found.get(&line));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.into()) }
}

/// What is proved with less work is proved with more, and the same budget gives the same proofs.
fn budgets() -> Outcome {
    let module = compile::module_of(ACCESSED)?;
    let prove = |work: u64| Proofs::new(&module, false, &Limits { work, stop: &|| false });
    let all = prove(u64::MAX);
    let mut extents = vec![];
    for work in [0, all.work / 8, all.work / 2, all.work, all.work * 5 / 4, all.work * 2] {
        let some = prove(work);
        extents.push(some.extent);
        for check in some.checks.iter().filter(|check| check.proved) {
            let same = all.checks.iter().find(|other| other.place == check.place && other.kind == check.kind);
            if same.is_some_and(|same| !same.proved) {
                return Err(format!("with {work} units, {check:?} holds, with more it does not").into());
            }
        }
        if prove(work).checks != some.checks {
            return Err(format!("with {work} units proofs differ").into());
        }
    }
    match extents[..] {
        [Extent::Nothing, .., Extent::Whole] => Ok(()),
        _ => Err(format!("{extents:?}").into()),
    }
}

fn stopped() -> Outcome {
    let module = compile::module_of(ACCESSED)?;
    let proofs = Proofs::new(&module, false, &Limits { work: u64::MAX, stop: &|| true });
    // A program of this size may be done before anybody looks at the clock.
    match (proofs.is_cut_short, proofs.extent) {
        (true, Extent::Whole) => Err("it was done, and cut short".into()),
        _ => Ok(()),
    }
}
