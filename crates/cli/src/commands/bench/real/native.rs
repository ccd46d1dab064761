//! Native builds of a library with its harness: flags and macros are those of the manifest, the C library is the host's.

use crate::commands::bench::sources::Library;
use crate::commands::bench::temporary;
use anyhow::{Context, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Tools, and the packages of Debian that they are in.
const CLANG: (&str, &str) = ("clang-19", "clang-19");
const COV: (&str, &str) = ("llvm-cov-19", "llvm-19");
const PROFDATA: (&str, &str) = ("llvm-profdata-19", "llvm-19");

/// Fails unless the tools for native builds and their coverage are there.
pub fn check_tools() -> anyhow::Result<()> {
    for (tool, package) in [CLANG, COV, PROFDATA] {
        let found = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
        ensure!(
            found,
            "`{tool}` cannot be run, which measures coverage here; install it with: apt-get install {package}   (or run \
             scripts/setup.sh)"
        );
    }
    Ok(())
}

/// A folder for a build, its inputs and its results; gone when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> anyhow::Result<Folder> {
        let folder = temporary(name);
        std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Compiles the library and its harness with another file of the harnesses' folder in place of `main.c`.
pub fn build(library: &Library, main: &str, flags: &[&str], binary: &Path) -> anyhow::Result<()> {
    let [own_main, rest @ ..] = library.sources.files.as_slice() else { bail!("a library without files") };
    let mut clang = Command::new(CLANG.0);
    // The names of files stand in the profile, so they are the plain ones that its reader is asked for.
    clang.arg("-w").args(flags).args(&library.sources.cflags);
    clang.args(library.sources.define.iter().map(|define| format!("-D{define}")));
    for folder in &library.sources.include {
        clang.arg("-I").arg(plain(folder)?);
    }
    clang.arg(plain(&own_main.with_file_name(main))?);
    for file in rest {
        clang.arg(plain(file)?);
    }
    run(clang.arg("-o").arg(binary).arg("-lm")).map(|_| ())
}

/// A path without `..` and links.
pub fn plain(path: &Path) -> anyhow::Result<PathBuf> {
    path.canonicalize().with_context(|| path.display().to_string())
}

/// The largest input of the harness, in bytes.
pub fn size(library: &Library) -> anyhow::Result<usize> {
    let size = library.sources.define.iter().find_map(|define| define.strip_prefix("N="));
    size.and_then(|size| size.parse().ok()).with_context(|| format!("{}: no macro N", library.sources.name))
}

/// Runs a tool to its end.
pub fn run(command: &mut Command) -> anyhow::Result<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("`{name}` cannot be run"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = message.lines().filter(|line| line.contains("error")).take(3).collect();
        bail!("`{name}` failed ({}): {}", output.status, lines.join("; "));
    }
    Ok(output)
}

/// What the profiles say that was covered of the files below a folder: branches, and how many there are.
pub fn covered(binary: &Path, profile: &Path, tree: &Path) -> anyhow::Result<(u64, u64)> {
    let mut export = Command::new(COV.0);
    export.args(["export", "-summary-only", "-instr-profile"]).arg(profile).arg(binary).arg(tree);
    totals(&run(&mut export)?.stdout)
}

fn totals(exported: &[u8]) -> anyhow::Result<(u64, u64)> {
    let json: serde_json::Value = serde_json::from_slice(exported).context("llvm-cov printed something else")?;
    let branches = &json["data"][0]["totals"]["branches"];
    let number = |key: &str| branches[key].as_u64().with_context(|| format!("llvm-cov counts no branches: {branches}"));
    Ok((number("covered")?, number("count")?))
}

/// Several profiles as one.
pub fn merge(profiles: &[PathBuf], whole: &Path) -> anyhow::Result<()> {
    run(Command::new(PROFDATA.0).args(["merge", "-sparse", "-o"]).arg(whole).args(profiles)).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_those_of_branches() {
        let text =
            br#"{"data": [{"totals": {"branches": {"count": 352, "covered": 176, "percent": 50}, "lines": {}}}]}"#;
        assert_eq!(totals(text).unwrap(), (176, 352));
        assert!(totals(b"{}").unwrap_err().to_string().contains("no branches"));
        assert!(totals(b"no").is_err());
    }

    #[test]
    fn what_a_tool_says_is_passed_on() {
        let error = run(Command::new("sh").args(["-c", "echo an error >&2; exit 3"])).unwrap_err().to_string();
        assert!(error.contains("an error") && error.contains("`sh`"), "{error}");
        assert!(run(&mut Command::new("/nowhere/at-all")).unwrap_err().to_string().contains("cannot be run"));
    }
}
