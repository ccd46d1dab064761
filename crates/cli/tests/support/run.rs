//! Runs a child to its end: input, output, exit status, and a generous limit on its time.

use libtest_mimic::Failed;
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a child left behind.
pub struct Run {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Run {
    /// The exit status, or none after a signal.
    pub fn code(&self) -> Option<i32> {
        self.status.code()
    }
    /// The status as a shell shows it: 128 and the signal for a process that a signal ended.
    pub fn shell_status(&self) -> i32 {
        self.status.code().unwrap_or_else(|| 128 + self.status.signal().unwrap_or(0))
    }
    pub fn out(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
    pub fn err(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// Far more than anything here needs: it exists so that a hang is a failure instead of a wait.
pub const LONG: Duration = Duration::from_secs(120);

/// Why there is no [`Run`].
pub enum Trouble {
    /// The program could not be started.
    NotStarted(std::io::Error),
    /// It was still running, and was killed.
    TooLong(Duration),
}

/// Runs `command` with `stdin`, for at most `limit`.
pub fn run_within(command: &mut Command, stdin: &[u8], limit: Duration) -> Result<Run, Trouble> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own, so that a hang is killed with its children.
    command.process_group(0);
    let mut child = command.spawn().map_err(Trouble::NotStarted)?;
    let (mut input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // A child need not read its input, so a broken pipe is no failure.
        scope.spawn(move || input.take().map(|mut pipe| pipe.write_all(stdin)));
        let stdout = scope.spawn(|| drain(output));
        let stderr = scope.spawn(|| drain(errors));
        let status = wait(&mut child, limit);
        let (stdout, stderr) = (stdout.join().expect("a reader"), stderr.join().expect("a reader"));
        status.map(|status| Run { status, stdout, stderr }).ok_or(Trouble::TooLong(limit))
    })
}

/// Runs `command`; not starting and not ending are failures of the test.
pub fn run(command: &mut Command, stdin: &[u8]) -> Result<Run, Failed> {
    run_within(command, stdin, LONG).map_err(|trouble| explain(command, trouble))
}

pub fn explain(command: &Command, trouble: Trouble) -> Failed {
    let program = command.get_program().to_string_lossy().into_owned();
    match trouble {
        Trouble::NotStarted(e) if e.kind() == std::io::ErrorKind::NotFound => {
            let package = super::native::package_of(&program);
            format!("{program} is not installed: apt-get install {package} (scripts/setup.sh does it)").into()
        }
        Trouble::NotStarted(e) => format!("cannot run {program}: {e}").into(),
        Trouble::TooLong(limit) => format!("still running after {} s: {command:?}", limit.as_secs()).into(),
    }
}

fn drain(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        let _ = pipe.read_to_end(&mut bytes);
    }
    bytes
}

fn wait(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait().expect("our own child can be waited for") {
            return Some(status);
        }
        if Instant::now() >= deadline {
            // SAFETY: the group was made for this child and has its id, which is not reused before `wait`.
            unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
            let _ = child.wait();
            return None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// The largest resident memory, in bytes, of a program that must end with 0, and of its children.
pub fn peak_memory(command: &mut Command) -> Result<u64, Failed> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit());
    let child = command.spawn().map_err(|e| explain(command, Trouble::NotStarted(e)))?;
    let mut status = 0;
    // SAFETY: all bits zero is a valid rusage; the pointers are valid for the call.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let waited = unsafe { libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage) };
    if waited < 0 || status != 0 {
        return Err(format!("{command:?} ended with wait status {status}").into());
    }
    Ok(usage.ru_maxrss as u64 * 1024)
}
