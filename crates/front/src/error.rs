//! What can go wrong before a program runs. Every message says what to do; all lead to exit status 2.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum FrontError {
    #[error("{}: no such file (arguments for the program itself go behind --)", .0.display())]
    NotFound(PathBuf),
    #[error("{}: is a directory; give the C files in it", .0.display())]
    Directory(PathBuf),
    #[error("{}: {reason}", .path.display())]
    Unreadable { path: PathBuf, reason: String },
    #[error("{}: not a kind of file that Secateur reads; give .c, .bc (LLVM bitcode), .ll (LLVM text) or a program built with `secateur cc`; arguments for the program itself go behind --", .0.display())]
    UnknownKind(PathBuf),
    /// clang's own words, which already name the file and the line.
    #[error("{message}\n{}: does not compile", .path.display())]
    Compile { path: PathBuf, message: String },
    #[error(
        "cannot run {clang}: {reason}; install Debian's package clang-19 (scripts/setup.sh does it) or set SECATEUR_CLANG"
    )]
    NoClang { clang: String, reason: String },
    #[error("{}: {reason}; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always, and `bear -- make` for other builds; --compile-commands none goes on without", .path.display())]
    Database { path: PathBuf, reason: String },
    #[error("cannot run {compiler}: {reason}; SECATEUR_CC names the compiler that `secateur cc` runs")]
    NoCompiler { compiler: String, reason: String },
    #[error("{}: it holds no bitcode; build it with `secateur cc` as the compiler, such as ./configure CC=\"secateur cc\" && make (without -flto), or give the C files", .0.display())]
    NoBitcode(PathBuf),
    #[error("there was no time left for the native build; raise --time")]
    OutOfTime,
    #[error("cannot run ld: {0}; install Debian's package binutils (scripts/setup.sh does it)")]
    NoLinker(String),
    #[error("{}: {message}", .path.display())]
    BadModule { path: PathBuf, message: String },
    /// The module is fine; our IR has no way to say it.
    #[error("{}: {message}", .path.display())]
    Unsupported { path: PathBuf, message: String },
    #[error("{}: internal error of Secateur while reading it ({message}); please report it with the file", .path.display())]
    Internal { path: PathBuf, message: String },
    #[error("{}: LLVM's reader crashed on it ({how}); the file is damaged, or not made by LLVM 19 or older", .path.display())]
    ReaderCrashed { path: PathBuf, how: String },
    #[error("no function `main`: it is not defined in {}", list(.0))]
    NoMain(Vec<PathBuf>),
    #[error("`{name}` is not a function; a program needs it as one")]
    NotAFunction { name: &'static str },
    #[error("undefined: {}; used but defined nowhere: add the files that define them", .0.join(", "))]
    Undefined(Vec<String>),
    #[error("`{name}` is defined twice; leave one of the definitions out, or make it static")]
    Duplicate { name: String },
    #[error("`main` is defined twice, in {}: name one of them, with the files it needs, such as: {}", list(.mains), list_words(.mains, .others))]
    Mains { mains: Vec<PathBuf>, others: Vec<PathBuf> },
    /// clang's or the linker's own words.
    #[error("{message}\nthe native build that replays tests {what}")]
    Native { what: &'static str, message: String },
    #[error("{} is missing: install Debian's package musl-tools (scripts/setup.sh does it), or set SECATEUR_MUSL to the folder that has it", .0.display())]
    NoMusl(PathBuf),
    #[error(
        "Secateur's runtime is missing or from another version ({reason}); run `make` in Secateur's folder, or set SECATEUR_RUNTIME to it"
    )]
    Runtime { reason: String },
}

impl FrontError {
    /// The same error, told of the file that the user knows.
    pub(crate) fn about(self, file: &std::path::Path) -> FrontError {
        let path = file.to_path_buf();
        match self {
            FrontError::BadModule { message, .. } => FrontError::BadModule { path, message },
            FrontError::Unsupported { message, .. } => FrontError::Unsupported { path, message },
            FrontError::Internal { message, .. } => FrontError::Internal { path, message },
            FrontError::ReaderCrashed { how, .. } => FrontError::ReaderCrashed { path, how },
            other => other,
        }
    }
}

fn list_words(mains: &[PathBuf], others: &[PathBuf]) -> String {
    let words = mains.iter().take(1).chain(others).map(|p| p.display().to_string());
    words.collect::<Vec<_>>().join(" ")
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", ")
}
