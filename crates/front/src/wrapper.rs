//! `secateur cc`: a C compiler that leaves bitcode in what it makes.
//!
//! The real compiler does all the work, with the arguments as they are, so results, messages and statuses are its own.
//! Beside it, each C file is compiled to bitcode as [`crate::load`] does it, with the flags that matter, and put into
//! the object as a [`crate::record`]. That this fails is no error of the build: the record says why, and who asks
//! for the program's bitcode is told.
//!
//! Files of configure scripts and of CMake's probes get no record: there are hundreds, and nobody tests them. An
//! autoconf script has `confdefs.h` beside its `conftest.c` while it runs; without that, the file is the user's own.

use crate::arguments::{CommandLine, Input, Language, Stage, by_name};
use crate::record::{Record, SECTION, Texts, digest};
use crate::source::tidy;
use crate::{FrontError, Options, Runtime, Source, clang, in_parallel};
use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, FileFlags, SectionFlags, SectionKind, elf};
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// Names the compiler to run, with arguments if need be.
pub const COMPILER: &str = "SECATEUR_CC";

/// Compiles, and returns the compiler's exit status.
pub fn run(arguments: &[OsString]) -> Result<u8, FrontError> {
    let real = real_compiler()?;
    let here = std::env::current_dir().unwrap_or_default();
    let words: Option<Vec<String>> = arguments.iter().map(|a| a.to_str().map(str::to_string)).collect();
    let line = words.as_ref().map(|words| CommandLine::parse(words, &here));
    let recorded: Vec<Input> = line.iter().flat_map(|line| wanted(line, &here)).cloned().collect();
    let (Some(words), Some(line), false) = (words, line, recorded.is_empty()) else {
        let mut command = compiler(&real, arguments);
        // Returns only if it fails.
        let error = command.exec();
        return Err(no_compiler(&real, &error));
    };
    let make = || in_parallel(recorded.iter(), |input| record(input, &line, &words, &here));
    if line.stage == Stage::Link {
        let records = make();
        let bytes: Vec<u8> = records.iter().flat_map(Record::encode).collect();
        let object = carrier(&bytes);
        // One object more, at the end, with nothing in it but the records.
        let mut file = tempfile::Builder::new().prefix("secateur-").suffix(".o").tempfile().map_err(no_room)?;
        file.write_all(&object).map_err(no_room)?;
        let mut command = compiler(&real, &with_object(arguments, file.path()));
        return command.status().map(code).map_err(|e| no_compiler(&real, &e));
    }
    let mut command = compiler(&real, arguments);
    let (status, records) = std::thread::scope(|scope| {
        let records = scope.spawn(make);
        let status = command.status();
        (status, records.join().unwrap_or_default())
    });
    let status = status.map_err(|e| no_compiler(&real, &e))?;
    if status.success() {
        for (input, record) in recorded.iter().zip(&records) {
            attach(&output_of(input, &line), &record.encode());
        }
    }
    Ok(code(status))
}

/// The arguments with one object more, in whatever language the inputs before it are. Behind `--` everything is an input, so
/// there it goes to the linker.
fn with_object(arguments: &[OsString], object: &Path) -> Vec<OsString> {
    let object = object.as_os_str().to_owned();
    let (head, tail) = arguments.split_at(arguments.iter().position(|a| a == "--").unwrap_or(arguments.len()));
    let more = match tail.is_empty() {
        true => vec!["-x".into(), "none".into(), object],
        false => vec!["-Xlinker".into(), object],
    };
    [head, &more, tail].concat()
}

fn real_compiler() -> Result<Vec<String>, FrontError> {
    let Some(text) = std::env::var(COMPILER).ok().filter(|t| !t.trim().is_empty()) else {
        return Ok(vec![clang::command().get_program().to_string_lossy().into_owned()]);
    };
    crate::arguments::split(&text)
        .ok_or(FrontError::NoCompiler { compiler: text, reason: "a quote is not closed".into() })
}

fn compiler(real: &[String], arguments: &[OsString]) -> Command {
    let mut command = Command::new(&real[0]);
    command.args(&real[1..]).args(arguments);
    command
}

fn no_compiler(real: &[String], error: &std::io::Error) -> FrontError {
    FrontError::NoCompiler { compiler: real.join(" "), reason: error.to_string() }
}

fn no_room(error: std::io::Error) -> FrontError {
    FrontError::Unreadable { path: std::env::temp_dir(), reason: error.to_string() }
}

fn code(status: ExitStatus) -> u8 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)) as u8
}

/// The inputs that get a record. Assembly gets one that says that it is assembly. A header that is precompiled gets none,
/// and neither does a program for another machine: its linker would refuse our object, and we could not run it.
fn wanted<'a>(line: &'a CommandLine, here: &Path) -> Vec<&'a Input> {
    if line.stage < Stage::Object || (line.stage == Stage::Link && line.foreign) {
        return Vec::new();
    }
    let compiled = |i: &&Input| matches!(i.language, Language::C | Language::Assembly | Language::Other);
    line.inputs.iter().filter(compiled).filter(|i| !is_probe(&here.join(&i.name))).collect()
}

/// Whether a file only asks what the compiler can do: autoconf's, CMake's and Meson's.
fn is_probe(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folders = ["CMakeScratch", "CMakeTmp", "CompilerIdC", "meson-private"];
    let inside = path.components().any(|c| folders.contains(&c.as_os_str().to_string_lossy().as_ref()));
    let autoconf = stem.trim_end_matches(|c: char| c.is_ascii_digit()) == "conftest";
    autoconf && path.with_file_name("confdefs.h").is_file() || inside
}

/// Compiles one file to bitcode.
fn record(input: &Input, line: &CommandLine, arguments: &[String], here: &Path) -> Record {
    let path = PathBuf::from(&input.name);
    let result = match input.language {
        _ if input.name == "-" => Err("it was read from standard input".to_string()),
        Language::C => bitcode(&path, &line.flags),
        Language::Assembly => Err("it is assembly, which cannot be explored".to_string()),
        _ => Err("it is not C".to_string()),
    };
    let (bitcode, texts) = match result {
        Ok((bitcode, texts)) => (Ok(bitcode), texts),
        Err(why) => (Err(why), Vec::new()),
    };
    Record {
        directory: here.display().to_string(),
        path: input.name.clone(),
        flags: line.flags.clone(),
        arguments: arguments.to_vec(),
        texts,
        bitcode,
    }
}

/// With the digests of what it was compiled from: the file, and its headers but for those of the system.
fn bitcode(path: &Path, flags: &[String]) -> Result<(Vec<u8>, Texts), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (output, rule) = (folder.path().join("module.bc"), folder.path().join("rule"));
    let runtime = Runtime::find().map_err(|e| e.to_string())?;
    let cflags = vec!["-MMD".to_string(), "-MT".into(), "x".into(), "-MF".into(), rule.display().to_string()];
    let options = Options { include: vec![], define: vec![], cflags, runtime, deadline: None, warn: |_| {} };
    // Started here, so the folder of the record is the one that it has by itself.
    let mut source = Source { path: path.to_path_buf(), flags: flags.to_vec(), ..Source::default() };
    if by_name(&path.to_string_lossy()) != Language::C {
        source.flags.extend(["-x", "c"].map(str::to_string));
    }
    clang::compile(&source, &output, &options).map_err(|e| e.to_string())?;
    let bitcode = std::fs::read(&output).map_err(|e| e.to_string())?;
    let files = prerequisites(&std::fs::read_to_string(&rule).map_err(|e| e.to_string())?);
    let texts = files.into_iter().filter_map(|file| std::fs::read(&file).ok().map(|text| (file, digest(&text))));
    Ok((bitcode, texts.collect()))
}

/// What a rule of make that the compiler wrote depends on.
fn prerequisites(rule: &str) -> Vec<String> {
    let rule = rule.split_once(": ").map_or("", |(_, files)| files);
    let mut files = vec![String::new()];
    let mut chars = rule.chars().peekable();
    while let Some(c) = chars.next() {
        let last = files.last_mut().expect("there is always one");
        match (c, chars.peek()) {
            ('\\', Some(' ' | '#')) => last.extend(chars.next()),
            ('$', Some('$')) => last.extend(chars.next()),
            ('\\', Some('\n')) => {}
            (' ' | '\n', _) => files.push(String::new()),
            _ => last.push(c),
        }
    }
    files.retain(|file| !file.is_empty());
    files
}

/// The object that the compiler makes of one input.
fn output_of(input: &Input, line: &CommandLine) -> PathBuf {
    match &line.output {
        Some(output) => PathBuf::from(output),
        None => PathBuf::from(Path::new(&input.name).file_name().unwrap_or_default()).with_extension("o"),
    }
}

/// Puts a section into an object. What is no ELF file (bitcode of `-flto`, `/dev/null`) stays as it is.
fn attach(object: &Path, bytes: &[u8]) {
    if !object.is_file() || !crate::worker::peek(object).unwrap_or_default().starts_with(b"\x7fELF") {
        return;
    }
    let Ok(mut file) = tempfile::NamedTempFile::new() else { return };
    if file.write_all(bytes).is_err() {
        return;
    }
    let section = format!("{SECTION}={}", file.path().display());
    // A failure shows when the program is tested: it says that there is no bitcode.
    let _ = Command::new("objcopy").arg("--add-section").arg(section).arg(tidy(object)).output();
}

/// An object with the records and nothing else.
fn carrier(bytes: &[u8]) -> Vec<u8> {
    let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let section = object.add_section(vec![], SECTION.into(), SectionKind::Other);
    object.append_section_data(section, bytes, 1);
    // Nothing refers to it: without the flag, `--gc-sections` leaves it out. The flag is one of the GNU system's.
    object.flags = FileFlags::Elf { os_abi: elf::ELFOSABI_GNU, abi_version: 0, e_flags: elf::FileFlags(0) };
    object.section_mut(section).flags = SectionFlags::Elf { sh_type: elf::SHT_PROGBITS, sh_flags: elf::SHF_GNU_RETAIN };
    // Without it, linkers take the stack for one that code may run on.
    object.add_section(vec![], b".note.GNU-stack".to_vec(), SectionKind::Other);
    object.write().expect("an object without symbols can be written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::{Object, ObjectSection};

    fn names(command: &str) -> Vec<String> {
        let words = crate::arguments::split(command).expect("quotes are closed");
        let line = CommandLine::parse(&words, Path::new("/nowhere"));
        wanted(&line, Path::new("/nowhere")).into_iter().map(|input| input.name.clone()).collect()
    }

    #[test]
    fn only_code_for_this_machine_gets_a_record() {
        assert_eq!(names("a.c b.o d.S -o prog"), ["a.c", "d.S"]);
        assert_eq!(names("-c -m32 a.c"), ["a.c"]);
        let nothing = [
            "-x c-header u.h -o u.h.pch",
            "u.h",
            "-Xclang -emit-pch -x c-header -c pre.h.c",
            "--analyze a.c",
            "--preprocess a.c",
            "-m32 -shared a.c",
            "--target=aarch64-linux-gnu a.c",
        ];
        for command in nothing {
            assert!(names(command).is_empty(), "{command}");
        }
    }

    #[test]
    fn only_a_running_script_of_autoconfs_probes() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let probes =
            || ["conftest.c", "conftest2.c", "conftests.c", "a.c"].map(|name| is_probe(&folder.path().join(name)));
        assert_eq!(probes(), [false; 4]);
        std::fs::write(folder.path().join("confdefs.h"), "").expect("it can be written");
        assert_eq!(probes(), [true, true, false, false]);
        assert!(is_probe(Path::new("/b/CMakeFiles/CMakeScratch/x.c")));
    }

    #[test]
    fn rules_of_make_are_read() {
        let rule = "x: a.c inc/b\\ c.h \\\n  d\\#.h e$$.h\n";
        assert_eq!(prerequisites(rule), ["a.c", "inc/b c.h", "d#.h", "e$.h"]);
        assert!(prerequisites("").is_empty());
    }

    #[test]
    fn linkers_keep_the_records() {
        let bytes = carrier(b"records");
        let file = object::File::parse(&bytes[..]).expect("it is an object");
        let section = file.section_by_name(SECTION).expect("it has the section");
        assert_eq!(section.data().ok(), Some(&b"records"[..]));
        let SectionFlags::Elf { sh_flags, .. } = section.flags() else { panic!("it is no ELF file") };
        assert_eq!(sh_flags, elf::SHF_GNU_RETAIN);
        assert!(matches!(file.flags(), FileFlags::Elf { os_abi: elf::ELFOSABI_GNU, .. }));
    }
}
