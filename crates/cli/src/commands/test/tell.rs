//! What the user reads at the end: what broke, what was covered, what was not reached and why, where
//! everything is, and what to try next.

use super::found::{Found, FoundBug};
use super::{count, hints};
use crate::diagnostics;
use crate::style::{self, Paint};
use secateur_testgen::reports::{Checks, Partition, Run, Side, Sliced, Status};
use std::fmt::Write;
use std::path::Path;

/// Of branches that were not reached, and of losses: more are in the report.
const MOST: usize = 5;
/// Columns of the words before each line.
const MARGIN: usize = 13;

pub fn text(run: &Run, found: &Found, folder: &Path, colour: bool) -> String {
    let paint = Paint { colour };
    let mut out = String::new();
    for bug in &found.bugs {
        tell_bug(&mut out, bug, folder, paint);
    }
    for divergence in found.divergences.iter().take(MOST) {
        let _ = writeln!(out, "{}, which is a defect of ours: {divergence}", paint.warn("divergence"));
    }
    for why in run.not_native.iter().filter(|_| found.measured.is_some()) {
        let _ = writeln!(out, "{}: {why}", paint.warn("note"));
    }
    for warning in &found.warnings {
        let _ = writeln!(out, "{}: {warning}", paint.warn("warning"));
    }
    for note in &found.assumptions {
        let _ = writeln!(out, "{}: {note}", paint.dim("note"));
    }
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
    let mut rows = Rows { out, paint };
    rows.row("covered", &covered(run, found, paint));
    rows.row("explored", &explored(run, paint));
    if let Some(parts) = &run.partition {
        rows.row("partition", &partition(parts, paint));
    }
    if let Some(sliced) = &run.sliced {
        rows.row("sliced", &left_out(sliced));
    }
    // Where every path was explored, a check that no path broke cannot fail, proved or not.
    if let Some(checks) = run.checks.as_ref().filter(|_| run.status != "complete") {
        let proved = (checks.proved > 0).then(|| proved(checks));
        for (i, text) in proved.iter().chain(&checks.note).enumerate() {
            rows.row(if i == 0 { "proved" } else { "" }, text);
        }
    }
    rows.row("bugs", &bugs(found, paint));
    rows.row("tests", &format!("{} in {}", style::number(found.tests), folder.join("tests").display()));
    not_reached(&mut rows, run);
    lost(&mut rows, run);
    rows.row("report", &folder.join("report/index.html").display().to_string());
    for (i, hint) in hints::all(run, found, folder).iter().enumerate() {
        rows.row(if i == 0 { "next" } else { "" }, hint);
    }
    rows.out
}

fn proved(checks: &Checks) -> String {
    let (proved, total) = (checks.proved, checks.total);
    format!(
        "{} of {} checks cannot fail ({} %)",
        style::number(proved),
        style::number(total),
        (100 * proved) / total.max(1)
    )
}

fn left_out(sliced: &Sliced) -> String {
    let (cut, sides, calls) = (style::number(sliced.cut), style::branches(sliced.sides), sliced.calls);
    let mut text = format!("{cut} of {sides} cannot affect a check that is not proved, and were not explored");
    if sliced.cut == 0 {
        text = format!("{} cannot affect a check that is not proved, and were not explored", count(calls, "call"));
    }
    if let Some(error) = &sliced.contradicted {
        let _ = write!(text, "; then the whole program was, since {error} did not show in it at first");
    }
    text
}

struct Rows {
    out: String,
    paint: Paint,
}

impl Rows {
    fn row(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.out, "{}{text}", self.paint.bold(&format!("{name:<MARGIN$}")));
    }
}

fn tell_bug(out: &mut String, bug: &FoundBug, folder: &Path, paint: Paint) {
    *out += &diagnostics::bug(&bug.bug, paint.colour);
    for shown in &bug.input {
        let name = if shown.name.is_empty() { "input".to_string() } else { shown.name.clone() };
        let _ = writeln!(out, "  with {name}: {}", paint.bold(&shown.value));
    }
    let native = match bug.confirmed {
        true => paint.good("confirmed by the native build"),
        false => paint.warn(&format!("not confirmed natively: {}", bug.why)),
    };
    let _ = writeln!(out, "  test {}, {native}\n", folder.join(&bug.test).display());
}

/// Counts of sides: covered, infeasible, all.
pub fn sides(run: &Run) -> (u64, u64, u64) {
    let all = || run.files.iter().flat_map(|f| &f.decisions).flat_map(|d| &d.sides);
    let with = |status| all().filter(|s| s.status == status).count() as u64;
    (with(Status::Covered), with(Status::Infeasible), all().count() as u64)
}

fn covered(run: &Run, found: &Found, paint: Paint) -> String {
    let (covered, infeasible, total) = sides(run);
    if total == 0 {
        return "the program has no branches".into();
    }
    let percent = covered * 100 / total;
    let share = format!("{covered} of {}", style::branches(total));
    let share = if covered + infeasible == total { paint.good(&share) } else { paint.bold(&share) };
    let mut text = format!("{share} ({percent} %)");
    if infeasible > 0 {
        let which = if covered + infeasible == total { "the other " } else { "" };
        let _ = write!(text, "; {which}{} cannot be taken with the input explored", style::number(infeasible));
    }
    let lines = run.files.iter().flat_map(|f| &f.lines);
    let (hit, all) = (lines.clone().filter(|l| l.tests > 0).count(), lines.count());
    if run.native {
        let _ = write!(text, "; {hit} of {}; measured on the native build", count(all as u64, "line"));
        if found.late > 0 {
            let (done, all) = (style::number(found.tests.saturating_sub(found.late)), style::number(found.tests));
            let _ = write!(text, " by the {done} of {all} tests that were replayed");
            let in_machine = run.timeline.last().map_or(0, |point| point.branches);
            let _ = write!(text, "; in the virtual machine, paths cover {}", style::number(in_machine.into()));
        }
    } else {
        text += "; as the virtual machine says, not measured natively";
    }
    text
}

/// What [`Run::paths`] calls runs of `--sample`.
pub const SAMPLED: &str = "sampled";

/// Where sides that rwset did not try are in the counts of paths.
pub const KNOWN_SIDES: &str = "pruned:rwset-sides";

fn explored(run: &Run, paint: Paint) -> String {
    let get = |name: &str| run.paths.get(name).copied().unwrap_or(0);
    let done = get("completed") + get("bug") + get("cut");
    let paths = format!("{} {}", style::number(done), if done == 1 { "path" } else { "paths" });
    let pending = get("pending");
    let left_apart = run.partition.as_ref().map_or(0, |parts| parts.left_out);
    let end = match run.status.as_str() {
        "complete" if get("pruned:look-ahead") + get("pruned:rwset") + get(KNOWN_SIDES) > 0 => {
            let (known, sides) = (get("pruned:rwset"), get(KNOWN_SIDES));
            let reason = paint.good("where all that follows is known (rwset)");
            let ended = (known > 0).then(|| format!("; {} of them ended {reason}", style::number(known)));
            let more = |branches: u64, reason: &str| {
                let verb = if branches == 1 { "leads" } else { "lead" };
                (branches > 0).then(|| format!("; {} more {verb} {}", style::branches(branches), paint.good(reason)))
            };
            let left_out = more(get("pruned:look-ahead"), "to nothing new (look-ahead)");
            ended.into_iter().chain(more(sides, "to what is known (rwset)")).chain(left_out).collect()
        }
        _ if run.limits == ["goal"] => {
            let left_out = get("pruned:look-ahead");
            let verb = if left_out == 1 { "leads" } else { "lead" };
            let more = format!("; {} more {verb} to none of the goals (--goal)", style::branches(left_out));
            if left_out > 0 { more } else { format!(", {}", paint.good("which is every path of the slice")) }
        }
        "complete" if left_apart > 0 => String::new(),
        "complete" => format!(", {}", paint.good("which is every path")),
        _ if pending == 0 && run.limits.iter().any(|l| l == "depth" || l == "call-depth") => {
            format!("; nothing is left within the bounds of {}", limits(run))
        }
        _ if pending == 0 && get(SAMPLED) > 0 => format!(", then stopped by {}", limits(run)),
        _ if pending == 0 => "; nothing is left, but something was given up".into(),
        _ => format!(", then stopped by {} with {} untried", limits(run), style::branches(pending)),
    };
    // What does not interfere needs no path for each combination.
    let reason = paint.good("only combine what does not interfere (partition)");
    let apart = (left_apart > 0).then(|| format!("; others {reason}"));
    let samples = (get(SAMPLED) > 0).then(|| format!("; {} runs sampled", style::number(get(SAMPLED))));
    format!("{paths} in {:.1} s{end}{}{}", run.time_s, apart.unwrap_or_default(), samples.unwrap_or_default())
}

fn partition(parts: &Partition, paint: Paint) -> String {
    let (blocks, shared) = (parts.blocks.len() as u64, parts.shared());
    let plural = |n: u64, what: &str| format!("{} {what}{}", style::number(n), if n == 1 { "" } else { "s" });
    let mut text = plural(blocks, "block");
    if shared > 0 {
        let _ = write!(text, "; {} shared", plural(shared, "byte"));
    }
    let _ = write!(text, "; {} left out", plural(parts.left_out, "side"));
    if let Some(why) = &parts.gave_up {
        let _ = write!(text, "; {}: {why}", paint.warn("given up"));
    }
    text
}

fn limits(run: &Run) -> String {
    let name = |limit: &String| match limit.as_str() {
        "time" => "--time".to_string(),
        "memory" => "--max-memory".into(),
        "paths" => "--max-paths".into(),
        "tests" => "--max-tests".into(),
        "depth" => "--depth".into(),
        "call-depth" => "--prune call-depth".into(),
        "goal" => "--goal".into(),
        "partition" => "--strict".into(),
        "steps" => "--path-steps".into(),
        "interrupt" => "you".into(),
        other => other.into(),
    };
    run.limits.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn bugs(found: &Found, paint: Paint) -> String {
    let confirmed = found.bugs.iter().filter(|b| b.confirmed).count();
    match (found.bugs.len(), confirmed) {
        (0, _) => "none found".into(),
        (n, c) if n == c => paint.error(&format!("{n}, confirmed by the native build")),
        (n, c) => paint.error(&format!("{n}, of which {c} confirmed by the native build")),
    }
}

fn not_reached(rows: &mut Rows, run: &Run) {
    let mut left: Vec<(String, &Side)> = Vec::new();
    for file in &run.files {
        for decision in &file.decisions {
            let code = file.source.get(decision.line.saturating_sub(1) as usize).map_or("", |l| l.trim());
            let place = format!("{}:{} `{}`", file.name, decision.line, style::shorten(code, 36));
            let sides = decision.sides.iter().filter(|s| s.status == Status::NotReached);
            left.extend(sides.map(|s| (format!("{place} {}", s.label), s)));
        }
    }
    if left.is_empty() {
        return;
    }
    let paint = rows.paint;
    rows.row("not reached", &paint.warn(&style::branches(left.len() as u64)));
    for (place, side) in left.iter().take(MOST) {
        let why = side.reasons.first().map_or("", |r| r.text.as_str());
        rows.row("", &format!("{place}: {}", paint.dim(why)));
    }
    if left.len() > MOST {
        rows.row("", &paint.dim(&format!("and {} more, in the report", left.len() - MOST)));
    }
}

fn lost(rows: &mut Rows, run: &Run) {
    let paint = rows.paint;
    for (i, loss) in run.losses.iter().take(MOST).enumerate() {
        let place = if loss.line > 0 { format!("{}:{}: ", loss.file, loss.line) } else { String::new() };
        let times = if loss.count == 1 { String::new() } else { format!(" ({} times)", style::number(loss.count)) };
        rows.row(if i == 0 { "given up" } else { "" }, &format!("{place}{}{times}", loss.what));
    }
    if run.losses.len() > MOST {
        rows.row("", &paint.dim(&format!("and {} more, in losses.json", run.losses.len() - MOST)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pruning_that_left_something_out_is_told() {
        let told = |known: u64, left_out: u64| {
            let mut run = Run { status: "complete".into(), ..Run::default() };
            let paths = [("cut", known), ("completed", 5), ("pruned:rwset", known), ("pruned:look-ahead", left_out)];
            run.paths = paths.map(|(end, n)| (end.to_string(), n)).into();
            explored(&run, Paint { colour: false })
        };
        assert_eq!(told(0, 0), "5 paths in 0.0 s, which is every path");
        let (known, left_out) = (
            "; 3 of them ended where all that follows is known (rwset)",
            "; 2 branches more lead to nothing new (look-ahead)",
        );
        assert_eq!(told(3, 0), format!("8 paths in 0.0 s{known}"));
        assert_eq!(told(0, 2), format!("5 paths in 0.0 s{left_out}"));
        assert_eq!(told(3, 2), format!("8 paths in 0.0 s{known}{left_out}"));
        let mut run = Run { status: "complete".into(), ..Run::default() };
        let paths = [("cut", 3), ("completed", 5), ("pruned:rwset", 3), (KNOWN_SIDES, 1), ("pruned:look-ahead", 2)];
        run.paths = paths.map(|(end, n)| (end.to_string(), n)).into();
        let side = "; 1 branch more leads to what is known (rwset)";
        assert_eq!(explored(&run, Paint { colour: false }), format!("8 paths in 0.0 s{known}{side}{left_out}"));
    }

    #[test]
    fn what_was_left_apart_is_told() {
        let plain = Paint { colour: false };
        let blocks = vec![vec![(0, 0, 3), (1, 0, 1)], vec![(0, 0, 3), (1, 2, 2)], vec![(1, 3, 3)]];
        let mut parts = Partition { blocks, left_out: 1_024, ..Partition::default() };
        assert_eq!(partition(&parts, plain), "3 blocks; 4 bytes shared; 1,024 sides left out");
        let mut run = Run { status: "complete".into(), paths: [("completed".into(), 9)].into(), ..Run::default() };
        run.partition = Some(parts.clone());
        let told = "9 paths in 0.0 s; others only combine what does not interfere (partition)";
        assert_eq!(explored(&run, plain), told);
        run.paths.insert("pruned:look-ahead".into(), 2);
        let told = "9 paths in 0.0 s; 2 branches more lead to nothing new (look-ahead); \
                    others only combine what does not interfere (partition)";
        assert_eq!(explored(&run, plain), told);
        (parts.blocks, parts.left_out, parts.gave_up) = (vec![vec![(0, 0, 3)]], 0, Some("there is too much".into()));
        assert_eq!(partition(&parts, plain), "1 block; 0 sides left out; given up: there is too much");
        run.partition = Some(parts);
        run.paths.clear();
        assert_eq!(explored(&run, plain), "0 paths in 0.0 s, which is every path");
    }
}
