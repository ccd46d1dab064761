//! `secateur cc`: the real compiler, and bitcode beside it ([`secateur_front::wrapper`]).

use std::ffi::OsString;
use std::process::ExitCode;

pub fn run(args: &[OsString]) -> ExitCode {
    match secateur_front::wrapper::run(args) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("secateur: {error}");
            ExitCode::from(crate::WRONG_USE)
        }
    }
}
