//! `epoll`: a list of watched descriptors, answered with the same readiness as `poll`.
//!
//! What it loses: edge triggering (always level), and nested instances (never ready).

use std::collections::BTreeMap;

use super::abi::{O_CLOEXEC, O_RDWR};
use super::dispatch::{Answer, Args, Calls, Ctx, done, fail, ok};
use super::errno::Errno;
use super::fds::{Desc, Object};
use super::poll::{ERR, HUP, milliseconds, readiness, waited};
use super::wire::{Record, u32_at, u64_at};

pub(super) const CALLS: Calls = &[
    ("epoll_create", |c, a| if a[0] as i32 <= 0 { fail(Errno::EINVAL) } else { create(c, 0) }),
    ("epoll_create1", |c, a| create(c, a[0] as u32)),
    ("epoll_ctl", control),
    ("epoll_wait", wait),
    ("epoll_pwait", wait),
];

type Watched = BTreeMap<i32, (u32, u64)>;

fn create(c: &mut Ctx, flags: u32) -> Answer {
    if flags & !O_CLOEXEC != 0 {
        return fail(Errno::EINVAL);
    }
    let desc = Desc::new(Object::Epoll(Watched::new()), O_RDWR);
    done(i64::from(c.world.fds_mut().open(desc, flags != 0)?))
}

fn watched<'a>(c: &'a mut Ctx, fd: i32) -> Result<&'a mut Watched, Errno> {
    match &mut c.world.fds_mut().get_mut(fd)?.object {
        Object::Epoll(watched) => Ok(watched),
        _ => Err(Errno::EINVAL),
    }
}

fn control(c: &mut Ctx, a: Args) -> Answer {
    let (epoll, fd) = (a[0] as i32, a[2] as i32);
    let event = if a[1] == 2 { [0; 12] } else { c.get::<12>(a[3])? };
    c.world.fds.get(epoll)?;
    match c.world.fds.get(fd)?.object {
        Object::Node(_) => return fail(Errno::EPERM),
        _ if epoll == fd => return fail(Errno::EINVAL),
        _ => {}
    }
    let event = (u32_at(&event, 0), u64_at(&event, 4));
    let watched = watched(c, epoll)?;
    match (a[1], watched.contains_key(&fd)) {
        (1, true) => return fail(Errno::EEXIST),
        (2 | 3, false) => return fail(Errno::ENOENT),
        (1 | 3, _) => drop(watched.insert(fd, event)),
        (2, _) => drop(watched.remove(&fd)),
        _ => return fail(Errno::EINVAL),
    }
    ok()
}

fn wait(c: &mut Ctx, a: Args) -> Answer {
    let most = a[2] as i32;
    if most <= 0 {
        return fail(Errno::EINVAL);
    }
    let watched = watched(c, a[0] as i32)?.clone();
    let mut ready = 0;
    for (fd, (events, word)) in watched {
        let now = readiness(c.world, fd).unwrap_or(0) & (events | ERR | HUP);
        if now != 0 && ready < i64::from(most) {
            c.put(a[1] + ready as u64 * 12, &Record::default().u32(now).u64(word).0)?;
            ready += 1;
        }
    }
    waited(c, ready, milliseconds(a[3] as i32))
}
