//! Groups of nodes of a graph that all lead to each other (Tarjan).

/// Each group in ascending order, groups before those that lead to them.
pub fn components(count: usize, next: impl Fn(u32) -> Vec<u32>) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let (mut index, mut low, mut is_open) = (vec![UNSEEN; count], vec![0; count], vec![false; count]);
    let (mut clock, mut open, mut found) = (0, vec![], vec![]);
    for root in 0..count as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        let mut stack: Vec<(u32, Vec<u32>)> = vec![(root, vec![])];
        while let Some((f, left)) = stack.last_mut() {
            let f = *f as usize;
            if index[f] == UNSEEN {
                (index[f], low[f], is_open[f]) = (clock, clock, true);
                clock += 1;
                open.push(f as u32);
                *left = next(f as u32);
            }
            match left.pop() {
                Some(g) if index[g as usize] == UNSEEN => stack.push((g, vec![])),
                Some(g) if is_open[g as usize] => low[f] = low[f].min(index[g as usize]),
                Some(_) => {}
                None => {
                    if low[f] == index[f] {
                        let at = open.iter().rposition(|g| *g as usize == f).unwrap_or(0);
                        let mut group = open.split_off(at);
                        group.iter().for_each(|g| is_open[*g as usize] = false);
                        group.sort_unstable();
                        found.push(group);
                    }
                    let done = low[f];
                    stack.pop();
                    if let Some((caller, _)) = stack.last() {
                        low[*caller as usize] = low[*caller as usize].min(done);
                    }
                }
            }
        }
    }
    found
}
