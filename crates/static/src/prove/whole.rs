//! All functions of a program together, until they agree on what they tell each other; or each of them alone.
//!
//! Together: what is known only grows at first, function by function and block by block, and only what may have changed is
//! looked at again, called functions before those that call them. When nothing grows any more all that is known holds.
//! Then everything is told once more from what is known, which gives back some of what widening lost; that can stop anywhere.
//!
//! Alone: a function may be called with anything and anything may return from what it calls. Each takes its own time, so
//! that what is proved of some does not depend on the others.

use super::check::Check;
use super::context::Context;
use super::follow::{Body, Follow, Readers};
use super::made::Making;
use super::shape::Shape;
use super::start::{Roots, callers_first, start};
use super::summary::{Item, Summary};
use super::work::Work;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Times that everything is told once more.
const DESCENTS: u32 = 2;

pub struct Whole<'a, 'c> {
    context: &'c Context<'a>,
    shapes: &'c [Option<Shape>],
    work: &'c Work<'c>,
    roots: Roots,
    /// Functions that anything calls, callers first, and by function its place in that order.
    order: Vec<u32>,
    place: Vec<u32>,
    bodies: Vec<Body>,
    summary: RefCell<Summary>,
    readers: RefCell<Readers>,
}

impl<'a, 'c> Whole<'a, 'c> {
    pub fn new(context: &'c Context<'a>, shapes: &'c [Option<Shape>], work: &'c Work<'c>) -> Whole<'a, 'c> {
        let roots = Roots::new(context);
        let order = callers_first(context, &roots);
        let mut place = vec![u32::MAX; shapes.len()];
        order.iter().zip(0..).for_each(|(f, at)| place[*f as usize] = at);
        let bodies = context.module.functions.iter().map(Body::new).collect();
        let summary = RefCell::new(start(context, &roots, true));
        Whole { context, shapes, work, roots, order, place, bodies, summary, readers: RefCell::default() }
    }

    /// Lets everything grow until nothing does. False: there is no more work to spend, and what is known is of no use.
    pub fn ascend(&mut self) -> bool {
        let mut pending = BTreeSet::new();
        loop {
            self.wake(&mut pending);
            // What is called comes before what calls it.
            let Some((_, f)) = pending.pop_last() else { return true };
            let mut body = std::mem::take(&mut self.bodies[f as usize]);
            let goes_on = self.follow(f).is_none_or(|mut follow| follow.ascend(&mut body));
            self.bodies[f as usize] = body;
            if !goes_on {
                return false;
            }
        }
    }

    /// Whoever read what has grown looks again.
    fn wake(&mut self, pending: &mut BTreeSet<(u32, u32)>) {
        let changes = self.summary.borrow_mut().changes();
        for item in changes {
            if let Item::Call(f) = item {
                let mut body = std::mem::take(&mut self.bodies[f as usize]);
                if let Some(follow) = self.follow(f) {
                    follow.enter(&mut body);
                }
                self.bodies[f as usize] = body;
                self.queue(f, pending);
                continue;
            }
            let readers = self.readers.borrow().of.get(&item).cloned().unwrap_or_default();
            for (f, block) in readers {
                if let Some(shape) = &self.shapes[f as usize] {
                    self.bodies[f as usize].wake(shape, block);
                    self.queue(f, pending);
                }
            }
        }
    }

    fn queue(&self, f: u32, pending: &mut BTreeSet<(u32, u32)>) {
        if !self.bodies[f as usize].is_done() {
            pending.insert((self.place[f as usize], f));
        }
    }

    /// Tells everything once more, a few times, while there is work to spend.
    pub fn descend(&mut self) {
        for _ in 0..DESCENTS {
            let out = RefCell::new(start(self.context, &self.roots, false));
            for f in self.order.clone() {
                let mut body = std::mem::take(&mut self.bodies[f as usize]);
                if let Some(mut follow) = self.follow(f) {
                    (follow.out, follow.readers) = (Some(&out), None);
                    follow.descend(&mut body);
                }
                self.bodies[f as usize] = body;
            }
            // Where it ended early not everything was told.
            if !self.work.goes_on() {
                return;
            }
            self.summary = out;
        }
    }

    /// The checks of all functions, as things are known now.
    pub fn checks(&self) -> Vec<Check> {
        let mut all = vec![];
        for f in &self.order {
            if let Some(mut follow) = self.follow(*f) {
                (follow.out, follow.readers) = (None, None);
                all.extend(follow.checks(&self.bodies[*f as usize]));
            }
        }
        all
    }

    fn follow(&self, f: u32) -> Option<Follow<'a, '_>> {
        let mut follow = make(self.context, self.shapes, self.work, &self.summary, f)?;
        (follow.out, follow.readers) = (Some(&self.summary), Some(&self.readers));
        Some(follow)
    }
}

/// Looks at each function alone while there is work to spend: their checks, and which were looked at.
pub fn alone(context: &Context, shapes: &[Option<Shape>], work: &Work) -> (Vec<Check>, Vec<bool>) {
    let summary = RefCell::new(Summary::unknown(&context.heap));
    let (mut all, mut looked_at) = (vec![], vec![false; shapes.len()]);
    for f in 0..shapes.len() as u32 {
        let Some(mut follow) = make(context, shapes, work, &summary, f) else { continue };
        let mut body = Body::new(follow.function);
        follow.enter(&mut body);
        if !follow.ascend(&mut body) {
            break;
        }
        for _ in 0..DESCENTS {
            follow.descend(&mut body);
        }
        all.extend(follow.checks(&body));
        looked_at[f as usize] = true;
    }
    (all, looked_at)
}

/// A function that is looked at.
fn make<'a, 'c>(
    context: &'c Context<'a>,
    shapes: &'c [Option<Shape>],
    work: &'c Work<'c>,
    summary: &'c RefCell<Summary>,
    f: u32,
) -> Option<Follow<'a, 'c>> {
    let shape = shapes[f as usize].as_ref().filter(|_| context.followed[f as usize])?;
    let function = &context.module.functions[f as usize];
    let (made, found) = (Making::default(), None);
    Some(Follow { context, summary, out: None, readers: None, work, f, function, shape, block: 0, made, found })
}
