//! The hidden command that `make` calls: lowers libc's bitcode once.

use secateur_front::Runtime;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

pub fn build(args: &[OsString]) -> ExitCode {
    let [folder] = args else {
        eprintln!("secateur: __build-runtime takes the folder that runtime/build-libc.sh made");
        return ExitCode::from(crate::WRONG_USE);
    };
    match secateur_front::build_runtime(&Runtime::at(Path::new(folder))) {
        Ok(functions) => {
            println!("lowered {functions} functions of libc");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("secateur: {error}");
            ExitCode::from(crate::WRONG_USE)
        }
    }
}
