//! The flags. Names are a contract with users and scripts (see the README).

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// What covers most in the benchmark (`secateur bench search`).
pub const DEFAULT_SEARCH: &str = "cfg,subpath";

/// Generates tests for C programs by symbolic execution, and finds what C does not allow.
#[derive(Parser)]
#[command(
    name = "secateur",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  secateur test prog.c                       explore a program, write tests, report bugs
  secateur test --sym-stdin 8 prog.c         with up to 8 symbolic bytes on standard input
  secateur test --function parse lib.c       a single function, with symbolic arguments
  secateur exec prog.c < input.txt           run a program, stop at the first error
  secateur exec main.c util.c -- -v file     several files; arguments for the program behind --
  secateur exec --check all prog.c           also overflow, uninitialised values and leaks
  secateur replay secateur-out/last          run the tests of the last run natively, once more
  secateur report secateur-out/last          make its reports again
  secateur cc -c prog.c                      compile a project with it, then: secateur test ./prog
  secateur list                              checks, strategies, formats and solver tiers, by name"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Exec(Exec),
    Test(Box<Test>),
    Replay(Replay),
    Report(Report),
    /// A C compiler that leaves bitcode in what it makes, for `secateur test ./prog`
    ///
    /// Every argument goes to the real compiler, clang-19 or what SECATEUR_CC names, and all results and messages are its own.
    /// Build a project with it: ./configure CC="secateur cc" && make
    #[command(disable_help_flag = true)]
    Cc(Cc),
    /// What can be switched on and off, by name
    List,
    Bench(Bench),
    Completions(Completions),
    Man(Man),
}

/// Print the completions of a shell
///
/// For bash: `secateur completions bash > ~/.local/share/bash-completion/completions/secateur`. `make install` puts
/// those of bash, zsh and fish where the shells look.
#[derive(Args)]
pub struct Completions {
    pub shell: clap_complete::Shell,
}

/// Write the manual pages to a folder: secateur.1, and one for each command
#[derive(Args)]
pub struct Man {
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// Never parsed: `main` hands the arguments on before. Here for `--help`.
#[derive(Args)]
pub struct Cc {
    /// Arguments of the compiler
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARG")]
    pub args: Vec<std::ffi::OsString>,
}

/// Run a program once in the virtual machine, with its own input, and report the first error
///
/// The program's output and exit status are its own. If it does something that C does not allow, a
/// report goes to stderr and the exit status is 1; if Secateur itself cannot go on, it is 2. It reads the files of this machine but changes
/// none: what it writes is gone when it ends.
#[derive(Args)]
pub struct Exec {
    #[command(flatten)]
    pub program: Program,
    /// Report only these kinds of errors; `all`, or `default,NAME` to add one [default: all but
    /// signed-overflow, uninitialised-read, memory-leak]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub check: Vec<String>,
    /// Stop after this many instructions
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub path_steps: u64,
    /// Let the program allocate at most this much at once, such as 512MiB or 2GiB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_size)]
    pub max_memory: u64,
    /// Print the program in Secateur's intermediate form instead of running it
    #[arg(long)]
    pub print_ir: bool,
    /// Say at the end how many instructions were executed
    #[arg(short, long)]
    pub verbose: bool,
}

/// Explore a program, write tests that cover its branches and show its bugs, and replay them natively
///
/// Symbolic input comes from the program itself (<secateur.h>, <klee/klee.h>, <crest.h>,
/// __VERIFIER_nondet_*) or from the --sym options. The exit status is 0 if no bug was found and 1 if
/// one was; a limit that was reached is no error.
#[derive(Args, Clone, Serialize, Deserialize)]
#[command(args_override_self = true)]
#[serde(default)]
pub struct Test {
    #[command(flatten)]
    pub program: Program,
    /// Write results to this folder, which must be new [default: secateur-out/N, linked as secateur-out/last]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Replace the folder given with -o, if it is an earlier result
    #[arg(long)]
    pub force: bool,
    /// Standard input: up to N symbolic bytes
    #[arg(long, value_name = "N", help_heading = "Symbolic surroundings", value_parser = bytes)]
    pub sym_stdin: Option<u32>,
    /// One more argument for the program: up to N symbolic bytes
    #[arg(long, value_name = "N", help_heading = "Symbolic surroundings", value_parser = bytes)]
    pub sym_arg: Vec<u32>,
    /// From MIN to MAX more arguments, each of up to N symbolic bytes
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "N"], help_heading = "Symbolic surroundings", value_parser = clap::value_parser!(u32).range(0..=65536))]
    pub sym_args: Vec<u32>,
    /// A file in the working directory: up to N symbolic bytes
    #[arg(long, num_args = 2, value_names = ["NAME", "N"], help_heading = "Symbolic surroundings")]
    pub sym_file: Vec<String>,
    /// Test this function: its parameters are the symbolic input. FILE:NAME where two files have one
    #[arg(long, value_name = "NAME", help_heading = "Unit mode")]
    pub function: Option<String>,
    /// The longest array or string that a pointer leads to, in elements
    #[arg(long, value_name = "N", default_value_t = 6, help_heading = "Unit mode", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub max_length: u32,
    /// How many objects of a list, or levels of a tree, follow each other
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Unit mode", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub pointer_depth: u32,
    /// Pointers are never null
    #[arg(long, help_heading = "Unit mode")]
    pub non_null: bool,
    /// These global variables are symbolic input too; `all` for all of the function's file
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Unit mode")]
    pub sym_global: Vec<String>,
    /// How the next branch is chosen; several strategies take turns (see `secateur list`) [default: cfg,subpath]
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Search")]
    pub search: Vec<String>,
    /// What is not explored: look-ahead, rwset, call-depth, or none [default: look-ahead, but none with --emit all]
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Search")]
    pub prune: Vec<String>,
    /// With --prune look-ahead: what paths are explored for. Almost any access of memory may be a bug, so with `bugs` little
    /// can be left out [default: branches,bugs]
    #[arg(long, value_enum, value_name = "GOAL", value_delimiter = ',', help_heading = "Search")]
    pub goal: Vec<Goal>,
    /// Whether checks that cannot fail are proved first, from the program alone; they are no goals then, and reports name them
    #[arg(long, value_enum, default_value_t = OnOff::On, help_heading = "Search")]
    pub prove: OnOff,
    /// With --goal bugs alone: whether code that cannot affect a check that is not proved is left out of what is explored. Every error
    /// is shown by the whole program before it is reported
    #[arg(long, value_enum, default_value_t = OnOff::On, help_heading = "Search")]
    pub slice: OnOff,
    /// With --prune call-depth: in calls nested deeper than this below the function under test nothing is varied
    /// [default: 1]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub call_depth: Option<u32>,
    /// With --prune rwset: do without a part of it (reads, renaming, implication, relevance, projection, sides,
    /// loops, rests, pruning), to measure it
    ///
    /// Without `reads`, all that was written is compared, not only what is read later; without `renaming`, input bytes have
    /// to be the very same; without `implication`, what is known about the input has to be the same, and may not be a
    /// special case; without `relevance`, also compared is what affects neither a branch nor a check; without
    /// `projection`, also compared is what was said about input bytes that nothing mentions any more; without `sides`, a
    /// side of a branch is tried also if it leads to what is known; without `loops`, a path that comes back to a state that
    /// it came from does not wait, so loops without end do not end; without `rests`, it is never set aside for a while
    /// where it costs more than it saves; without `pruning`, everything is computed and counted, and nothing dropped.
    #[arg(long, value_name = "PART", value_delimiter = ',', help_heading = "Search")]
    pub rwset_off: Vec<String>,
    /// Explore parts of the input that do not interfere apart from each other: `auto` finds out which do not, a file says it
    /// and is checked
    #[arg(long, value_name = "auto|FILE", help_heading = "Search")]
    pub partition: Option<String>,
    /// Write down which paths are taken, to measure what they cost otherwise
    #[arg(long, value_name = "FILE", hide = true)]
    pub note_paths: Option<PathBuf>,
    /// Take just the paths that --note-paths wrote down, in the same order
    #[arg(long, value_name = "FILE", hide = true, conflicts_with_all = ["partition", "note_paths"])]
    pub only_paths: Option<PathBuf>,
    /// With --partition FILE: blocks that interfere are an error, and are not merged
    #[arg(long, help_heading = "Search")]
    pub strict: bool,
    /// Sample inputs as well as solve for them: many fast runs near what was found, steered towards what was not. `only`
    /// does without the search; `linear` and `box` too, and sample from what they make of paths' conditions [default: `late`,
    /// beside a search that has gone on for some tenths of a second; `off` where --search, --prune or another technique is named]
    #[arg(long, value_name = "along|late|off|only|linear|box", num_args = 0..=1, require_equals = true, default_missing_value = "along", value_enum, help_heading = "Search")]
    pub sample: Option<Sample>,
    /// Try every branch of a path once before those that it leads to
    #[arg(long, help_heading = "Search")]
    pub solve_first: bool,
    /// Local strategies (random-branch, cfg) begin anew after this many paths without a new branch; 0 for never
    /// [default: never for random-branch, 200 for cfg]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub restart: Option<u32>,
    /// Explore with this many threads; the tests are the same for any number but 1
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: u32,
    /// All randomness comes from it
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub seed: u64,
    /// Stop after this long, such as 90s or 10m
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = parse_duration, help_heading = "Limits")]
    #[serde(with = "seconds")]
    pub time: Duration,
    /// Use at most this much memory, such as 512MiB or 2GiB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_size, help_heading = "Limits")]
    pub max_memory: u64,
    /// Stop after this many paths
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, help_heading = "Limits")]
    #[serde(with = "unless_most")]
    pub max_paths: u64,
    /// Stop after this many tests
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, help_heading = "Limits")]
    #[serde(with = "unless_most")]
    pub max_tests: u64,
    /// Vary at most this many decisions of a path, not counting those that cannot go another way
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true, help_heading = "Limits")]
    #[serde(with = "unless_most")]
    pub depth: u32,
    /// End a path after this many instructions
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, help_heading = "Limits")]
    #[serde(with = "unless_most")]
    pub path_steps: u64,
    /// Which paths become tests: those that cover something new or show a new bug, all, or bugs only
    #[arg(long, value_enum, default_value_t = Emit::New, help_heading = "Results")]
    pub emit: Emit,
    /// At the end, remove tests that cover nothing that the others do not; those that show bugs stay
    #[arg(long, help_heading = "Results")]
    pub minimise: bool,
    /// Formats of the tests
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "ktest,corpus", help_heading = "Results", value_parser = parse_format)]
    pub format: Vec<String>,
    /// Report only these kinds of errors; `all`, or `default,NAME` to add one [default: all but
    /// signed-overflow, uninitialised-read, memory-leak]
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Results")]
    pub check: Vec<String>,
    /// Whether every test is replayed on native builds
    #[arg(long, value_enum, default_value_t = OnOff::On, help_heading = "Results")]
    pub replay: OnOff,
    /// Print summary.json on stdout at the end
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    /// Print nothing but errors
    #[arg(short, long, help_heading = "Results")]
    pub quiet: bool,
    /// Print progress also with --json
    #[arg(short, long, help_heading = "Results")]
    pub verbose: bool,
    /// Compare every answer of the solver with Z3's, which is slow
    #[arg(long, help_heading = "Solver")]
    pub validate_solver: bool,
    /// Write hard queries to this folder, as SMT-LIB
    #[arg(long, value_name = "DIR", help_heading = "Solver")]
    pub dump_queries: Option<PathBuf>,
    /// Switch off tiers of the solver (see `secateur list`)
    #[arg(long, value_name = "TIER", value_delimiter = ',', help_heading = "Solver")]
    pub solver_off: Vec<String>,
}

/// Run tests on native builds of the program, and tell what happens
///
/// For an output folder: every test, compared with what was recorded. For single tests: everything that is seen.
/// The exit status is 0 if all behave as recorded and none shows a bug, and 1 otherwise.
#[derive(Args)]
pub struct Replay {
    /// An output folder of `secateur test`, or tests: .ktest files, also KLEE's, and .bin files of an output folder
    #[arg(required = true, value_name = "DIR|TEST")]
    pub tests: Vec<PathBuf>,
    /// The program to run tests on that are not of an output folder, or another one than theirs: a C file, .bc or .ll;
    /// give it once for each file
    #[arg(long = "program", value_name = "FILE")]
    pub program: Vec<PathBuf>,
    /// With --program: search this folder for headers
    #[arg(short = 'I', value_name = "DIR", requires = "program")]
    pub include: Vec<PathBuf>,
    /// With --program: define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", requires = "program")]
    pub define: Vec<String>,
    /// With --program: hand this flag to clang
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true, requires = "program")]
    pub cflag: Vec<String>,
    /// Which kinds of errors count, as for `test` [default: those of the run]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub check: Vec<String>,
    /// End a native run after this long
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = parse_duration)]
    pub time: Duration,
    /// How many tests run at once
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// Keep the native build, and print the line that runs each test under gdb
    #[arg(long)]
    pub gdb: bool,
    /// Write the results to this file, as JUnit's XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print the results on stdout as JSON
    #[arg(long)]
    pub json: bool,
    /// Print only what differs or shows a bug
    #[arg(short, long)]
    pub quiet: bool,
}

/// Make the reports of a run again: HTML, coverage, findings, test results
///
/// They are made of run.json in the output folder, which also holds the sources as they were.
#[derive(Args)]
pub struct Report {
    /// An output folder of `secateur test`
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Print nothing but errors
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Emit {
    New,
    All,
    Bugs,
}

/// How inputs are sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sample {
    /// Beside the search, from the beginning
    Along,
    /// Beside the search, once that has gone on for a while
    Late,
    /// Not at all
    Off,
    /// Without a search
    Only,
    /// Without a search, from linear inequalities that lead to what nothing took
    Linear,
    /// The same from the boxes around them
    Box,
}

/// What paths are explored for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Sides of branches that no path took
    Branches,
    /// Lines that no path came to
    Lines,
    /// Everything that may be an error
    Bugs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnOff {
    On,
    Off,
}

/// How much input is symbolic.
fn bytes(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| *number <= 65536);
    number.ok_or_else(|| "a number of bytes comes here, such as 8, up to 65536".into())
}

impl Test {
    /// Chooses the techniques where none were named: those that pay off, and lose nothing that was asked for. And what they need.
    pub fn choose_techniques(&mut self) {
        // Who names a technique wants to see what that one does.
        let is_free = self.search.is_empty()
            && self.prune.is_empty()
            && self.partition.is_none()
            && !self.solve_first
            && self.depth == u32::MAX
            && self.emit != Emit::All
            && self.jobs == 1;
        self.sample.get_or_insert(if is_free { Sample::Late } else { Sample::Off });
        if self.search.is_empty() {
            self.search = DEFAULT_SEARCH.split(',').map(String::from).collect();
        }
        if self.prune.is_empty() {
            self.prune = vec![if self.emit == Emit::All { "none" } else { "look-ahead" }.into()];
        }
        if self.prunes("look-ahead") && self.goal.is_empty() {
            self.goal = vec![Goal::Branches, Goal::Bugs];
        }
        if self.prunes("call-depth") {
            self.call_depth.get_or_insert(1);
        }
    }

    /// Whether anything is searched: some ways to sample do without.
    pub fn searches(&self) -> bool {
        !matches!(self.sample, Some(Sample::Only | Sample::Linear | Sample::Box))
    }

    pub fn samples(&self) -> bool {
        !matches!(self.sample, None | Some(Sample::Off))
    }

    pub fn prunes(&self, name: &str) -> bool {
        self.prune.iter().any(|pruning| pruning == name)
    }

    /// Every option as it is used, for `config.json`.
    pub fn effective(&self) -> impl Serialize + '_ {
        #[derive(Serialize)]
        struct Effective<'a> {
            version: &'static str,
            #[serde(flatten)]
            options: &'a Test,
        }
        Effective { version: env!("CARGO_PKG_VERSION"), options: self }
    }
}

/// As if only a program had been given. What an older version did not write to `config.json` is so.
impl Default for Test {
    fn default() -> Self {
        match Cli::parse_from(["secateur", "test", "-"]).command {
            Command::Test(test) => Test { program: Program::default(), ..*test },
            _ => unreachable!("`test` was given"),
        }
    }
}

/// No limit is `null`.
mod unless_most {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub trait Limit {
        const MOST: Self;
    }
    impl Limit for u32 {
        const MOST: u32 = u32::MAX;
    }
    impl Limit for u64 {
        const MOST: u64 = u64::MAX;
    }

    pub fn serialize<T: Limit + PartialEq + Serialize, S: Serializer>(limit: &T, to: S) -> Result<S::Ok, S::Error> {
        Some(limit).filter(|l| **l != T::MOST).serialize(to)
    }
    pub fn deserialize<'de, T: Limit + Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        Ok(Option::<T>::deserialize(from)?.unwrap_or(T::MOST))
    }
}

mod seconds {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_secs_f64())
    }
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// A duration with a unit: `500ms`, `90s`, `10m`, `2h`, or plain seconds.
fn parse_duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("min", 60.0), ("m", 60.0), ("h", 3600.0)];
    let unit = units.iter().find_map(|(unit, factor)| text.strip_suffix(unit).map(|number| (number, *factor)));
    let (number, factor) = unit.unwrap_or((text, 1.0));
    let wrong = || format!("`{text}` is not a duration; write 90s, 10m or 2h");
    let seconds: f64 = number.trim().parse::<f64>().map_err(|_| wrong())? * factor;
    if !(seconds > 0.0 && seconds < 1e9) {
        return Err(wrong());
    }
    Ok(Duration::from_secs_f64(seconds))
}

fn parse_format(text: &str) -> Result<String, String> {
    let known: Vec<&str> = secateur_testgen::formats::ALL.iter().map(|f| f.name).collect();
    match known.contains(&text) {
        true => Ok(text.to_string()),
        false => Err(format!("no format is called `{text}`; the formats are: {}", known.join(", "))),
    }
}

/// The program under test. It can be read back from `config.json`; what an older version did not write is empty.
#[derive(Args, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Program {
    /// C files, LLVM bitcode (.bc) or LLVM text (.ll), linked together; or a program built with `secateur cc`
    #[arg(required_unless_present = "compile_commands", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Compile each file as this compile_commands.json says, or that of a folder; without FILE, all its C files;
    /// `none` uses no database [default: the one here or in build/, if it has the files]
    #[arg(long, value_name = "PATH")]
    pub compile_commands: Option<PathBuf>,
    /// Search this folder for headers
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Hand this flag to clang
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    pub cflag: Vec<String>,
    /// Arguments for the program itself
    #[arg(last = true, value_name = "ARG")]
    #[serde(serialize_with = "lossy", deserialize_with = "words")]
    pub args: Vec<std::ffi::OsString>,
}

impl Program {
    /// What the user wants the program to be compiled with, as one list.
    pub fn flags(&self) -> Vec<String> {
        let folders = self.include.iter().map(|dir| format!("-I{}", dir.display()));
        let macros = self.define.iter().map(|define| format!("-D{define}"));
        folders.chain(macros).chain(self.cflag.iter().cloned()).collect()
    }

    /// What the program finds as its own name: the first file, without the ending of a source.
    pub fn name(&self) -> PathBuf {
        let first = self.files.first().cloned().unwrap_or_default();
        let is_source =
            first.extension().and_then(|e| e.to_str()).is_some_and(|e| ["c", "i", "h", "bc", "ll"].contains(&e));
        if is_source { first.with_extension("") } else { first }
    }
}

/// Measure, and print a table
#[derive(Args)]
pub struct Bench {
    /// vm: concrete execution, as a ratio to native code of clang -O0 in the same run;
    /// paths: complete exploration of small programs, beside KLEE's times;
    /// search: what strategies cover in how many paths, and what prunings save;
    /// rwset: what the pruning by read and write sets saves, in distinct states and covered branches by tests;
    /// partition: what it saves to explore parts of the input that do not interfere one at a time;
    /// sample: what sampling with feedback finds, beside uniform random input and plain search;
    /// real: libraries and whole programs of other projects, beside KLEE's figures and libFuzzer
    #[arg(value_parser = ["vm", "paths", "search", "rwset", "partition", "sample", "real"])]
    pub suite: String,
    /// Programs to run, by name [default: all]
    pub names: Vec<String>,
    /// The folder with the programs [default: bench/SUITE]
    #[arg(long, value_name = "DIR")]
    pub kernels: Option<PathBuf>,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// search, rwset, partition, sample: paths that each run may take [default: for search, as the program's entry in the
    /// manifest says; for the others, any number]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: Option<u64>,
    /// search: how many seeds a strategy is run with, of which the table shows the mean, and how often a pruning is
    /// timed, of which it shows the best; rwset, partition: how often the overhead is timed, of which it shows the
    /// median; sample: how many seeds each column is run with, of which the tables show the median
    /// [default: 1 for sample, 3 for the others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
    pub seeds: Option<u64>,
    /// search, rwset, partition: only these, each a strategy or several with commas between them; give it once for each
    /// [default: for search, all strategies and some combinations; for the others, dfs and the default of `secateur test`]
    #[arg(long, value_name = "NAMES")]
    pub search: Vec<String>,
    /// search, rwset, partition, sample, real: end a run after this long, such as 90s; what it covered until then counts
    /// [default: 60s for search and real, 10s for the others]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    pub time: Option<Duration>,
    /// sample: how many generated programs that plain search does not solve in its time
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub generated: u64,
    /// rwset: give plain search N times as long as the run with --prune rwset took, where that was complete, such as 50
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub base_times: Option<u32>,
    /// rwset, partition: measure on the libraries that scripts/fetch-real.sh fetches; for rwset also how much the pruning
    /// costs there
    #[arg(long)]
    pub real: bool,
    /// real: the same again with each technique switched off or on, and with each strategy alone; or only with some of
    /// these, and with tiers of the solver switched off
    #[arg(long, value_name = "WHAT", value_delimiter = ',', num_args = 0..=1, require_equals = true,
        default_missing_value = "techniques,strategies", value_parser = ["techniques", "strategies", "tiers"])]
    pub ablate: Vec<String>,
    /// real: libFuzzer beside it on the libraries, from nothing and for the same time on one core, and how often
    /// `--sample=only` runs the program
    #[arg(long)]
    pub fuzzer: bool,
    /// real: more options of `secateur test`, for every run, such as --test-options='--prove off'
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub test_options: Option<String>,
    /// sample, real: write the results as a page (Markdown) to this file too, with its plots in a folder of the same name
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// real: write a short table between the marks <!-- bench:real --> and <!-- /bench:real --> of this file
    #[arg(long, value_name = "FILE")]
    pub fill: Option<PathBuf>,
    /// search, rwset, partition, sample, real: the folder that plots (SVG) and results.json go to
    /// [default: bench/results/SUITE]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

impl Bench {
    /// How many seeds there are, or how often something is timed.
    pub fn seeds(&self) -> u64 {
        // Seven columns of ten seconds for each program are enough to wait for.
        self.seeds.unwrap_or(if self.suite == "sample" { 1 } else { 3 })
    }

    /// Whether an option is given that only `secateur bench real` has.
    pub fn is_about_real(&self) -> bool {
        self.fill.is_some() || self.fuzzer || self.test_options.is_some() || !self.ablate.is_empty()
    }
}

fn lossy<S: serde::Serializer>(args: &[std::ffi::OsString], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(args.iter().map(|a| a.to_string_lossy()))
}

fn words<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<std::ffi::OsString>, D::Error> {
    Ok(Vec::<String>::deserialize(deserializer)?.into_iter().map(Into::into).collect())
}

/// A size with a unit: `64KiB`, `512MiB`, `2GiB`, or plain bytes.
fn parse_size(text: &str) -> Result<u64, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("K", 10), ("M", 20), ("G", 30), ("B", 0)];
    let unit = units.iter().find_map(|(unit, shift)| text.strip_suffix(unit).map(|number| (number, *shift)));
    let (number, shift) = unit.unwrap_or((text, 0));
    let wrong = || format!("`{text}` is not a size; write 512MiB, 2GiB or a number of bytes");
    let number: u64 = number.trim().parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).filter(|n| *n > 0).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("2GiB"), Ok(2 << 30));
        assert_eq!(parse_size("512MiB"), Ok(512 << 20));
        assert_eq!(parse_size("4096"), Ok(4096));
        assert!(parse_size("big").is_err());
        assert!(parse_size("0").is_err());
        assert!(parse_size("99999999999GiB").is_err());
    }

    #[test]
    fn durations_have_units() {
        assert_eq!(parse_duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(parse_duration("1.5"), Ok(Duration::from_millis(1500)));
        assert!(parse_duration("soon").is_err());
        assert!(parse_duration("-1s").is_err());
        assert!(parse_duration("nan").is_err());
    }

    /// `config.json` says everything that a later command needs.
    #[test]
    fn options_can_be_read_back() {
        let words =
            "secateur test --sym-stdin 3 --sym-file f 2 --time 1500ms --max-paths 9 --emit all -I x a.c b.c -- -v";
        let Command::Test(test) = Cli::parse_from(words.split(' ')).command else { panic!("`test` was given") };
        let written = serde_json::to_value(&*test).expect("options are data");
        let read: Test = serde_json::from_value(written.clone()).expect("just written");
        assert_eq!(serde_json::to_value(&read).expect("options are data"), written);
        assert_eq!((read.time, read.max_paths, read.max_tests), (Duration::from_millis(1500), 9, u64::MAX));
        let old: Test = serde_json::from_value(serde_json::json!({ "program": { "files": ["a.c"] } })).expect("a part");
        assert_eq!((old.program.files.len(), old.time), (1, Duration::from_secs(60)));
    }

    #[test]
    fn the_definition_of_the_flags_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
