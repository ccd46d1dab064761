//! The test file of a whole program: its `main` with recorded arguments, standard input, files and inputs.
//!
//! Each case runs in a process of its own, in an empty folder. The program's `main` keeps its name, because only a
//! function of that name may end without a value; the linker calls ours instead.

use super::build::Build;
use super::cases::{self, Case};
use super::{harness, numbers, text};
use crate::formats::Recorded;
use crate::{Input, InputKind};

/// The file. `program` is the program's name, as it finds it in `argv[0]`.
pub fn text(tests: &[Recorded], build: &Build, program: &str) -> String {
    let written: Vec<Case> = tests.iter().map(|test| case(test, program)).collect();
    let mut out = build.head(&format!("the program {program}"));
    out.push_str(cases::HEAD);
    if build.headers {
        out.push_str(harness::INPUTS);
    }
    // Without cases it would not be used.
    if !tests.is_empty() {
        out.push_str(&cases::section("the program"));
        out.push_str(include_str!("program.c"));
    }
    cases::finish(&mut out, &written, build, true);
    if build.headers {
        out.push_str(&harness::text());
    }
    out
}

fn case(test: &Recorded, program: &str) -> Case {
    let name = format!("secateur_case_{}", test.number);
    let case = &test.case;
    let arguments = case.arguments();
    let mut lines = Vec::new();
    for (i, argument) in [program.as_bytes().to_vec()].iter().chain(&arguments).enumerate() {
        let bytes: Vec<u8> = argument.iter().copied().chain([0]).collect();
        lines.push(format!("static char argument{i}[{}] = {};", bytes.len(), text::char_array(&bytes)));
    }
    let list: Vec<String> = (0..=arguments.len()).map(|i| format!("argument{i}")).collect();
    lines.push(format!("static char *arguments[] = {{ {}, NULL }};", list.join(", ")));
    let inputs: Vec<&Input> =
        case.inputs.iter().filter(|i| i.kind == InputKind::Object && !i.bytes.is_empty()).collect();
    if !inputs.is_empty() {
        lines.extend(harness::table(&inputs));
    }
    for (i, (name, content)) in case.files().enumerate() {
        let (bytes, array) = text::pointer(content, &format!("file{i}"));
        lines.extend(array);
        lines.push(format!("secateur_file({}, {bytes}, {});", text::literal(name.as_bytes()), content.len()));
    }
    let (bytes, array) = text::pointer(case.stdin(), "input");
    lines.extend(array);
    lines.push(format!("secateur_stdin({bytes}, {});", case.stdin().len()));
    lines.push(format!("secateur_program({}, arguments);", arguments.len() + 1));
    let body = format!("static void {name}(void)\n{{\n    {}\n}}\n", lines.join("\n    "));
    Case {
        number: test.number,
        title: title(test, program),
        text: body,
        run: Some(name),
        end: cases::end(&test.expected, false),
    }
}

/// The command line, and what the program reads.
fn title(test: &Recorded, program: &str) -> String {
    let base = program.rsplit('/').next().unwrap_or(program);
    let mut out = base.to_string();
    for argument in test.case.arguments() {
        out.push_str(&format!(" {}", text::literal(&argument)));
    }
    for input in &test.case.inputs {
        match &input.kind {
            InputKind::Object => {
                out.push_str(&format!(", {} = {}", input.name, shown(&input.bytes)));
            }
            InputKind::Stdin { .. } => out.push_str(&format!(" < {}", text::literal(input.content()))),
            InputKind::File { path, .. } => out.push_str(&format!(", {path}: {}", text::literal(input.content()))),
            InputKind::Arg | InputKind::ArgCount => {}
        }
    }
    text::title(&out)
}

/// As a number where it may be one.
fn shown(bytes: &[u8]) -> String {
    match bytes.len() {
        1 | 2 | 4 | 8 => numbers::from_bytes(bytes, true).to_string(),
        _ => text::literal(bytes),
    }
}
