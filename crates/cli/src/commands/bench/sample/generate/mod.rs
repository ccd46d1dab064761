//! Programs with conditions that plain symbolic search mostly cannot solve within its budget: nonlinear arithmetic of integers,
//! floating point, and hashes, in equal shares.
//!
//! A program is a pure function of its seed. It is made from the end: first there is a secret input, then what is computed
//! from it (`language`), and then conditions that hold for what comes out. So each program has a solution, which stands in
//! its head as `// solution: NAME VALUE...`, a line for each input, as the tests of `bench/sample` write inputs.
//!
//! How rare inputs are that satisfy a condition is chosen, too: ends of intervals are measured by what some hundred random
//! inputs lead to. Where there are several conditions, later ones are inside of earlier ones.

mod hashes;
mod integers;
mod language;
mod maker;
mod reals;
mod values;

use fastrand::Rng;
use maker::Maker;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    Integers,
    Reals,
    Hashes,
}

impl Family {
    pub const ALL: [Family; 3] = [Family::Integers, Family::Reals, Family::Hashes];

    pub fn name(self) -> &'static str {
        match self {
            Family::Integers => "integers",
            Family::Reals => "floating point",
            Family::Hashes => "hashes",
        }
    }

    fn make(self, maker: &mut Maker) -> Option<()> {
        match self {
            Family::Integers => integers::make(maker),
            Family::Reals => reals::make(maker),
            Family::Hashes => hashes::make(maker),
        }
    }
}

pub struct Program {
    pub family: Family,
    pub source: String,
}

/// The program for a seed; every third is of the same family.
pub fn program(seed: u64) -> Program {
    let family = Family::ALL[(seed % 3) as usize];
    // Some inputs lead nowhere, such as to a division by zero. Nearly every second attempt comes to something.
    let mut attempt = 0_u64;
    loop {
        let random =
            Rng::with_seed(seed.wrapping_mul(0xa076_1d64_78bd_642f) ^ attempt.wrapping_mul(0xe703_7ed1_a0b4_28db));
        let mut maker = Maker::new(random);
        if family.make(&mut maker).is_some() {
            let head = format!("// A program with hard conditions: {}, seed {seed}.\n", family.name());
            return Program { family, source: head + &maker.source() };
        }
        attempt += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::path::Path;
    use std::process::{Command, Stdio};

    /// The inputs that stand in the head of a program, a line for each.
    fn solution(program: &Program) -> String {
        let lines = program.source.lines().filter_map(|line| line.strip_prefix("// solution: "));
        lines.map(|line| line.to_string() + "\n").collect()
    }

    #[test]
    fn a_seed_is_a_program() {
        for seed in 0..60 {
            let (one, other) = (program(seed), program(seed));
            assert_eq!(one.source, other.source);
            assert_eq!(one.family, Family::ALL[(seed % 3) as usize]);
            assert!(one.source.contains("secateur_assert(!\"solved\")"), "{}", one.source);
            assert!(!solution(&one).is_empty(), "{}", one.source);
        }
    }

    #[test]
    fn programs_differ() {
        let mut sources: Vec<String> = (0..300).map(|seed| program(seed).source).collect();
        sources.sort();
        sources.dedup();
        assert_eq!(sources.len(), 300);
    }
    /// All of them in one native program, which runs that of the seed it is given.
    #[test]
    fn solutions_are_right_natively() {
        const SEEDS: u64 = 90;
        let programs: Vec<Program> = (0..SEEDS).map(program).collect();
        let mut source = String::from("#include <stdlib.h>\n");
        for (seed, program) in programs.iter().enumerate() {
            source += &program.source.replace("int main(void)", &format!("static int main{seed}(void)"));
        }
        source += "int main(int count, char **words) {\n    switch (count < 2 ? -1 : atoi(words[1])) {\n";
        (0..SEEDS).for_each(|seed| source += &format!("    case {seed}: return main{seed}();\n"));
        source += "    }\n    return 9;\n}\n";
        let folder = tempfile::tempdir().unwrap();
        let (file, binary) = (folder.path().join("all.c"), folder.path().join("all"));
        std::fs::write(&file, source).unwrap();
        let ours = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut clang = Command::new("clang-19");
        clang.args(["-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-I"]);
        clang.arg(ours.join("../../runtime/include")).arg(file).arg(ours.join("tests/support/sample_input.c"));
        assert!(clang.arg("-o").arg(&binary).status().unwrap().success());
        for (seed, program) in programs.iter().enumerate() {
            let mut run = Command::new(&binary);
            run.arg(seed.to_string()).stdin(Stdio::piped()).stderr(Stdio::piped());
            let mut child = run.spawn().unwrap();
            child.stdin.take().unwrap().write_all(solution(program).as_bytes()).unwrap();
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(said.ends_with("!\"solved\"\n"), "seed {seed}: {said}\n{}", program.source);
        }
    }
}
