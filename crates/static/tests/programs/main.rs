//! C programs, compiled and linked with libc as users' programs are: the graph, who can return, callbacks, jumps,
//! hazards, proofs, and the size of it all.
//!
//! The front end starts the running program again to read bitcode, so this suite has its own `main`.

#[path = "../support/compile.rs"]
mod compile;
mod flow;
mod hazards;
mod large;
#[path = "../support/large.rs"]
mod many;
mod native;
mod proofs;
mod slice;

use libtest_mimic::{Arguments, Failed, Trial};
use secateur_ir::Module;
use secateur_static::{Bits, Goals, Graph, Node, Reach};
use secateur_testgen::BranchMap;
use std::process::ExitCode;
use std::sync::Arc;

type Outcome = Result<(), Failed>;

/// A linked program with its graph and the numbers of its sides.
struct Program {
    module: Module,
    map: BranchMap,
    graph: Arc<Graph>,
}

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    if let Some(code) = secateur_front::worker::main(&args) {
        return code;
    }
    let groups = [flow::tests(), hazards::tests(), large::tests(), native::tests(), proofs::tests(), slice::tests()];
    libtest_mimic::run(&Arguments::from_args(), groups.into_iter().flatten().collect()).exit_code()
}

fn program(source: &str) -> Result<Program, Failed> {
    Ok(Program::new(compile::module_of(source)?))
}

impl Program {
    fn new(module: Module) -> Program {
        let map = BranchMap::new(&module);
        let graph = Arc::new(compile::graph_of(&module, &map));
        Program { module, map, graph }
    }

    fn function(&self, name: &str) -> u32 {
        let found = self.module.functions.iter().position(|f| f.name == name && !f.library);
        found.unwrap_or_else(|| panic!("no function {name}")) as u32
    }

    fn entry(&self, name: &str) -> Node {
        self.graph.entry(self.function(name))
    }

    /// The node behind the call of `callee` in a function.
    fn after(&self, function: &str, callee: &str) -> Node {
        use secateur_ir::{Callee, Op};
        let f = self.function(function);
        for (b, block) in self.module.functions[f as usize].blocks.iter().enumerate() {
            let calls = block.insts.iter().filter(|inst| matches!(inst.op, Op::Call { .. }));
            for (nth, call) in calls.enumerate() {
                if let Op::Call { callee: Callee::Direct(symbol), .. } = &call.op
                    && self.module.symbol(*symbol).name == callee
                {
                    return self.graph.after_call(f, b as u32, nth as u32);
                }
            }
        }
        panic!("{function} does not call {callee}")
    }

    /// All edges but those of one function.
    fn all_but(&self, function: &str) -> Bits {
        let f = self.function(function);
        let others = (0..self.graph.edge_count()).filter(|e| self.graph.source(*e).is_some_and(|(of, _)| of != f));
        let covered: Bits = others.collect();
        assert!(covered.len() < self.map.len(), "{function} decides nothing");
        covered
    }

    /// Whether a branch of `goal`, and of nothing else, can be reached.
    fn reaches(&self, goal: &str, node: Node, returns: &[Node]) -> bool {
        let covered = self.all_but(goal);
        let mut reach = Reach::new(self.graph.clone(), Goals::branches());
        let answer = reach.can_reach(node, returns.iter().copied(), covered.words());
        // The same question again is answered from the cache, and a new cache agrees.
        assert_eq!(reach.can_reach(node, returns.iter().copied(), covered.words()), answer);
        answer
    }
}
