//! A test under a debugger: everything that its run needs in a folder, and the line that a person pastes.
//!
//! The program gets what it gets in a replay: its arguments, its working directory, its standard input, no other
//! environment. Sanitizers end it by a signal, so that the debugger stops where the error is.

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
        let arguments: Vec<String> = case.arguments().iter().map(|a| shell::quote_bytes(a)).collect();
        let script = format!(
            "set startup-with-shell on\nset exec-wrapper {}\nset cwd {}\nset args {} < {}\n",
            shell::join(wrapper.iter().map(String::as_str)),
            text(&at("cwd")),
            arguments.join(" "),
            shell::quote(&text(&at("stdin"))),
        );
        runner::write(&at("commands.gdb"), script.as_bytes())?;
        let program = binary.path.canonicalize().unwrap_or_else(|_| binary.path.clone());
        Ok(shell::join(["gdb", "-q", "-x", &text(&at("commands.gdb")), "-ex", "run", &text(&program)]))
    }
}
