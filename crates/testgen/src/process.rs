//! One child process within limits: started in a group of its own, waited for until the time is up.
//!
//! Its end is told exactly (exit status or signal). Children of its own that outlive it are killed
//! with its group; those that left the group are not found. What it writes goes through pipes
//! ([`crate::streams`]).

use crate::confine::Confinement;
use crate::streams::{Streams, Written};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    /// Of address space, in bytes.
    pub addresses: Option<u64>,
    pub stack: u64,
    /// The largest file it may write. What goes through the pipes is not counted.
    pub file: u64,
    /// It can start neither processes nor threads, and has no network ([`crate::alone`]).
    pub alone: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Exit(i32),
    Signal(i32),
    TimedOut,
}

/// `own` is the folder that the process may write to.
pub fn run(mut command: Command, limits: &Limits, own: &Path) -> std::io::Result<(End, Written)> {
    let limits = *limits;
    command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let confinement = Confinement::new(own);
    let start = move || {
        limits.apply()?;
        confinement.enter()?;
        if limits.alone {
            crate::alone::enter();
        }
        Ok(())
    };
    // SAFETY: setrlimit and what confines are async-signal-safe, and touch nothing of ours.
    unsafe { command.pre_exec(start) };
    let mut child = command.spawn()?;
    let mut streams = Streams::of(&mut child)?;
    let status = wait(&mut child, &mut streams, limits.time);
    // SAFETY: a plain system call. The group's number is not reused while its leader is a zombie, and
    // after that only if a member is left, which is ours.
    unsafe { libc::kill(-(child.id() as i32), libc::SIGKILL) };
    let end = match status? {
        Some(status) => match status.signal() {
            Some(signal) => End::Signal(signal),
            None => End::Exit(status.code().unwrap_or(0)),
        },
        None => child.wait().map(|_| End::TimedOut)?,
    };
    Ok((end, streams.finish()))
}

/// Reads what the process writes until it ends. `None` if the time is up first.
fn wait(child: &mut Child, streams: &mut Streams, time: Duration) -> std::io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + time;
    let handle = pidfd(child.id());
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        // An old kernel has no handle: look again and again.
        let most = if handle.is_some() { Duration::from_secs(60) } else { Duration::from_millis(1) };
        streams.wait(handle.as_ref().map(|h| h.as_raw_fd()), left.min(most));
        streams.drain();
    }
}

/// A descriptor that becomes readable when the process ends.
fn pidfd(pid: u32) -> Option<OwnedFd> {
    // SAFETY: a system call without pointers; a descriptor it returns is ours alone.
    unsafe {
        let fd = libc::syscall(libc::SYS_pidfd_open, pid, 0);
        (fd >= 0).then(|| OwnedFd::from_raw_fd(fd as i32))
    }
}

impl Limits {
    fn apply(&self) -> std::io::Result<()> {
        let seconds = self.time.as_secs().saturating_add(2);
        let all = [
            (libc::RLIMIT_CORE, Some(0)),
            (libc::RLIMIT_CPU, Some(seconds)),
            (libc::RLIMIT_FSIZE, Some(self.file)),
            (libc::RLIMIT_STACK, Some(self.stack)),
            (libc::RLIMIT_AS, self.addresses),
        ];
        for (what, most) in all {
            let Some(most) = most else { continue };
            let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            // SAFETY: valid pointers to a limit. The hard limit stays: it may not be raised, and a program
            // may see it.
            unsafe {
                if libc::getrlimit(what, &mut limit) != 0 {
                    return Err(std::io::Error::last_os_error());
                }
                limit.rlim_cur = most.min(limit.rlim_max);
                if libc::setrlimit(what, &limit) != 0 {
                    return Err(std::io::Error::last_os_error());
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the kernel can confine, as every one that we test on does.
    #[test]
    fn files_elsewhere_stay_as_they_are() {
        assert!(crate::confine::is_possible(), "this kernel has no Landlock");
        // Not below the folder for temporary files, where writing is allowed.
        let folder = tempfile::tempdir_in("/var/tmp").expect("a folder elsewhere");
        let home = folder.path().join("file");
        std::fs::write(&home, "mine").expect("writable for us");
        let at = home.display();
        let script = format!("echo >{at}.new && exit 3; rm {at} && exit 4; echo >{at} && exit 5; cat {at} >/dev/null");
        assert_eq!(shell(&script, Duration::from_secs(5)), End::Exit(0));
        assert_eq!(std::fs::read(&home).expect("still there"), b"mine");
        assert_eq!(shell("kill -0 1 && exit 3; exit 0", Duration::from_secs(5)), End::Exit(0));
    }

    fn shell(script: &str, time: Duration) -> End {
        shell_with(script, time, false)
    }

    fn shell_with(script: &str, time: Duration, alone: bool) -> End {
        let mut command = Command::new("sh");
        command.arg("-c").arg(script);
        let limits = Limits { time, addresses: Some(1 << 30), stack: 8 << 20, file: 1 << 20, alone };
        run(command, &limits, Path::new("/nowhere")).expect("sh starts").0
    }

    #[test]
    fn who_is_alone_starts_no_process() {
        let long = Duration::from_secs(20);
        // The shell itself says 2 when it cannot fork.
        assert_eq!(shell_with("/bin/true; exit 7", long, true), End::Exit(2));
        assert_eq!(shell_with("echo >/dev/null; exit 7", long, true), End::Exit(7));
        assert_eq!(shell_with("/bin/true; exit 7", long, false), End::Exit(7));
    }

    #[test]
    fn the_end_is_told_exactly() {
        let long = Duration::from_secs(20);
        assert_eq!(shell("exit 7", long), End::Exit(7));
        assert_eq!(shell("kill -TERM $$", long), End::Signal(15));
    }

    #[test]
    fn the_whole_group_ends_when_the_time_is_up() {
        let start = Instant::now();
        assert_eq!(shell("sleep 50 & sleep 50", Duration::from_millis(100)), End::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}
