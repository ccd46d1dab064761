//! A program that is compiled once and explored many times, in this process.

use libtest_mimic::Failed;
use secateur_explore::strategies::{Pick, Strategy};
use secateur_explore::{Explored, Observer, Options, Outcome, PathEnd, PieceId, Progress, Report, Search};
use secateur_explore::{Map, Predictor, ProofLimits, Proofs, Technique, Workers, explore};
use secateur_front::{Options as FrontOptions, Runtime, Source};
use secateur_ir::{BlockId, FuncId, Module, Term};
use secateur_solver::{Interrupter, Solver};
use secateur_testgen::EdgeId;
use secateur_vm::env::{EnvConfig, Host, Stream};
use secateur_vm::{Bug, Checks, Config, DecisionKind, Input, Limits, Program, SymbolicFile, SymbolicStart};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// More than any program here needs.
const MEMORY: u64 = 1 << 30;

/// What a path may do at most, so that a technique that never ends fails instead of being waited for.
pub const STEPS: u64 = 20_000_000;

/// A kind of error, and where it is: file, line and column.
pub type Place = (&'static str, String, u32, u32);

/// A program, and how it begins.
pub struct Subject {
    pub module: Module,
    checks: Checks,
    args: Vec<Vec<u8>>,
    starts: Vec<SymbolicStart>,
    edges: secateur_testgen::Coverage,
    /// What the program's parts lead to, for all that ask.
    pub map: secateur_explore::Map,
    /// The number of `main`.
    pub main: u32,
    proofs: Proofs,
}

/// How a program is explored.
#[derive(Clone)]
pub struct Way {
    pub technique: Technique,
    pub seed: u64,
    pub depth: u32,
    pub max_paths: u64,
    /// How often the strategy may pick: for random testing, which may pick for ever without coming to the end of a path.
    pub max_picks: u64,
    /// What a path may do at most.
    pub max_steps: u64,
    pub jobs: u32,
}

/// What an exploration came to.
pub struct Seen {
    pub report: Report,
    pub bugs: BTreeSet<Place>,
    /// What first showed each of them.
    pub shown: BTreeMap<Place, Shown>,
    /// What went wrong in Secateur itself.
    pub defects: BTreeSet<String>,
    /// How often paths ended in each way, with how much was decided on them.
    pub ends: BTreeMap<(String, u32), u64>,
    /// Parts that several threads shared.
    pub parts: u64,
}

/// How a run begins, and its inputs.
pub type Shown = (u32, Vec<(Input, Vec<u8>)>);

struct Nowhere;

impl Host for Nowhere {
    fn read_stdin(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Ok(0)
    }
    fn write_out(&mut self, _: Stream, _: &[u8]) -> std::io::Result<()> {
        Ok(())
    }
}

/// A strategy that ends the run after so many picks.
struct Counted {
    inner: Box<dyn Strategy>,
    left: u64,
    stop: Arc<AtomicBool>,
}

impl Strategy for Counted {
    fn pick(&mut self, search: &mut Search) -> Option<Pick> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.inner.pick(search)
    }
    fn ended(&mut self, piece: PieceId, search: &Search) {
        self.inner.ended(piece, search);
    }
}

/// Options of `secateur test` that say what the program is and how it begins.
#[derive(Default)]
struct Given {
    define: Vec<String>,
    include: Vec<PathBuf>,
    cflags: Vec<String>,
    checks: Checks,
    args: Vec<Vec<u8>>,
    starts: Vec<SymbolicStart>,
}

impl Given {
    /// Whatever is not known here is refused, so that no program is explored in another way than its file says.
    fn parse(words: &[String]) -> Result<Given, Failed> {
        let mut given = Given { starts: vec![SymbolicStart::default()], ..Given::default() };
        let mut words = words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or_else(|| Failed::from(format!("{word} needs a value")));
            match word {
                "--check" => given.checks = Checks::parse(next()?.split(','))?,
                "-D" => given.define.push(next()?.into()),
                "-I" => given.include.push(next()?.into()),
                "--cflag" => given.cflags.push(next()?.into()),
                "--sym-arg" => {
                    let size = next()?.parse()?;
                    given.starts.iter_mut().for_each(|start| start.args.push(size));
                }
                "--sym-args" => {
                    let [least, most, size]: [u32; 3] = [next()?.parse()?, next()?.parse()?, next()?.parse()?];
                    let with = |n| SymbolicStart { args: vec![size; n as usize], arg_count: Some(n), files: vec![] };
                    given.starts = (least..=most).rev().map(with).collect();
                }
                "--sym-stdin" => given.file(None, next()?.parse()?),
                "--sym-file" => {
                    let name = next()?.to_string();
                    given.file(Some(name), next()?.parse()?);
                }
                "--" => given.args.extend(words.by_ref().map(|w| w.as_bytes().to_vec())),
                other => return Err(format!("the matrix does not know the option {other}").into()),
            }
        }
        Ok(given)
    }

    /// Every length of a file is a way to begin, the longest first.
    fn file(&mut self, name: Option<String>, size: u32) {
        let with = |start: &SymbolicStart, len| {
            let mut start = start.clone();
            start.files.push(SymbolicFile { name: name.clone(), size, len });
            start
        };
        self.starts =
            self.starts.iter().flat_map(|s| (0..=size).rev().map(|n| with(s, n)).collect::<Vec<_>>()).collect();
    }
}

impl Subject {
    /// Compiles and links a program. `words` are options of `secateur test`.
    pub fn load(path: &Path, words: &[String]) -> Result<Subject, Failed> {
        let given = Given::parse(words)?;
        let options = FrontOptions {
            include: given.include,
            define: given.define,
            cflags: given.cflags,
            runtime: Runtime::find()?,
            deadline: None,
            warn: |_| {},
        };
        let module = secateur_front::load(&[Source::new(path)], &options, &secateur_vm::is_native)?.module;
        let edges = secateur_testgen::Coverage::new(&module);
        let main = module.functions.iter().position(|f| !f.library && f.name == "main");
        let mut args = vec![path.file_stem().unwrap_or_default().as_encoded_bytes().to_vec()];
        args.extend(given.args);
        let mut subject = Subject {
            module,
            checks: given.checks,
            args,
            starts: given.starts,
            edges,
            map: Map::default(),
            main: main.ok_or("the program has no main")? as u32,
            proofs: Proofs::default(),
        };
        let program = subject.program(false).ok_or("the program does not fit the memory")?;
        subject.proofs = secateur_explore::prove(&program, &ProofLimits::none());
        subject.map = Map::new(&program).with_hazards(&program, Some(&subject.proofs));
        Ok(subject)
    }

    /// The program without what cannot affect a check that is not proved, if that is not all of it.
    pub fn sliced(&self) -> Option<Subject> {
        let program = self.program(false)?;
        let slice = secateur_explore::slice(&program, &self.proofs, &ProofLimits::none())?;
        let mut subject = Subject {
            module: slice.module,
            checks: self.checks.clone(),
            args: self.args.clone(),
            starts: self.starts.clone(),
            edges: self.edges.clone(),
            map: Map::default(),
            main: self.main,
            proofs: self.proofs.clone(),
        };
        let program = subject.program(false)?;
        subject.map = Map::new(&program).with_hazards(&program, Some(&self.proofs));
        Some(subject)
    }

    /// How a run with these inputs ends.
    pub fn run(&self, (root, inputs): &Shown) -> Result<Outcome, Failed> {
        let program = self.program(false).ok_or("the program does not fit the memory")?;
        let config = self.config(STEPS);
        let limits = Limits { max_steps: STEPS, ..Limits::default() };
        let start = &self.starts[*root as usize];
        Ok(Predictor::new(&program, &config).run(&config, start, (inputs, 0), limits, &mut Nowhere).0)
    }

    fn config(&self, max_steps: u64) -> Config {
        let env = EnvConfig { cwd: PathBuf::from("/secateur/run"), fresh_cwd: true, ..EnvConfig::default() };
        Config { args: self.args.clone(), environment: vec![], env, max_steps }
    }

    /// The program, as one that never ran: code remembers which branches were taken. With `flow`, values say what decided them.
    pub fn program(&self, flow: bool) -> Option<Program> {
        let program = Program::new(self.module.clone(), self.checks.clone(), MEMORY).ok()?;
        let map = self.edges.branch_map();
        let program = program.with_symbolic_input(map.len() as u32, |f, b| map.edge(f, b, 0).map(|edge| edge.0));
        Some(if flow { program.with_flow() } else { program })
    }

    pub fn explore(&self, way: &Way) -> Result<Seen, Failed> {
        let flow = way.technique.partition.is_some();
        let program = self.program(flow).ok_or("the program does not fit the memory")?;
        let options = Options {
            config: self.config(way.max_steps),
            starts: self.starts.clone(),
            deadline: None,
            max_memory: MEMORY,
            max_paths: way.max_paths,
            max_depth: way.depth,
            technique: way.technique.clone(),
            stop: Arc::new(AtomicBool::new(false)),
        };
        let (starts, stop) = (self.starts.len() as u32, options.stop.clone());
        let strategy = |part: u64| {
            let inner = way.technique.strategy(way.seed.wrapping_add(part.wrapping_mul(0x9e37_79b9)), starts);
            Box::new(Counted { inner, left: way.max_picks, stop: stop.clone() }) as Box<dyn Strategy>
        };
        let workers = Workers {
            jobs: way.jobs,
            program: &|| self.program(flow),
            solver: &|_| Solver::new(secateur_solver::Config::default()),
            strategy: &strategy,
            host: &|| Box::new(Nowhere),
        };
        let mut notes = Notes::default();
        let explored = explore(&program, options, &workers, Interrupter::default(), &mut notes);
        let Explored { report, parts, .. } = explored;
        Ok(Seen { report, shown: notes.shown, bugs: notes.bugs, defects: notes.defects, ends: notes.ends, parts })
    }

    /// A side of a branch, for people.
    pub fn describe(&self, edge: u32) -> String {
        self.edges.branch_map().describe(EdgeId(edge))
    }

    /// Lines with one condition of an `if`, and whether it was true.
    pub fn decided(&self, covered: &[u64]) -> BTreeSet<(u32, bool)> {
        let sides = self.edges.branch_map().sides().filter(|(edge, _)| is_set(covered, edge.index()));
        sides.map(|(_, side)| (side.loc.line, (side.side == 0) != side.negated)).collect()
    }

    /// Blocks that a covered side leaves or enters.
    pub fn touched(&self, covered: &[u64]) -> BTreeSet<(u32, u32)> {
        let mut blocks = BTreeSet::new();
        for (edge, side) in self.edges.branch_map().sides() {
            if is_set(covered, edge.index()) {
                blocks.insert((side.func.0, side.block.0));
                let sides = self.end_of(side.func, side.block).sides();
                blocks.extend(sides.get(side.side as usize).map(|to| (side.func.0, to.0)));
            }
        }
        blocks
    }

    /// The same, and what they jump to without a decision.
    pub fn led_to(&self, covered: &[u64]) -> BTreeSet<(u32, u32)> {
        let mut blocks = self.touched(covered);
        let mut pending: Vec<_> = blocks.iter().copied().collect();
        while let Some((function, block)) = pending.pop() {
            if let Term::Jump(to) = self.end_of(FuncId(function), BlockId(block))
                && blocks.insert((function, to.0))
            {
                pending.push((function, to.0));
            }
        }
        blocks
    }

    fn end_of(&self, function: FuncId, block: BlockId) -> &Term {
        &self.module.functions[function.index()].blocks[block.index()].term
    }
}

impl Seen {
    /// Paths that ended, for whatever reason.
    pub fn paths(&self) -> u64 {
        self.report.counts.ended()
    }

    /// Sides of decisions that became paths, those that show an error not counted.
    pub fn forced(&self) -> u64 {
        use secateur_explore::tree::End;
        let none = [End::Pending, End::Infeasible, End::Unknown, End::Limit];
        let nodes = self.report.tree.nodes.iter();
        let is_check = |kind| matches!(kind, DecisionKind::Check | DecisionKind::Right);
        let sides = nodes.filter(|n| n.site.is_some_and(|(_, kind)| !is_check(kind)));
        sides.filter(|n| !none.contains(&n.end)).count() as u64
    }
}

pub fn place_of(bug: &Bug) -> Place {
    let at = bug.place();
    let (file, line, col) = at.map_or((String::new(), 0, 0), |at| (at.file.clone(), at.line, at.col));
    (bug.check.name, file, line, col)
}

pub fn is_set(covered: &[u64], edge: usize) -> bool {
    covered.get(edge / 64).is_some_and(|word| word >> (edge % 64) & 1 == 1)
}

#[derive(Default)]
struct Notes {
    bugs: BTreeSet<Place>,
    shown: BTreeMap<Place, Shown>,
    defects: BTreeSet<String>,
    ends: BTreeMap<(String, u32), u64>,
}

impl Observer for Notes {
    fn path(&mut self, end: PathEnd, _: &Progress) -> bool {
        let name = match &end.outcome {
            Outcome::Exit(status) => format!("exit {status}"),
            Outcome::Killed(signal) => format!("signal {signal}"),
            Outcome::Bug(bug) => {
                let place = place_of(bug);
                let name = format!("{} at line {}", place.0, place.2);
                self.shown.entry(place.clone()).or_insert_with(|| (end.root, end.inputs.clone()));
                self.bugs.insert(place);
                name
            }
            other => {
                if let Outcome::Internal(what) = other {
                    self.defects.insert(format!("{what:?}"));
                }
                other.end().name()
            }
        };
        *self.ends.entry((name, end.depth)).or_default() += 1;
        true
    }
    fn tick(&mut self, _: &Progress) {}
}
