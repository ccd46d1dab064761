//! Wrong use of `secateur test`: a message that says what to do, exit status 2, nothing on stdout, and no
//! file or folder that was not there before.

mod support;

use std::process::ExitCode;
use support::place::{Place, tree};
use support::programs::RIGHT;
use support::{Outcome, empty_folder, ensure, run, test};

/// A name, the arguments, and words of the message.
type Case = (&'static str, &'static [&'static str], &'static [&'static str]);

/// There are `a.c` (right), `wrong.c` (does not compile), `large.c` (large globals), `notes.txt`, `folder/`, and
/// partitions: `twice`, `nothing`, and `old/parts` in an earlier result.
#[rustfmt::skip]
const CASES: &[Case] = &[
    ("no_file", &[], &["FILE", "Usage"]),
    ("missing_file", &["nope.c"], &["nope.c", "no such file"]),
    ("one_of_two_missing", &["a.c", "nope.c"], &["nope.c", "no such file"]),
    ("does_not_compile", &["wrong.c"], &["wrong.c:1:25: error:", "undeclared", "does not compile"]),
    ("folder_as_file", &["folder"], &["folder", "is a directory"]),
    ("unknown_ending", &["notes.txt"], &["notes.txt", ".c, .bc"]),
    ("no_main", &["-D", "main=other", "a.c"], &["no function `main`"]),
    ("unknown_option", &["--frob", "a.c"], &["--frob", "Usage"]),
    ("unknown_strategy", &["--search", "luck", "a.c"], &["luck", "strategies are", "dfs"]),
    ("one_unknown_strategy", &["--search", "dfs,luck", "a.c"], &["luck", "strategies are", "dfs"]),
    ("unknown_pruning", &["--prune", "roses", "a.c"], &["roses", "look-ahead", "call-depth", "none"]),
    ("unknown_check", &["--check", "speling", "a.c"], &["speling", "out-of-bounds-read", "all"]),
    ("one_unknown_check", &["--check", "abort,speling", "a.c"], &["`speling`", "out-of-bounds-read"]),
    ("unknown_format", &["--format", "pdf", "a.c"], &["pdf", "ktest", "corpus"]),
    ("one_unknown_format", &["--format", "ktest,pdf", "a.c"], &["`pdf`", "corpus"]),
    ("unknown_tier", &["--solver-off", "magic", "a.c"], &["magic", "tiers are", "simplify"]),
    ("one_unknown_tier", &["--solver-off", "sat,magic", "a.c"], &["`magic`", "simplify"]),
    ("unknown_emit", &["--emit", "some", "a.c"], &["some", "new", "all", "bugs"]),
    ("unknown_replay", &["--replay", "maybe", "a.c"], &["maybe", "on", "off"]),
    ("size_without_number", &["--max-memory", "lots", "a.c"], &["lots", "512MiB"]),
    ("size_with_unknown_unit", &["--max-memory", "2TB", "a.c"], &["2TB", "512MiB"]),
    ("size_zero", &["--max-memory", "0", "a.c"], &["`0`", "512MiB"]),
    ("size_too_large", &["--max-memory", "99999999999GiB", "a.c"], &["99999999999GiB", "512MiB"]),
    ("size_too_small_for_the_globals", &["--max-memory", "64KiB", "large.c"], &["global variables", "--max-memory"]),
    ("time_without_number", &["--time", "soon", "a.c"], &["soon", "90s"]),
    ("time_zero", &["--time", "0s", "a.c"], &["0s", "90s"]),
    ("time_negative", &["--time=-5s", "a.c"], &["-5s", "90s"]),
    ("time_with_unknown_unit", &["--time", "3weeks", "a.c"], &["3weeks", "90s"]),
    ("seed_no_number", &["--seed", "random", "a.c"], &["--seed", "random"]),
    ("paths_no_number", &["--max-paths", "few", "a.c"], &["--max-paths", "few"]),
    ("tests_negative", &["--max-tests=-1", "a.c"], &["--max-tests", "-1"]),
    ("depth_no_number", &["--depth", "deep", "a.c"], &["--depth", "deep"]),
    ("steps_no_number", &["--path-steps", "1e6", "a.c"], &["--path-steps", "1e6"]),
    ("stdin_no_number", &["--sym-stdin", "x", "a.c"], &["--sym-stdin", "x"]),
    ("stdin_too_large", &["--sym-stdin", "70000", "a.c"], &["70000", "65536"]),
    ("argument_too_large", &["--sym-arg", "70000", "a.c"], &["70000", "65536"]),
    ("arguments_min_above_max", &["--sym-args", "3", "1", "2", "a.c"], &["--sym-args 3 1 2", "must not exceed"]),
    ("arguments_too_many", &["--sym-args", "0", "101", "2", "a.c"], &["--sym-args 0 101 2", "100"]),
    ("arguments_incomplete", &["a.c", "--sym-args", "1", "2"], &["--sym-args", "3 values"]),
    ("arguments_twice", &["--sym-args", "0", "1", "2", "--sym-args", "0", "2", "1", "a.c"], &["--sym-args", "once"]),
    ("file_with_a_path", &["--sym-file", "sub/f", "3", "a.c"], &["--sym-file", "`sub/f`", "working directory"]),
    ("file_with_an_absolute_path", &["--sym-file", "/etc/passwd", "3", "a.c"], &["`/etc/passwd`", "working directory"]),
    ("file_is_the_folder", &["--sym-file", ".", "3", "a.c"], &["`.`", "working directory"]),
    ("file_is_the_parent", &["--sym-file", "..", "3", "a.c"], &["`..`", "working directory"]),
    ("file_without_name", &["--sym-file", "", "3", "a.c"], &["--sym-file", "working directory"]),
    ("file_twice", &["--sym-file", "f", "3", "--sym-file", "f", "2", "a.c"], &["`f`", "twice"]),
    ("file_size_no_number", &["--sym-file", "f", "many", "a.c"], &["--sym-file", "`many`", "bytes"]),
    ("file_incomplete", &["a.c", "--sym-file", "f"], &["--sym-file", "2 values"]),
    ("files_with_too_many_lengths", &["--sym-file", "f", "9999", "--sym-file", "g", "9999", "a.c"], &["too many lengths", "smaller"]),
    ("output_is_a_file", &["-o", "notes.txt", "a.c"], &["notes.txt exists", "not a folder"]),
    ("output_is_a_file_forced", &["-o", "notes.txt", "--force", "a.c"], &["notes.txt exists", "not a folder"]),
    ("output_is_a_folder_of_ones_own", &["-o", "folder", "a.c"], &["folder exists", "another folder"]),
    ("output_is_a_folder_of_ones_own_forced", &["-o", "folder", "--force", "a.c"], &["folder", "not a result of Secateur's"]),
    ("output_is_the_working_directory", &["-o", ".", "--force", "a.c"], &["not a result of Secateur's"]),
    // Root may write everywhere, but not below a file, nor in /proc.
    ("output_below_a_file", &["-o", "notes.txt/out", "a.c"], &["notes.txt/out cannot be made", "-o"]),
    ("output_in_proc", &["-o", "/proc/secateur-out", "a.c"], &["/proc/secateur-out cannot be made", "-o"]),
    ("strict_without_partition", &["--strict", "a.c"], &["--strict needs --partition FILE"]),
    ("strict_with_auto", &["--strict", "--partition", "auto", "a.c"], &["--strict needs --partition FILE"]),
    ("partition_without_a_search", &["--partition", "auto", "--sample=only", "a.c"], &["--sample=only", "write --sample"]),
    ("strategy_without_a_search", &["--search", "bfs", "--sample=only", "a.c"], &["nothing to search", "write --sample"]),
    ("way_to_sample_as_a_file", &["--sample", "only", "a.c"], &["no file `only`", "--sample=only"]),
    ("partition_of_random_input", &["--partition", "auto", "--search", "random-input", "a.c"], &["nothing to divide", "random-input"]),
    ("partition_missing", &["--partition", "nope", "a.c"], &["nope cannot be read", "the word auto", "No such file"]),
    ("partition_is_a_folder", &["--partition", "folder", "a.c"], &["folder cannot be read", "the word auto"]),
    ("partition_is_the_program", &["--partition", "a.c", "a.c"], &["a.c:"]),
    ("partition_with_a_byte_in_two_blocks", &["--partition", "twice", "a.c"], &["twice:3: `packet[3]` is in two blocks", "line 1"]),
    ("partition_without_blocks", &["--partition", "nothing", "a.c"], &["nothing has no block", "--partition auto"]),
    ("partition_in_the_folder_that_is_replaced", &["--partition", "old/parts", "-o", "old", "--force", "a.c"], &["old holds old/parts", "would be lost"]),
    ("queries_below_a_file", &["--dump-queries", "notes.txt/q", "a.c"], &["notes.txt/q cannot be made"]),
];

const LARGE: &str = "static char a[1 << 20];\nint main(int c, char **v) { return a[c]; }\n";

fn main() -> ExitCode {
    let mut tests: Vec<_> = CASES.iter().map(|case| test(case.0, || check(case))).collect();
    tests.push(test("secateur_out_is_a_file", secateur_out_is_a_file));
    support::main(tests)
}

fn place() -> Result<Place, libtest_mimic::Failed> {
    let files =
        [("a.c", RIGHT), ("wrong.c", "int main(void) { return x; }\n"), ("large.c", LARGE), ("notes.txt", "mine")];
    let place = Place::with(&files)?;
    std::fs::create_dir(place.at("folder"))?;
    std::fs::write(place.at("folder/mine"), "precious")?;
    std::fs::create_dir(place.at("old"))?;
    std::fs::write(place.at("old/config.json"), r#"{ "tool": "secateur" }"#)?;
    std::fs::write(place.at("old/parts"), "packet\n")?;
    std::fs::write(place.at("twice"), "packet[0..3]\n\npacket[3] other\n")?;
    std::fs::write(place.at("nothing"), "# later\n")?;
    Ok(place)
}

fn check((_, args, words): &Case) -> Outcome {
    refused(&place()?, args, words)
}

/// The default folder cannot be made.
fn secateur_out_is_a_file() -> Outcome {
    let place = place()?;
    std::fs::write(place.at("secateur-out"), "mine")?;
    refused(&place, &["a.c"], &["secateur-out cannot be made", "-o DIR"])
}

fn refused(place: &Place, args: &[&str], words: &[&str]) -> Outcome {
    let (before, temporary) = (tree(&place.at("")), empty_folder());
    let run = run::run(place.command(args).env("TMPDIR", temporary.path()), b"")?;
    let told = run.err();
    ensure(run.code() == Some(2), || format!("status {}, not 2\n{told}", run.shell_status()))?;
    ensure(run.stdout.is_empty(), || format!("something on stdout: {}", run.out()))?;
    let missing: Vec<&&str> = words.iter().filter(|word| !told.contains(**word)).collect();
    ensure(missing.is_empty(), || format!("not in the message: {missing:?}\n{told}"))?;
    ensure(!told.contains("panicked"), || told.clone())?;
    let new: Vec<_> = tree(&place.at("")).into_iter().filter(|(path, bytes)| before.get(path) != Some(bytes)).collect();
    ensure(new.is_empty() && tree(&place.at("")).len() == before.len(), || format!("files changed: {new:?}"))?;
    ensure(tree(temporary.path()).is_empty(), || format!("left behind: {:?}", tree(temporary.path()).keys()))
}
