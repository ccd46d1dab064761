//! The pipes that take what a native run writes to standard output and standard error.
//!
//! They are pipes because those of the virtual machine are: a program may ask what they are, with `fstat` or `lseek`. A
//! pipe holds little and makes the writer wait, so whoever waits for the process must read, too. The last part is kept.

use std::io::Read;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::process::Child;
use std::time::Duration;

/// How much of what the program wrote is kept, of each stream.
const KEPT: usize = 1 << 20;
/// How much is read from a pipe before anything else has its turn. No pipe holds more, unless the system's
/// administrator allows it.
const TURN: usize = 1 << 20;

/// The last part of what the program wrote.
#[derive(Clone, Default, Debug)]
pub struct Written {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// The reading ends.
pub struct Streams {
    stdout: Stream,
    stderr: Stream,
}

impl Streams {
    /// Those of a child that was started with pipes for both.
    pub fn of(child: &mut Child) -> std::io::Result<Streams> {
        let stdout = child.stdout.take().map(OwnedFd::from);
        let stderr = child.stderr.take().map(OwnedFd::from);
        Ok(Streams { stdout: Stream::new(stdout)?, stderr: Stream::new(stderr)? })
    }

    /// Sleeps until there is something to read, `other` is ready or the time is up.
    pub fn wait(&self, other: Option<RawFd>, time: Duration) {
        let entry = |fd: Option<RawFd>| libc::pollfd { fd: fd.unwrap_or(-1), events: libc::POLLIN, revents: 0 };
        let mut entries = [entry(other), entry(self.stdout.fd()), entry(self.stderr.fd())];
        let milliseconds = time.as_millis().clamp(1, 60_000) as i32;
        // SAFETY: valid entries, of which negative descriptors are skipped. An interruption only means to look again.
        unsafe { libc::poll(entries.as_mut_ptr(), entries.len() as libc::nfds_t, milliseconds) };
    }

    /// Reads what is there, without waiting.
    pub fn drain(&mut self) {
        self.stdout.drain();
        self.stderr.drain();
    }

    /// To be called when the process has ended. A process that left its group may still hold the other ends, so the end of
    /// the streams is not waited for.
    pub fn finish(mut self) -> Written {
        self.drain();
        Written { stdout: self.stdout.last(), stderr: self.stderr.last() }
    }
}

struct Stream {
    /// `None` when nobody can write any more.
    pipe: Option<std::fs::File>,
    kept: Vec<u8>,
}

impl Stream {
    fn new(pipe: Option<OwnedFd>) -> std::io::Result<Stream> {
        if let Some(pipe) = &pipe {
            // SAFETY: a system call without pointers. The flag is the reading end's alone, the program does not see it.
            let result = unsafe { libc::fcntl(pipe.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) };
            if result != 0 {
                return Err(std::io::Error::last_os_error());
            }
        }
        Ok(Stream { pipe: pipe.map(std::fs::File::from), kept: Vec::new() })
    }

    fn fd(&self) -> Option<RawFd> {
        self.pipe.as_ref().map(|p| p.as_raw_fd())
    }

    fn drain(&mut self) {
        let Some(pipe) = &mut self.pipe else { return };
        let mut buffer = [0; 1 << 16];
        let mut taken = 0;
        while taken < TURN {
            match pipe.read(&mut buffer) {
                Ok(count) if count > 0 => {
                    taken += count;
                    self.kept.extend_from_slice(&buffer[..count]);
                }
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                _ => {
                    self.pipe = None;
                    break;
                }
            }
        }
        // Not each time, which would move the bytes again and again.
        if self.kept.len() > 4 * KEPT {
            self.cut();
        }
    }

    fn cut(&mut self) {
        self.kept.drain(..self.kept.len().saturating_sub(KEPT));
    }

    fn last(mut self) -> Vec<u8> {
        self.cut();
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{End, Limits, run};
    use std::process::Command;

    fn shell(script: &str, time: Duration) -> (End, Written) {
        let mut command = Command::new("sh");
        command.arg("-c").arg(script);
        let limits = Limits { time, addresses: Some(1 << 30), stack: 8 << 20, file: 1 << 20, alone: false };
        run(command, &limits, std::path::Path::new("/nowhere")).expect("sh starts")
    }

    /// More than a pipe holds, on both at once, and more than the largest file that may be written.
    #[test]
    fn much_output_does_not_stop_the_program() {
        let script = "head -c 5000000 /dev/zero & head -c 3000000 /dev/zero >&2; wait; echo end; echo over >&2; exit 3";
        let (end, written) = shell(script, Duration::from_secs(50));
        assert_eq!((end, written.stdout.len(), written.stderr.len()), (End::Exit(3), KEPT, KEPT));
        assert!(written.stdout.ends_with(b"\0end\n") && written.stderr.ends_with(b"\0over\n"));
    }

    #[test]
    fn a_closed_stream_is_no_end_and_endless_output_is_cut() {
        let (end, written) = shell("echo out; exec >&-; sleep 0.1; echo err >&2; exit 4", Duration::from_secs(50));
        assert_eq!((end, &*written.stdout, &*written.stderr), (End::Exit(4), &b"out\n"[..], &b"err\n"[..]));
        let (end, written) = shell("yes", Duration::from_secs(3));
        assert_eq!((end, written.stdout.len()), (End::TimedOut, KEPT));
    }

    /// A process that left the group keeps its ends of the pipes.
    #[test]
    fn who_stays_behind_is_not_waited_for() {
        let start = std::time::Instant::now();
        let (end, written) = shell("setsid sleep 4 & echo out; exit 5", Duration::from_secs(50));
        assert_eq!((end, &*written.stdout), (End::Exit(5), &b"out\n"[..]));
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    }
}
