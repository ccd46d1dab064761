//! C, LLVM bitcode and LLVM text to [`secateur_ir::Module`].
//!
//! [`load`] is the whole way: clang for C files, LLVM's reader in a child process, lowering, and
//! linking with libc. *Invariant:* clang and LLVM are known in this crate only, and this crate does
//! not know how programs are executed.

mod archive;
mod clang;
pub mod ctypes;
mod dwarf;
mod error;
mod link;
mod llvm;
pub mod native;
mod runtime;
#[cfg(test)]
mod tests;
pub mod worker;

pub use archive::Archive;
pub use dwarf::declarations;
pub use error::FrontError;
pub use link::Linker;
pub use runtime::Runtime;

use secateur_ir::{Def, Module};
use std::path::{Path, PathBuf};

#[derive(Clone)]
pub struct Options {
    pub include: Vec<PathBuf>,
    /// `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// Handed to clang as they are.
    pub cflags: Vec<String>,
    pub runtime: Runtime,
    /// Told clang's warnings.
    pub warn: fn(&str),
}

/// The functions that the machine itself calls: our runtime's start and its list of destructors,
/// `main`, and libc's end, which after an error is only `fflush`; and where `errno` is.
const ENTRIES: [&str; 6] = ["__secateur_start", "__secateur_at_fini", "main", "exit", "fflush", "__errno_location"];

/// The name that generated harnesses give as their file: their functions are no code of the user's.
pub const HARNESS: &str = "<harness>";

/// Compiles, lowers and links a program. `is_native` says which names the machine implements.
pub fn load(files: &[PathBuf], options: &Options, is_native: &dyn Fn(&str) -> bool) -> Result<Module, FrontError> {
    for file in files {
        check_input(file)?;
    }
    let modules = in_parallel(files.iter(), |file| lower_one(file, options));
    let libc = Archive::open(&options.runtime.libc())?;
    let mut linker = Linker::new(Some(&libc), is_native);
    for module in modules {
        linker.add(module?)?;
    }
    if !linker.is_defined("main") {
        return Err(FrontError::NoMain(files.to_vec()));
    }
    let roots = ENTRIES.iter().map(|name| linker.require(name)).collect::<Result<Vec<_>, _>>()?;
    let module = linker.finish(&roots)?;
    for (root, name) in roots.iter().zip(ENTRIES) {
        let (definition, offset) = module.resolve(*root);
        if offset != 0 || !matches!(module.symbol(definition).def, Def::Function(_)) {
            return Err(FrontError::NotAFunction { name });
        }
    }
    Ok(module)
}

/// Compiles and lowers one file. Warnings were told before.
pub fn lower(file: &Path, options: &Options) -> Result<Module, FrontError> {
    lower_one(file, &Options { warn: |_| {}, ..options.clone() })
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

fn lower_one(file: &Path, options: &Options) -> Result<Module, FrontError> {
    let mut module = lower_file(file, options)?;
    // Inline functions of libc's headers are libc's, though they come with the user's file.
    let include = options.runtime.include();
    let ours = std::path::absolute(&include).unwrap_or(include);
    for function in &mut module.functions {
        let declared = module.files.get(function.loc.file as usize).filter(|_| function.loc.is_known());
        function.library |=
            declared.is_some_and(|f| f.name == HARNESS || Path::new(&f.directory).join(&f.name).starts_with(&ours));
    }
    Ok(module)
}

fn lower_file(file: &Path, options: &Options) -> Result<Module, FrontError> {
    if kind(file)? != Kind::C {
        return worker::lower(file, false);
    }
    let unwritable = |e: std::io::Error| FrontError::Unreadable { path: std::env::temp_dir(), reason: e.to_string() };
    let folder = tempfile::tempdir().map_err(unwritable)?;
    let bitcode = folder.path().join("module.bc");
    let warnings = clang::compile(file, &bitcode, options)?;
    if !warnings.is_empty() {
        (options.warn)(&warnings);
    }
    worker::lower(&bitcode, false).map_err(|error| error.about(file))
}

#[derive(PartialEq, Eq, Debug)]
enum Kind {
    C,
    Llvm,
}

/// What a file is, by its name, and for bitcode also by its first bytes.
fn kind(file: &Path) -> Result<Kind, FrontError> {
    match file.extension().and_then(|e| e.to_str()) {
        Some("c" | "i" | "h") => return Ok(Kind::C),
        Some("bc" | "ll") => return Ok(Kind::Llvm),
        _ => {}
    }
    let head = worker::peek(file).unwrap_or_default();
    if head.starts_with(b"BC\xC0\xDE") { Ok(Kind::Llvm) } else { Err(FrontError::UnknownKind(file.into())) }
}

/// Compiles one C file to bitcode as [`load`] does. Returns clang's warnings.
pub fn compile(source: &Path, output: &Path, options: &Options) -> Result<String, FrontError> {
    check_input(source)?;
    clang::compile(source, output, options)
}

fn check_input(file: &Path) -> Result<(), FrontError> {
    let unreadable = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound => FrontError::NotFound(file.into()),
        _ => FrontError::Unreadable { path: file.into(), reason: e.to_string() },
    };
    let meta = std::fs::metadata(file).map_err(unreadable)?;
    if meta.is_dir() {
        return Err(FrontError::Directory(file.into()));
    }
    if !meta.is_file() {
        return Err(FrontError::Unreadable { path: file.into(), reason: "not a regular file".into() });
    }
    std::fs::File::open(file).map_err(unreadable)?;
    kind(file).map(|_| ())
}

/// Lowers libc's bitcode into `libc.sir`. Returns how many functions it has.
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
    Archive::write(&module, &runtime.libc())?;
    Ok(module.functions.len())
}
