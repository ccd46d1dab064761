//! Symbolic surroundings for a program that asks for no symbolic input, chosen by what it reads, when
//! the user names none.

use crate::options::Test;
use secateur_ir::{Callee, Def, Module, Op, Operand, SymId};
use std::collections::BTreeSet;

/// Bytes of standard input, the most arguments, and their bytes.
const STDIN: u32 = 8;
const ARGS: u32 = 2;
const ARG: u32 = 4;

/// What begins so asks for symbolic input itself.
const MARKS: [&str; 5] = ["secateur_", "klee_", "__Crest", "__VERIFIER_nondet", "__secateur_symbolic"];
/// What reads standard input without naming it.
const READERS: [&str; 9] =
    ["getchar", "getchar_unlocked", "getwchar", "gets", "scanf", "vscanf", "__isoc99_scanf", "__isoc99_vscanf", "read"];

/// Gives the program symbolic input if nobody else does; the sentence that tells so.
pub fn choose(test: &mut Test, module: &Module) -> Option<String> {
    let given = test.sym_stdin.is_some() || !test.sym_arg.is_empty() || !test.sym_args.is_empty();
    if given || !test.sym_file.is_empty() || !test.program.args.is_empty() {
        return None;
    }
    let names = used(module);
    if names.iter().any(|name| MARKS.iter().any(|mark| name.starts_with(mark))) {
        return None;
    }
    let reads = names.contains("stdin") || READERS.iter().any(|r| names.contains(r));
    let mut options = Vec::new();
    if reads {
        test.sym_stdin = Some(STDIN);
        options.push(format!("--sym-stdin {STDIN}"));
    }
    if looks_at_arguments(module) {
        // Both at once are many inputs.
        let most = if reads { 1 } else { ARGS };
        test.sym_args = vec![0, most, ARG];
        options.push(format!("--sym-args 0 {most} {ARG}"));
    }
    let what = match (reads, options.len()) {
        (_, 0) => return None,
        (true, 1) => "reads standard input",
        (true, _) => "reads standard input and its arguments",
        _ => "looks at its arguments",
    };
    Some(format!(
        "the program {what} and nothing says what is symbolic: explored with {} (choose yourself with --sym-stdin, \
         --sym-args, --sym-file or secateur_symbolic)",
        options.join(" ")
    ))
}

/// Names that the user's own functions call or refer to, and do not define themselves.
fn used(module: &Module) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let own = |sym: SymId| match module.symbol(module.resolve(sym).0).def {
        Def::Function(f) => !module.function(f).library,
        _ => false,
    };
    let mut add = |sym: SymId| {
        if !own(sym) {
            names.insert(module.symbol(sym).name.as_str());
        }
    };
    for function in module.functions.iter().filter(|f| !f.library) {
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            if let Op::Call { callee: Callee::Direct(sym), .. } = &inst.op {
                add(*sym);
            }
            inst.op.for_each_operand(&mut |operand| {
                if let Operand::Sym(sym, _) = operand {
                    add(sym);
                }
            });
        }
    }
    names
}

/// Whether `main` uses its parameters.
fn looks_at_arguments(module: &Module) -> bool {
    let Some(main) = module.functions.iter().find(|f| f.name == "main" && !f.library) else { return false };
    let mut found = false;
    let mut look = |operand: Operand| found |= operand.reg().is_some_and(|r| (r.0 as usize) < main.params.len());
    for block in &main.blocks {
        block.insts.iter().for_each(|i| i.op.for_each_operand(&mut look));
        block.term.for_each_operand(&mut look);
    }
    found
}
