//! A test under a debugger: everything that its run needs in a folder, and the line that a person pastes.
//!
//! The program gets what it gets in a replay: its arguments, its working directory, its standard input, no other
//! environment. Sanitizers end it by a signal, so that the debugger stops where the error is.
//!
//! The debugger starts programs with a shell. That is always `sh`, and whatever bytes arguments have, they are
//! quoted as every such shell reads them.

use crate::formats::ktest;
use crate::runner::{self, Build, Manner};
use crate::{InputKind, Replayer, TestCase, TestgenError, shell};
use std::path::Path;

impl Replayer {
    /// Prepares `folder`, which must be new or empty, and tells the command. Only for builds that are kept.
    pub fn debugger(&self, case: &TestCase, folder: &Path) -> Result<String, TestgenError> {
        let (runner, binary) = self.for_people();
        std::fs::create_dir_all(folder).map_err(|e| TestgenError::io(folder, e))?;
        let folder = folder.canonicalize().map_err(|e| TestgenError::io(folder, e))?;
        let at = |name: &str| folder.join(name);
        runner::place_files(&at("cwd"), case)?;
        runner::write(&at("stdin"), case.stdin())?;
        let objects = case.inputs.iter().filter(|i| i.kind == InputKind::Object).cloned().collect();
        let objects = ktest::encode("program", &TestCase { args: vec![], inputs: objects })?;
        runner::write(&at("test.ktest"), &objects)?;

        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut wrapper = vec!["env".to_string(), "-i".into(), format!("KTEST_FILE={}", text(&at("test.ktest")))];
        if let Build::Sanitizer(_) = binary.build {
            // Leaks cannot be looked for in a program that is being traced.
            let options = runner::sanitizer_options(&Manner::default(), runner.limits.memory);
            let options = options.replace("handle_abort=1", "handle_abort=0") + ":abort_on_error=1";
            wrapper.extend(["ASAN", "UBSAN", "MSAN"].map(|name| format!("{name}_OPTIONS={options}")));
        }
        let mut script =
            format!("set startup-with-shell on\nset cwd {}\nset exec-wrapper", text(&at("cwd"))).into_bytes();
        let add = |script: &mut Vec<u8>, word: &[u8]| {
            script.push(b' ');
            script.extend(shell::for_every_shell(word));
        };
        wrapper.iter().for_each(|word| add(&mut script, word.as_bytes()));
        script.extend(b"\nset args");
        case.arguments().iter().for_each(|word| add(&mut script, word));
        script.extend(b" <");
        add(&mut script, text(&at("stdin")).as_bytes());
        script.push(b'\n');
        runner::write(&at("commands.gdb"), &script)?;
        let program = binary.path.canonicalize().unwrap_or_else(|_| binary.path.clone());
        Ok(shell::join([
            "env",
            "SHELL=/bin/sh",
            "gdb",
            "-q",
            "-x",
            &text(&at("commands.gdb")),
            "-ex",
            "run",
            &text(&program),
        ]))
    }
}
