//! Look-ahead against all configurations that a program can get into.

use super::distances::{graph, some_edges};
use super::machine::{Config, Event, Machine};
use super::programs::{Features, module};
use fastrand::Rng;
use secateur_ir::{BlockId, FuncId, Module};
use secateur_static::{Bits, Checks, Goals, Graph, Hazards, Node, Reach, calls_before};
use secateur_testgen::BranchMap;
use std::collections::HashSet;

/// What can be reached from a configuration.
#[derive(Default)]
struct Found {
    edges: HashSet<u32>,
    blocks: HashSet<(u32, u32)>,
    hazard: bool,
    /// Some calls were not followed.
    cut: bool,
}

/// More configurations than this are not looked at; the answer is then only a part of what there is.
const MOST: usize = 3000;

fn explore(machine: &Machine, map: &BranchMap, start: &Config) -> Found {
    let mut found = Found::default();
    let mut seen = HashSet::from([start.clone()]);
    let mut pending = vec![start.clone()];
    while let Some(config) = pending.pop() {
        let (steps, cut) = machine.steps(&config);
        found.cut |= cut;
        for (event, next) in steps {
            match event {
                Event::Side(f, b, side) => {
                    found.edges.extend(map.edge(FuncId(f), BlockId(b), side).map(|e| e.0));
                }
                Event::Hazard => found.hazard = true,
                Event::Nothing => {}
            }
            let Some(next) = next else { continue };
            if let Some((top, _)) = next.frames.last()
                && top.at == 0
            {
                found.blocks.insert((top.function, top.block));
            }
            if seen.len() >= MOST {
                found.cut = true;
            } else if seen.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    found
}

/// The node of the innermost frame, and where the others go on, innermost first.
fn place(module: &Module, graph: &Graph, config: &Config) -> (Node, Vec<Node>) {
    let mut nodes = config.frames.iter().rev().map(|(frame, _)| {
        let function = &module.functions[frame.function as usize];
        graph.node_at(frame.function, frame.block, calls_before(function, BlockId(frame.block), frame.at as usize))
    });
    (nodes.next().expect("a frame"), nodes.collect())
}

/// One random run; what it covered, entered, and where it was.
struct Run {
    covered: Vec<u32>,
    entered: HashSet<(u32, u32)>,
    configs: Vec<Config>,
}

fn run(rng: &mut Rng, machine: &Machine, map: &BranchMap) -> Run {
    let mut run = Run { covered: vec![], entered: HashSet::from([(0, 0)]), configs: vec![machine.start()] };
    for _ in 0..40 {
        let (steps, _) = machine.steps(run.configs.last().expect("the start"));
        let Some((event, next)) = rng.choice(steps) else { break };
        if let Event::Side(f, b, side) = event {
            run.covered.extend(map.edge(FuncId(f), BlockId(b), side).map(|e| e.0));
        }
        let Some(next) = next else { break };
        if let Some((top, _)) = next.frames.last()
            && top.at == 0
        {
            run.entered.insert((top.function, top.block));
        }
        run.configs.push(next);
    }
    run
}

#[derive(Default)]
struct Tally {
    alive: u32,
    dead: u32,
    exact: u32,
    lines_dead: u32,
    bugs_dead: u32,
    entered: u32,
}

fn check(seed: u64, features: Features, tally: &mut Tally) {
    let mut rng = Rng::with_seed(seed);
    let module = module(&mut rng, features);
    let (map, graph, machine) = (BranchMap::new(&module), graph(&module), Machine { module: &module });
    let hazards = Hazards::new(&module, &graph, Checks::default());
    let mut branches = Reach::new(graph.clone(), Goals::branches());
    let mut lines = Reach::new(graph.clone(), Goals::lines(hazards.clone()));
    let mut bugs = Reach::new(graph.clone(), Goals::bugs(hazards));
    // Branches: any set of covered edges that grows. Lines: what runs really covered.
    let mut covered = Bits::new(map.len());
    let (mut really, mut entered) = (Bits::new(map.len()), HashSet::new());
    for _ in 0..4 {
        for edge in (0..graph.edge_count()).filter(|e| some_edges(&mut rng, &graph).contains(*e)) {
            covered.insert(edge);
        }
        let run = run(&mut rng, &machine, &map);
        run.covered.iter().for_each(|edge| {
            really.insert(*edge);
        });
        entered.extend(run.entered);
        for config in &run.configs {
            let found = explore(&machine, &map, config);
            let (node, returns) = place(&module, &graph, config);
            let ask =
                |reach: &mut Reach, covered: &Bits| reach.can_reach(node, returns.iter().copied(), covered.words());

            let expected = found.edges.iter().any(|edge| !covered.contains(*edge));
            let answer = ask(&mut branches, &covered);
            assert!(answer || !expected, "seed {seed}: a branch can be reached from {config:?}");
            // A call through a pointer that nothing fits is assumed to return.
            let resolved = !features.pointers || !module.globals[0].relocs.is_empty();
            if !found.cut && !features.jumps && resolved {
                assert_eq!(answer, expected, "seed {seed}: nothing can be reached from {config:?}");
                tally.exact += 1;
            }
            tally.alive += u32::from(answer);
            tally.dead += u32::from(!answer);

            let own = |f: u32| !module.functions[f as usize].library;
            let expected = found.blocks.iter().any(|place| own(place.0) && !entered.contains(place));
            let answer = ask(&mut lines, &really);
            assert!(answer || !expected, "seed {seed}: a block can be reached from {config:?}");
            tally.lines_dead += u32::from(!answer);

            for (f, function) in module.functions.iter().enumerate().filter(|(_, function)| !function.library) {
                for b in 0..function.blocks.len() {
                    let place = (f as u32, b as u32);
                    let known = lines.is_entered(graph.block_start(place.0, place.1));
                    assert!(!known || entered.contains(&place), "seed {seed}: {place:?} was not entered");
                    tally.entered += u32::from(known);
                }
            }

            let answer = ask(&mut bugs, &covered);
            assert!(answer || !found.hazard, "seed {seed}: an error can be reached from {config:?}");
            tally.bugs_dead += u32::from(!answer);
        }
    }
}

#[test]
fn look_ahead_never_misses_what_can_be_reached() {
    let mut tally = Tally::default();
    for seed in 0..4000 {
        let features = Features { pointers: seed % 2 == 0, jumps: seed % 3 == 0, recursion: seed % 5 < 2 };
        check(seed, features, &mut tally);
    }
    // The test says something only if both answers are common.
    let Tally { alive, dead, exact, lines_dead, bugs_dead, entered } = tally;
    let enough = alive > 2000 && dead > 2000 && exact > 2000 && lines_dead > 300 && bugs_dead > 300 && entered > 300;
    assert!(enough, "{alive} {dead} {exact} {lines_dead} {bugs_dead} {entered}");
}
