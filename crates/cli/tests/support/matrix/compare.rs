//! What an exploration has to have in common with plain search.

use super::rows::Promise;
use super::subject::{Seen, Subject, is_set};
use std::collections::BTreeSet;

/// As many differences of a kind are shown.
const SHOWN: usize = 4;

/// Where an exploration breaks its promise.
pub fn differences(subject: &Subject, reference: &Seen, seen: &Seen, promise: Promise) -> Vec<String> {
    let mut problems = beyond(subject, reference, seen, promise);
    let promise = match promise {
        Promise::Honest if seen.report.is_complete() => Promise::All,
        Promise::Honest => return problems,
        other => other,
    };
    let has_all_branches = matches!(promise, Promise::Paths | Promise::All | Promise::Branches);
    if has_all_branches {
        let lost = only(&reference.report.covered, &seen.report.covered);
        show(&mut problems, "not covered", lost.iter().map(|edge| subject.describe(*edge)));
    }
    if matches!(promise, Promise::Paths | Promise::All | Promise::Bugs) {
        let lost = reference.bugs.difference(&seen.bugs);
        show(&mut problems, "a bug that is not found", lost.map(|bug| format!("{bug:?}")));
    }
    if promise == Promise::Lines {
        let entered = subject.led_to(&seen.report.covered);
        let lost: Vec<_> = subject.touched(&reference.report.covered).difference(&entered).copied().collect();
        show(&mut problems, "a block that is not entered", lost.iter().map(|block| format!("{block:?}")));
    }
    let (paths, most) = (seen.paths(), reference.paths());
    match promise {
        Promise::Paths => problems.extend(other_paths(reference, seen)),
        Promise::All | Promise::Branches | Promise::Lines | Promise::Bugs | Promise::Part if paths > most => {
            problems.push(format!("{paths} paths instead of at most {most}"));
        }
        Promise::Bound(forced) if seen.forced() != forced => {
            problems.push(format!("{} sides are forced, not {forced}", seen.forced()));
        }
        _ => {}
    }
    problems.extend(claims(seen, promise));
    problems
}

/// What plain search does not have.
fn beyond(subject: &Subject, reference: &Seen, seen: &Seen, promise: Promise) -> Vec<String> {
    let mut problems = Vec::new();
    let more = only(&seen.report.covered, &reference.report.covered);
    show(&mut problems, "covered, though plain search does not", more.iter().map(|edge| subject.describe(*edge)));
    let more = seen.bugs.difference(&reference.bugs);
    show(&mut problems, "a bug that plain search does not find", more.map(|bug| format!("{bug:?}")));
    if seen.report.overlooked > 0 {
        problems.push(format!("{} times the strategy overlooked something", seen.report.overlooked));
    }
    if seen.report.limits.contains(&"interrupt") && promise != Promise::Random {
        problems.push(format!("comes to no end: {:?}", seen.report.counts));
    }
    if seen.report.counts.internal > 0 {
        problems.push(format!("{} defects of ours: {:?}", seen.report.counts.internal, seen.defects));
    }
    problems
}

/// Every path is the same: how it ends, and after how many decisions.
fn other_paths(reference: &Seen, seen: &Seen) -> Vec<String> {
    let mut problems = Vec::new();
    if seen.paths() != reference.paths() {
        problems.push(format!("{} paths instead of {}", seen.paths(), reference.paths()));
    }
    let keys: BTreeSet<_> = reference.ends.keys().chain(seen.ends.keys()).collect();
    let number = |of: &Seen, key: &(String, u32)| of.ends.get(key).copied().unwrap_or(0);
    let differ = keys.into_iter().filter(|key| number(reference, key) != number(seen, key));
    let tell = |key: &(String, u32)| {
        format!("{} after {} decisions: {} instead of {}", key.0, key.1, number(seen, key), number(reference, key))
    };
    show(&mut problems, "ends of paths", differ.map(tell));
    problems
}

/// What the exploration says of itself.
fn claims(seen: &Seen, promise: Promise) -> Vec<String> {
    let (report, cut) = (&seen.report, seen.report.counts.pruned_by("call-depth") + seen.report.counts.deep);
    let complete = report.is_complete();
    let wanted = match promise {
        Promise::Part | Promise::Bound(_) => cut == 0,
        Promise::Random => false,
        _ => true,
    };
    if complete == wanted {
        return vec![];
    }
    let what = if complete { "claims to be complete" } else { "is not complete" };
    vec![format!("{what}: {:?}, losses {:?}, limits {:?}", report.counts, report.losses, report.limits)]
}

/// Sides that one has and the other does not.
fn only(one: &[u64], other: &[u64]) -> Vec<u32> {
    (0..one.len() * 64).filter(|edge| is_set(one, *edge) && !is_set(other, *edge)).map(|edge| edge as u32).collect()
}

fn show(problems: &mut Vec<String>, what: &str, items: impl Iterator<Item = String>) {
    let all: Vec<String> = items.collect();
    if !all.is_empty() {
        let some = all.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
        problems.push(format!("{} x {what}: {some}", all.len()));
    }
}
