//! The paper's table 2: how many tests each mode needs to cover as many branches as plain search did.

use super::measure::Measured;
use super::modes::MODES;
use crate::commands::bench::matching::Match;

/// Of every library, search and mode that was run.
pub fn all(measured: &[Measured]) -> Vec<Match> {
    let mut matches = Vec::new();
    for program in measured {
        for search in program.searches() {
            let Some(base) = program.find(search, MODES[0].name) else { continue };
            for mode in &MODES[1..] {
                let Some(numbers) = program.find(search, mode.name) else { continue };
                let (name, paper) = (program.program.as_str(), program.paper["percent"].as_f64());
                matches.push(Match::new((name, search, mode.name), &base.coverage, &numbers.coverage, paper));
            }
        }
    }
    matches
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::example;
    use super::*;
    use crate::commands::bench::matching::table;

    #[test]
    fn every_mode_is_compared_with_base() {
        let text = table(&all(&[example()]));
        let lines: Vec<String> = text.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(lines[2..], ["a < b dfs extended 30 9000 20 0.2 16.2"]);
    }
}
