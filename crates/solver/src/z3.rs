//! Z3 as a child process that is kept alive and fed SMT-LIB; see `docs/decisions/0009-z3-as-a-process.md`.
//!
//! Threads write the questions and read the answers, so that waiting can end at a deadline or an interrupt,
//! whatever the process is doing; it is killed then and started again for the next question. Work is bounded
//! by Z3's own counter, and by time where that does not count.

use crate::config::Stop;
use secateur_expr::{InputByte, Pool, SmtScript, Term, input_name, smt_script};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How often a wait looks for a reason to stop.
const TICK: Duration = Duration::from_millis(10);

/// Z3's counter does not see all of its work; no answer takes longer than this.
const PATIENCE: Duration = Duration::from_secs(15);

/// The process, if it runs.
#[derive(Default)]
pub struct Z3 {
    program: PathBuf,
    process: Option<Process>,
}

struct Process {
    child: Child,
    questions: Sender<String>,
    lines: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The input bytes of a model.
pub type Found = Vec<(InputByte, u8)>;

impl Z3 {
    pub fn new(program: PathBuf) -> Z3 {
        Z3 { program, process: None }
    }

    /// A model, `None` if there is none, or why nobody knows.
    pub fn solve(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        rlimit: u64,
        stop: &Stop,
    ) -> Result<Option<Found>, String> {
        let answer = self.converse(pool, assertions, rlimit, stop);
        if answer.is_err() {
            // Whatever happened, the next question finds a process in a known state.
            self.process = None;
        }
        answer
    }
    fn converse(
        &mut self,
        pool: &Pool,
        assertions: &[Term],
        rlimit: u64,
        stop: &Stop,
    ) -> Result<Option<Found>, String> {
        let script = smt_script(pool, SmtScript { assertions, ..SmtScript::default() });
        let process = self.process()?;
        process.send(&format!("(reset)\n(set-option :rlimit {rlimit})\n{script}"))?;
        match process.line(stop)?.as_str() {
            "unsat" => Ok(None),
            "sat" => {
                let bytes = inputs_of(pool, assertions);
                if bytes.is_empty() {
                    return Ok(Some(Vec::new()));
                }
                process.values(&bytes, stop).map(Some)
            }
            "unknown" => Err("Z3 spent its budget".into()),
            other => Err(format!("Z3 says: {other}")),
        }
    }
    fn process(&mut self) -> Result<&mut Process, String> {
        if self.process.is_none() {
            self.process = Some(Process::start(&self.program)?);
        }
        self.process.as_mut().ok_or_else(|| "Z3 could not be started".into())
    }
}

/// Every input byte that the terms mention.
fn inputs_of(pool: &Pool, terms: &[Term]) -> Vec<InputByte> {
    let mut bytes: Vec<InputByte> = terms.iter().flat_map(|t| pool.support_bytes(pool.support(*t))).collect();
    bytes.sort_unstable();
    bytes.dedup();
    bytes
}

impl Process {
    fn start(program: &PathBuf) -> Result<Process, String> {
        let missing = |e| {
            let name = program.display();
            format!("the program `{name}` cannot be started ({e}): install Debian's package `z3`, or switch Z3 off")
        };
        let mut child = Command::new(program)
            .args(["-in", "-smt2", "-memory:1024"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(missing)?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("Z3 has no standard streams".into());
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let (questions, texts) = channel::<String>();
        std::thread::spawn(move || {
            for text in texts {
                if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        });
        Ok(Process { child, questions, lines })
    }
    fn send(&mut self, text: &str) -> Result<(), String> {
        self.questions.send(text.to_string()).map_err(|_| "Z3 ended".to_string())
    }
    fn line(&mut self, stop: &Stop) -> Result<String, String> {
        let begun = Instant::now();
        loop {
            match self.lines.recv_timeout(TICK) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err("Z3 ended before it answered".into()),
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(reason) = stop.reason() {
                        return Err(reason.into());
                    }
                    if begun.elapsed() > PATIENCE {
                        return Err("Z3 took too long".into());
                    }
                }
            }
        }
    }
    fn values(&mut self, bytes: &[InputByte], stop: &Stop) -> Result<Found, String> {
        let names: Vec<String> = bytes.iter().map(|b| input_name(*b)).collect();
        self.send(&format!("(get-value ({}))\n", names.join(" ")))?;
        let mut found = Found::with_capacity(bytes.len());
        while found.len() < bytes.len() {
            // One `(name #xvv)` a line, the whole in parentheses.
            let line = self.line(stop)?;
            for pair in line.split("(i").skip(1) {
                let value = pair.split("#x").nth(1).and_then(|v| u8::from_str_radix(v.get(..2)?, 16).ok());
                let Some(value) = value else { return Err(format!("Z3's value is not understood: {line}")) };
                found.push((bytes[found.len()], value));
            }
        }
        Ok(found)
    }
}
