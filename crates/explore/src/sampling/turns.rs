//! Who gets how much of the work: of two, whoever found more for it lately gets more.
//!
//! [`Turns`] is about the search and sampling, [`Ways`] about the two ways to sample near a start point, [`Others`] about start points and
//! constraints, or goals.

/// What sampling gets for the search's work, at least, to begin with, and at most. While neither finds anything, what both are expected
/// to find falls with what they did in vain, so that sampling comes to twice the search's work.
const LEAST_SHARE: f64 = 0.5;
const SHARE: f64 = 4.0;
const MOST_SHARE: f64 = 16.0;

/// Work for which sampling may show nothing new: so much, and as much as it had done when it last found a side, or a part of what it had
/// done when it last came nearer to something. From then on it gets less, the longer the less: this for the search's work
/// at most, and this at least; only while the search may come to its end, which it then does after little more than its own time.
const PATIENCE: f64 = 30e6;
const PATIENCE_PART: f64 = 0.25;
const IDLE_SHARE: f64 = 1.0;
const FADED_SHARE: f64 = 0.125;

/// Work after which what was found before counts half; and what both are taken to have done for one side that they found.
const MEMORY: u64 = 500_000_000;
const FIRST_WORK: f64 = 20e6;

#[derive(Default)]
pub struct Turns {
    /// What the search and sampling did and found lately.
    lately: [Lately; 2],
    /// Work that sampling may do.
    credit: f64,
    /// That of the search when this was last looked at, and that of both when what was found last came to count half.
    pub searched: u64,
    remembered: u64,
    /// What sampling had done when it last found a side, and when it last showed anything new, more or less.
    found_at: u64,
    renewed: u64,
}

/// What was done, and the sides of branches that were found by it.
#[derive(Clone, Copy, Default)]
struct Lately {
    work: f64,
    found: f64,
}

impl Lately {
    fn rate(self) -> f64 {
        (1.0 + self.found) / (FIRST_WORK + self.work)
    }

    fn halved(self) -> Lately {
        Lately { work: self.work / 2.0, found: self.found / 2.0 }
    }
}

/// Inputs that are only tried out get so many times the share of chains, while both find as much.
const TRIES_SHARE: f64 = 8.0;

/// Of the parts that begin near one start point, each way gets at least so many.
const LEAST_PARTS: u32 = 3;

/// Of inputs near a start point, how many are only tried out, and how many are chains of which all is noted.
#[derive(Default)]
pub struct Ways {
    /// Tries and chains.
    lately: [Lately; 2],
}

impl Ways {
    /// Of so many parts, how many are tries.
    pub fn tries(&self, parts: u32) -> u32 {
        let [tries, chains] = self.lately.map(Lately::rate);
        let share = TRIES_SHARE * tries / (TRIES_SHARE * tries + chains);
        ((f64::from(parts) * share) as u32).clamp(LEAST_PARTS, parts - LEAST_PARTS)
    }

    /// One of both did so much, and found so many sides or cases.
    pub fn did(&mut self, is_try: bool, work: u64, found: u32) {
        did(&mut self.lately, usize::from(!is_try), work, found);
    }
}

/// What constraints and goals get for each turn of start points, at least and at most.
const CONSTRAINED: (f64, f64) = (0.125, 1.0);
const AIMED: (f64, f64) = (1.0 / 32.0, 0.5);

/// Whether something else comes next than the neighbourhood of a start point: at most every second turn.
pub struct Others {
    /// Start points and the others.
    lately: [Lately; 2],
    least: f64,
    most: f64,
    credit: f64,
}

impl Others {
    fn new((least, most): (f64, f64)) -> Others {
        Others { lately: Default::default(), least, most, credit: 0.0 }
    }

    /// Domains of constraints.
    pub fn constraints() -> Others {
        Others::new(CONSTRAINED)
    }

    /// What calls have to come to.
    pub fn goals() -> Others {
        Others::new(AIMED)
    }

    /// How much they get for what start points get.
    pub fn share(&self) -> f64 {
        let [starts, others] = self.lately.map(Lately::rate);
        (others / starts).clamp(self.least, self.most)
    }

    /// Whether one of them comes next. Asked once for each turn of a start point.
    pub fn are_next(&mut self) -> bool {
        self.credit += self.share();
        let are_next = self.credit >= 1.0;
        self.credit -= f64::from(u8::from(are_next));
        are_next
    }

    /// One of both did so much, and found so many sides or cases.
    pub fn did(&mut self, is_other: bool, work: u64, found: u32) {
        did(&mut self.lately, usize::from(is_other), work, found);
    }
}

/// One of two did so much, and found so much.
fn did(lately: &mut [Lately; 2], which: usize, work: u64, found: u32) {
    lately[which].work += work as f64;
    lately[which].found += f64::from(found);
    if lately[0].work + lately[1].work > MEMORY as f64 {
        *lately = lately.map(Lately::halved);
    }
}

impl Turns {
    /// Whether sampling may do so much after so much work of the search, and of its own; and whether the search may come to its end.
    pub fn is_samplings(&mut self, searched: u64, sampled: u64, turn: u64, is_near_end: bool) -> bool {
        let [search, sampling] = self.lately;
        let share = (SHARE * sampling.rate() / search.rate()).clamp(LEAST_SHARE, MOST_SHARE);
        let hope = if is_near_end { self.hope(sampled) } else { 1.0 };
        let share = if hope < 1.0 { (share.min(IDLE_SHARE) * hope).max(FADED_SHARE) } else { share };
        let more = searched.saturating_sub(self.searched) as f64;
        self.credit += more * share;
        self.searched = searched;
        self.lately[0].work += more;
        let all = searched + sampled;
        if all > self.remembered + MEMORY {
            self.remembered = all;
            self.lately = self.lately.map(Lately::halved);
        }
        self.credit >= turn as f64
    }

    /// How much of its share sampling keeps after so much work of its own.
    fn hope(&self, sampled: u64) -> f64 {
        let patience = PATIENCE + (PATIENCE_PART * self.renewed as f64).max(self.found_at as f64);
        patience / (sampled.saturating_sub(self.renewed) as f64).max(patience)
    }

    /// After so much work, sampling has something new to begin at: an input that found something, or one that only came nearer. Those
    /// get rarer, but never end.
    pub fn renew(&mut self, sampled: u64, is_find: bool) {
        self.renewed = if is_find { sampled } else { self.renewed.midpoint(sampled) };
    }

    /// Sampling joins a search that has done so much.
    pub fn begin_after(&mut self, searched: u64) {
        (self.searched, self.remembered) = (searched, searched);
    }

    /// Sampling did so much.
    pub fn sampled(&mut self, work: u64) {
        self.credit = (self.credit - work as f64).max(0.0);
        self.lately[1].work += work as f64;
    }

    /// The search found sides, or sampling did after so much work.
    pub fn found(&mut self, edges: u32, sampled: Option<u64>) {
        self.lately[usize::from(sampled.is_some())].found += f64::from(edges);
        if let (Some(sampled), 1..) = (sampled, edges) {
            self.found_at = sampled;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: u64 = 1_000_000;

    /// How much is sampled while so much is searched.
    fn sampled(turns: &mut Turns, searches: u64) -> u64 {
        let mut sampled = 0;
        for search in 1..=searches {
            while turns.is_samplings(turns.searched.max(search * TURN), sampled, TURN, true) {
                turns.sampled(TURN);
                sampled += TURN;
            }
        }
        sampled / TURN
    }

    /// A search that comes to its end takes at most twice its own time.
    #[test]
    fn sampling_that_shows_nothing_fades() {
        let of = |searches| sampled(&mut Turns::default(), searches);
        let (short, long) = (of(100), of(4_000));
        assert!((50..=100).contains(&short), "{short}");
        assert!((400..=1_200).contains(&long), "{long}");
    }

    /// Where there is more and more to search, nobody waits for the end.
    #[test]
    fn sampling_does_not_fade_where_no_end_is_near() {
        let mut turns = Turns::default();
        let mut all = 0;
        for search in 1..=1_000 {
            while turns.is_samplings(search * TURN, all, TURN, false) {
                turns.sampled(TURN);
                all += TURN;
            }
        }
        assert!((1_500..=3_000).contains(&(all / TURN)), "{all}");
    }

    #[test]
    fn sampling_that_shows_something_now_and_then_goes_on() {
        let mut turns = Turns::default();
        let mut all = 0;
        for found in 1..=20 {
            turns.found(1, Some(all));
            turns.renew(all, true);
            let until = 100 * found * TURN;
            while turns.searched < until {
                let searched = turns.searched + TURN;
                while turns.is_samplings(searched, all, TURN, true) {
                    turns.sampled(TURN);
                    all += TURN;
                }
            }
        }
        assert!(all > 2_000 * TURN, "{all}");
    }

    #[test]
    fn coming_nearer_is_worth_half_of_a_find() {
        let hope = |news: &[(u64, bool)]| {
            let mut turns = Turns::default();
            news.iter().for_each(|(sampled, is_find)| turns.renew(*sampled, *is_find));
            turns.hope(400 * TURN)
        };
        assert!(hope(&[]) < hope(&[(200 * TURN, false)]));
        assert!(hope(&[(200 * TURN, false)]) < hope(&[(200 * TURN, true)]));
        assert_eq!(hope(&[(380 * TURN, true)]), 1.0);
    }

    #[test]
    fn the_way_that_finds_more_gets_more() {
        let mut ways = Ways::default();
        let before = ways.tries(24);
        assert!((18..=21).contains(&before), "{before}");
        ways.did(false, 1_000_000, 50);
        assert!(ways.tries(24) < 6, "{}", ways.tries(24));
        ways.did(true, 1_000_000, 500);
        assert_eq!(ways.tries(24), 21);
        (0..40).for_each(|_| ways.did(false, MEMORY / 2, 0));
        assert_eq!(ways.tries(24), 21, "what does not find anything keeps a part");
    }

    #[test]
    fn constraints_get_what_they_earn() {
        let mut domains = Others::constraints();
        assert_eq!((0..8).filter(|_| domains.are_next()).count(), 8);
        domains.did(true, 400_000_000, 0);
        domains.did(false, 40_000_000, 20);
        assert_eq!((0..80).filter(|_| domains.are_next()).count(), 10);
        domains.did(true, 20_000_000, 400);
        assert_eq!((0..8).filter(|_| domains.are_next()).count(), 8);
    }

    #[test]
    fn who_finds_more_gets_more() {
        let (mut lucky, mut idle) = (Turns::default(), Turns::default());
        lucky.found(50, Some(0));
        idle.found(50, None);
        let (more, less) = (sampled(&mut lucky, 3), sampled(&mut idle, 100));
        assert!(more >= 30 && less <= 50, "{more} {less}");
    }
}
