//! Between the workers and the one who takes in what they found.

use super::part::Piece;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Turns of parts in the order of their numbers, and what they found until it is taken in.
pub struct Queue<P> {
    inner: Mutex<Inner<P>>,
    turns: Condvar,
    results: Condvar,
    /// More turns than this are not held back: who explores waits for who takes in.
    backlog: usize,
}

struct Inner<P> {
    waiting: VecDeque<(u64, P)>,
    running: BTreeSet<u64>,
    done: BTreeMap<u64, Done<P>>,
    closed: bool,
    workers: usize,
}

/// What came out of a turn.
pub enum Done<P> {
    Turn(Vec<Piece>, P),
    /// A defect of ours, which cost the part that had this slot.
    Failed(String, usize),
}

/// What became of a turn that somebody waits for.
pub enum Found<P> {
    Done(Done<P>),
    NotYet,
    /// Nobody will begin it any more.
    Never(P),
}

impl<P> Queue<P> {
    pub fn new(workers: usize) -> Queue<P> {
        let inner =
            Inner { waiting: VecDeque::new(), running: BTreeSet::new(), done: BTreeMap::new(), closed: false, workers };
        Queue { inner: Mutex::new(inner), turns: Condvar::new(), results: Condvar::new(), backlog: workers + 2 }
    }

    /// A panic elsewhere leaves the lists as they were: each change of them is one call.
    fn lock(&self) -> MutexGuard<'_, Inner<P>> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub fn add(&self, number: u64, part: P) {
        self.lock().waiting.push_back((number, part));
        self.turns.notify_one();
    }

    /// The next turn; `None` when there will be no more.
    ///
    /// Turns begin in order, so the one that is to be taken in next has begun whenever results wait:
    /// waiting for it cannot last for ever.
    pub fn take(&self) -> Option<(u64, P)> {
        let mut inner = self.lock();
        loop {
            if inner.closed {
                return None;
            }
            if inner.done.len() < self.backlog
                && let Some(turn) = inner.waiting.pop_front()
            {
                inner.running.insert(turn.0);
                return Some(turn);
            }
            inner = self.turns.wait(inner).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    pub fn put(&self, number: u64, done: Done<P>) {
        let mut inner = self.lock();
        inner.running.remove(&number);
        inner.done.insert(number, done);
        self.results.notify_one();
    }

    /// What came out of a turn, waiting this long for it.
    pub fn wait(&self, number: u64, most: Duration) -> Found<P> {
        let mut inner = self.lock();
        if !inner.done.contains_key(&number) && !inner.is_lost(number) {
            inner = self.results.wait_timeout(inner, most).unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
        if let Some(done) = inner.done.remove(&number) {
            self.turns.notify_all();
            return Found::Done(done);
        }
        let lost = inner.is_lost(number).then(|| inner.waiting.iter().position(|turn| turn.0 == number)).flatten();
        match lost.and_then(|at| inner.waiting.remove(at)) {
            Some((_, part)) => Found::Never(part),
            None => Found::NotYet,
        }
    }

    /// Does something to every part that waits, for its turn or to be taken in.
    pub fn each(&self, work: impl FnMut(&mut P)) {
        let mut inner = self.lock();
        let inner = &mut *inner;
        let done = inner.done.values_mut().filter_map(|done| match done {
            Done::Turn(_, part) => Some(part),
            Done::Failed(..) => None,
        });
        inner.waiting.iter_mut().map(|turn| &mut turn.1).chain(done).for_each(work);
    }

    /// No turn begins from now on.
    pub fn close(&self) {
        self.lock().closed = true;
        self.turns.notify_all();
    }

    /// A worker could not be made.
    pub fn leave(&self) {
        self.lock().workers -= 1;
        self.results.notify_one();
    }
}

impl<P> Inner<P> {
    fn is_lost(&self, number: u64) -> bool {
        (self.closed || self.workers == 0) && !self.running.contains(&number) && !self.done.contains_key(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(part: char) -> Done<char> {
        Done::Turn(vec![], part)
    }

    #[test]
    fn turns_begin_in_order_and_are_found_by_number() {
        let queue = Queue::new(1);
        (1..).zip("abcd".chars()).for_each(|(number, part)| queue.add(number, part));
        for expected in [(1, 'a'), (2, 'b'), (3, 'c')] {
            assert_eq!(queue.take(), Some(expected));
        }
        queue.put(2, turn('b'));
        queue.put(1, turn('a'));
        let now = Duration::ZERO;
        assert!(matches!(queue.wait(1, now), Found::Done(Done::Turn(_, 'a'))));
        assert!(matches!(queue.wait(2, now), Found::Done(Done::Turn(_, 'b'))));
        assert!(matches!(queue.wait(3, now), Found::NotYet));
        queue.close();
        assert_eq!(queue.take(), None);
        // The third is still at work; the fourth does not begin.
        assert!(matches!(queue.wait(3, now), Found::NotYet));
        assert!(matches!(queue.wait(4, now), Found::Never('d')));
    }

    #[test]
    fn without_workers_nobody_waits() {
        let queue = Queue::new(1);
        queue.add(1, 'a');
        queue.leave();
        assert!(matches!(queue.wait(1, Duration::from_secs(600)), Found::Never('a')));
    }

    #[test]
    fn finished_turns_do_not_pile_up() {
        let queue = Queue::new(1);
        (1..).zip("abcde".chars()).for_each(|(number, part)| queue.add(number, part));
        for _ in 1..=3 {
            let (number, part) = queue.take().unwrap();
            queue.put(number, turn(part));
        }
        std::thread::scope(|scope| {
            let next = scope.spawn(|| queue.take());
            std::thread::sleep(Duration::from_millis(20));
            assert!(!next.is_finished());
            assert!(matches!(queue.wait(1, Duration::ZERO), Found::Done(_)));
            assert_eq!(next.join().unwrap(), Some((4, 'd')));
        });
    }

    #[test]
    fn everything_that_waits_is_reached() {
        let queue = Queue::new(1);
        (1..).zip("abc".chars()).for_each(|(number, part)| queue.add(number, part));
        queue.take();
        queue.put(1, turn('a'));
        queue.take();
        let mut seen = vec![];
        queue.each(|part| seen.push(*part));
        seen.sort_unstable();
        // The second has its turn.
        assert_eq!(seen, ['a', 'c']);
    }
}
