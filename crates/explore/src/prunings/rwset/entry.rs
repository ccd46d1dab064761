//! A state whose future is known, and what its path says about the input as far as that future counts on it.
//!
//! Most states are never met again. So what is said is put into the form that is compared only when another state comes that
//! looks the same; until then its path is kept as it is.

use super::Switches;
use super::bound::{Bound, values};
use super::canon::{Canon, Names};
use super::needs::{Need, Needs};
use super::nodes::Way;
use secateur_expr::InputByte;
use secateur_solver::{Solver, Values};
use secateur_vm::Machine;
use std::rc::Rc;

/// What a path says about the input, and the numbers of the bytes of which everything counts.
pub struct Said {
    pub bound: Bound,
    pub whole: Box<[u32]>,
}

/// The form that is compared.
pub struct Told {
    pub said: Said,
    /// Where some inputs come to no end that counts: everything that is said about what the future asks about. A state that is
    /// alike in this too has an input that comes to an end that counts, if this one has.
    pub strict: Option<Said>,
    /// For each byte of the form what the future needs.
    pub needs: Box<[Option<Need>]>,
    /// Numbers of bytes that the future ties together.
    ties: Box<[Box<[u32]>]>,
}

impl Told {
    /// Whether a byte has only values that the future counts on.
    pub fn holds(&self, i: usize, here: Values, solver: &mut Solver) -> bool {
        let allowed = match self.needs.get(i) {
            None | Some(Some(Need::Whole)) => self.said.bound.values[i],
            Some(None) => return true,
            Some(Some(Need::Within(values))) => *values,
        };
        solver.is_subset(here, allowed)
    }
}

/// What that is made of.
struct Kept {
    /// The state as far as it was looked at: the bytes that it mentions count.
    form: Rc<Canon>,
    /// What the path leaves to each alone.
    own: Vec<Values>,
    taken: Way,
    needs: Needs,
}

enum Knowledge {
    Kept(Box<Kept>),
    Told(Box<Told>),
}

pub struct Entry {
    knowledge: Knowledge,
    /// Whether some inputs come to no end that counts, and whether that is not known of some.
    pub excludes: bool,
    pub is_unsure: bool,
    /// Whether some path from there came to an end that counts.
    pub is_good: bool,
    pub uses: u64,
    /// What was done from there on.
    pub work: u64,
}

impl Entry {
    pub fn new(form: &Rc<Canon>, taken: &Way, needs: &Needs, is_good: bool, solver: &Solver) -> Entry {
        let (excludes, is_unsure) = (needs.excludes, needs.is_unsure);
        let own = values(&form.bytes, &taken.path, solver).collect();
        let kept = Kept { form: form.clone(), own, taken: taken.clone(), needs: needs.clone() };
        Entry { knowledge: Knowledge::Kept(Box::new(kept)), excludes, is_unsure, is_good, uses: 0, work: 0 }
    }

    /// More of the state was looked at.
    pub fn goes_on(&mut self, form: Canon, solver: &Solver) {
        if let Knowledge::Kept(kept) = &mut self.knowledge {
            kept.own.extend(values(&form.bytes[kept.own.len()..], &kept.taken.path, solver));
            kept.form = Rc::new(form);
        }
    }

    /// What the future needs, as long as it cannot be compared.
    pub fn needs(&self) -> Option<&Needs> {
        match &self.knowledge {
            Knowledge::Kept(kept) => Some(&kept.needs),
            Knowledge::Told(_) => None,
        }
    }

    /// Whether every input comes to an end that counts.
    pub fn is_sure(&self) -> bool {
        self.is_good && !self.excludes && !self.is_unsure
    }

    /// Makes it one that can be compared.
    pub fn tell(&mut self, switches: &Switches, names: &mut Names, machine: &mut Machine) {
        if let Knowledge::Kept(kept) = &self.knowledge {
            let is_strict = self.excludes && self.is_good;
            self.knowledge = Knowledge::Told(Box::new(kept.told(is_strict, switches, names, machine)));
        }
    }

    /// Whether a state that leaves these values to the first bytes of the form can be alike, as far as each byte tells alone:
    /// they have the same values, or others that the future may count on as well. `last` is the byte that spoke against the
    /// state before: most often it speaks against this one too.
    pub fn can_be(&self, own: &[Values], last: &mut usize, switches: &Switches, solver: &mut Solver) -> bool {
        let may_be_special = switches.implication && !self.excludes;
        let known = match &self.knowledge {
            Knowledge::Kept(kept) => &kept.own,
            Knowledge::Told(told) => &told.said.bound.values,
        };
        if known.starts_with(own) {
            return true;
        }
        if !may_be_special {
            return false;
        }
        let n = own.len().min(known.len());
        let mut may_hold = |i: usize| {
            own[i] == known[i]
                || match &self.knowledge {
                    Knowledge::Kept(kept) => kept.may_hold(i, own[i], solver),
                    Knowledge::Told(told) => told.holds(i, own[i], solver),
                }
        };
        if *last < n && !may_hold(*last) {
            return false;
        }
        let against = (0..n).find(|i| !may_hold(*i));
        *last = against.unwrap_or(*last);
        against.is_none()
    }

    /// `None` as long as it cannot be compared.
    pub fn told(&self) -> Option<&Told> {
        match &self.knowledge {
            Knowledge::Told(told) => Some(told),
            Knowledge::Kept(_) => None,
        }
    }

    /// About how many bytes it takes. A path shares much with others, and is counted as if it shared nothing.
    pub fn size(&self) -> usize {
        let size = |said: &Said| 24 * said.bound.bytes.len() + 40 * said.bound.conditions();
        let more = match &self.knowledge {
            Knowledge::Kept(kept) => 16 * kept.own.len() + 24 * kept.needs.len() + kept.taken.path.size(),
            Knowledge::Told(told) => size(&told.said) + told.strict.as_ref().map_or(0, size),
        };
        128 + more
    }

    /// What the future needs of a state that is alike, whose bytes are these.
    pub fn needs_of(&self, bytes: &[InputByte]) -> Needs {
        let end = (self.excludes, self.is_unsure);
        let Some(told) = self.told() else { return Needs::new(std::iter::empty(), std::iter::empty(), end) };
        let named = bytes.iter().zip(&told.needs).filter_map(|(byte, need)| need.map(|need| (*byte, need)));
        let ties = told.ties.iter().map(|tie| tie.iter().map(|i| bytes[*i as usize]).collect());
        Needs::new(named, ties, end)
    }
}

impl Kept {
    /// Whether a byte has no values that are neither among those of the known state nor among those that its future allows.
    /// More cannot be said before it is known which of the two counts.
    fn may_hold(&self, i: usize, here: Values, solver: &mut Solver) -> bool {
        match self.needs.get(self.form.bytes[i]) {
            None => true,
            Some(Need::Whole) => solver.is_subset(here, self.own[i]),
            Some(Need::Within(values)) => solver.is_subset(here, values) || solver.is_subset(here, self.own[i]),
        }
    }

    fn told(&self, is_strict: bool, switches: &Switches, names: &mut Names, machine: &mut Machine) -> Told {
        let Kept { form, own, taken, needs } = self;
        let bytes = &form.bytes;
        let solver = &mut machine.symbols().solver;
        // What does not follow from a byte's own values follows from others that it is tied to.
        let mut is_tied = |(byte, own): &(&InputByte, &Values)| match needs.get(**byte) {
            Some(Need::Within(values)) => !solver.is_subset(**own, values),
            need => need.is_some(),
        };
        let seeds: Vec<InputByte> = bytes.iter().zip(own).filter(&mut is_tied).map(|(byte, _)| *byte).collect();
        let reached = needs.reach(seeds, &taken.path, solver);
        let numbered = |tied: &Rc<[InputByte]>| -> Box<[u32]> {
            (0..bytes.len() as u32).filter(|i| tied.binary_search(&bytes[*i as usize]).is_ok()).collect()
        };
        let ties = needs.tied().iter().map(numbered).filter(|tie| tie.len() > 1).collect();
        let need = |byte: &InputByte| if reached.contains(byte) { Some(Need::Whole) } else { needs.get(*byte) };
        let needs: Box<[Option<Need>]> = bytes.iter().map(need).collect();
        let is_whole = |i: &u32| !switches.implication || needs[*i as usize] == Some(Need::Whole);
        let whole: Box<[u32]> = (0..needs.len() as u32).filter(is_whole).collect();
        let is_asked = |i: &u32| !switches.implication || needs[*i as usize].is_some();
        let asked: Box<[u32]> = (0..needs.len() as u32).filter(is_asked).collect();
        let mut said = |whole: Box<[u32]>| {
            let bound = Bound::of(bytes, own, &whole, taken.taken(), (&mut *names, &mut *machine));
            Said { bound, whole }
        };
        let strict = is_strict.then(|| said(asked));
        Told { said: said(whole), strict, needs, ties }
    }
}
