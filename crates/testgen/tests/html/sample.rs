//! Runs to report, made up: a large one as real programs give, and ones that are hard on a page.

use secateur_testgen::reports::*;

/// A run with 10,000 paths, a file of 2,000 lines, 300 tests, bugs, losses and everything else.
pub fn large() -> Run {
    let mut random = fastrand::Rng::with_seed(7);
    let files = vec![source_file("src/parser.c", 2_000, &mut random), source_file("src/util.c", 300, &mut random)];
    let paths = [
        ("completed", 7_412),
        ("bug", 9),
        ("infeasible", 1_201),
        ("pending", 350),
        ("limit", 12),
        ("unsupported", 3),
        ("pruned:rwset", 1_800),
        ("pruned:look-ahead", 410),
        ("muted", 2),
    ];
    Run {
        version: "0.1.0".into(),
        command: words("secateur test --sym-stdin 64 --time 60s --search cfg,random-path src/parser.c src/util.c"),
        directory: "/home/user/my project".into(),
        started: "2026-11-15T21:04:05Z".into(),
        program: words("src/parser.c src/util.c"),
        function: "main".into(),
        status: "limit".into(),
        limits: words("time"),
        paths: paths.iter().map(|(name, count)| (name.to_string(), *count)).collect(),
        instructions: 8_431_220_119,
        time_s: 60.2,
        peak_rss_bytes: 612 << 20,
        search: words("cfg random-path"),
        prune: words("rwset look-ahead"),
        native: true,
        files,
        tests: (1..=300).map(|number| test(number, &mut random)).collect(),
        bugs: bugs(),
        divergences: vec!["test 17: natively decision 41 went the other way (src/parser.c:321)".into()],
        losses: losses(),
        solver: solver(),
        timeline: timeline(500),
        tree: tree(10_000, &mut random),
        ..Run::default()
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(String::from).collect()
}

/// A file with functions of 20 lines, each with a branch, and a switch now and then.
pub fn source_file(name: &str, lines: u32, random: &mut fastrand::Rng) -> File {
    let mut file = File { name: name.into(), path: format!("/home/user/my project/{name}"), ..File::default() };
    for line in 1..=lines {
        let function = format!("handle_{}", line / 20);
        let text = match line % 20 {
            1 => {
                format!("static int {function}(const unsigned char *bytes, size_t length) /* section {} */", line / 20)
            }
            2 => "{".into(),
            4 | 8 | 12 => format!(
                "\tif (length > {} && bytes[{}] == '\\x{:02x}') {{ // see \"notes\"",
                line % 7,
                line % 5,
                line % 256
            ),
            5 | 9 | 13 => format!("\t\tstate = next_state(state, bytes[{}], 0x{:x}u);", line % 9, line * 37),
            6 | 10 | 14 => "\t}".into(),
            16 => "\tswitch (bytes[0]) { case 1: case 2: case 3: return 4; default: break; }".into(),
            18 => "\treturn state;".into(),
            19 => "}".into(),
            _ => String::new(),
        };
        file.source.push(text);
        let called = (line / 20) % 9 != 4;
        if line % 20 == 1 {
            file.functions.push(Function {
                name: function.clone(),
                line,
                tests: if called { random.u32(1..300) } else { 0 },
            });
        }
        if matches!(line % 20, 4 | 5 | 8 | 9 | 12 | 13 | 16 | 18) {
            file.lines.push(Line { line, tests: if called { random.u32(0..300) } else { 0 } });
        }
        if matches!(line % 20, 4 | 8 | 12 | 16) {
            let is_switch = line % 20 == 16;
            let labels: &[&str] =
                if is_switch { &["case 1", "case 2", "case 3", "default"] } else { &["true", "false"] };
            let sides = labels.iter().map(|label| side(label, called, name, random)).collect();
            file.decisions.push(Decision { line, col: 6, function, is_switch, reached: called, sides });
        }
    }
    file
}

fn side(label: &str, called: bool, file: &str, random: &mut fastrand::Rng) -> Side {
    let reason =
        |kind: &str, text: &str, line: u32| Reason { kind: kind.into(), text: text.into(), file: file.into(), line };
    let label = label.to_string();
    if !called {
        let reasons = vec![reason("uncalled", "its function is never called", 0)];
        return Side { label, reasons, ..Side::default() };
    }
    match random.u32(0..10) {
        0 => Side { label, status: Status::Infeasible, ..Side::default() },
        1 => {
            let reasons = vec![
                reason("pending", "3 inputs that may lead there were left when the time was over", 0),
                reason("lost", "a value was fixed on the way there", 57),
            ];
            Side { label, reasons, ..Side::default() }
        }
        2 => Side { label, reasons: vec![reason("pruned", "dropped by call-depth", 0)], ..Side::default() },
        _ => Side { label, tests: random.u32(1..300), status: Status::Covered, ..Side::default() },
    }
}

pub fn test(number: u32, random: &mut fastrand::Rng) -> Test {
    let text: String = (0..24).map(|_| char::from(random.u8(32..127))).collect();
    let verdict = match number % 50 {
        17 => "divergence",
        31 => "unconfirmed",
        _ => "confirmed",
    };
    let shown = |name: &str, value: String| Shown { name: name.into(), value };
    Test {
        number,
        files: vec![format!("tests/test{number:06}.ktest"), format!("tests/test{number:06}.bin")],
        end: if number % 40 == 8 { "bug".into() } else { format!("exit {}", number % 3) },
        input: vec![shown("standard input", format!("{text:?}")), shown("n", number.to_string())],
        new_branches: random.u32(0..6),
        path: 1,
        covered: 1,
        time_s: f64::from(number) * 0.19,
        verdict: verdict.into(),
        why: if verdict == "confirmed" { String::new() } else { "decision 41 went the other way natively".into() },
        replay_s: 0.004,
    }
}

fn frame(function: &str, line: u32, library: bool) -> Frame {
    let file = if library { "string.c" } else { "src/parser.c" };
    Frame { function: function.into(), file: file.into(), path: String::new(), line, col: 9, library }
}

fn bugs() -> Vec<Bug> {
    let bug = |kind: &str, message: &str, line: u32, confirmed: bool| Bug {
        kind: kind.into(),
        message: message.into(),
        file: "src/parser.c".into(),
        path: "/home/user/my project/src/parser.c".into(),
        line,
        col: 9,
        function: format!("handle_{}", line / 20),
        stack: vec![frame("memcpy", 31, true), frame("handle_3", line, false), frame("main", 1_990, false)],
        notes: vec![Note { text: "allocated at".into(), place: Some(frame("main", 1_951, false)) }],
        test: line,
        test_file: format!("tests/test{line:06}.ktest"),
        folder: format!("bugs/{line:03}-{kind}"),
        input: vec![Shown { name: "standard input".into(), value: "\"N\\x05ab<script>alert(1)</script>\"".into() }],
        confirmed,
        why_not: if confirmed { String::new() } else { "the sanitizers reported nothing".into() },
        native: "==1==ERROR: AddressSanitizer: heap-buffer-overflow\n    #0 0x55 in memcpy\n".repeat(40),
    };
    vec![
        bug("out-of-bounds-write", "write of 1 byte just past the end of `name` (4 bytes)", 68, true),
        bug("null-dereference", "read of 4 bytes through a null pointer", 128, true),
        bug("division-by-zero", "division by zero", 288, false),
    ]
}

fn losses() -> Vec<Loss> {
    let loss = |what: &str, line: u32, count: u64| Loss {
        what: what.into(),
        file: "src/parser.c".into(),
        line,
        function: format!("handle_{}", line / 20),
        count,
        cost: "inputs with other values there, and the paths that they take, were not tried".into(),
    };
    vec![
        loss("an address that may lie in more than 64 objects", 57, 12),
        loss("the solver gave up: out of time", 404, 3),
        loss("symbolic data given to the system call `open` is tried with one value", 1_204, 144),
    ]
}

fn solver() -> Solver {
    let tier = |name: &str, summary: &str, answers: u64, time_s: f64| Tier {
        name: name.into(),
        summary: summary.into(),
        answers,
        time_s,
    };
    let tiers = vec![
        tier("simplify", "conditions that are constant once they are simplified", 81_200, 0.02),
        tier("byte-sets", "exact sets of values of single input bytes", 361_000, 0.4),
        tier("model", "the state's own model, evaluated", 520_010, 0.9),
        tier("sat", "bit-blasting to an incremental SAT solver (BatSat)", 4_100, 3.8),
        tier("z3", "Z3, for hard queries and floating point", 3, 1.1),
    ];
    Solver { queries: 966_313, checks: 12_100, sat_calls: 4_103, unknown: 3, time_s: 6.3, tiers }
}

pub fn timeline(count: u64) -> Vec<Point> {
    let point = |i: u64| {
        let share = i as f64 / count as f64;
        Point {
            time_s: share * 60.2,
            paths: i * 20,
            pending: (400.0 * (share * 9.0).sin().abs()) as u64,
            tests: (300.0 * share.sqrt()) as u64,
            bugs: (share * 3.4) as u64,
            branches: (700.0 * (1.0 - (-6.0 * share).exp())) as u32,
            instructions: i * 16_862_440,
            states: i.is_multiple_of(2).then_some(i * 30),
        }
    };
    (0..count).map(point).collect()
}

/// A tree whose paths leave earlier ones anywhere.
pub fn tree(count: u32, random: &mut fastrand::Rng) -> Tree {
    let ends = words("completed bug infeasible pending limit pruned:rwset pruned:look-ahead pruned:call-depth");
    let place = |line: u32| Place {
        file: if line == 0 { String::new() } else { "src/parser.c".into() },
        line,
        function: format!("handle_{}", line / 20),
        what: if line == 0 { "start" } else { "branch" }.into(),
    };
    let places = (0..100).map(|i| place(if i == 0 { 0 } else { i * 20 + 4 })).collect();
    let mut tree = Tree { places, ends, ..Tree::default() };
    for node in 0..count {
        let parent = if node == 0 { 0 } else { random.u32(node.saturating_sub(400)..node) as usize };
        // Only paths that went on are left by others.
        let parent = (0..=parent).rev().find(|p| node == 0 || tree.end[*p] < 2).unwrap_or(0);
        let (from, to) = if node == 0 { (0, 0) } else { (tree.depth[parent], tree.end_depth[parent]) };
        let depth = if node == 0 { 0 } else { random.u32(from..to.max(from + 1)) };
        let end = match random.u32(0..1_000) {
            _ if node == 0 => 0,
            0..=2 => 1,
            3..=150 => 2,
            151..=200 => 3,
            201..=205 => 4,
            206..=400 => 5,
            401..=460 => 6,
            461..=480 => 7,
            _ => 0,
        };
        tree.parent.push(parent as u32);
        tree.depth.push(depth);
        tree.end_depth.push(if end < 2 { depth + random.u32(2..24) } else { depth });
        tree.place.push(if node == 0 { 0 } else { random.u32(1..100) });
        tree.end.push(end);
        tree.test.push(if end < 2 && node % 30 == 0 { node / 30 + 1 } else { 0 });
        tree.new_branches.push(if node % 30 == 0 { 2 } else { 0 });
    }
    tree
}

/// One loop that is left after each round, 3,000 rounds deep.
pub fn deep() -> Run {
    let count = 3_000u32;
    let tree = Tree {
        parent: vec![0; count as usize],
        depth: (0..count).collect(),
        end_depth: (0..count).map(|n| if n == 0 { count } else { n + 1 }).collect(),
        place: vec![0; count as usize],
        end: vec![0; count as usize],
        test: vec![0; count as usize],
        new_branches: vec![0; count as usize],
        places: vec![Place { file: "loop.c".into(), line: 3, function: "main".into(), what: "branch".into() }],
        ends: vec!["completed".into()],
        left_out: 0,
    };
    // The other way round, each path leaves the one before it.
    let mut run = Run { tree, ..large() };
    let chain = tree_chain(count);
    for (list, more) in [
        (&mut run.tree.parent, chain.parent),
        (&mut run.tree.depth, chain.depth),
        (&mut run.tree.end_depth, chain.end_depth),
        (&mut run.tree.place, chain.place),
        (&mut run.tree.test, chain.test),
        (&mut run.tree.new_branches, chain.new_branches),
    ] {
        list.extend(more);
    }
    run.tree.end.extend(chain.end);
    run
}

fn tree_chain(count: u32) -> Tree {
    Tree {
        parent: (0..count).map(|n| count + n.saturating_sub(1)).collect(),
        depth: (0..count).collect(),
        end_depth: (0..count).map(|n| n + 1).collect(),
        place: vec![0; count as usize],
        end: vec![0; count as usize],
        test: vec![0; count as usize],
        new_branches: vec![0; count as usize],
        ..Tree::default()
    }
}

/// Texts that would end a script, open a comment, or be an element, wherever a text can be.
pub fn hostile() -> Run {
    let evil = "</script><!--<script>alert(1)</script><img src=x onerror=alert(2)>\u{2028}'\"`${1}\\";
    let mut run = large();
    run.program = vec![format!("{evil}.c")];
    run.command.push(evil.into());
    run.directory = evil.into();
    run.divergences.push(evil.into());
    let file = &mut run.files[0];
    file.name = format!("src/{evil}.c");
    file.source[0] = format!("/* {evil} */ char *s = \"{evil}\";");
    file.decisions[0].sides[0] = Side {
        label: evil.into(),
        reasons: vec![Reason { kind: "lost".into(), text: evil.into(), file: file.name.clone(), line: 1 }],
        ..Side::default()
    };
    run.tests[0].input = vec![Shown { name: evil.into(), value: evil.into() }];
    run.tests[0].end = evil.into();
    let bug = &mut run.bugs[0];
    for text in
        [&mut bug.kind, &mut bug.message, &mut bug.function, &mut bug.native, &mut bug.test_file, &mut bug.folder]
    {
        *text = evil.into();
    }
    bug.file = run.files[0].name.clone();
    bug.line = 1;
    run.losses[0].what = evil.into();
    run.losses[0].cost = evil.into();
    run.solver.tiers[0].name = evil.into();
    run.tree.places[1].file = run.files[0].name.clone();
    run.tree.places[1].what = evil.into();
    run
}

/// Too much of everything.
pub fn huge() -> Run {
    let mut random = fastrand::Rng::with_seed(9);
    let mut run = large();
    run.files = (0..12).map(|n| source_file(&format!("src/file{n}.c"), 10_000, &mut random)).collect();
    run.tests = (1..=6_000).map(|number| test(number, &mut random)).collect();
    run.tests[1].input[0].value = "A".repeat(1 << 20);
    run.bugs = (0..250).flat_map(|_| bugs()).collect();
    for bug in &mut run.bugs {
        bug.native = "a line of a sanitizer\n".repeat(2_000);
    }
    run.losses = (0..3_000).flat_map(|_| losses()).collect();
    run.timeline = timeline(40_000);
    run.tree = tree(90_000, &mut random);
    run
}

/// What a run is that ended before it did anything.
pub fn empty() -> Run {
    Run { status: "limit".into(), limits: words("time"), ..Run::default() }
}
