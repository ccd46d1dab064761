//! A compiler's command line, as gcc and clang understand it: which files it compiles, how far it goes, and which of
//! its flags matter to the meaning of the program.
//!
//! Our own builds decide optimisation, debug information, warnings, checks and target themselves, so flags about those
//! are left out, and with them those of gcc that clang does not know. What is left says what the source means: macros,
//! folders of headers, the dialect, how characters and overflow behave. *Invariant:* of the flags with `-f` and `-m`, only
//! those on a list are kept, so an unknown one cannot make our build fail.

mod spellings;

use spellings::{DROPPED_WITH_VALUE, INSTRUCTIONS, KEPT, MEANING, MEANING_WITH_VALUE, PATHS};
use std::path::{Path, PathBuf};

/// How far the compiler goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// It only tells something, or makes no code: `--version`, `-E`, `-M`, `-fsyntax-only`.
    NoCode,
    Assembly,
    Object,
    Link,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    /// A header by itself, which is precompiled: no code comes of it.
    Header,
    /// Assembly, with or without preprocessor.
    Assembly,
    /// C++, Fortran and so on.
    Other,
    /// For the linker: objects, libraries.
    Linked,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub name: String,
    pub language: Language,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    pub stage: Stage,
    pub inputs: Vec<Input>,
    pub output: Option<String>,
    /// What every build of the program needs.
    pub flags: Vec<String>,
    /// Whether the code is for a machine other than x86-64 Linux.
    pub foreign: bool,
}

impl CommandLine {
    /// `arguments` are those behind the compiler's name; `directory` is where files named by `@FILE` are looked for.
    pub fn parse(arguments: &[String], directory: &Path) -> CommandLine {
        let mut line =
            CommandLine { stage: Stage::Link, inputs: Vec::new(), output: None, flags: Vec::new(), foreign: false };
        let mut language = None;
        let words: Vec<String> = expand(arguments, directory, 0).into_iter().flat_map(spellings::short).collect();
        let mut words = words.iter().peekable();
        let mut options = true;
        while let Some(word) = words.next() {
            if options && word == "--" {
                options = false;
            } else if !options || word == "-" || !word.starts_with('-') {
                let found = language.unwrap_or_else(|| by_name(word));
                line.inputs.push(Input { name: word.clone(), language: found });
            } else if word == "-Xclang" {
                let inner = words.next().map_or("", String::as_str);
                let takes_value = KEPT.contains(&inner) || inner == "-include-pch";
                let value =
                    if takes_value && words.next_if(|w| *w == "-Xclang").is_some() { words.next() } else { None };
                line.inner(inner, value);
            } else if word == "-target" {
                line.foreign = words.next().is_some_and(|target| !is_ours(target));
            } else if DROPPED_WITH_VALUE.contains(&word.as_str()) {
                words.next();
            } else if let Some(kept) = KEPT.iter().find(|k| word.strip_prefix(**k).is_some()) {
                let longer = KEPT.iter().filter(|k| word.starts_with(**k)).max_by_key(|k| k.len()).unwrap_or(kept);
                let joined = word[longer.len()..].to_string();
                let value = if joined.is_empty() { words.next().cloned().unwrap_or_default() } else { joined };
                line.keep(longer, value);
            } else if word == "-o" {
                line.output = words.next().cloned();
            } else if word == "-x" {
                language = words.next().and_then(|name| by_option(name));
            } else if let Some(value) = word.strip_prefix("-x") {
                language = by_option(value);
            } else if let Some(value) = word.strip_prefix("-o") {
                line.output = Some(value.to_string());
            } else if word == "--std" || word == "-std" {
                line.flags.extend(words.next().map(|value| format!("-std={value}")));
            } else {
                line.single(word);
            }
        }
        line
    }

    /// A flag with a value. Folders that every compiler searches anyway are the host's, and its library is not ours.
    fn keep(&mut self, flag: &str, value: String) {
        if flag == "-include" {
            // In this spelling clang takes the header itself, and not a precompiled one beside it, which was made for
            // another target.
            return self.flags.extend(["-Xclang", flag, "-Xclang", &value].map(str::to_string));
        }
        let hosts = matches!(value.trim_end_matches('/'), "/usr/include" | "/usr/local/include");
        if !(hosts && matches!(flag, "-I" | "-isystem" | "-idirafter")) {
            // Two words each, which is right for all of them.
            self.flags.extend([flag.to_string(), value]);
        }
    }

    /// A flag behind `-Xclang`, with its value, if it has one as a word of its own.
    fn inner(&mut self, word: &str, value: Option<&String>) {
        let longest = KEPT.iter().filter(|k| word.starts_with(**k)).max_by_key(|k| k.len());
        match (longest, value) {
            _ if word == "-include-pch" => {}
            (Some(flag), Some(value)) => self.keep(flag, value.clone()),
            (Some(flag), None) if word != *flag => self.keep(flag, word[flag.len()..].to_string()),
            _ if matches!(word, "-emit-pch" | "-emit-llvm" | "-emit-llvm-bc" | "-fsyntax-only" | "-ast-dump") => {
                self.stage = Stage::NoCode;
            }
            _ => self.by_list(word),
        }
    }

    fn single(&mut self, word: &str) {
        let lower = |stage: &mut Stage, to: Stage| *stage = (*stage).min(to);
        match word {
            "-c" => lower(&mut self.stage, Stage::Object),
            "-S" => lower(&mut self.stage, Stage::Assembly),
            "-E"
            | "-M"
            | "-MM"
            | "-fsyntax-only"
            | "-###"
            | "-emit-llvm"
            | "-emit-ast"
            | "--analyze"
            | "--precompile"
            | "-emit-pch"
            | "-verify-pch"
            | "-emit-interface-stubs" => {
                lower(&mut self.stage, Stage::NoCode);
            }
            "-dumpversion" | "-dumpmachine" | "-dumpfullversion" | "-dumpspecs" | "--version" | "--help" => {
                lower(&mut self.stage, Stage::NoCode);
            }
            _ if word.starts_with("-print-") || word.starts_with("--print-") || word.starts_with("--help=") => {
                lower(&mut self.stage, Stage::NoCode);
            }
            "-ansi" | "-pthread" | "-trigraphs" | "-undef" | "-traditional-cpp" => self.flags.push(word.into()),
            "-m32" | "-mx32" => {
                self.foreign = true;
                self.flags.push(word.into());
            }
            "-m64" => {
                self.foreign = false;
                self.flags.retain(|flag| !matches!(flag.as_str(), "-m32" | "-mx32"));
            }
            _ if word.starts_with("-std=") || word.starts_with("--std=") => {
                self.flags.push(word.replacen("--std", "-std", 1));
            }
            _ if word.starts_with("-Wp,-D") || word.starts_with("-Wp,-U") => self.flags.push(word.into()),
            _ => self.by_list(word),
        }
    }

    fn by_list(&mut self, word: &str) {
        let name = |prefix: &str| word.strip_prefix(prefix).map(|w| w.strip_prefix("no-").unwrap_or(w));
        let meaning = name("-f").is_some_and(|n| MEANING.contains(&n))
            || word.strip_prefix("-f").is_some_and(|w| MEANING_WITH_VALUE.iter().any(|m| w.starts_with(m)));
        let instructions = name("-m").is_some_and(|n| {
            let version = |rest: &str| rest.chars().all(|c| c.is_ascii_digit() || ".abcdefilmnpqtvw".contains(c));
            INSTRUCTIONS.iter().any(|i| n.strip_prefix(i).is_some_and(version))
        });
        if meaning || instructions {
            self.flags.push(word.to_string());
        } else if let Some(map) = word.strip_prefix("-ffile-prefix-map=") {
            // Only `__FILE__`: our reports show files as they are found.
            self.flags.push(format!("-fmacro-prefix-map={map}"));
        }
    }

    /// The C files among the inputs.
    pub fn c_files(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().filter(|i| i.language == Language::C).map(|i| i.name.as_str())
    }
}

/// Flags whose relative paths start at `base`, as flags that work everywhere.
pub fn absolute_paths(flags: &[String], base: &Path) -> Vec<String> {
    let whole = |value: &str| base.join(value).display().to_string();
    let mut out = Vec::with_capacity(flags.len());
    let mut words = flags.iter();
    while let Some(word) = words.next() {
        let longest = PATHS.iter().filter(|p| word.starts_with(**p)).max_by_key(|p| p.len());
        match longest {
            Some(flag) if word == flag => {
                out.push(word.clone());
                out.extend(words.next().map(|value| whole(value)));
            }
            Some(flag) => out.push(format!("{flag}{}", whole(&word[flag.len()..]))),
            None => out.push(word.clone()),
        }
    }
    out
}

/// Whether objects for a target can be linked with those that we make.
fn is_ours(target: &str) -> bool {
    let mut parts = target.split('-');
    let machine = matches!(parts.next(), Some("x86_64" | "amd64"));
    let others = ["windows", "win32", "mingw", "cygwin", "darwin", "macos", "uefi", "x32"];
    machine && !parts.any(|part| others.iter().any(|other| part.contains(other)))
}

/// Words of `@FILE` in place of it. A file that cannot be read stays a word, as it does for compilers.
fn expand(words: &[String], directory: &Path, depth: usize) -> Vec<String> {
    let mut out = Vec::with_capacity(words.len());
    for word in words {
        let path = word.strip_prefix('@').filter(|_| depth < 8).map(|name| directory.join(name));
        let text = path.and_then(|p: PathBuf| std::fs::read_to_string(p).ok());
        match text.as_deref().and_then(split) {
            Some(inner) => out.extend(expand(&inner, directory, depth + 1)),
            None => out.push(word.clone()),
        }
    }
    out
}

/// Words of a command, with a shell's quotes. `None` if a quote is not closed.
pub fn split(command: &str) -> Option<Vec<String>> {
    shlex::split(command)
}

pub(crate) fn by_name(name: &str) -> Language {
    match Path::new(name).extension().and_then(|e| e.to_str()) {
        Some("c" | "i") => Language::C,
        Some("h") => Language::Header,
        Some("s" | "S" | "sx" | "asm") => Language::Assembly,
        Some(
            "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "ii" | "m" | "mm" | "f" | "f90" | "F" | "cu" | "go"
            | "d",
        ) => Language::Other,
        _ => Language::Linked,
    }
}

/// The language named by `-x`; `None` stands for `-x none`: by the file's name again.
fn by_option(name: &str) -> Option<Language> {
    match name {
        "none" => None,
        "c" | "cpp-output" => Some(Language::C),
        _ if name.ends_with("-header") || name.contains("-header-") => Some(Language::Header),
        "assembler" | "assembler-with-cpp" => Some(Language::Assembly),
        _ => Some(Language::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(command: &str) -> CommandLine {
        CommandLine::parse(&split(command).expect("quotes are closed"), Path::new("/nowhere"))
    }

    fn flags(command: &str) -> String {
        parse(command).flags.join(" ")
    }

    #[test]
    fn what_the_source_means_is_kept() {
        assert_eq!(
            flags("-DA -D B=1 -UC -Iinc -I ../x -isystem sys -iquote q -include pre.h -imacrosm.h a.c"),
            "-D A -D B=1 -U C -I inc -I ../x -isystem sys -iquote q -Xclang -include -Xclang pre.h -imacros m.h"
        );
        assert_eq!(flags("-std=c99 --std=gnu11 -ansi -pthread"), "-std=c99 -std=gnu11 -ansi -pthread");
        assert_eq!(
            flags("-fwrapv -fno-builtin-memcpy -funsigned-char -fno-common"),
            "-fwrapv -fno-builtin-memcpy -funsigned-char -fno-common"
        );
        assert_eq!(flags("-msse4.2 -mno-avx512f -m32"), "-msse4.2 -mno-avx512f -m32");
        assert_eq!(flags("-ffile-prefix-map=/a=/b"), "-fmacro-prefix-map=/a=/b");
        assert_eq!(flags(r#"-DNAME='"a b"' "-DX=\"y\"""#), r#"-D NAME="a b" -D X="y""#);
    }

    #[test]
    fn what_our_builds_decide_is_left_out() {
        let gone = "-O2 -g3 -Wall -Werror -Wno-x -Wl,-z,now -pipe -fPIC -fsanitize=address -flto=auto -march=native \
                    -mtune=generic --coverage -fprofile-arcs -ftest-coverage -pg -MMD -MP -MF x.d -MT x.o -c -o x.o \
                    -fstack-protector-strong -fexceptions -fno-plt -fplan9-extensions -fdiagnostics-color -fopenmp \
                    -Wp,-MD,dep -isysroot / --sysroot=/x -L. -L lib -lm -l z -Xlinker a.c -nostdinc -save-temps --param x=1 \
                    -fmax-errors=3 -fdebug-prefix-map=a=b -I/usr/include -isystem /usr/local/include/";
        let line = parse(gone);
        assert_eq!((line.flags, line.inputs, line.output.as_deref()), (vec![], vec![], Some("x.o")));
    }

    #[test]
    fn stages_and_inputs() {
        assert_eq!(parse("a.c").stage, Stage::Link);
        assert_eq!(parse("-c a.c").stage, Stage::Object);
        assert_eq!(parse("-S a.c -c").stage, Stage::Assembly);
        for nothing in [
            "-E a.c",
            "-M a.c",
            "-MM a.c",
            "--version",
            "-print-file-name=x",
            "-dumpmachine",
            "-fsyntax-only a.c",
            "--analyze a.c",
            "--preprocess a.c",
            "--precompile a.h",
            "-Xclang -emit-pch a.h",
            "--dependencies a.c",
        ] {
            assert_eq!(parse(nothing).stage, Stage::NoCode, "{nothing}");
        }
        let line = parse("-x c - -x none b.c c.cc d.S e.o -o prog");
        let languages: Vec<Language> = line.inputs.iter().map(|i| i.language).collect();
        use Language::*;
        assert_eq!(languages, [C, C, Other, Assembly, Linked]);
        assert_eq!(line.c_files().collect::<Vec<_>>(), ["-", "b.c"]);
        assert_eq!(parse("-oprog a.c").output.as_deref(), Some("prog"));
        let line = parse("-c -- a.c -b.c");
        assert_eq!((line.stage, line.c_files().collect::<Vec<_>>()), (Stage::Object, vec!["a.c", "-b.c"]));
    }

    #[test]
    fn long_spellings_mean_the_same() {
        let line =
            parse("--compile --define-macro A --include-directory=inc --include=b.h --output=x.o --language c f");
        assert_eq!(line, parse("-c -DA -Iinc -include b.h -o x.o -xc f"));
        assert_eq!((line.stage, line.output.as_deref()), (Stage::Object, Some("x.o")));
        assert_eq!(parse("--assemble a.c").stage, Stage::Assembly);
    }

    #[test]
    fn headers_are_no_code() {
        for command in ["-x c-header u.h -o u.h.pch", "-xc-header strange", "-x c-header-cpp-output u.i", "u.h"] {
            let line = parse(command);
            assert_eq!(line.inputs[0].language, Language::Header, "{command}");
            assert_eq!(line.c_files().count(), 0, "{command}");
        }
    }

    #[test]
    fn headers_that_are_precompiled_are_read_as_text() {
        let made = "-Xclang -include-pch -Xclang b/pre.h.pch -Xclang -include -Xclang b/pre.h -Winvalid-pch -c m.c";
        assert_eq!(flags(made), "-Xclang -include -Xclang b/pre.h");
        let plain = parse("-include-pch b/pre.h.pch -Xclang -DX -Xclang -fwrapv -Xclang -load -Xclang p.so m.c");
        assert_eq!(plain.flags.join(" "), "-D X -fwrapv");
        assert_eq!(plain.c_files().collect::<Vec<_>>(), ["m.c"]);
        assert_eq!((plain.inputs.len(), plain.stage), (1, Stage::Link));
    }

    #[test]
    fn other_machines_are_noticed() {
        for command in ["-m32 a.c", "-mx32 a.c", "--target=aarch64-linux-gnu a.c", "-target x86_64-w64-mingw32 a.c"] {
            assert!(parse(command).foreign, "{command}");
        }
        for command in ["a.c", "-m64 a.c", "-m32 -m64 a.c", "--target=x86_64-pc-linux-gnu a.c", "-target x86_64 a.c"] {
            let line = parse(command);
            assert!(!line.foreign && line.flags.is_empty() && line.inputs.len() == 1, "{command}");
        }
    }

    #[test]
    fn response_files_are_read() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        std::fs::write(folder.path().join("more"), "-DX='a b' @again\n").expect("it can be written");
        std::fs::write(folder.path().join("again"), "-c\nz.c").expect("it can be written");
        let words = ["@more".to_string(), "@missing".to_string()];
        let line = CommandLine::parse(&words, folder.path());
        assert_eq!((line.flags.join(" "), line.stage), ("-D X=a b".to_string(), Stage::Object));
        assert_eq!(line.c_files().collect::<Vec<_>>(), ["z.c"]);
    }

    #[test]
    fn paths_start_where_they_were_meant() {
        let flags = split("-Iinc -include pre.h -DA=b -I /abs -iquoteq").expect("no quotes");
        let found = absolute_paths(&flags, Path::new("/home")).join(" ");
        assert_eq!(found, "-I/home/inc -include /home/pre.h -DA=b -I /abs -iquote/home/q");
    }
}
