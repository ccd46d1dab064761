//! Reports against what others say about their formats: the schema of SARIF, lcov's own tools, an XML parser.

use secateur_testgen::formats::File as Written;
use secateur_testgen::reports::{
    ALL, Bug, Decision, File, Frame, Function, Line, Loss, Note, Run, Shown, Side, Status, Test,
};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn frame(function: &str, line: u32, library: bool) -> Frame {
    let (file, path) = ("src/a.c".to_string(), "/w/src/a.c".to_string());
    Frame { function: function.into(), file, path, line, col: 3, library }
}

fn bug(kind: &str, line: u32, test: u32, confirmed: bool) -> Bug {
    Bug {
        kind: kind.into(),
        message: "4 bytes behind \"buf\" <of 8> & more".into(),
        file: "src/a.c".into(),
        path: "/w/src/a.c".into(),
        line,
        col: 3,
        function: "f".into(),
        stack: vec![frame("memcpy", 0, true), frame("f", line, false), frame("main", 2, false)],
        notes: vec![
            Note { text: "allocated at".into(), place: Some(frame("main", 1, false)) },
            Note { text: "memory was short".into(), place: None },
        ],
        test,
        test_file: format!("tests/test00000{test}.ktest"),
        folder: format!("bugs/00{test}-{kind}"),
        input: vec![Shown { name: "x".into(), value: "\"\\x1b\x1b\u{0}]]>\"".into() }],
        confirmed,
        why_not: if confirmed { String::new() } else { "the sanitizers do not see it".into() },
        native: "==1==ERROR: AddressSanitizer: \x1b[1m<heap>".into(),
    }
}

/// A run with something of everything.
fn run() -> Run {
    let side = |tests, label: &str| Side {
        label: label.into(),
        tests,
        status: if tests > 0 { Status::Covered } else { Status::NotReached },
        reasons: vec![],
    };
    let decision = |line, tests: [u32; 2]| Decision {
        line,
        col: 7,
        function: "f".into(),
        is_switch: false,
        reached: tests != [0, 0],
        sides: vec![side(tests[0], "true"), side(tests[1], "false")],
    };
    let test = |number, end: &str, verdict: &str, why: &str| Test {
        number,
        files: vec![format!("tests/test00000{number}.ktest")],
        end: end.into(),
        input: vec![Shown { name: "x".into(), value: "\"\u{1}é\"".into() }],
        verdict: verdict.into(),
        why: why.into(),
        replay_s: 0.25,
        ..Test::default()
    };
    let source = ["int buf[2];", "  f();", "  buf[x] = 1;", "  buf[x] = 1;", "  if (\"ä\") return;"];
    Run {
        version: "0.1.0".into(),
        command: ["secateur", "test", "it's.c"].map(String::from).to_vec(),
        directory: "/w".into(),
        started: "2026-11-16T02:30:41.120Z".into(),
        program: vec!["src/a.c".into()],
        function: "main".into(),
        status: "limit".into(),
        native: true,
        not_native: vec!["there was no time".into()],
        files: vec![File {
            name: "src/a.c".into(),
            path: "/w/src/a.c".into(),
            source: source.map(String::from).to_vec(),
            lines: [(2, 3), (3, 1), (4, 0)].map(|(line, tests)| Line { line, tests }).to_vec(),
            functions: [("main", 1, 3), ("f", 3, 0)]
                .map(|(name, line, tests)| Function { name: name.into(), line, tests })
                .to_vec(),
            decisions: vec![decision(2, [2, 1]), decision(4, [0, 0]), decision(5, [1, 0])],
        }],
        tests: vec![
            test(1, "exit 0", "confirmed", ""),
            test(2, "out-of-bounds-write at src/a.c:3", "confirmed", ""),
            test(3, "out-of-bounds-write at src/a.c:4", "unconfirmed", "the sanitizers do not see it"),
            test(4, "exit 1", "divergence", "natively it exited with 2"),
            test(5, "cut", "unconfirmed", "the path was cut short"),
            test(6, "exit 0", "not-replayed", "there was no time"),
            test(7, "out-of-bounds-write at src/a.c:3", "confirmed", ""),
        ],
        bugs: vec![bug("out-of-bounds-write", 3, 2, true), bug("out-of-bounds-write", 4, 3, false)],
        divergences: vec!["test 4: natively it exited with 2".into()],
        losses: vec![Loss { what: "a call".into(), file: "src/a.c".into(), line: 2, count: 3, ..Loss::default() }],
        ..Run::default()
    }
}

fn write(run: &Run, name: &str) -> Written {
    let report = ALL.iter().find(|r| r.name == name).expect("registered");
    (report.write)(run).pop().expect("one file")
}

fn sarif(run: &Run) -> Value {
    serde_json::from_slice(&write(run, "sarif").bytes).expect("JSON")
}

#[test]
fn sarif_follows_the_official_schema() {
    // Its patterns for languages have a lone bracket, which JavaScript takes for itself and Rust does not.
    let text = include_str!("schemas/sarif-2.1.0.json").replace("{2}]?$", "{2}\\\\]?$");
    let schema = serde_json::from_str(&text).expect("the schema is JSON");
    let validator = jsonschema::draft7::options().should_validate_formats(true).build(&schema).expect("a schema");
    for run in [run(), Run::default()] {
        let document = sarif(&run);
        let errors: Vec<String> =
            validator.iter_errors(&document).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{}\n{document:#}", errors.join("\n"));
    }
    // The validator does notice.
    let mut wrong = sarif(&run());
    wrong["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(!validator.is_valid(&wrong));
}

#[test]
fn sarif_tells_place_level_and_way() {
    let document = sarif(&run());
    let results = &document["runs"][0]["results"];
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"], serde_json::json!({ "uri": "src/a.c", "uriBaseId": "%SRCROOT%" }));
    assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&3.into(), &3.into()));
    assert_eq!((&results[0]["level"], &results[1]["level"]), (&"error".into(), &"warning".into()));
    assert_eq!(results[1]["properties"]["confirmed"], false);
    let steps = results[0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("steps");
    let texts: Vec<&str> = steps.iter().filter_map(|s| s["location"]["message"]["text"].as_str()).collect();
    assert_eq!(texts[..2], ["main calls f.", "Allocated here."]);
    assert_eq!(texts.len(), 3);
    let end = &steps[2]["location"]["physicalLocation"];
    assert_eq!(end, place, "the last step is the finding's own place");
    // The library's function is named, its file is not.
    let inner = &results[0]["stacks"][0]["frames"][0]["location"];
    assert_eq!((&inner["logicalLocations"][0]["name"], &inner["physicalLocation"]), (&"memcpy".into(), &Value::Null));
    let rules = document["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    assert_eq!(rules[results[0]["ruleIndex"].as_u64().expect("an index") as usize]["id"], "out-of-bounds-write");
    assert_eq!(document["runs"][0]["invocations"][0]["commandLine"], "secateur test 'it'\\''s.c'");
}

#[test]
fn fingerprints_stay_when_lines_move_and_tell_equal_lines_apart() {
    let prints = |run: &Run| -> Vec<String> {
        let all = sarif(run)["runs"][0]["results"].as_array().expect("results").clone();
        all.iter().map(|r| r["partialFingerprints"]["primaryLocationLineHash"].to_string()).collect()
    };
    let before = prints(&run());
    assert_ne!(before[0], before[1]);
    let mut moved = run();
    let file = &mut moved.files[0];
    file.source.insert(0, "// a new line".into());
    file.source.iter_mut().for_each(|line| line.insert(0, '\t'));
    moved.bugs.iter_mut().for_each(|bug| bug.line += 1);
    assert_eq!(prints(&moved), before);
    let mut other = run();
    other.bugs[0].kind = "out-of-bounds-read".into();
    assert_ne!(prints(&other)[0], before[0]);
}

#[test]
fn lcov_and_genhtml_read_the_coverage() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |name: &str| folder.path().join(name);
    let mut run = run();
    run.files[0].path = at("a.c").display().to_string();
    std::fs::write(at("a.c"), run.files[0].source.join("\n")).expect("writable");
    std::fs::write(at("coverage.lcov"), write(&run, "lcov").bytes).expect("writable");
    let tool = |name: &str, args: &[&str]| {
        let mut command = Command::new(name);
        let output = command.args(args).current_dir(folder.path()).output().expect("lcov is installed");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success(), "{name}: {said}");
        said
    };
    let said = tool("lcov", &["--rc", "lcov_branch_coverage=1", "--summary", "coverage.lcov"]);
    for part in ["(2 of 3 lines)", "(1 of 2 functions)", "(3 of 6 branches)"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = tool("genhtml", &["--branch-coverage", "-o", "html", "coverage.lcov"]);
    assert!(said.contains("3 of 6 branches") && Path::new(&at("html/index.html")).is_file(), "{said}");
}

#[test]
fn junit_is_xml_with_the_right_verdicts() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("junit.xml");
    std::fs::write(&path, write(&run(), "junit").bytes).expect("writable");
    let ask = |question: &str| {
        let output = Command::new("xmllint").args(["--xpath", question]).arg(&path).output();
        let output = output.expect("xmllint is installed");
        assert!(output.status.success(), "{question}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim_end().to_string()
    };
    assert_eq!(ask("string(/testsuites/testsuite/@tests)"), "7");
    assert_eq!(ask("string(//testsuite/@failures)"), ask("string(count(//testcase/failure))"));
    assert_eq!(ask("string(//testsuite/@skipped)"), ask("string(count(//testcase/skipped))"));
    assert_eq!(ask("string(//testcase[@name='test000002']/failure/@type)"), "out-of-bounds-write");
    let details = ask("string(//testcase[@name='test000002']/failure)");
    assert!(details.contains("\\x1b[1m<heap>") && details.contains("#1 f at src/a.c:3"), "{details}");
    assert_eq!(ask("string(//testcase[@name='test000004']/failure/@type)"), "divergence");
    assert_eq!(ask("string(//testcase[@name='test000007']/failure/@type)"), "out-of-bounds-write");
    assert_eq!(ask("count(//testcase[@name='test000001']/*)"), "1");
    assert_eq!(ask("string(//testcase[@name='test000001']/system-out)"), "x = \"\\x01é\"\nrecorded end: exit 0");
    assert_eq!(ask("count(//testcase/skipped)"), "3");
    assert_eq!(ask("string(//testsuite/@timestamp)"), "2026-11-16T02:30:41");
}

#[test]
fn junit_leaves_out_a_place_that_is_not_known_and_tells_what_is_lost() {
    let test = |number, verdict: &str| Test { number, verdict: verdict.into(), ..Test::default() };
    let mut signal = bug("signal 8", 0, 1, true);
    (signal.file, signal.message) = (String::new(), "signal 8".into());
    let run = Run { tests: vec![test(1, "confirmed"), test(2, "unreadable")], bugs: vec![signal], ..Run::default() };
    let text = String::from_utf8(write(&run, "junit").bytes).expect("XML is text");
    assert!(text.contains("<failure type=\"signal 8\" message=\"signal 8\">"), "{text}");
    assert!(text.contains("tests=\"2\" failures=\"1\" errors=\"1\""), "{text}");
    assert!(text.contains("<error type=\"unreadable\" message=\"it cannot be read\"/>"), "{text}");
}
