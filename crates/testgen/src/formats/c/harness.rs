//! What programs with harnesses are compiled and linked with: our headers, KLEE's and CREST's, and the functions
//! that they declare, which read the recorded inputs.
//!
//! The functions are those of `runtime/harness.c`, word for word, so that inputs are asked for under the same names and in the same
//! order as when they were recorded.

use super::text;
use crate::Input;
use crate::formats::File;
use std::path::Path;

/// The list of inputs that a case has.
pub const INPUTS: &str = "
struct secateur_input {
    const char *name;
    const void *bytes;
    size_t size;
};
static const struct secateur_input *secateur_inputs;
static int secateur_input_count, secateur_next;
";

macro_rules! runtime {
    ($path:literal) => {
        include_str!(concat!("../../../../../runtime/", $path))
    };
}

const HARNESS: &str = "include/secateur_harness.c";

/// What stands beside the test.
pub fn files() -> Vec<File> {
    let file = |name: &str, text: &str| File { name: format!("tests/{name}"), bytes: text.as_bytes().to_vec() };
    vec![
        file("include/secateur.h", runtime!("include/secateur.h")),
        file("include/crest.h", runtime!("include/crest.h")),
        file("include/klee/klee.h", runtime!("include/klee/klee.h")),
        file(HARNESS, runtime!("harness.c")),
    ]
}

/// The last part of a test file.
pub fn text() -> String {
    let mut out = super::cases::section("functions for harnesses");
    out.push_str(&format!("#define SECATEUR_NATIVE 1\n#include \"{HARNESS}\"\n\n"));
    out + include_str!("inputs.c")
}

/// The inputs of a case, as lines of its function.
pub fn table(inputs: &[&Input]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rows = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        let (bytes, array) = text::pointer(&input.bytes, &format!("bytes{i}"));
        lines.extend(array);
        rows.push(format!("        {{ {}, {bytes}, {} }}", text::literal(input.name.as_bytes()), input.bytes.len()));
    }
    lines.push(format!("static const struct secateur_input inputs[] = {{\n{}\n    }};", rows.join(",\n")));
    lines.push("secateur_inputs = inputs;".into());
    lines.push(format!("secateur_input_count = {};", inputs.len()));
    lines
}

/// Whether the program may use any of it.
pub fn is_used(files: &[std::path::PathBuf]) -> bool {
    const SIGNS: &[&str] = &["secateur", "klee", "crest.h", "__Crest", "__VERIFIER", "reach_error"];
    let uses = |path: &Path| match path.extension().and_then(|e| e.to_str()) {
        Some("c" | "h" | "i") => {
            let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
            SIGNS.iter().any(|sign| text.contains(sign))
        }
        _ => true,
    };
    files.iter().any(|file| uses(file))
}
