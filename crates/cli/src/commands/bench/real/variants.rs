//! What is switched off or on for the runs of `--ablate`, one thing at a time.
//!
//! Everything goes through the parser of `secateur test`, and what it does not know is left out with the reason.

use crate::commands::bench::child::refusal;
use secateur_explore::strategies;

/// Techniques that are on by default, without them; then those that are not, with them. A technique that is named
/// gets no sampling beside it unless that is named too.
const TECHNIQUES: [(&str, &str); 7] = [
    ("without sampling", "--sample=off"),
    ("without look-ahead", "--prune none --sample=late"),
    ("without proofs", "--prove off"),
    ("with rwset", "--prune look-ahead,rwset --sample=late"),
    ("with solve-first", "--solve-first --sample=late"),
    ("with partition", "--partition auto --sample=late"),
    ("with sampling from the start", "--sample"),
];

/// A way to run, and the options of `secateur test` for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    pub name: String,
    pub options: String,
}

/// All of the kinds that the user asks for, and what this build does not have, with the reason.
pub fn choose(kinds: &[String], options: &str) -> (Vec<Variant>, Vec<String>) {
    let mut all = Vec::new();
    for kind in kinds {
        match kind.as_str() {
            "techniques" => all.extend(TECHNIQUES.map(|(name, options)| (name.to_string(), options.to_string()))),
            "strategies" => {
                all.extend(
                    strategies::ALL.iter().map(|s| (format!("{} alone", s.name), format!("--search {}", s.name))),
                );
            }
            _ => all.extend(
                secateur_solver::TIERS
                    .iter()
                    .map(|tier| (format!("without {}", tier.name), format!("--solver-off {}", tier.name))),
            ),
        }
    }
    let (mut chosen, mut left_out) = (Vec::new(), Vec::new());
    for (name, own) in all {
        // The user's options come first: where an option stands twice, one of them has to go.
        let options = format!("{} {own}", without(options, &own));
        match refusal(&options) {
            None => chosen.push(Variant { name, options }),
            Some(why) => left_out.push(format!("{name}: {why}")),
        }
    }
    (chosen, left_out)
}

/// Options without the one that a variant sets itself, and its value.
fn without(options: &str, own: &str) -> String {
    let name = own.split_whitespace().next().unwrap_or_default();
    let mut kept = Vec::new();
    let mut words = options.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if word == name {
            words.next_if(|next| !next.starts_with("--"));
        } else if !word.starts_with(&format!("{name}=")) {
            kept.push(word);
        }
    }
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(kinds: &[&str]) -> Vec<Variant> {
        let kinds: Vec<String> = kinds.iter().map(|kind| kind.to_string()).collect();
        let (chosen, left_out) = choose(&kinds, "--seed 3");
        assert!(left_out.is_empty(), "{left_out:?}");
        chosen
    }

    #[test]
    fn this_build_has_them_all() {
        assert_eq!(chosen(&["techniques"]).len(), TECHNIQUES.len());
        assert_eq!(chosen(&["strategies"]).len(), strategies::ALL.len());
        let tiers = chosen(&["tiers"]);
        assert!(tiers.iter().all(|v| v.options.starts_with("--seed 3 --solver-off ")), "{tiers:?}");
        assert!(chosen(&[]).is_empty());
    }

    #[test]
    fn the_users_options_give_way() {
        assert_eq!(without("--prove off --seed 3", "--prove off"), "--seed 3");
        assert_eq!(without("--seed 3 --prove=off", "--prove off"), "--seed 3");
        assert_eq!(without("--solve-first --seed 3", "--solve-first"), "--seed 3");
        assert_eq!(without("--prune none", "--search dfs"), "--prune none");
    }
}
