//! `secateur bench real` on a library and a program of a few lines, laid out as `scripts/fetch-real.sh` and
//! `scripts/build-real.sh` lay out those of other projects, so nothing is downloaded: tables, results, plots, the page, and what is
//! refused.

mod support;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use support::bench::{has_keys, succeed};
use support::run::{Run, run};
use support::{Outcome, empty_folder, ensure, root, secateur, test};

fn main() -> ExitCode {
    support::main(vec![
        test("bench_real/a_library", a_library),
        test("bench_real/a_fuzzer_and_other_ways_to_run", a_fuzzer_and_other_ways_to_run),
        test("bench_real/a_program", a_program),
        test("bench_real/refusals", refusals),
    ])
}

/// Eight branches, of which the harness reaches seven: two in `scan`, four in what it includes, one in `crash`, which never returns.
const LIBRARY: &str = "#include <stdlib.h>\n\
    #include \"part.c\"\n\
    int scan(const unsigned char *text, unsigned size) {\n\
    \tint sum = 0;\n\
    \tfor (unsigned i = 0; i < size; i++) sum += weight(text[i]);\n\
    \treturn sum;\n\
    }\n\
    int crash(int is_wrong) {\n\
    \tif (is_wrong) abort();\n\
    \treturn 0;\n\
    }\n";
/// Included, and so a file of the library too.
const PART: &str = "static int weight(unsigned char letter) {\n\
    \tif (letter == 'x') return 10;\n\
    \tif (letter > 'x') return 1;\n\
    \treturn 0;\n\
    }\n";
/// Its own branches do not count.
const HARNESS: &str = "int scan(const unsigned char *text, unsigned size);\n\
    int crash(int is_wrong);\n\
    int harness(const unsigned char *data, unsigned size);\n\
    int harness(const unsigned char *data, unsigned size) {\n\
    \tint sum = scan(data, size);\n\
    \tif (sum == 20) crash(1);\n\
    \treturn sum > 5 ? 1 : 0;\n\
    }\n";
const PROGRAM: &str = "#include <stdio.h>\n\
    int main(int count, char **arguments) {\n\
    \tif (count > 1 && arguments[1][0] == 'a') puts(\"a\");\n\
    \treturn getchar() == 'b';\n\
    }\n";

/// A folder as ours: `bench/real`, and what the scripts would put into `target/real`.
struct Layout(tempfile::TempDir);

impl Layout {
    fn new() -> Result<Layout, libtest_mimic::Failed> {
        let layout = Layout(empty_folder());
        let sum = "0".repeat(64);
        let library = json!({"name": "tiny", "package": "tiny", "version": "1", "sha256": sum, "harness": "tiny.c",
            "sources": ["scan.c"], "include": ["."], "define": ["N=3"], "iterations": 10,
            "klee": {"covered_in_60s": "5-6", "covered_in_300s": "6", "paths_per_second": 2}});
        let absent = json!({"name": "elsewhere", "package": "elsewhere", "version": "1", "sha256": sum,
            "harness": "tiny.c", "sources": [], "include": [], "define": ["N=3"], "iterations": 10});
        let program = json!({"name": "greet", "package": "greet", "program": "greet",
            "options": "--sym-args 0 1 1 --sym-stdin 1"});
        let package = json!({"package": "greet", "version": "1", "sha256": sum});
        for (name, text) in [
            ("bench/real/manifest.json", json!([library, absent]).to_string()),
            ("bench/real/programs.json", json!([program]).to_string()),
            ("bench/real/packages.json", json!([package]).to_string()),
            ("bench/real/tiny.c", HARNESS.into()),
            ("target/real/build/tiny/scan.c", LIBRARY.into()),
            ("target/real/build/tiny/part.c", PART.into()),
            ("target/real/build/tiny/.secateur-version", format!("1 {sum}\n")),
            ("target/real/programs/greet/greet.c", PROGRAM.into()),
            ("target/real/programs/greet/.secateur-version", format!("1 {sum}\n")),
        ] {
            let file = layout.at(name);
            std::fs::create_dir_all(file.parent().unwrap_or(Path::new("/")))?;
            std::fs::write(file, text)?;
        }
        for name in ["main.c", "replay.c", "fuzz.c"] {
            std::fs::copy(root().join("bench/real").join(name), layout.at("bench/real").join(name))?;
        }
        Ok(layout)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = secateur("bench");
        command.arg("real").args(args).arg("-o").arg(self.at("out")).current_dir(self.0.path());
        command
    }

    fn bench(&self, args: &[&str]) -> Result<Run, libtest_mimic::Failed> {
        run(&mut self.command(args), b"")
    }

    /// What a run with these arguments left.
    fn results(&self, args: &[&str]) -> Result<Value, libtest_mimic::Failed> {
        succeed(&mut self.command(args), b"")?;
        Ok(serde_json::from_str(&std::fs::read_to_string(self.at("out/results.json"))?)?)
    }
}

/// Everything is covered but the side of `crash` that the harness does not take; that the program ends there loses nothing.
fn a_library() -> Outcome {
    let layout = Layout::new()?;
    std::fs::write(layout.at("README.md"), "<!-- bench:real -->\n<!-- /bench:real -->\n")?;
    let args = ["tiny", "--time", "20s", "--page", "results.md", "--fill", "README.md"];
    let table = layout.bench(&args)?;
    ensure(table.code() == Some(0), || table.err())?;
    let row = table.out().lines().find(|line| line.starts_with("tiny ")).unwrap_or_default().to_string();
    let words: Vec<&str> = row.split_whitespace().collect();
    ensure(words.starts_with(&["tiny", "7", "8", "5-6", "/", "6", "-"]), || table.out())?;
    ensure(words.ends_with(&["held"]) && words.contains(&"1/1"), || table.out())?;

    let results: Value = serde_json::from_str(&std::fs::read_to_string(layout.at("out/results.json"))?)?;
    has_keys(&results, &["suite", "seconds", "options", "programs", "absent", "left_out", "failures"])?;
    let program = &results["programs"][0];
    has_keys(program, &["program", "klee", "run", "fuzzer", "sampler", "variants"])?;
    let run = &program["run"];
    let sums = ["covered", "branches", "divergences", "bugs", "confirmed"].map(|key| run[key].as_u64());
    ensure(sums == [Some(7), Some(8), Some(0), Some(1), Some(1)], || run.to_string())?;
    ensure(run["is_complete"] == true && run["losses"] == json!({}), || run.to_string())?;
    let last = run["curve"].as_array().and_then(|curve| curve.last()).cloned().unwrap_or_default();
    ensure(last == json!([20.0, 7]), || run.to_string())?;

    let page = std::fs::read_to_string(layout.at("results.md"))?;
    ensure(page.contains("| tiny | 8 | 7 | 5-6 / 6 | - |") && page.contains("(results/tiny.svg)"), || page.clone())?;
    ensure(layout.at("results/tiny.svg").is_file() && layout.at("out/tiny.svg").is_file(), || "no plot".into())?;
    let readme = std::fs::read_to_string(layout.at("README.md"))?;
    ensure(readme.contains("| tiny | 8 | 7 |"), || readme.clone())
}

fn a_fuzzer_and_other_ways_to_run() -> Outcome {
    let layout = Layout::new()?;
    let results = layout.results(&["tiny", "--time", "2s", "--fuzzer", "--ablate=techniques", "--json"])?;
    let program = &results["programs"][0];
    // It stops where the library aborts, and may have been lucky before or not.
    let fuzzer = &program["fuzzer"];
    let covered = fuzzer["covered"].as_u64().unwrap_or(0);
    ensure((4..=7).contains(&covered) && fuzzer["executions"].as_u64() > Some(0), || fuzzer.to_string())?;
    ensure(program["sampler"]["samples"].as_u64() > Some(0), || program.to_string())?;
    let variants = program["variants"].as_array().cloned().unwrap_or_default();
    ensure(variants.iter().any(|variant| variant["name"] == "without look-ahead"), || program.to_string())?;
    ensure(variants.iter().all(|variant| variant["run"]["covered"] == 7), || program.to_string())
}

/// Built with `secateur cc`; its coverage is that of its native replay.
fn a_program() -> Outcome {
    let layout = Layout::new()?;
    let mut cc = secateur("cc");
    cc.args(["-g", "greet.c", "-o", "greet"]).current_dir(layout.at("target/real/programs/greet"));
    succeed(&mut cc, b"")?;
    let results = layout.results(&["greet", "--time", "20s"])?;
    let run = &results["programs"][0]["run"];
    let sums = ["covered", "branches", "divergences"].map(|key| run[key].as_u64());
    ensure(sums == [Some(4), Some(4), Some(0)] && run["is_complete"] == true, || run.to_string())?;
    ensure(run["curve"].as_array().is_some_and(|curve| !curve.is_empty()), || run.to_string())
}

fn refusals() -> Outcome {
    let layout = Layout::new()?;
    std::fs::write(layout.at("README.md"), "no marks")?;
    for (args, expected) in [
        (&["unknown"][..], "no program is called `unknown`; there are: tiny, elsewhere, greet"),
        (&["elsewhere"], "run scripts/fetch-real.sh elsewhere"),
        (&["--kernels", "/nowhere"], "run in Secateur's folder or give --kernels"),
        (&["tiny", "--search", "dfs"], "--search and --iterations are not for"),
        (&["tiny", "--test-options", "--sideways"], "--sideways"),
        (&["tiny", "--ablate=everything"], "everything"),
        (&["tiny", "--fill", "README.md"], "the marks <!-- bench:real --> and <!-- /bench:real --> are missing"),
        (&["tiny", "--real"], "--real is for"),
    ] {
        let run = layout.bench(args)?;
        ensure(run.code() == Some(2) && run.err().contains(expected), || format!("{args:?}: {}", run.err()))?;
        ensure(!layout.at("out").exists(), || format!("{args:?} left a folder behind"))?;
    }
    let mut other = secateur("bench");
    let run = run(other.args(["vm", "--fuzzer"]), b"")?;
    ensure(run.code() == Some(2) && run.err().contains("are for `secateur bench real`"), || run.err())?;

    // Where a tool is missing, its package is named.
    let tools = empty_folder();
    let clang = Command::new("sh").args(["-c", "command -v clang-19"]).output()?;
    std::os::unix::fs::symlink(String::from_utf8_lossy(&clang.stdout).trim(), tools.path().join("clang-19"))?;
    let run = support::run::run(layout.command(&["tiny"]).env("PATH", tools.path()), b"")?;
    let expected =
        "`llvm-cov-19` cannot be run, which measures coverage here; install it with: apt-get install llvm-19";
    ensure(run.code() == Some(2) && run.err().contains(expected), || run.err())
}
