//! Large programs: how much work there is, by counts. The bench `large` has the times.

use super::many::{many_functions, one_function};
use super::{Bits, Goals, Node, Outcome, Reach, Trial, program};
use secateur_static::{Distances, FAR};

pub fn tests() -> Vec<Trial> {
    vec![Trial::test("work_stays_linear", linear)]
}

fn linear() -> Outcome {
    for source in [many_functions(150, 10), one_function(1500)] {
        let p = program(&source)?;
        let g = &p.graph;
        assert!(g.edge_count() >= 3000, "{}", g.edge_count());
        let mut distances = Distances::new(g.clone());
        let mut reach = Reach::new(g.clone(), Goals::branches());
        let mut covered = Bits::new(g.edge_count() as usize);
        let main = p.entry("main");
        // Sides are covered one after the other, and after each the whole program is asked about.
        let mut asked = 0;
        for edge in 0..g.edge_count() {
            covered.insert(edge);
            for other in (edge % 97..g.edge_count()).step_by(97) {
                let node = g.target_node(other).expect("every number has a block");
                let answer = reach.can_reach(node, [], covered.words());
                if edge % 101 == 0 {
                    distances.update(covered.words());
                    assert!(answer || distances.node(node) == FAR, "what has a distance can be reached");
                }
                asked += 1;
            }
            let left = edge + 1 < g.edge_count();
            assert_eq!(reach.can_reach(main, [], covered.words()), left);
        }
        let counts = reach.counts();
        assert!(counts.asked >= asked);
        assert!(counts.sweeps <= u64::from(g.edge_count()), "{counts:?}");
        // Most questions are answered from the cache, and searches are short.
        assert!(counts.searches * 4 < counts.asked, "{counts:?}");
        assert!(counts.visited < 200 * counts.asked, "{counts:?}");
        let nothing = (0..g.segment_count()).map(Node).all(|node| !reach.can_reach(node, [], covered.words()));
        assert!(nothing);
    }
    Ok(())
}
