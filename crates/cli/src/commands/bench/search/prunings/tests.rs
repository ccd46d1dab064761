//! Tests of the table of prunings.

use super::*;

fn row(program: &str, technique: &'static str, paths: u64, covered: u64) -> Row {
    let numbers =
        Numbers { is_complete: true, paths, pruned: 3, tests: 4, covered, total: 10, queries: 7, cpu_s: paths as f64 };
    Row { program: program.into(), unit: false, technique, result: Ok(numbers) }
}

fn rows() -> Vec<Row> {
    vec![
        row("a", "base", 100, 10),
        row("a", "look-ahead", 20, 10),
        row("b", "base", 10, 9),
        row("b", "look-ahead", 10, 8),
        Row { result: Err("not available".into()), ..row("a", "solve-first", 0, 0) },
    ]
}

#[test]
fn rows_are_compared_with_the_base_of_their_program() {
    let rows = rows();
    let text = rows[1].text(&rows);
    let expected = "a look-ahead 20 3 4 10/10 7 20.000 -80 % -80 %";
    assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), expected);
    assert!(rows[0].text(&rows).trim_end().ends_with("100.000        -        -"));
    assert!(rows[4].text(&rows).ends_with("not available"));
    let json = rows[1].json(&rows);
    assert_eq!((json["paths"].as_u64(), json["paths_change"].as_f64()), (Some(20), Some(-0.8)));
    assert_eq!(rows[4].json(&rows)["error"], "not available");
}

#[test]
fn sums_tell_what_was_lost() {
    let rows = rows();
    let summed = Summed::new(&rows, "look-ahead");
    assert_eq!(summed.lost, BTreeMap::from([("b".to_string(), 1)]));
    let paths = summed.paths.as_ref().unwrap();
    assert_eq!((paths.mean, paths.wins), (-0.4, (1, 1, 0)));
    assert!(summed.text().ends_with("b 1"));
    let none = Summed::new(&rows, "solve-first");
    assert!(none.text().ends_with("not available"));
    assert_eq!(none.json(false)["paths"], Value::Null);
}

#[test]
fn only_the_function_under_test_counts_in_units() {
    let decision = |function: &str, statuses: [&str; 2]| json!({"function": function, "sides": statuses.map(|s| json!({"status": s}))});
    let decisions = [
        decision("top", ["covered", "not-reached"]),
        decision("helper", ["covered", "covered"]),
        decision("top", ["covered", "covered"]),
    ];
    assert_eq!(sides_of(&json!({"files": [{"decisions": decisions}]}), "top"), (3, 4));
    assert_eq!(sides_of(&Value::Null, "top"), (0, 0));
}

#[test]
fn times_are_without_loading() {
    let run = |cpu_s| Run {
        summary: json!({"status": "complete", "paths": {"completed": 5, "pruned": {"look-ahead": 2, "call-depth": 1}},
            "tests": 2, "coverage": {"branches": {"covered": 3, "total": 4}}, "solver": {"queries": 9}}),
        record: Value::Null,
        cpu_s,
        input_bytes: 4,
    };
    let numbers = Numbers::new(&[run(3.0), run(2.0)], 0.5, None);
    assert_eq!((numbers.cpu_s, numbers.paths, numbers.pruned, numbers.covered), (1.5, 5, 3, 3));
    assert_eq!(Numbers::new(&[run(0.2)], 0.5, None).cpu_s, 0.001);
}
