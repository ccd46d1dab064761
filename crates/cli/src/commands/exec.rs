//! `secateur exec`: runs the program once. Its streams and exit status are its own.

use crate::{diagnostics, options};
use anyhow::{Context, anyhow};
use secateur_vm::env::{EnvConfig, Host, Stream};
use secateur_vm::{Checks, Config, Machine, Program, Stop, checks};
use std::ffi::OsString;
use std::fs::File;
use std::io::{IsTerminal, Read, Seek, SeekFrom, Write};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::process::ExitCode;

/// The program's streams are ours.
struct PassThrough;

impl Host for PassThrough {
    // Without a buffer of ours, so that what the program leaves unread stays for the next reader.
    fn read_stdin(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        stdin_file().read(buf)
    }
    fn seek_stdin(&mut self, offset: i64, whence: u32) -> std::io::Result<u64> {
        let to = match whence {
            0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| std::io::ErrorKind::InvalidInput)?),
            1 => SeekFrom::Current(offset),
            _ => SeekFrom::End(offset),
        };
        stdin_file().seek(to)
    }
    fn write_out(&mut self, stream: Stream, data: &[u8]) -> std::io::Result<()> {
        match stream {
            Stream::Stdout => {
                let mut out = std::io::stdout().lock();
                out.write_all(data)?;
                out.flush()
            }
            Stream::Stderr => std::io::stderr().lock().write_all(data),
        }
    }
}

/// Our standard input as a file, which must not be closed.
fn stdin_file() -> ManuallyDrop<File> {
    // SAFETY: descriptor 0 is ours for the whole run, and is not closed here.
    ManuallyDrop::new(unsafe { File::from_raw_fd(0) })
}

/// The environment for a run whose streams are ours.
fn environment() -> EnvConfig {
    let stdin = stdin_file().metadata().ok().filter(|m| m.is_file());
    let terminals = [std::io::stdin().is_terminal(), std::io::stdout().is_terminal(), std::io::stderr().is_terminal()];
    EnvConfig { stdin_file: stdin.map(|m| m.len()), terminals, ..EnvConfig::default() }
}

pub fn run(exec: &options::Exec) -> anyhow::Result<ExitCode> {
    let checks = parse_checks(&exec.check)?;
    let module = super::load(&exec.program)?;
    if exec.print_ir {
        super::print(&module.to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    let program = Program::new(module, checks, exec.max_memory)
        .map_err(|needed| anyhow!("the program's global variables need {needed} bytes; raise --max-memory"))?;
    let config = Config {
        args: arguments(&exec.program),
        environment: std::env::vars_os().map(variable).collect(),
        env: environment(),
        max_steps: exec.path_steps,
    };
    let mut machine = Machine::new(&program, &config);
    let stop = machine.run(&config, &mut PassThrough);
    let status = status(&stop);
    if exec.verbose {
        eprintln!("secateur: {} instructions", machine.steps);
    }
    Ok(ExitCode::from(status))
}

pub fn parse_checks(names: &[String]) -> anyhow::Result<Checks> {
    if names.is_empty() {
        return Ok(Checks::default());
    }
    Checks::parse(names.iter().map(String::as_str)).map_err(|unknown| {
        let known: Vec<&str> = checks::ALL.iter().map(|c| c.name).collect();
        anyhow!("no check is called `{unknown}`; the checks are: all, default, {}", known.join(", "))
    })
}

/// `argv`: see [`options::Program::name`].
pub fn arguments(program: &options::Program) -> Vec<Vec<u8>> {
    let name = program.name().into_os_string().into_vec();
    let rest = program.args.iter().map(|a| a.as_bytes().to_vec());
    std::iter::once(name).chain(rest).collect()
}

fn variable((name, value): (OsString, OsString)) -> Vec<u8> {
    [name.as_bytes(), b"=", value.as_bytes()].concat()
}

/// Linux's number, on every machine.
const SIGPIPE: i32 = 13;

/// Prints what is to be said, and gives the exit status.
fn status(stop: &Stop) -> u8 {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    match stop {
        Stop::Exit(status) => *status as u8,
        Stop::Killed(signal) => {
            // A reader that went away, such as `head`, is nothing to talk about.
            if *signal != SIGPIPE {
                eprintln!("secateur: the program was ended by signal {signal}");
            }
            128u8.wrapping_add(*signal as u8)
        }
        Stop::Bug(bug) => {
            eprint!("{}", diagnostics::bug(bug, colour));
            1
        }
        Stop::Muted(bug) => {
            eprint!("{}", diagnostics::bug(bug, colour));
            eprintln!(
                "secateur: the program cannot go on after this, though `{}` is not among the checks asked for",
                bug.check.name
            );
            1
        }
        Stop::Unsupported(bug) => {
            eprint!("{}", diagnostics::unsupported(bug, colour));
            crate::WRONG_USE
        }
        Stop::Limit(what, place) => {
            let option = if *what == "memory" { "--max-memory" } else { "--path-steps" };
            eprint!("{}", diagnostics::limit(place, colour));
            eprintln!("secateur: stopped at the limit on {what}; raise it with {option}");
            crate::WRONG_USE
        }
        Stop::Infeasible => {
            eprintln!("secateur: an assumption of the program does not hold");
            crate::WRONG_USE
        }
        Stop::Silent => 0,
        Stop::Pruned(_) | Stop::Arrived | Stop::Paused | Stop::Full | Stop::Symbolic { .. } => {
            eprintln!("secateur: internal error: a run without symbolic input was set aside");
            crate::WRONG_USE
        }
    }
}

/// Used by the benchmark as well: a run whose output is collected.
pub struct Collect {
    pub stdout: Vec<u8>,
}

impl Host for Collect {
    fn read_stdin(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Ok(0)
    }
    fn write_out(&mut self, stream: Stream, data: &[u8]) -> std::io::Result<()> {
        if stream == Stream::Stdout {
            self.stdout.extend_from_slice(data);
        }
        Ok(())
    }
}

/// Loads a program for the benchmark.
pub fn prepare(program: &options::Program) -> anyhow::Result<(Program, Config)> {
    let module = super::load(program).with_context(|| format!("{}", program.files[0].display()))?;
    let config =
        Config { args: arguments(program), environment: vec![], env: EnvConfig::default(), max_steps: u64::MAX };
    let program = Program::new(module, Checks::default(), 2 << 30).map_err(|_| anyhow!("its globals are too large"))?;
    Ok((program, config))
}
