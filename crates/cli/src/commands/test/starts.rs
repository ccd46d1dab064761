//! From the options for symbolic surroundings to the ways in which a run may begin.

use crate::options::Test;
use anyhow::anyhow;
use secateur_vm::{SymbolicFile, SymbolicStart};

/// More ways to begin than this are refused: each is explored on its own.
const MOST: usize = 100_000;

/// One start for each number of arguments and each length of the files, the largest first.
pub fn all(test: &Test) -> anyhow::Result<Vec<SymbolicStart>> {
    let mut starts = argument_lists(test)?;
    let mut files: Vec<(Option<String>, u32)> = Vec::new();
    files.extend(test.sym_stdin.map(|size| (None, size)));
    for pair in test.sym_file.chunks_exact(2) {
        let size = number(&pair[1], "--sym-file")?;
        if matches!(pair[0].as_str(), "" | "." | "..") || pair[0].contains('/') {
            return Err(anyhow!("--sym-file: `{}` is not a file name in the working directory", pair[0]));
        }
        if files.iter().any(|(name, _)| name.as_ref() == Some(&pair[0])) {
            return Err(anyhow!("--sym-file: `{}` is named twice; name each file once", pair[0]));
        }
        files.push((Some(pair[0].clone()), size));
    }
    for (name, size) in files {
        if starts.len().saturating_mul(size as usize + 1) > MOST {
            return Err(anyhow!("the symbolic files may have too many lengths together; use smaller sizes"));
        }
        let with = |start: &SymbolicStart, len: u32| {
            let mut start = start.clone();
            start.files.push(SymbolicFile { name: name.clone(), size, len });
            start
        };
        starts = starts.iter().flat_map(|s| (0..=size).rev().map(|len| with(s, len)).collect::<Vec<_>>()).collect();
    }
    Ok(starts)
}

fn argument_lists(test: &Test) -> anyhow::Result<Vec<SymbolicStart>> {
    let fixed = &test.sym_arg;
    let Some([min, max, size]) = test.sym_args.first_chunk::<3>().copied() else {
        return Ok(vec![SymbolicStart { args: fixed.clone(), ..SymbolicStart::default() }]);
    };
    if test.sym_args.len() > 3 {
        return Err(anyhow!("--sym-args is given twice; use it once, and --sym-arg N for more arguments"));
    }
    if min > max || max > 100 {
        return Err(anyhow!("--sym-args {min} {max} {size}: the least must not exceed the most, and that not 100"));
    }
    let with = |n: u32| {
        let mut args = fixed.clone();
        args.extend((0..n).map(|_| size));
        SymbolicStart { arg_count: Some(args.len() as u32), args, files: vec![] }
    };
    Ok((min..=max).rev().map(with).collect())
}

fn number(text: &str, option: &str) -> anyhow::Result<u32> {
    text.parse().map_err(|_| anyhow!("{option}: `{text}` is not a number of bytes"))
}
