//! The flags. Names are a contract with users and scripts (see the README).

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Runs C programs in a virtual machine that catches every step C does not allow; a test generator in the making.
#[derive(Parser)]
#[command(
    name = "secateur",
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  secateur exec prog.c < input.txt           run a program, stop at the first error
  secateur exec main.c util.c -- -v file     several files; arguments for the program behind --
  secateur exec --check all prog.c           also overflow, uninitialised values and leaks
  secateur list                              the checks, by name"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Exec(Exec),
    /// What can be switched on and off, by name
    List,
    Bench(Bench),
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

/// The program under test.
#[derive(Args, Clone)]
pub struct Program {
    /// C files, LLVM bitcode (.bc) or LLVM text (.ll), linked together
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
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
    pub args: Vec<std::ffi::OsString>,
}

/// Measure, and print a table
#[derive(Args)]
pub struct Bench {
    /// vm: concrete execution, as a ratio to native code of clang -O0 in the same run
    #[arg(value_parser = ["vm"])]
    pub suite: String,
    /// Kernels to run, by name [default: all]
    pub names: Vec<String>,
    /// The folder with the kernels
    #[arg(long, value_name = "DIR", default_value = "bench/vm")]
    pub kernels: PathBuf,
    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
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
    fn the_definition_of_the_flags_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
