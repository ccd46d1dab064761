//! Coverage of the user's code by native runs: sides of decisions, and lines.
//!
//! A line is one that an instruction of the user's code stands on, in whatever block, or a function's
//! head; it is covered when one of those blocks was entered. So a line behind a call that does not return, in the same
//! block, counts as covered. What the virtual machine claims does not count, only traces do.

use crate::{BitSet, BranchMap, EdgeId, Trace};
use secateur_ir::Module;
use secateur_ir::conditions::{Conditions, is_assumption};
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Clone)]
pub struct Coverage {
    map: BranchMap,
    edges: BitSet,
    blocks: BitSet,
    /// How many tests took each side, and entered each block.
    edge_tests: Vec<u32>,
    block_tests: Vec<u32>,
    files: Vec<SourceLines>,
    /// By the module's number of a file: which of `files` it is.
    file_ids: BTreeMap<u32, usize>,
    /// By function: where it is, and its first block.
    functions: Vec<FunctionEntry>,
}

/// A file of the user's, and which blocks have code on each of its lines.
#[derive(Clone)]
struct SourceLines {
    name: String,
    directory: String,
    lines: BTreeMap<u32, Vec<u32>>,
}

#[derive(Clone)]
struct FunctionEntry {
    name: String,
    file: usize,
    line: u32,
    entry: u32,
}

/// How much is covered, and of how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub branches: Ratio,
    pub lines: Ratio,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ratio {
    pub covered: usize,
    pub total: usize,
}

/// What a test added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Delta {
    pub branches: usize,
    pub blocks: usize,
}

/// One file, for reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileCoverage {
    /// As the compiler was given it, and relative to which folder.
    pub name: String,
    pub directory: String,
    pub lines: Vec<LineCoverage>,
    pub decisions: Vec<DecisionCoverage>,
    pub functions: Vec<FunctionCoverage>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineCoverage {
    pub line: u32,
    /// How many tests came by.
    pub tests: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecisionCoverage {
    pub line: u32,
    pub col: u32,
    pub is_switch: bool,
    /// The sides' numbers begin here.
    pub first: EdgeId,
    /// How many tests took each side. `None` if no test came to the decision.
    pub sides: Option<Vec<u32>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionCoverage {
    pub name: String,
    pub line: u32,
    pub tests: u32,
}

impl Coverage {
    pub fn new(module: &Module) -> Coverage {
        let map = BranchMap::new(module);
        let mut coverage = Coverage {
            edges: BitSet::with_size(map.len()),
            blocks: BitSet::with_size(map.block_count()),
            edge_tests: vec![0; map.len()],
            block_tests: vec![0; map.block_count()],
            map,
            files: Vec::new(),
            file_ids: BTreeMap::new(),
            functions: Vec::new(),
        };
        for (index, function) in module.functions.iter().enumerate() {
            let func = secateur_ir::FuncId::new(index);
            let conditions = Conditions::of(function, &|symbol| is_assumption(module, symbol));
            for (id, block) in function.block_ids().zip(&function.blocks) {
                let Some(number) = coverage.map.block(func, id).filter(|_| !conditions.is_inside(id)) else { continue };
                let places = block.insts.iter().map(|i| i.loc).chain([block.term_loc]);
                for loc in places.filter_map(|at| function.locs.get(at as usize)).filter(|l| l.is_known()) {
                    let file = coverage.file(module, loc.file);
                    let blocks = coverage.files[file].lines.entry(loc.line).or_default();
                    if blocks.last() != Some(&number) {
                        blocks.push(number);
                    }
                }
            }
            if let Some(entry) = coverage.map.block(func, secateur_ir::BlockId(0)).filter(|_| function.loc.is_known()) {
                let file = coverage.file(module, function.loc.file);
                let (name, line) = (function.name.clone(), function.loc.line);
                // The head of a function counts as code, as it does for gcov.
                coverage.files[file].lines.entry(line).or_default().push(entry);
                coverage.functions.push(FunctionEntry { name, file, line, entry });
            }
        }
        coverage
    }

    /// One header may be several entries of the module's table, and two files may have one name.
    fn file(&mut self, module: &Module, id: u32) -> usize {
        if let Some(known) = self.file_ids.get(&id) {
            return *known;
        }
        let source = module.files.get(id as usize);
        let (name, directory) = source.map_or(("", ""), |s| (&s.name, &s.directory));
        let path = |name: &str, directory: &str| Path::new(directory).join(name);
        let same = self.files.iter().position(|f| path(&f.name, &f.directory) == path(name, directory));
        let index = same.unwrap_or_else(|| {
            let (name, directory) = (name.to_string(), directory.to_string());
            self.files.push(SourceLines { name, directory, lines: BTreeMap::new() });
            self.files.len() - 1
        });
        self.file_ids.insert(id, index);
        index
    }

    pub fn branch_map(&self) -> &BranchMap {
        &self.map
    }

    /// Counts a run, and tells what is new.
    pub fn add(&mut self, trace: &Trace) -> Delta {
        let count = |tests: &mut Vec<u32>, set: &BitSet| {
            set.iter().for_each(|i| {
                if let Some(n) = tests.get_mut(i) {
                    *n += 1;
                }
            });
        };
        count(&mut self.edge_tests, &trace.edges);
        count(&mut self.block_tests, &trace.blocks);
        Delta { branches: self.edges.add_all(&trace.edges), blocks: self.blocks.add_all(&trace.blocks) }
    }

    /// Forgets every run.
    pub fn clear(&mut self) {
        self.edges = BitSet::with_size(self.map.len());
        self.blocks = BitSet::with_size(self.map.block_count());
        self.edge_tests.fill(0);
        self.block_tests.fill(0);
    }

    pub fn covers(&self, edge: EdgeId) -> bool {
        self.edges.contains(edge.index())
    }

    pub fn summary(&self) -> Summary {
        let lines = self.files.iter().flat_map(|f| f.lines.values());
        let covered = lines.clone().filter(|blocks| blocks.iter().any(|b| self.blocks.contains(*b as usize)));
        Summary {
            branches: Ratio { covered: self.edge_tests.iter().filter(|n| **n > 0).count(), total: self.map.len() },
            lines: Ratio { covered: covered.count(), total: lines.count() },
        }
    }

    /// Every file with code of the user's, in the order of the program.
    pub fn files(&self) -> Vec<FileCoverage> {
        let mut files: Vec<FileCoverage> = self.files.iter().map(|f| self.file_lines(f)).collect();
        for function in &self.functions {
            let tests = self.block_tests[function.entry as usize];
            let entry = FunctionCoverage { name: function.name.clone(), line: function.line, tests };
            files[function.file].functions.push(entry);
        }
        for (edge, side) in self.map.sides().filter(|(_, side)| side.side == 0) {
            let Some(file) = self.file_ids.get(&side.loc.file).filter(|_| side.loc.is_known()) else { continue };
            let reached = self.map.block(side.func, side.block).is_some_and(|b| self.blocks.contains(b as usize));
            let same = |e: &usize| {
                self.map.side(EdgeId(*e as u32)).is_some_and(|s| (s.func, s.block) == (side.func, side.block))
            };
            let sides = (edge.index()..self.map.len()).take_while(same).map(|e| self.edge_tests[e]).collect();
            files[*file].decisions.push(DecisionCoverage {
                line: side.loc.line,
                col: side.loc.col,
                is_switch: side.is_switch,
                first: edge,
                sides: reached.then_some(sides),
            });
        }
        for file in &mut files {
            file.functions.sort_by_key(|f| f.line);
            file.decisions.sort_by_key(|d| (d.line, d.col, d.first));
        }
        files
    }

    fn file_lines(&self, file: &SourceLines) -> FileCoverage {
        let most = |blocks: &Vec<u32>| blocks.iter().map(|b| self.block_tests[*b as usize]).max().unwrap_or(0);
        let lines = file.lines.iter().map(|(line, blocks)| LineCoverage { line: *line, tests: most(blocks) }).collect();
        let (name, directory) = (file.name.clone(), file.directory.clone());
        FileCoverage { name, directory, lines, decisions: vec![], functions: vec![] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_ir::{Block, BlockId, Function, Loc, Operand, Reg, SourceFile, Term, Ty};

    fn function(file: u32) -> Function {
        let term = Term::Branch { cond: Operand::Reg(Reg(0)), then: BlockId(1), els: BlockId(0) };
        let blocks = [(term, 1), (Term::Return([].into()), 2)];
        Function {
            name: format!("f{file}"),
            loc: Loc { file, line: 1, col: 0 },
            library: false,
            params: vec![],
            variadic: false,
            rets: vec![],
            regs: vec![Ty::Int(1)],
            blocks: blocks.map(|(term, term_loc)| Block { insts: vec![], term, term_loc, negated: false }).to_vec(),
            locs: vec![Loc::default(), Loc { file, line: 2, col: 3 }, Loc { file, line: 3, col: 1 }],
            vars: vec![],
            wide: vec![],
            frame_bytes: 0,
        }
    }

    #[test]
    fn files_of_one_name_keep_apart_and_one_file_is_one() {
        let file = |directory: &str| SourceFile { name: "x.h".into(), directory: directory.into() };
        let files = vec![file("/a"), file("/b"), file("/a")];
        let module = Module { files, functions: (0..3).map(function).collect(), ..Module::default() };
        let mut coverage = Coverage::new(&module);
        let mut trace = Trace::default();
        // The second function takes its first side.
        trace.edges.insert(2);
        trace.blocks.insert(2);
        trace.blocks.insert(3);
        // A damaged trace has what does not exist.
        trace.edges.insert(7);
        assert_eq!(coverage.add(&trace).blocks, 2);
        let expected = Summary { branches: Ratio { covered: 1, total: 6 }, lines: Ratio { covered: 3, total: 6 } };
        assert_eq!(coverage.summary(), expected);
        let listed = coverage.files();
        assert_eq!(listed.iter().map(|f| f.directory.as_str()).collect::<Vec<_>>(), ["/a", "/b"]);
        assert_eq!(listed.iter().map(|f| (f.functions.len(), f.decisions.len())).collect::<Vec<_>>(), [(2, 2), (1, 1)]);
        assert_eq!(listed[0].decisions[0].sides, None);
        assert_eq!(listed[1].decisions[0].sides, Some(vec![1, 0]));
    }
}
