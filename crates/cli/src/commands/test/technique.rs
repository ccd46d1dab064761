//! Strategies and prunings, from their names on the command line.

use super::partition::{self, Chosen};
use crate::options::{self, Test};
use anyhow::anyhow;
use secateur_explore::prunings::rwset::{self, Switches};
use secateur_explore::prunings::{self, Goal};
use secateur_explore::sampling::constraints::Engine;
use secateur_explore::{Map, Proofs, Sample, Technique, strategies};
use secateur_testgen::unit::Unit;
use secateur_vm::Program;

/// Names that clap cannot know.
pub fn check(test: &Test) -> anyhow::Result<()> {
    for name in &test.search {
        if strategies::find(name).is_none() {
            let known: Vec<&str> = strategies::ALL.iter().map(|s| s.name).collect();
            return Err(anyhow!("no strategy is called `{name}`; the strategies are: {}", known.join(", ")));
        }
    }
    if test.prune.len() > 1 && test.prune.iter().any(|name| name == "none") {
        return Err(anyhow!("--prune none goes with no other name"));
    }
    for name in test.prune.iter().filter(|name| *name != "none") {
        if prunings::find(name).is_none() {
            let known: Vec<&str> = prunings::ALL.iter().map(|p| p.name).collect();
            return Err(anyhow!("no pruning is called `{name}`; the prunings are: {}, none", known.join(", ")));
        }
    }
    if let Some(part) = test.rwset_off.iter().find(|part| !Switches::NAMES.contains(&part.as_str())) {
        return Err(anyhow!("rwset has no part `{part}`; its parts are: {}", Switches::NAMES.join(", ")));
    }
    for (option, names) in [("--search", &test.search), ("--prune", &test.prune), ("--rwset-off", &test.rwset_off)] {
        if let Some(name) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)).map(|(_, name)| name)
        {
            return Err(anyhow!("{option} has `{name}` twice"));
        }
    }
    without_effect(test)
}

/// Options that would be ignored.
fn without_effect(test: &Test) -> anyhow::Result<()> {
    if !test.goal.is_empty() && !test.prunes(prunings::LOOK_AHEAD) {
        return Err(anyhow!("--goal says what look-ahead looks for, and needs --prune look-ahead"));
    }
    if test.call_depth.is_some() && !test.prunes("call-depth") {
        return Err(anyhow!("--call-depth needs --prune call-depth"));
    }
    if !test.rwset_off.is_empty() && !test.prunes(rwset::INFO.name) {
        return Err(anyhow!("--rwset-off switches parts of rwset off, and needs --prune rwset"));
    }
    if test.restart.is_some() && !test.search.iter().any(|name| name == "cfg" || name == "random-branch") {
        return Err(anyhow!("--restart is for the strategies cfg and random-branch"));
    }
    let is_default = test.search.is_empty() || test.search.join(",") == options::DEFAULT_SEARCH;
    if !test.searches() && !is_default {
        return Err(anyhow!(
            "--search has nothing to search with --sample=only, linear or box; write --sample to sample beside a search"
        ));
    }
    if test.search == ["random-input"] && test.solve_first {
        return Err(anyhow!("--solve-first has nothing to solve with --search random-input"));
    }
    Ok(())
}

/// What the user should know about how the run was searched.
pub fn notes(test: &Test) -> Vec<String> {
    let mut notes = Vec::new();
    let has = |goal| test.goal.contains(&goal);
    if test.prunes(prunings::LOOK_AHEAD) && !(has(options::Goal::Bugs) && has(options::Goal::Branches)) {
        let goals = test.goal.iter().map(|goal| format!("{goal:?}").to_lowercase()).collect::<Vec<_>>().join(" and ");
        notes.push(format!("explored for {goals} only (--goal): what leads to none of them was left out"));
    }
    if test.partition.is_some() && test.prunes(rwset::INFO.name) {
        notes.push(
            "with --partition rwset drops nothing: what depends on what shows only on paths that are run to their end"
                .into(),
        );
    }
    if test.depth != u32::MAX && test.jobs > 1 {
        notes.push("with --depth one thread explores, whatever --jobs says".into());
    }
    if test.samples() && test.jobs > 1 {
        notes.push("with --sample one thread explores, whatever --jobs says".into());
    }
    notes.extend(partition::notes(test));
    notes
}

/// How the run is searched and pruned.
pub fn make(
    test: &Test,
    program: &Program,
    unit: Option<&Unit>,
    parts: Option<&Chosen>,
    proofs: Option<&Proofs>,
) -> Technique {
    let search: Vec<_> = test.search.iter().filter_map(|name| strategies::find(name)).collect();
    let prune: Vec<_> = test.prune.iter().filter_map(|name| prunings::find(name)).collect();
    let mut technique = Technique::new(search, prune, Map::default());
    if technique.needs_map() {
        technique.map = Map::new(program);
        if test.prunes(prunings::LOOK_AHEAD) {
            technique.map = technique.map.with_hazards(program, proofs);
        }
    }
    let entry = unit.map_or("main", |unit| &unit.function().name);
    let position = |name: &str| program.module.functions.iter().position(|f| !f.library && f.name == name);
    technique.entry = position(entry).map_or(u32::MAX, |at| at as u32);
    // In unit mode only the function's own branches have to be covered where its calls are not varied.
    technique.only_entry = unit.is_some() && test.prunes("call-depth");
    technique.solve_first = test.solve_first;
    technique.restart = test.restart;
    technique.partition = parts.map(Chosen::given);
    technique.seed = test.seed;
    technique.sample = test.sample.and_then(|how| match how {
        options::Sample::Off => None,
        options::Sample::Along => Some(Sample::Along),
        options::Sample::Late => Some(Sample::Late),
        options::Sample::Only => Some(Sample::Only),
        options::Sample::Linear => Some(Sample::Constrained(Engine::Linear)),
        options::Sample::Box => Some(Sample::Constrained(Engine::Box)),
    });
    test.rwset_off.iter().for_each(|part| {
        technique.rwset.off(part);
    });
    technique.call_depth = test.call_depth.unwrap_or(1);
    technique.goals = test
        .goal
        .iter()
        .map(|goal| match goal {
            options::Goal::Branches => Goal::Branches,
            options::Goal::Lines => Goal::Lines,
            options::Goal::Bugs => Goal::Bugs,
        })
        .collect();
    technique
}
