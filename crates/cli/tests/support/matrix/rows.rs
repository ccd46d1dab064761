//! The rows of the matrix: in which ways a program is explored, and what each of them promises.

pub use super::subject::Way;
use super::subject::{STEPS, Seen, Subject};
use super::{partition, rwset};
use secateur_explore::Technique;
use secateur_explore::prunings::{self, Goal};
use secateur_explore::strategies::{self, Info};

/// A way to explore a program, and what has to come of it.
pub struct Row {
    pub name: String,
    pub way: Way,
    pub promise: Promise,
}

/// What is the same as with plain search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// Everything, each path included.
    Paths,
    /// Covered sides and bugs, with no more paths.
    All,
    /// Covered sides, with no more paths.
    Branches,
    /// Blocks that covered sides tell of, with no more paths.
    Lines,
    /// Bugs, with no more paths.
    Bugs,
    /// Nothing that plain search does not have, and no claim to be complete where something was cut.
    Part,
    /// Nothing that plain search does not have, and everything if it claims to be complete.
    Honest,
    /// As many sides are forced as by depth-first search under the same bound.
    Bound(u64),
    /// Nothing that plain search does not have; it never ends.
    Random,
}

/// Runs of random testing that come to an end, and runs at all: assumptions may exclude nearly all of them.
const RUNS: u64 = 20;
const TRIED: u64 = 500;

impl Way {
    /// Depth first, with nothing left out.
    pub fn plain(subject: &Subject) -> Way {
        Way::with(subject, vec![strategy("dfs")], &[])
    }

    pub fn with(subject: &Subject, search: Vec<&'static Info>, prune: &[&'static prunings::Info]) -> Way {
        let mut technique = Technique::new(search, prune.to_vec(), subject.map.clone());
        technique.entry = subject.main;
        Way { technique, seed: 1, depth: u32::MAX, max_paths: u64::MAX, max_picks: u64::MAX, max_steps: STEPS, jobs: 1 }
    }

    /// As a user's run is searched and pruned without any option.
    pub fn default(subject: &Subject) -> Way {
        Way::with(subject, vec![strategy("cfg"), strategy("subpath")], &[pruning("look-ahead")])
    }

    pub fn goals(mut self, goals: &[Goal]) -> Way {
        self.technique.goals = goals.to_vec();
        self
    }

    pub fn solve_first(mut self) -> Way {
        self.technique.solve_first = true;
        self
    }
}

pub fn strategy(name: &str) -> &'static Info {
    strategies::find(name).expect("a strategy of this name")
}

pub fn pruning(name: &str) -> &'static prunings::Info {
    prunings::find(name).expect("a pruning of this name")
}

/// Strategies that come to an end.
pub fn ending() -> Vec<&'static Info> {
    strategies::ALL.iter().copied().filter(|info| info.name != "random-input").collect()
}

/// Every row for a program but those with a bound.
pub fn all(subject: &Subject, seeds: u64) -> Vec<Row> {
    let mut rows = Vec::new();
    searches(subject, seeds, &mut rows);
    sound(subject, &mut rows);
    rest(subject, &mut rows);
    rows.extend(rwset::rows(subject));
    rows.extend(partition::rows(subject));
    rows
}

/// A few rows, for random programs, but those of rwset and of the partition: each technique in the ways that differ most.
pub fn few(subject: &Subject) -> Vec<Row> {
    let mut rows = Vec::new();
    for name in ["cfg", "random-path"] {
        add(&mut rows, name, Way::with(subject, vec![strategy(name)], &[]), Promise::Paths);
    }
    let look_ahead = |search| Way::with(subject, vec![strategy(search)], &[pruning("look-ahead")]);
    add(&mut rows, "look-ahead with dfs", look_ahead("dfs"), Promise::All);
    add(&mut rows, "look-ahead with cfg and solve-first", look_ahead("cfg").solve_first(), Promise::All);
    add(&mut rows, "default", Way::default(subject), Promise::All);
    let sound: Vec<_> = prunings::ALL.iter().copied().filter(|info| info.is_sound).collect();
    let together = Way::with(subject, ending(), &sound).solve_first();
    add(&mut rows, "all sound techniques and solve-first", together, Promise::All);
    rows
}

/// The same way, with an end for a technique that has none: it fails instead of being waited for.
pub fn within(way: Way, reference: &Seen) -> Way {
    let paths = reference.paths() + reference.report.counts.infeasible;
    let (max_paths, max_picks) = (way.max_paths.min(4 * paths + 100), way.max_picks.min(50 * paths + 2_000));
    Way { max_paths, max_picks, ..way }
}

pub fn add(rows: &mut Vec<Row>, name: impl Into<String>, way: Way, promise: Promise) {
    rows.push(Row { name: name.into(), way, promise });
}

/// Strategies alone and by turns, and what only changes the order.
fn searches(subject: &Subject, seeds: u64, rows: &mut Vec<Row>) {
    for info in ending() {
        for seed in 1..=seeds {
            let way = Way { seed, ..Way::with(subject, vec![info], &[]) };
            add(rows, format!("{} with seed {seed}", info.name), way, Promise::Paths);
        }
        let way = Way::with(subject, vec![info], &[]).solve_first();
        add(rows, format!("{} with solve-first", info.name), way, Promise::Paths);
    }
    let pair = vec![strategy("cfg"), strategy("random-path")];
    add(rows, "cfg,random-path", Way::with(subject, pair, &[]), Promise::Paths);
    add(rows, "all strategies by turns", Way::with(subject, ending(), &[]), Promise::Paths);
}

/// Prunings that must lose nothing.
fn sound(subject: &Subject, rows: &mut Vec<Row>) {
    let sound: Vec<_> = prunings::ALL.iter().copied().filter(|info| info.is_sound).collect();
    // rwset has no goals, and rows of its own.
    for pruning in sound.iter().filter(|info| info.name != rwset::NAME) {
        let with = |search| Way::with(subject, search, &[*pruning]);
        for info in ending() {
            let name = format!("{} with {}", pruning.name, info.name);
            add(rows, name.clone(), with(vec![info]), Promise::All);
            add(rows, name + " and solve-first", with(vec![info]).solve_first(), Promise::All);
        }
        let dfs = || with(vec![strategy("dfs")]);
        let goals = [
            ("branches", Goal::Branches, Promise::Branches),
            ("lines", Goal::Lines, Promise::Lines),
            ("bugs", Goal::Bugs, Promise::Bugs),
        ];
        for (name, goal, promise) in goals {
            add(rows, format!("{} for {name}", pruning.name), dfs().goals(&[goal]), promise);
            add(
                rows,
                format!("{} for {name} with solve-first", pruning.name),
                dfs().solve_first().goals(&[goal]),
                promise,
            );
            let way = with(vec![strategy("cfg")]).goals(&[goal]);
            add(rows, format!("{} for {name} with cfg", pruning.name), way, promise);
        }
    }
    add(rows, "default", Way::default(subject), Promise::All);
    let together = Way::with(subject, ending(), &sound);
    add(rows, "all sound techniques", together.clone(), Promise::All);
    add(rows, "all sound techniques and solve-first", together.clone().solve_first(), Promise::All);
    add(rows, "all sound techniques with two workers", Way { jobs: 2, ..together.solve_first() }, Promise::All);
}

/// What loses something, and says so.
fn rest(subject: &Subject, rows: &mut Vec<Row>) {
    for pruning in prunings::ALL.iter().filter(|info| !info.is_sound) {
        for depth in [0, 1] {
            let mut way = Way::with(subject, vec![strategy("dfs")], &[*pruning]);
            way.technique.call_depth = depth;
            add(rows, format!("{} {depth}", pruning.name), way, Promise::Part);
        }
    }
    let random = Way { max_paths: RUNS, max_picks: TRIED, ..Way::with(subject, vec![strategy("random-input")], &[]) };
    add(rows, "random-input", random, Promise::Random);
}

/// Every strategy under a bound on decisions.
pub fn bounded(subject: &Subject, depth: u32, forced: u64) -> Vec<Row> {
    let row = |info: &'static Info| Row {
        name: format!("{} with --depth {depth}", info.name),
        way: Way { depth, ..Way::with(subject, vec![info], &[]) },
        promise: Promise::Bound(forced),
    };
    ending().into_iter().map(row).collect()
}
