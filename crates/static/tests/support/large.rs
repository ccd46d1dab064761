//! C programs with many branches, to measure on.

/// A program of `functions` functions with `ifs` decisions each. Each calls up to three later ones, so that there is
/// neither recursion nor a function that nobody calls.
pub fn many_functions(functions: usize, ifs: usize) -> String {
    let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n");
    for f in 0..functions {
        text += &format!("static int f{f}(int x, int y);\n");
    }
    for f in 0..functions {
        text += &format!("static int f{f}(int x, int y) {{\n");
        for i in 0..ifs {
            let value = (f * 31 + i * 7) % 251;
            text += &match i % 4 {
                0 => format!("  if (x > {value}) y += {i}; else y -= x;\n"),
                1 => format!("  if ((y & 15) == {}) x ^= {value};\n", value % 16),
                2 => format!("  while (x > {} && x % 3 == 1) x /= 2;\n", 1000 + value),
                _ => format!("  if (y == {value}) return x;\n"),
            };
            let callees = [2 * f + 1, 2 * f + 2, f + 1];
            if let Some(callee) = callees.get(i / 3).filter(|c| **c < functions && i % 3 == 0) {
                text += &format!("  y += f{callee}(x - 1, y + {i});\n");
            }
        }
        text += "  return y;\n}\n";
    }
    text + "int main(int argc, char **argv) { printf(\"%d\\n\", f0(argc, atoi(argv[argc - 1]))); return 0; }\n"
}

/// One function with `ifs` decisions, some of them in loops.
pub fn one_function(ifs: usize) -> String {
    let mut text = String::from(
        "#include <stdlib.h>\nint main(int argc, char **argv) {\n  int x = argc, y = atoi(argv[argc - 1]);\n",
    );
    for i in 0..ifs {
        text += &match i % 5 {
            0 => format!("  if (x > {i}) y += {i}; else y -= x;\n"),
            1 => format!("  while (y > {i}) y -= {};\n", i + 1),
            2 => format!("  if ((y & 255) == {}) x = abs(x - {i});\n", i % 256),
            _ => format!("  if (x != {i}) y ^= {i};\n"),
        };
    }
    text + "  return x + y;\n}\n"
}
