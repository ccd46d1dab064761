//! Which strategies are compared, and which options this version has.
//!
//! Everything goes through the parser of `secateur test`, so a strategy or pruning takes part as soon as it exists.

use crate::commands::bench::child::refusal;
use anyhow::bail;
use secateur_explore::strategies;

/// Beside the single strategies: combinations, and the bounded depth-first search that CREST's authors compare with.
/// What follows `--search` on the command line.
const COMBINATIONS: &[&str] =
    &["dfs --depth 14", "cfg,random-path", "cfg,subpath", "cfg,subpath,random-path", "cfg,coverage-new"];

/// What is compared, and what is left out, with the reason.
pub type Chosen = (Vec<String>, Vec<(String, String)>);

/// All that this version has, or what the user asks for.
pub fn choose(asked: &[String]) -> anyhow::Result<Chosen> {
    if !asked.is_empty() {
        if let Some((contender, why)) = asked.iter().find_map(|c| Some((c, refusal(&search(c))?))) {
            bail!("--search {contender}: {why}");
        }
        return Ok((asked.to_vec(), vec![]));
    }
    let all = strategies::ALL.iter().map(|s| s.name).chain(COMBINATIONS.iter().copied());
    let (mut chosen, mut skipped) = (vec![], vec![]);
    for contender in all.map(str::to_string) {
        match refusal(&search(&contender)) {
            None => chosen.push(contender),
            Some(why) => skipped.push((contender, why)),
        }
    }
    Ok((chosen, skipped))
}

/// Options of `secateur test` that make it use the contender, and nothing else that changes the search.
pub fn search(contender: &str) -> String {
    format!("--prune none --search {contender}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_takes_part() {
        let (chosen, skipped) = choose(&[]).unwrap();
        for strategy in strategies::ALL {
            assert!(chosen.iter().any(|c| c == strategy.name), "{}", strategy.name);
        }
        assert_eq!(chosen.len() + skipped.len(), strategies::ALL.len() + COMBINATIONS.len());
        assert!(chosen.contains(&"dfs --depth 14".to_string()));
    }

    #[test]
    fn what_is_asked_for_must_exist() {
        assert_eq!(choose(&["dfs".into()]).unwrap().0, ["dfs"]);
        let error = choose(&["dfs".into(), "sideways".into()]).unwrap_err().to_string();
        assert!(error.contains("sideways"), "{error}");
    }
}
