//! Differences between registers: `x - y <= c` for pairs of a function's registers, closed under addition (zones).
//!
//! A register stands for its value as a number, in the reading that the function uses it with.

/// No bound.
const NONE: i64 = i64::MAX;

#[derive(Clone, PartialEq, Debug)]
pub struct Zone {
    count: usize,
    /// Row `x`, column `y`: the most that `x - y` can be. Empty while nothing is known.
    most: Vec<i64>,
}

impl Zone {
    pub fn new(count: usize) -> Zone {
        Zone { count, most: vec![] }
    }

    fn at(&self, x: usize, y: usize) -> i64 {
        if x == y { 0 } else { self.most.get(x * self.count + y).copied().unwrap_or(NONE) }
    }

    /// The most that `x - y` can be.
    pub fn bound(&self, x: usize, y: usize) -> Option<i64> {
        Some(self.at(x, y)).filter(|most| *most != NONE)
    }

    /// Whether anything is known of a register.
    pub fn knows(&self, x: usize) -> bool {
        !self.most.is_empty() && (0..self.count).any(|y| y != x && (self.at(x, y) != NONE || self.at(y, x) != NONE))
    }

    /// Nothing is known of a register any more.
    pub fn forget(&mut self, x: usize) {
        if self.most.is_empty() {
            return;
        }
        for y in 0..self.count {
            self.most[x * self.count + y] = NONE;
            self.most[y * self.count + x] = NONE;
        }
    }

    /// `x - y <= c` holds from here on. Numbers that are too large are left out.
    pub fn add(&mut self, x: usize, y: usize, c: i64) {
        if x == y || c.unsigned_abs() > 1 << 62 || self.at(x, y) <= c {
            return;
        }
        if self.most.is_empty() {
            self.most = vec![NONE; self.count * self.count];
        }
        for a in 0..self.count {
            let before = self.at(a, x);
            if before == NONE {
                continue;
            }
            for b in 0..self.count {
                let behind = self.at(y, b);
                if a == b || behind == NONE {
                    continue;
                }
                let sum = before.saturating_add(c).saturating_add(behind);
                if sum.unsigned_abs() <= 1 << 62 && sum < self.at(a, b) {
                    self.most[a * self.count + b] = sum;
                }
            }
        }
    }

    /// `x` becomes `y + c`.
    pub fn assign(&mut self, x: usize, y: usize, c: i64) {
        if x == y {
            self.shift(x, c);
            return;
        }
        self.forget(x);
        self.add(x, y, c);
        self.add(y, x, -c);
    }

    fn shift(&mut self, x: usize, c: i64) {
        if self.most.is_empty() {
            return;
        }
        let moved = |most: i64, by: i64| if most == NONE { NONE } else { most.saturating_add(by) };
        for y in (0..self.count).filter(|y| *y != x) {
            let (row, column) = (x * self.count + y, y * self.count + x);
            self.most[row] = moved(self.most[row], c);
            self.most[column] = moved(self.most[column], -c);
        }
    }

    /// What holds in both.
    pub fn join(&self, other: &Zone) -> Zone {
        if self.most.is_empty() || other.most.is_empty() {
            return Zone::new(self.count);
        }
        let most = self.most.iter().zip(&other.most).map(|(a, b)| *a.max(b)).collect();
        Zone { count: self.count, most }
    }

    /// Bounds that have grown are gone. `next` includes `self`.
    pub fn widen(&self, next: &Zone) -> Zone {
        if self.most.is_empty() || next.most.is_empty() {
            return Zone::new(self.count);
        }
        let most = self.most.iter().zip(&next.most).map(|(a, b)| if b > a { NONE } else { *a }).collect();
        Zone { count: self.count, most }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random constraints on small numbers: whatever satisfies them satisfies all that follows from them.
    #[test]
    fn bounds_hold_for_everything_that_satisfies_the_constraints() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..300 {
            let mut zone = Zone::new(3);
            let all = || (0..125).map(|n| [n % 5, n / 5 % 5, n / 25]);
            let mut points: Vec<[i64; 3]> = all().collect();
            for _ in 0..rng.usize(1..6) {
                let (x, y, c) = (rng.usize(0..3), rng.usize(0..3), rng.i64(-3..4));
                match rng.u8(0..4) {
                    0 => {
                        zone.forget(x);
                        points = points
                            .iter()
                            .flat_map(|p| {
                                (0..5).map(|v| {
                                    let mut q = *p;
                                    q[x] = v;
                                    q
                                })
                            })
                            .collect();
                    }
                    1 => {
                        zone.assign(x, y, c);
                        points.iter_mut().for_each(|p| p[x] = p[y] + c);
                    }
                    2 => {
                        let mut other = Zone::new(3);
                        other.add(x, y, c);
                        zone = zone.join(&other);
                        points.extend(all().filter(|p| p[x] - p[y] <= c));
                    }
                    _ => {
                        zone.add(x, y, c);
                        points.retain(|p| p[x] - p[y] <= c);
                    }
                }
                for p in &points {
                    for (x, y) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
                        assert!(zone.bound(x, y).is_none_or(|most| p[x] - p[y] <= most), "{p:?} {zone:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_follow_from_each_other() {
        let mut zone = Zone::new(3);
        zone.add(0, 1, -1);
        zone.add(1, 2, 0);
        assert_eq!(zone.bound(0, 2), Some(-1));
        zone.assign(0, 0, 1);
        assert_eq!(zone.bound(0, 2), Some(0));
        zone.forget(1);
        assert_eq!((zone.bound(0, 2), zone.bound(0, 1)), (Some(0), None));
    }
}
