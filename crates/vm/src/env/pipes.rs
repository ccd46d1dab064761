//! Pipes within the one process: a queue of bytes with counted ends.
//!
//! A read of an empty pipe with a writer left would wait for a process that cannot exist: it
//! [`Blocks`](super::SysResult::Blocks), and so does a write to a full one.

use std::collections::{BTreeMap, VecDeque};

use super::dispatch::Failure;
use super::errno::Errno;
use super::fds::PipeId;

pub(super) const CAPACITY: usize = 65536;
/// Writes up to this size are all or nothing.
const PIPE_BUF: usize = 4096;

#[derive(Clone, Default)]
pub(super) struct Pipe {
    queue: VecDeque<u8>,
    readers: bool,
    writers: bool,
}

/// What `poll` wants to know.
#[derive(Clone, Copy)]
pub(super) struct PipeState {
    pub queued: usize,
    pub readers: bool,
    pub writers: bool,
}

#[derive(Clone, Default)]
pub(super) struct Pipes {
    pipes: BTreeMap<PipeId, Pipe>,
    next: PipeId,
}

impl Pipes {
    pub(super) fn make(&mut self) -> PipeId {
        self.next += 1;
        let pipe = Pipe { queue: VecDeque::new(), readers: true, writers: true };
        self.pipes.insert(self.next, pipe);
        self.next
    }

    fn get(&mut self, id: PipeId) -> &mut Pipe {
        self.pipes.entry(id).or_default()
    }

    pub(super) fn state(&self, id: PipeId) -> PipeState {
        let pipe = &self.pipes[&id];
        PipeState { queued: pipe.queue.len(), readers: pipe.readers, writers: pipe.writers }
    }

    /// The last descriptor of one end is closed.
    pub(super) fn close(&mut self, id: PipeId, read_end: bool) {
        let pipe = self.get(id);
        *(if read_end { &mut pipe.readers } else { &mut pipe.writers }) = false;
        if !pipe.readers && !pipe.writers {
            self.pipes.remove(&id);
        }
    }

    pub(super) fn read(&mut self, id: PipeId, buf: &mut [u8], nonblock: bool) -> Result<usize, Failure> {
        let pipe = self.get(id);
        match (pipe.queue.is_empty(), pipe.writers) {
            (true, true) if nonblock => return Err(Errno::EAGAIN.into()),
            (true, true) => return Err(Failure::Blocks),
            _ => {}
        }
        let len = buf.len().min(pipe.queue.len());
        for (to, from) in buf.iter_mut().zip(pipe.queue.drain(..len)) {
            *to = from;
        }
        Ok(len)
    }

    pub(super) fn write(&mut self, id: PipeId, data: &[u8], nonblock: bool) -> Result<usize, Failure> {
        let pipe = self.get(id);
        if !pipe.readers {
            return Err(Errno::EPIPE.into());
        }
        let room = CAPACITY - pipe.queue.len();
        if data.len() <= room || nonblock && room > 0 && data.len() > PIPE_BUF {
            let len = data.len().min(room);
            pipe.queue.extend(&data[..len]);
            return Ok(len);
        }
        if nonblock { Err(Errno::EAGAIN.into()) } else { Err(Failure::Blocks) }
    }
}
