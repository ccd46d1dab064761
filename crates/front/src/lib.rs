//! C, LLVM bitcode and LLVM text to [`secateur_ir::Module`].
//!
//! [`load`] is the whole way: clang for C files, LLVM's reader in a child process, lowering, and
//! linking with libc. *Invariant:* clang and LLVM are known in this crate only, and this crate does
//! not know how programs are executed.

mod archive;
pub mod arguments;
mod clang;
pub mod ctypes;
pub mod database;
mod dwarf;
mod error;
pub mod executable;
mod link;
mod llvm;
pub mod native;
pub mod record;
mod runtime;
mod source;
#[cfg(test)]
mod tests;
pub mod worker;
pub mod wrapper;

pub use archive::Archive;
pub use dwarf::declarations;
pub use error::FrontError;
pub use link::Linker;
pub use runtime::Runtime;
pub use source::{Built, Source};

use secateur_ir::{Def, Linkage, Module, Symbol};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Clone)]
pub struct Options {
    pub include: Vec<PathBuf>,
    /// `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// Handed to clang as they are.
    pub cflags: Vec<String>,
    pub runtime: Runtime,
    /// Native builds are given up then.
    pub deadline: Option<std::time::Instant>,
    /// Told clang's warnings.
    pub warn: fn(&str),
}

/// The functions that the machine itself calls: our runtime's start and its list of destructors,
/// `main`, and libc's end, which after an error is only `fflush`; and where `errno` is.
const ENTRIES: [&str; 6] = ["__secateur_start", "__secateur_at_fini", "main", "exit", "fflush", "__errno_location"];

/// A program that is ready to run, and what its native builds are made of.
pub struct Loaded {
    pub module: Module,
    pub compiled: Arc<Compiled>,
    /// Functions of a program that was linked already which are not there: a path that calls one ends.
    pub missing: Vec<String>,
}

/// The bitcode that a module was lowered from. C files have theirs in a temporary folder, which lives as long
/// as this does.
pub struct Compiled {
    pub sources: Vec<Source>,
    /// Of each source: its bitcode, and how many functions it brought.
    modules: Vec<(PathBuf, usize)>,
    /// Native builds leave undefined what was missing here too. No path that is replayed gets there.
    has_stubs: bool,
    _folder: tempfile::TempDir,
}

/// The name that generated harnesses give as their file: their functions are no code of the user's.
pub const HARNESS: &str = "<harness>";

/// Compiles, lowers and links a program. `is_native` says which names the machine implements.
pub fn load(sources: &[Source], options: &Options, is_native: &dyn Fn(&str) -> bool) -> Result<Loaded, FrontError> {
    for source in sources {
        source.check()?;
    }
    let unwritable = |e: std::io::Error| FrontError::Unreadable { path: std::env::temp_dir(), reason: e.to_string() };
    let folder = tempfile::tempdir().map_err(unwritable)?;
    let lowered = in_parallel(sources.iter().enumerate(), |(i, source)| {
        let bitcode = bitcode_of(source, &folder.path().join(format!("{i}.bc")), options)?;
        let module = lower_one(source, &bitcode, options)?;
        Ok((bitcode, module))
    });
    let libc = Archive::open(&options.runtime.libc())?;
    let mut linker = Linker::new(Some(&libc), is_native);
    let lowered = lowered.into_iter().collect::<Result<Vec<_>, _>>()?;
    check_mains(sources, &lowered)?;
    let mut modules = Vec::new();
    for (bitcode, module) in lowered {
        modules.push((bitcode, module.functions.len()));
        linker.add(module)?;
    }
    if !linker.is_defined("main") {
        return Err(FrontError::NoMain(sources.iter().map(Source::place).collect()));
    }
    let roots = ENTRIES.iter().map(|name| linker.require(name)).collect::<Result<Vec<_>, _>>()?;
    let linked_before = sources.iter().any(|s| s.linked);
    let missing = if linked_before { linker.stub_missing_functions() } else { Vec::new() };
    let module = linker.finish(&roots)?;
    for (root, name) in roots.iter().zip(ENTRIES) {
        let (definition, offset) = module.resolve(*root);
        if offset != 0 || !matches!(module.symbol(definition).def, Def::Function(_)) {
            return Err(FrontError::NotAFunction { name });
        }
    }
    let compiled = Compiled { sources: sources.to_vec(), modules, has_stubs: !missing.is_empty(), _folder: folder };
    Ok(Loaded { module, compiled: Arc::new(compiled), missing })
}

/// A project often has several programs; the error tells which.
fn check_mains(sources: &[Source], modules: &[(PathBuf, Module)]) -> Result<(), FrontError> {
    let defines = |module: &Module| {
        let is = |s: &Symbol| s.name == "main" && s.linkage == Linkage::Strong && matches!(s.def, Def::Function(_));
        module.symbols.iter().any(is)
    };
    let both = sources.iter().zip(modules).map(|(source, (_, module))| (source.place(), defines(module)));
    let (mains, others): (Vec<_>, Vec<_>) = both.partition(|(_, has)| *has);
    match mains.len() {
        0 | 1 => Ok(()),
        _ => {
            let places = |list: Vec<(PathBuf, bool)>| list.into_iter().map(|(place, _)| place).collect();
            Err(FrontError::Mains { mains: places(mains), others: places(others) })
        }
    }
}

/// Compiles and lowers one file. Warnings were told before.
pub fn lower(source: &Source, options: &Options) -> Result<Module, FrontError> {
    let unwritable = |e: std::io::Error| FrontError::Unreadable { path: std::env::temp_dir(), reason: e.to_string() };
    let folder = tempfile::tempdir().map_err(unwritable)?;
    let options = Options { warn: |_| {}, ..options.clone() };
    let bitcode = bitcode_of(source, &folder.path().join("module.bc"), &options)?;
    lower_one(source, &bitcode, &options)
}

/// Results in order. As many at a time as there are processors: clang and LLVM run as children, so the
/// threads only wait.
fn in_parallel<T: Send, R: Send>(items: impl Iterator<Item = T> + Send, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get());
    let queue = std::sync::Mutex::new(items.enumerate());
    let worker = || {
        let next = || queue.lock().ok()?.next();
        std::iter::from_fn(next).map(|(i, item)| (i, work(item))).collect::<Vec<_>>()
    };
    let mut results = Vec::new();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        results.extend(threads.into_iter().flat_map(|t| t.join().expect("the work does not panic")));
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

/// clang's output for a C file, which goes to `output`; other files are bitcode already.
fn bitcode_of(source: &Source, output: &Path, options: &Options) -> Result<PathBuf, FrontError> {
    if let Some(built) = &source.built {
        let unwritable = |e: std::io::Error| FrontError::Unreadable { path: output.into(), reason: e.to_string() };
        return std::fs::write(output, &built.bitcode).map(|()| output.to_path_buf()).map_err(unwritable);
    }
    if !source.is_c() {
        return Ok(source.place());
    }
    let warnings = clang::compile(source, output, options)?;
    if !warnings.is_empty() {
        (options.warn)(&warnings);
    }
    Ok(output.to_path_buf())
}

fn lower_one(source: &Source, bitcode: &Path, options: &Options) -> Result<Module, FrontError> {
    let mut module = worker::lower(bitcode, false).map_err(|error| error.about(&source.place()))?;
    // Inline functions of libc's headers are libc's, though they come with the user's file.
    let include = options.runtime.include();
    let ours = std::path::absolute(&include).unwrap_or(include);
    for function in &mut module.functions {
        let declared = module.files.get(function.loc.file as usize).filter(|_| function.loc.is_known());
        function.library |=
            declared.is_some_and(|f| f.name == HARNESS || Path::new(&f.directory).join(&f.name).starts_with(&ours));
    }
    if source.directory.is_some() {
        call_from_here(&mut module);
    }
    Ok(module)
}

/// Files that were compiled elsewhere get names that mean something where we are.
fn call_from_here(module: &mut Module) {
    let here = std::env::current_dir().unwrap_or_default();
    for file in &mut module.files {
        let name = source::from_here(&Path::new(&file.directory).join(&file.name));
        (file.name, file.directory) = (name.display().to_string(), here.display().to_string());
    }
}

/// Compiles one C file to bitcode as [`load`] does. Returns clang's warnings.
pub fn compile(source: &Path, output: &Path, options: &Options) -> Result<String, FrontError> {
    source::check_input(source)?;
    clang::compile(&Source::new(source), output, options)
}

/// Lowers libc's bitcode into `libc.sir`, and compiles what native builds are linked with. Returns how many
/// functions libc has.
pub fn build_runtime(runtime: &Runtime) -> Result<usize, FrontError> {
    let folder = runtime.bitcode();
    let missing = |e: std::io::Error| FrontError::Runtime { reason: format!("{}: {e}", folder.display()) };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).map_err(missing)?.filter_map(|e| e.ok().map(|e| e.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "bc"));
    files.sort();
    let never = |_: &str| false;
    let mut linker = Linker::new(None, &never);
    for file in files {
        // These files come from our own build, so no child process is needed.
        let module = llvm::read_module(&file, true);
        linker.add(module.map_err(|refusal| refusal.into_error(file))?)?;
    }
    let module = linker.finish_partial();
    native::runtime::build(runtime)?;
    Archive::write(&module, &runtime.libc())?;
    Ok(module.functions.len())
}
