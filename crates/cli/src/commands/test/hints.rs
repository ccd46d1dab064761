//! What to try next, from what a run came to.

use super::found::Found;
use secateur_explore::prunings::rwset;
use secateur_testgen::InputKind;
use secateur_testgen::reports::Run;
use std::path::Path;

/// Sentences, the most useful first.
pub fn all(run: &Run, found: &Found, folder: &Path) -> Vec<String> {
    let mut hints = Vec::new();
    if let Some(bug) = found.bugs.first() {
        let input = folder.join(bug.folder()).join("input.ktest");
        hints.push(format!("see it happen natively: secateur replay {}", input.display()));
    }
    if !found.divergences.is_empty() {
        hints.push("a divergence is a defect of Secateur's: please report it with the program".into());
    }
    if found.late > 0 {
        hints.push(format!("run all tests natively, and see what they cover: secateur replay {}", folder.display()));
    } else if found.half > 0 {
        hints.push(format!("run all tests with sanitizers: secateur replay {}", folder.display()));
    }
    if !found.asked_for_input {
        hints.push(without_input(run));
    }
    let limit = |name: &str| run.limits.iter().any(|l| l == name);
    let ended = ["completed", "bug", "cut"].iter().any(|end| run.paths.get(*end).is_some_and(|n| *n > 0));
    let has_rwset = run.prune.iter().any(|name| name == rwset::INFO.name);
    if limit("time") && has_rwset && run.search != ["dfs"] {
        hints.push("states become known soonest depth-first, so that rwset drops more: try --search dfs".into());
    }
    if limit("time") && !ended && !has_rwset {
        hints.push(
            "no path came to an end: for a program that goes on for ever, such as an event loop, try --prune rwset"
                .into(),
        );
    }
    if limit("time") {
        let (covered, infeasible, total) = super::tell::sides(run);
        hints.push(if covered + infeasible == total && total > 0 && run.native {
            "every branch is covered: end as soon as that is so with --goal branches, or look for more bugs with --time 10m"
                .into()
        } else {
            "choose smaller input, explore for longer with --time 10m, or for branches alone with --goal branches"
                .to_string()
        });
    }
    hints.extend(limit("time").then(|| about_parts(run)).flatten());
    hints.extend(about_sampling(run));
    if limit("memory") {
        hints.push("allow more memory with --max-memory 8GiB, or choose smaller input".into());
    }
    if limit("steps") {
        hints.push("a limit cut off single paths: raise --path-steps".into());
    }
    if limit("depth") {
        hints.push("decisions late on long paths were not varied: raise --depth".into());
    }
    if limit("call-depth") {
        hints.push("nothing was varied in deep calls: raise --call-depth, or leave --prune call-depth out".into());
    }
    if super::tell::sides(run).1 > 0 && run.status == "complete" {
        hints.push(match run.function.as_str() {
            "main" if has_only_objects(found) => {
                "larger objects in calls of secateur_symbolic, or more of them, may take more branches".into()
            }
            "main" => "larger input may take more branches: raise --sym-stdin, --sym-args or --sym-file".into(),
            _ => "longer strings and arrays, or larger lists, may take more branches: raise --max-length or --pointer-depth"
                .to_string(),
        });
    }
    if found.bugs.iter().any(|b| b.kind == "null-dereference") && run.function != "main" {
        hints.push("if callers never pass null pointers, say so with --non-null".into());
    }
    if hints.is_empty() && found.tests > 1 {
        hints.push(format!("keep the tests: secateur replay {} runs them again", folder.display()));
    }
    hints
}

/// Whether all input is what the program itself makes symbolic.
fn has_only_objects(found: &Found) -> bool {
    let mut inputs = found.recorded.values().flat_map(|(case, ..)| &case.inputs).peekable();
    inputs.peek().is_some() && inputs.all(|input| matches!(input.kind, InputKind::Object))
}

/// What the solver gives up on, sampling may still find an input for.
fn about_sampling(run: &Run) -> Option<String> {
    let gave_up = run.losses.iter().any(|loss| loss.what.starts_with("the solver gave up"));
    let is_sampled = run.paths.contains_key(super::tell::SAMPLED);
    (gave_up && !is_sampled).then(|| "for conditions that the solver gave up on, --sample may find inputs".into())
}

/// Whether to explore parts of the input apart.
fn about_parts(run: &Run) -> Option<String> {
    match &run.partition {
        None if run.search != ["random-input"] => Some(
            "if parts of the input have nothing to do with each other, explore them apart with --partition auto".into(),
        ),
        Some(parts) if parts.blocks.len() == 1 && parts.left_out == 0 => {
            Some("all input depends on each other, so there is nothing to divide: leave --partition out".into())
        }
        _ => None,
    }
}

fn without_input(run: &Run) -> String {
    let what = match run.function.as_str() {
        "main" => {
            "the program asked for no symbolic input: give it some with --sym-stdin 8, --sym-arg 4 or --sym-file NAME 8, \
             mark variables with secateur_symbolic, or test one function with --function NAME"
        }
        _ => "the function has no input that could be varied: make globals symbolic with --sym-global",
    };
    what.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_testgen::reports::{Loss, Partition};

    #[test]
    fn sampling_is_a_hint_where_the_solver_gave_up() {
        let mut run = Run::default();
        assert_eq!(about_sampling(&run), None);
        let what = "the solver gave up: Z3 spent its budget".into();
        run.losses.push(Loss { what, ..Loss::default() });
        assert!(about_sampling(&run).is_some_and(|hint| hint.contains("--sample")));
        run.paths.insert(super::super::tell::SAMPLED.into(), 0);
        assert_eq!(about_sampling(&run), None);
    }

    #[test]
    fn parts_are_a_hint_where_they_may_help() {
        let mut run = Run { search: vec!["dfs".into()], ..Run::default() };
        assert!(about_parts(&run).is_some_and(|hint| hint.contains("--partition auto")));
        run.search = vec!["random-input".into()];
        assert_eq!(about_parts(&run), None);
        run.partition = Some(Partition { blocks: vec![vec![(0, 0, 7)]], ..Partition::default() });
        assert!(about_parts(&run).is_some_and(|hint| hint.ends_with("leave --partition out")));
        run.partition = Some(Partition { blocks: vec![vec![(0, 0, 7)], vec![(1, 0, 0)]], ..Partition::default() });
        assert_eq!(about_parts(&run), None);
    }
}
