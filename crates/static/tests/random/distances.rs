//! Distances against Bellman and Ford's algorithm over the same edges.

use super::programs::{Features, module};
use fastrand::Rng;
use secateur_ir::{BlockId, FuncId, Module};
use secateur_static::{Bits, Distances, FAR, Graph, Node, Step};
use secateur_testgen::BranchMap;
use std::sync::Arc;

pub fn graph(module: &Module) -> Arc<Graph> {
    let map = BranchMap::new(module);
    let first = |f: FuncId, b: BlockId| map.edge(f, b, 0).map(|e| e.0);
    Arc::new(Graph::new(module, &first, map.len() as u32))
}

pub fn some_edges(rng: &mut Rng, graph: &Graph) -> Bits {
    let mut covered = Bits::new(graph.edge_count() as usize);
    let share = rng.u32(0..=4);
    (0..graph.edge_count()).filter(|_| rng.u32(0..4) < share).for_each(|edge| {
        covered.insert(edge);
    });
    covered
}

/// Relaxes every edge until nothing changes. Layers are frames: a return leads from one to the next.
fn brute_force(graph: &Graph, covered: &Bits, layers: &[Option<Node>]) -> Vec<Vec<u64>> {
    let far = u64::from(FAR);
    let nodes = graph.node_count() as usize;
    let mut distance = vec![vec![far; nodes]; layers.len()];
    loop {
        let mut changed = false;
        for layer in 0..layers.len() {
            for node in 0..nodes {
                let mut best = distance[layer][node];
                for (step, to) in graph.successors(Node(node as u32)) {
                    // A call that is entered is never left: only the skipping path knows the frames.
                    let behind = match step {
                        Step::Side(Some(edge)) if !covered.contains(edge) => 0,
                        Step::Enter(_) => distance[layers.len() - 1][to.0 as usize],
                        _ => distance[layer][to.0 as usize],
                    };
                    if step.is_likely() {
                        best = best.min(behind + u64::from(step.weight()));
                    }
                }
                let leaves =
                    graph.successors(Node(node as u32)).next().is_none() && graph.can_return(Node(node as u32));
                if let (true, Some(back)) = (leaves, layers[layer]) {
                    best = best.min(distance[layer + 1][back.0 as usize]);
                }
                changed |= best < distance[layer][node];
                distance[layer][node] = best;
            }
        }
        if !changed {
            return distance;
        }
    }
}

#[test]
fn distances_agree_with_relaxation() {
    let mut rng = Rng::with_seed(11);
    let mut finite = 0;
    for round in 0..400 {
        let features = Features { pointers: round % 2 == 0, jumps: round % 3 == 0, recursion: round % 5 < 3 };
        let module = module(&mut rng, features);
        let graph = graph(&module);
        let mut distances = Distances::new(graph.clone());
        for _ in 0..3 {
            let covered = some_edges(&mut rng, &graph);
            distances.update(covered.words());
            let expected = brute_force(&graph, &covered, &[None]);
            for node in 0..graph.node_count() {
                assert_eq!(u64::from(distances.node(Node(node))), expected[0][node as usize].min(u64::from(FAR)));
                finite += u32::from(distances.node(Node(node)) != FAR);
            }
            for edge in 0..graph.edge_count() {
                let behind = distances.node(graph.target_node(edge).expect("every number has a block"));
                assert_eq!(distances.edge(edge), if covered.contains(edge) { behind } else { 0 });
            }
            with_stacks(&mut rng, &graph, &distances, &covered);
        }
    }
    assert!(finite > 3000, "the programs are too small to say anything: {finite}");
}

fn with_stacks(rng: &mut Rng, graph: &Graph, distances: &Distances, covered: &Bits) {
    let returns: Vec<Node> = (0..rng.usize(0..4)).map(|_| Node(rng.u32(0..graph.segment_count()))).collect();
    let mut layers: Vec<Option<Node>> = returns.iter().copied().map(Some).collect();
    layers.push(None);
    // One more layer for calls that are entered: nothing is known of their returns.
    layers.push(None);
    let expected = brute_force(graph, covered, &layers);
    for node in (0..graph.segment_count()).map(Node) {
        let found = u64::from(distances.with_stack(node, returns.iter().copied()));
        assert_eq!(found, expected[0][node.0 as usize].min(u64::from(FAR)), "{node:?} {returns:?}");
    }
    for edge in 0..graph.edge_count() {
        let found = distances.edge_with_stack(edge, returns.iter().copied());
        let target = graph.target_node(edge).expect("every number has a block");
        let behind = distances.with_stack(target, returns.iter().copied());
        assert_eq!(found, if covered.contains(edge) { behind } else { 0 });
    }
}
