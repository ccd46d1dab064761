//! Strategies and prunings, from their names on the command line.

use crate::options::{self, Test};
use anyhow::anyhow;
use secateur_explore::prunings::{self, Goal};
use secateur_explore::{Map, Technique, strategies};
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
    Ok(())
}

/// What the user should know about the goals.
pub fn note(test: &Test) -> Option<String> {
    let looks = test.prune.iter().any(|name| name == prunings::LOOK_AHEAD);
    (looks && !test.goal.contains(&options::Goal::Bugs)).then(|| {
        let goals = test.goal.iter().map(|goal| format!("{goal:?}").to_lowercase()).collect::<Vec<_>>().join(" and ");
        format!("explored for {goals} only (--goal): paths that lead to nothing new there may show more bugs")
    })
}

/// How the run is searched and pruned.
pub fn make(test: &Test, program: &Program, unit: Option<&Unit>) -> Technique {
    let search: Vec<_> = test.search.iter().filter_map(|name| strategies::find(name)).collect();
    let prune: Vec<_> = test.prune.iter().filter_map(|name| prunings::find(name)).collect();
    let mut technique = Technique::new(search, prune, Map::default());
    if technique.needs_map() {
        technique.map = Map::new(program);
        if test.prune.iter().any(|name| name == prunings::LOOK_AHEAD) {
            technique.map = technique.map.with_hazards(program);
        }
    }
    let entry = unit.map_or("main", |unit| &unit.function().name);
    let position = |name: &str| program.module.functions.iter().position(|f| !f.library && f.name == name);
    technique.entry = position(entry).map_or(u32::MAX, |at| at as u32);
    // In unit mode only the function's own branches have to be covered where its calls are not varied.
    technique.only_entry = unit.is_some() && test.prune.iter().any(|name| name == "call-depth");
    technique.solve_first = test.solve_first;
    technique.restart = test.restart;
    technique.call_depth = test.call_depth;
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
