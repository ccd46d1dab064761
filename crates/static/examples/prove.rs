//! Prints which checks of C programs are proved: `cargo run --release -p secateur-static --example prove -- FILE…`.
//! With `-v`, every check.

#[path = "../tests/support/compile.rs"]
mod compile;

use secateur_static::prove::Proofs;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    if let Some(code) = secateur_front::worker::main(&args) {
        return code;
    }
    let (mut total, mut proved) = (0, 0);
    let mut verbose = false;
    for file in args.iter().skip(1) {
        if file == "-v" {
            verbose = true;
            continue;
        }
        let options = compile::options().expect("the runtime");
        let loaded = secateur_front::load(
            &[secateur_front::Source::new(std::path::PathBuf::from(file))],
            &options,
            &secateur_vm::is_native,
        );
        let module = match loaded {
            Ok(loaded) => loaded.module,
            Err(error) => {
                println!("{}: {error}", file.display());
                continue;
            }
        };
        let start = std::time::Instant::now();
        let proofs = Proofs::new(&module, false);
        let time = start.elapsed();
        let own = |(a, b): (u64, u64), n: &(u64, u64)| (a + n.0, b + n.1);
        let (all, good) = proofs.counts().values().fold((0, 0), own);
        (total, proved) = (total + all, proved + good);
        println!("{} {good}/{all} {time:?}", file.display());
        if verbose {
            for check in &proofs.checks {
                let (f, b, i) = check.place;
                let function = &module.functions[f as usize];
                let block = &function.blocks[b as usize];
                let loc = block.insts.get(i as usize).map_or(block.term_loc, |inst| inst.loc);
                let loc = function.locs[loc as usize];
                let word = if check.proved { "proved" } else { "open" };
                println!("  {}:{}:{} b{b}.{i} {} {word}", function.name, loc.line, loc.col, check.kind);
            }
        }
    }
    println!("{proved} of {total}");
    ExitCode::SUCCESS
}
