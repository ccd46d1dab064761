//! How a test file is compiled: the command in its first comment, a makefile, and a file for CMake.
//!
//! Only our own file is compiled as C99. The program's files are compiled as the user compiles them, with the user's
//! flags and the compiler's default otherwise. All paths are absolute, and relative to one variable in the
//! makefile, so that the folder of the tests may be moved.

use super::text;
use std::path::{Component, Path, PathBuf};

pub struct Build {
    /// Behind `test_`.
    pub name: String,
    /// Files that are linked with the test.
    pub sources: Vec<PathBuf>,
    /// The one that the test file includes, and why.
    pub included: Option<(PathBuf, String)>,
    pub main: Main,
    /// The user's.
    pub flags: Vec<String>,
    /// Whether headers for harnesses stand beside the test.
    pub headers: bool,
}

/// What becomes of the program's `main`, beside ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Main {
    /// There is none.
    Own,
    /// It is in the included file, where a macro renames it.
    Hidden,
    /// It is in a file that is linked, and the linker renames ours.
    Wrapped,
}

const WRAP: &str = "-Wl,--wrap=main";
/// The macro that says where the included file is, if it is no longer where it was.
const SOURCE: &str = "SECATEUR_SOURCE";
const WARNINGS: &str = "-std=c99 -Wall -Wextra -pedantic";

impl Build {
    fn file(&self) -> String {
        format!("test_{}", self.name)
    }

    /// The command, to be given where the test file is.
    pub fn command(&self) -> String {
        let mut words = vec![self.compiler().to_string()];
        words.extend(self.flags.iter().map(|f| text::shell(f)));
        if self.headers {
            words.push("-Iinclude".into());
        }
        words.extend(["-o".into(), self.file(), format!("{}.c", self.file())]);
        words.extend(self.sources.iter().map(|s| text::shell(&s.to_string_lossy())));
        if self.main == Main::Wrapped {
            words.push(WRAP.into());
        }
        words.push("-lm".into());
        words.join(" ")
    }

    /// Only clang compiles what LLVM writes.
    fn compiler(&self) -> &'static str {
        if self.sources.iter().any(|s| is_llvm(s)) { "clang" } else { "cc" }
    }

    /// The first comment of the file, and the inclusion of the source.
    pub fn head(&self, what: &str) -> String {
        let (file, what) = (self.file(), text::comment(what));
        let mut out = format!(
            "/* Tests of {what}. Written by Secateur {}.\n *\n *     {}\n *     ./{file}\n *\n",
            env!("CARGO_PKG_VERSION"),
            text::comment(&self.command())
        );
        out.push_str(
            " * runs every case in a process of its own. The status is 0 if all behave as recorded, and 1 if not.\n",
        );
        out.push_str(&format!(
            " * ./{file} --help tells more; `make check` and CMake work here too. `make bugs` builds with\n"
        ));
        out.push_str(" * sanitizers, and tells whether the known bugs are still there. */\n\n");
        if let Some((path, why)) = &self.included {
            out.push_str(&format!("/* The source is a part of this file, because {}. */\n", text::comment(why)));
            if self.main == Main::Hidden {
                out.push_str("#if defined(__GNUC__)\n#pragma GCC diagnostic push\n");
                out.push_str("#pragma GCC diagnostic ignored \"-Wreturn-type\"\n#endif\n");
                out.push_str("#define main secateur_main_of_the_program\n");
            }
            let path = path.display();
            out.push_str(&format!("#ifndef {SOURCE}\n#define {SOURCE} \"{path}\"\n#endif\n#include {SOURCE}\n"));
            if self.main == Main::Hidden {
                out.push_str("#undef main\n#if defined(__GNUC__)\n#pragma GCC diagnostic pop\n#endif\n");
            }
            out.push('\n');
        }
        if self.main == Main::Wrapped {
            out.push_str("/* The program has a main of its own: with -Wl,--wrap=main this one runs instead. */\n");
            out.push_str("#define main __wrap_main\n\n");
        }
        out
    }

    /// The folder that all the program's files are in.
    fn root(&self) -> PathBuf {
        let all = self.sources.iter().chain(self.included.as_ref().map(|i| &i.0));
        let mut folders = all.map(|s| s.parent().unwrap_or(Path::new("/")).to_path_buf());
        let first = folders.next().unwrap_or_default();
        folders.fold(first, |common, folder| {
            let same = common.components().zip(folder.components()).take_while(|(a, b)| a == b);
            same.map(|(a, _)| a).collect::<Vec<Component>>().iter().collect()
        })
    }

    fn relative(&self, source: &Path) -> String {
        source.strip_prefix(self.root()).unwrap_or(source).to_string_lossy().into_owned()
    }

    pub fn makefile(&self) -> String {
        let (file, name) = (self.file(), &self.name);
        let flags: Vec<String> = self.flags.iter().map(|f| text::make(f)).collect();
        let mut out = format!("# Builds and runs the tests of {name}.\n#\n");
        out.push_str("#     make check    builds and runs them\n");
        out.push_str(&format!("#     make junit    the same, with the results in {file}.xml\n"));
        out.push_str(
            "#     make bugs     builds them with sanitizers, and tells whether the known bugs are still there\n\n",
        );
        if self.compiler() != "cc" {
            out.push_str("CC = clang\n");
        }
        out.push_str("CFLAGS ?= -g\n\n# Where the program is, and what it is compiled with.\n");
        out.push_str(&format!("SOURCE_FOLDER = {}\n", in_quotes(&self.root().to_string_lossy())));
        out.push_str(&format!("PROGRAM_FLAGS = {}\n", flags.join(" ").replace('#', "\\#")));
        out.push_str("LDLIBS = -lm\n\n");
        out.push_str(&format!("check: {file}\n\t./{file}\n\n"));
        out.push_str(&format!("junit: {file}\n\t./{file} --junit {file}.xml\n\n"));
        out.push_str("bugs: SANITIZE = -fsanitize=address,undefined\n");
        out.push_str(&format!("bugs: {file}\n\t./{file} --bugs\n\n"));
        out.push_str("# Always built anew: the program's headers may have changed.\n");
        let headers = if self.headers { " -Iinclude" } else { "" };
        out.push_str(&format!("{file}: always\n"));
        if let Some((source, _)) = &self.included {
            let path = in_quotes(&self.relative(source)).replace('#', "\\#");
            let source = format!("-D{SOURCE}=\"\\\"$(SOURCE_FOLDER)/{path}\\\"\"");
            out.push_str(&format!(
                "\t$(CC) $(CFLAGS) $(SANITIZE) $(PROGRAM_FLAGS){headers} {source} -c -o {file}.o {file}.c\n"
            ));
        } else {
            out.push_str(&format!("\t$(CC) $(CFLAGS) $(SANITIZE) {WARNINGS}{headers} -c -o {file}.o {file}.c\n"));
        }
        let mut objects = vec![format!("{file}.o")];
        for (i, source) in self.sources.iter().enumerate() {
            let path = in_quotes(&self.relative(source)).replace('#', "\\#");
            objects.push(format!("program{i}.o"));
            let command = format!("$(CC) $(CFLAGS) $(SANITIZE) $(PROGRAM_FLAGS){headers} -c -o program{i}.o");
            out.push_str(&format!("\t{command} \"$(SOURCE_FOLDER)/{path}\"\n"));
        }
        let wrap = if self.main == Main::Wrapped { format!(" {WRAP}") } else { String::new() };
        let objects = objects.join(" ");
        out.push_str(&format!("\t$(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS){wrap} -o $@ {objects} $(LDLIBS)\n\n"));
        out.push_str(&format!("clean:\n\trm -f {file} {file}.xml {objects}\n\n"));
        out.push_str(".PHONY: check junit bugs clean always\n");
        out
    }

    /// `None` if CMake cannot build the program.
    pub fn cmake(&self, cases: &[u32]) -> Option<String> {
        if self.sources.iter().any(|s| is_llvm(s)) {
            return None;
        }
        let file = self.file();
        let mut out = format!("# Builds the tests of {}; `ctest` runs each case.\n", self.name);
        out.push_str(&format!("cmake_minimum_required(VERSION 3.13)\nproject({file} C)\nenable_testing()\n\n"));
        out.push_str("# Where the program is.\n");
        let root = text::cmake(&self.root().to_string_lossy());
        out.push_str(&format!("set(SOURCE_FOLDER {root} CACHE PATH \"Where the program is\")\n\n"));
        out.push_str(&format!("add_executable({file} {file}.c"));
        for source in &self.sources {
            let path = text::cmake(&format!("/{}", self.relative(source)));
            out.push_str(&format!("\n    \"${{SOURCE_FOLDER}}{}", &path[1..]));
        }
        out.push_str(")\n");
        if self.included.is_none() {
            let own: Vec<String> = WARNINGS.split(' ').map(str::to_string).collect();
            out.push_str(&format!(
                "set_source_files_properties({file}.c PROPERTIES COMPILE_OPTIONS \"{}\")\n",
                own.join(";")
            ));
        }
        if let Some((source, _)) = &self.included {
            let path = text::cmake(&format!("/{}", self.relative(source)));
            let path = &path[1..path.len() - 1];
            out.push_str(&format!(
                "target_compile_definitions({file} PRIVATE \"{SOURCE}=\\\"${{SOURCE_FOLDER}}{path}\\\"\")\n"
            ));
        }
        if self.headers {
            out.push_str(&format!(
                "target_include_directories({file} PRIVATE \"${{CMAKE_CURRENT_SOURCE_DIR}}/include\")\n"
            ));
        }
        if !self.flags.is_empty() {
            let flags: Vec<String> =
                self.flags.iter().map(|f| text::cmake(&format!("SHELL:{}", text::shell(f)))).collect();
            out.push_str(&format!("target_compile_options({file} PRIVATE {})\n", flags.join(" ")));
        }
        let wrap = if self.main == Main::Wrapped { format!(" {WRAP}") } else { String::new() };
        out.push_str(&format!("target_link_libraries({file} PRIVATE m{wrap})\n\n"));
        let numbers: Vec<String> = cases.iter().map(u32::to_string).collect();
        out.push_str(&format!("foreach(case {})\n", numbers.join(" ")));
        out.push_str(&format!("  add_test(NAME {}.${{case}} COMMAND {file} --case ${{case}})\n", self.name));
        out.push_str(&format!("  set_tests_properties({}.${{case}} PROPERTIES SKIP_RETURN_CODE 77)\n", self.name));
        out.push_str("endforeach()\n");
        Some(out)
    }
}

fn is_llvm(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "bc" || e == "ll")
}

/// A part of a word in double quotes, in a makefile.
fn in_quotes(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        if matches!(c, '"' | '\\' | '`' | '$') {
            out.push('\\');
        }
        out.push_str(match c {
            '$' => "$$",
            _ => "",
        });
        if c != '$' {
            out.push(c);
        }
    }
    out
}

/// The user's flags with absolute paths, since they were given in another folder. Those about warnings are left out: they
/// are about the program, not its tests, and compilers differ in them.
pub fn usable_flags(flags: &[String], folder: &Path) -> Vec<String> {
    const PATHS: &[&str] = &["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-L"];
    let mut out: Vec<String> = Vec::new();
    let mut path_next = false;
    let is_warning = |flag: &str| {
        let passed_on = ["-Wl,", "-Wa,", "-Wp,"].iter().any(|p| flag.starts_with(p));
        flag.starts_with("-W") && !passed_on || flag.starts_with("-pedantic")
    };
    for flag in flags {
        if !path_next && is_warning(flag) {
            continue;
        }
        let absolute = |path: &str| folder.join(path).to_string_lossy().into_owned();
        let joined =
            PATHS.iter().find(|p| flag.len() > p.len() && flag.starts_with(*p) && !PATHS.contains(&flag.as_str()));
        out.push(match joined {
            _ if path_next => absolute(flag),
            Some(prefix) => format!("{prefix}{}", absolute(&flag[prefix.len()..])),
            None => flag.clone(),
        });
        path_next = PATHS.contains(&flag.as_str());
    }
    out
}
