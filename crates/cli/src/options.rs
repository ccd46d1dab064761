//! The flags. Names are a contract with users and scripts (see the README).

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

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
  secateur exec prog.c < input.txt           run a program, stop at the first error
  secateur exec main.c util.c -- -v file     several files; arguments for the program behind --
  secateur exec --check all prog.c           also overflow, uninitialised values and leaks
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
    /// A C compiler that leaves bitcode in what it makes, for `secateur test ./prog`
    ///
    /// Every argument goes to the real compiler, clang-19 or what SECATEUR_CC names, and all results and messages are its own.
    /// Build a project with it: ./configure CC="secateur cc" && make
    #[command(disable_help_flag = true)]
    Cc(Cc),
    /// What can be switched on and off, by name
    List,
    Bench(Bench),
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
#[derive(Args, Serialize)]
#[command(args_override_self = true)]
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
    #[arg(long, value_name = "N", help_heading = "Symbolic surroundings", value_parser = clap::value_parser!(u32).range(0..=65536))]
    pub sym_stdin: Option<u32>,
    /// One more argument for the program: up to N symbolic bytes
    #[arg(long, value_name = "N", help_heading = "Symbolic surroundings", value_parser = clap::value_parser!(u32).range(0..=65536))]
    pub sym_arg: Vec<u32>,
    /// From MIN to MAX more arguments, each of up to N symbolic bytes
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "N"], help_heading = "Symbolic surroundings", value_parser = clap::value_parser!(u32).range(0..=65536))]
    pub sym_args: Vec<u32>,
    /// A file in the working directory: up to N symbolic bytes
    #[arg(long, num_args = 2, value_names = ["NAME", "N"], help_heading = "Symbolic surroundings")]
    pub sym_file: Vec<String>,
    /// How the next branch is chosen
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "dfs", help_heading = "Search")]
    pub search: Vec<String>,
    /// Which prunings are used
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "none", help_heading = "Search")]
    pub prune: Vec<String>,
    /// All randomness comes from it
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    pub seed: u64,
    /// Stop after this long, such as 90s or 10m
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = parse_duration, help_heading = "Limits")]
    #[serde(serialize_with = "seconds")]
    pub time: Duration,
    /// Use at most this much memory, such as 512MiB or 2GiB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_size, help_heading = "Limits")]
    pub max_memory: u64,
    /// Stop after this many paths
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, help_heading = "Limits")]
    #[serde(serialize_with = "unless_u64")]
    pub max_paths: u64,
    /// Stop after this many tests
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, help_heading = "Limits")]
    #[serde(serialize_with = "unless_u64")]
    pub max_tests: u64,
    /// End a path after this many symbolic decisions
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true, help_heading = "Limits")]
    #[serde(serialize_with = "unless_u32")]
    pub depth: u32,
    /// End a path after this many instructions
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, help_heading = "Limits")]
    #[serde(serialize_with = "unless_u64")]
    pub path_steps: u64,
    /// Which paths become tests: those that cover something new or show a new bug, all, or bugs only
    #[arg(long, value_enum, default_value_t = Emit::New, help_heading = "Results")]
    pub emit: Emit,
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Emit {
    New,
    All,
    Bugs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OnOff {
    On,
    Off,
}

impl Test {
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

/// No limit is `null`.
fn unless_u64<S: serde::Serializer>(limit: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    Some(*limit).filter(|l| *l != u64::MAX).serialize(serializer)
}

fn unless_u32<S: serde::Serializer>(limit: &u32, serializer: S) -> Result<S::Ok, S::Error> {
    Some(*limit).filter(|l| *l != u32::MAX).serialize(serializer)
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
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

/// The program under test.
#[derive(Args, Clone, Serialize)]
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
    #[serde(serialize_with = "lossy")]
    pub args: Vec<std::ffi::OsString>,
}

impl Program {
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
    /// paths: complete exploration of small programs, beside KLEE's times
    #[arg(value_parser = ["vm", "paths"])]
    pub suite: String,
    /// Programs to run, by name [default: all]
    pub names: Vec<String>,
    /// The folder with the programs [default: bench/SUITE]
    #[arg(long, value_name = "DIR")]
    pub kernels: Option<PathBuf>,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
}

fn lossy<S: serde::Serializer>(args: &[std::ffi::OsString], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(args.iter().map(|a| a.to_string_lossy()))
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

    #[test]
    fn the_definition_of_the_flags_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
