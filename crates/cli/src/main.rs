//! The command line: flags, messages and exit codes. The only crate that prints.

mod commands;
mod diagnostics;
mod options;
mod style;

use clap::Parser;
use std::ffi::OsString;
use std::process::ExitCode;

/// Wrong use, or a program that cannot be loaded or run to its end.
const WRONG_USE: u8 = 2;

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    // Hidden commands come first: they are called by ourselves and by the build, not by people.
    if let Some(code) = secateur_front::worker::main(&args) {
        return code;
    }
    if args.get(1).is_some_and(|a| a == "__build-runtime") {
        return commands::runtime::build(&args[2..]);
    }
    // Before flags are parsed: these are the compiler's.
    if args.get(1).is_some_and(|a| a == "cc") {
        return commands::cc::run(&args[2..]);
    }
    let command = match options::Cli::try_parse_from(args) {
        Ok(cli) => cli.command,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(WRONG_USE) } else { ExitCode::SUCCESS };
        }
    };
    let result = match command {
        options::Command::Exec(mut exec) => {
            commands::program::settle(&mut exec.program).and_then(|()| commands::exec::run(&exec))
        }
        options::Command::Test(mut test) => {
            commands::program::settle(&mut test.program).and_then(|()| commands::test::run(&test))
        }
        options::Command::Replay(replay) => commands::replay::run(&replay),
        options::Command::Report(report) => commands::report::run(&report),
        options::Command::Cc(cc) => return commands::cc::run(&cc.args),
        options::Command::List => commands::list::run(),
        options::Command::Bench(bench) => commands::bench::run(&bench),
        options::Command::Completions(options) => commands::manual::completions(&options),
        options::Command::Man(options) => commands::manual::pages(&options),
    };
    result.unwrap_or_else(|error| {
        eprintln!("secateur: {error:#}");
        ExitCode::from(WRONG_USE)
    })
}
