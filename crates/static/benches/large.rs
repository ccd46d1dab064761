//! Times on programs with 30,000 numbered sides: `cargo bench -p secateur-static`.

#[path = "../tests/support/compile.rs"]
mod compile;
#[path = "../tests/support/large.rs"]
mod large;

use secateur_static::{Bits, Checks, Distances, Goals, Hazards, Reach};
use secateur_testgen::BranchMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    if let Some(code) = secateur_front::worker::main(&args) {
        return code;
    }
    measure("1,500 functions", &large::many_functions(1500, 9));
    measure("one function", &large::one_function(15000));
    ExitCode::SUCCESS
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn measure(name: &str, source: &str) {
    let module = compile::module_of(source).expect("the program compiles");
    let map = BranchMap::new(&module);
    let set_up = || {
        let graph = Arc::new(compile::graph_of(&module, &map));
        Distances::new(graph)
    };
    let times = (0..5).map(|_| timed(set_up).1).collect();
    let mut distances = set_up();
    let graph = distances.graph().clone();
    println!("{name}: {} sides, {} nodes", graph.edge_count(), graph.node_count());
    println!("  graph and distances: {:?}", median(times));
    let (_, time) = timed(|| Hazards::new(&module, &graph, Checks::default()));
    println!("  hazards: {time:?}");

    let mut covered = Bits::new(graph.edge_count() as usize);
    let mut rng = fastrand::Rng::with_seed(1);
    let mut order: Vec<u32> = (0..graph.edge_count()).collect();
    rng.shuffle(&mut order);
    let mut reach = Reach::new(graph.clone(), Goals::branches());
    let (mut updates, mut asks) = (vec![], vec![]);
    for (i, edge) in order.iter().enumerate() {
        covered.insert(*edge);
        if i % 100 == 0 {
            updates.push(timed(|| distances.update(covered.words())).1);
        }
        let asked = order[(i * 7919) % order.len()];
        asks.push(timed(|| reach.can_reach_edge(asked, [], covered.words())).1);
    }
    let (worst, worst_ask) = (*updates.iter().max().expect("some"), *asks.iter().max().expect("some"));
    let total: Duration = asks.iter().sum();
    println!("  update: {:?}, at worst {worst:?}", median(updates));
    println!("  question: {:?}, at worst {worst_ask:?}, all {total:?}; {:?}", median(asks), reach.counts());
}
