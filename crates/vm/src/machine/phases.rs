//! A run from its start to its end: start-up, constructors, `main`, `exit`.
//!
//! The functions are called one after the other from here, and how far the run is belongs to the
//! state, so that a state can be resumed wherever it was.

use super::symbolic::InputKind;
use super::{Config, FLOOR, HEADROOM, Machine, SYMBOLIC, Stop};
use crate::env::Host;
use rustc_hash::FxHasher;
use secateur_expr::{Assignment, InputByte, Term};
use secateur_ir::{Def, Ty};
use std::hash::{Hash, Hasher};

/// Arguments of `main` and the others.
#[derive(Clone, Copy, Default)]
pub(super) struct Start {
    argc: u64,
    argv: u64,
    envp: u64,
}

/// What a symbolic run begins with: one choice of how many arguments there are and how long files are.
#[derive(Clone, Default, Debug)]
pub struct SymbolicStart {
    /// The longest each symbolic argument may be.
    pub args: Vec<u32>,
    /// How many of the optional ones are among them, if some are optional.
    pub arg_count: Option<u32>,
    pub files: Vec<SymbolicFile>,
}

impl SymbolicStart {
    /// An input of this way to begin: all zeros, but for the number of arguments, which is the first input where it is one.
    pub fn first_input(&self) -> Assignment {
        let mut input = Assignment::new();
        let count = self.arg_count.map(u32::to_le_bytes).into_iter().flatten();
        (0..).zip(count).for_each(|(offset, byte)| input.set(InputByte { input: 0, offset }, byte));
        input
    }
}

#[derive(Clone, Hash, Debug)]
pub struct SymbolicFile {
    /// `None` is standard input.
    pub name: Option<String>,
    /// The longest it may be, and how long it is now.
    pub size: u32,
    pub len: u32,
}

/// What comes next.
enum Call {
    Function(u32, [u64; 3]),
    Main(u32),
    Exit(u32),
    End,
}

impl Machine<'_> {
    /// Puts the arguments in place.
    pub fn begin(&mut self, config: &Config) -> Result<(), Stop> {
        let argv = self.string_table(&config.args)?;
        let envp = self.string_table(&config.environment)?;
        self.start = Start { argc: config.args.len() as u64, argv, envp };
        self.phase = 0;
        Ok(())
    }

    /// Puts symbolic arguments, standard input and files in place beside the given ones.
    pub fn begin_symbolic(&mut self, config: &Config, start: &SymbolicStart) -> Result<(), Stop> {
        let envp = self.string_table(&config.environment)?;
        let mut table: Vec<u64> = Vec::new();
        for arg in &config.args {
            table.push(self.system_object(&[arg.as_slice(), b"\0"].concat())?);
        }
        if let Some(count) = start.arg_count {
            let at = self.system_object(&[0; 4])?;
            self.make_symbolic(at, 4, "n_args", InputKind::ArgCount)?;
            self.assume_equal(at, 4, u64::from(count))?;
        }
        for (i, size) in start.args.iter().enumerate() {
            let at = self.system_object(&vec![0; *size as usize + 1])?;
            self.make_symbolic(at, u64::from(*size) + 1, &format!("arg{i:02}"), InputKind::Arg)?;
            self.assume_equal(at + u64::from(*size), 1, 0)?;
            table.push(at);
        }
        let mut bytes: Vec<u8> = table.iter().flat_map(|a| a.to_le_bytes()).collect();
        bytes.extend_from_slice(&[0; 8]);
        let argv = self.system_object(&bytes)?;
        self.start = Start { argc: table.len() as u64, argv, envp };
        for file in &start.files {
            self.symbolic_file(file)?;
        }
        // Worlds that begin with other files are other worlds.
        let mut hasher = FxHasher::default();
        start.files.hash(&mut hasher);
        self.env.history.calls = hasher.finish();
        self.phase = 0;
        Ok(())
    }

    fn assume_equal(&mut self, at: u64, size: u64, value: u64) -> Result<(), Stop> {
        if !self.memory.is_symbolic(at, size) {
            return if self.sym().random_inputs.is_some() { self.set_last(at, size, value) } else { Ok(()) };
        }
        let term = self.term_at(at, size);
        let constant = self.sym().pool.constant(8 * size as u32, value);
        let same = self.sym().pool.eq(term, constant);
        self.assume(same)
    }

    /// Gives the last bytes of the newest input, which are here, a value.
    fn set_last(&mut self, at: u64, size: u64, value: u64) -> Result<(), Stop> {
        let bytes = &value.to_le_bytes()[..size as usize];
        let sym = self.sym();
        let (number, end) = (sym.known.inputs.len() as u32 - 1, sym.known.inputs.last().map_or(0, |input| input.size));
        let model = std::sync::Arc::make_mut(&mut sym.model);
        for (offset, byte) in (end - size as u32..).zip(bytes) {
            model.set(InputByte { input: number, offset }, *byte);
        }
        self.memory.write_bytes(at, bytes).map_err(|fault| self.memory_error(fault))
    }

    fn symbolic_file(&mut self, file: &SymbolicFile) -> Result<(), Stop> {
        let (stdin, name, path) = match &file.name {
            None => (true, "stdin".to_string(), b"/secateur/stdin".to_vec()),
            Some(name) => (false, format!("{name}_data"), name.clone().into_bytes()),
        };
        let kind = match &file.name {
            None => InputKind::Stdin { len: file.len },
            Some(name) => InputKind::File { path: name.clone(), len: file.len },
        };
        let input = self.new_input(&name, kind, file.size);
        let concrete = self.sym().concrete_inputs;
        let mut contents = self.sym().model.input(input).to_vec();
        contents.resize(file.len as usize, 0);
        if !self.env.add_input_file(&path, &contents, (!concrete).then_some(input), stdin) {
            return Err(self.unsupported(format!("a symbolic file at {}", String::from_utf8_lossy(&path))));
        }
        Ok(())
    }

    fn next_call(&self) -> Call {
        let program = self.program;
        let Start { argc, argv, envp } = self.start;
        let mut at = self.phase;
        if let Some(start) = program.find("__secateur_start") {
            if at == 0 {
                return Call::Function(start.0, [argc, argv, envp]);
            }
            at -= 1;
        }
        if let Some(at_fini) = program.find("__secateur_at_fini") {
            if let Some(dtor) = program.module.dtors.get(at) {
                return Call::Function(at_fini.0, [program.symbol_address(*dtor), 0, 0]);
            }
            at -= program.module.dtors.len();
        }
        let function = |sym| match program.module.symbol(program.module.resolve(sym).0).def {
            Def::Function(f) => Some(f.0),
            _ => None,
        };
        let ctors: Vec<u32> = program.module.ctors.iter().filter_map(|c| function(*c)).collect();
        if let Some(ctor) = ctors.get(at) {
            return Call::Function(*ctor, [argc, argv, envp]);
        }
        match at - ctors.len() {
            0 => Call::Main(program.find("main").expect("the front end found main").0),
            1 => Call::Exit(program.find("exit").expect("libc has exit").0),
            _ => Call::End,
        }
    }

    /// Runs until the program, or the path, ends.
    pub fn go(&mut self, host: &mut dyn Host) -> Stop {
        match self.go_on(host) {
            Ok(stop) | Err(stop) => stop,
        }
    }

    fn go_on(&mut self, host: &mut dyn Host) -> Result<Stop, Stop> {
        loop {
            if self.frames.is_empty() {
                match self.next_call() {
                    Call::Function(f, args) => self.prepare(f, &args)?,
                    Call::Main(f) => {
                        let Start { argc, argv, envp } = self.start;
                        self.prepare(f, &[argc, argv, envp])?;
                    }
                    Call::Exit(f) => self.prepare_exit(f)?,
                    Call::End => return Ok(Stop::Exit(0)),
                }
                self.returned = (0, 0);
            }
            let result = self.execute_from(0, host)?;
            if let Call::Main(_) = self.next_call() {
                // What main's registers held is gone, also for the search for leaks.
                if self.program.checks().memory_leak() {
                    self.regs.fill(0);
                }
                self.regs[0] = result & 0xffff_ffff;
            }
            self.phase += 1;
        }
    }

    /// Pushes the frame of a function that is called from here.
    fn prepare(&mut self, function: u32, args: &[u64]) -> Result<(), Stop> {
        let params = self.program.function(function).params.len();
        self.reserve(params as u32 + HEADROOM);
        for i in 0..params.max(args.len()) {
            self.set_word(i, args.get(i).copied().unwrap_or(0));
        }
        self.enter_outermost(function)
    }

    /// `exit` with what `main` returned, which is in the first register.
    fn prepare_exit(&mut self, function: u32) -> Result<(), Stop> {
        self.reserve(HEADROOM);
        match self.returned {
            (SYMBOLIC, term) => self.set_symbolic(0, Ty::Int(32), Term(term as u32)),
            _ => {
                let status = self.regs[0];
                self.set_word(0, status);
            }
        }
        self.enter_outermost(function)
    }

    fn enter_outermost(&mut self, function: u32) -> Result<(), Stop> {
        self.enter(function, 0)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.objects |= FLOOR;
        }
        Ok(())
    }
}
