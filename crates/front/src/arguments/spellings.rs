//! How flags are spelled: lists of those that matter, and of those with a value.

/// Flags with a value, joined or as the next word, that say what the source means.
pub const KEPT: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-iprefix",
    "-iwithprefixbefore",
    "-iwithprefix",
];
/// Of those, the ones whose value is a path.
pub const PATHS: &[&str] = &["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-iprefix"];

/// Flags whose value is the next word, and which do not matter.
pub const DROPPED_WITH_VALUE: &[&str] = &[
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-include-pch",
    "-L",
    "-l",
    "-u",
    "-T",
    "-z",
    "-e",
    "-h",
    "-A",
    "-B",
    "-F",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xarch_host",
    "-mllvm",
    "-arch",
    "--param",
    "-isysroot",
    "--sysroot",
    "-rpath",
    "-soname",
    "-aux-info",
    "-dumpbase",
    "-dumpdir",
    "-wrapper",
    "-specs",
    "-install_name",
    "--serialize-diagnostics",
];

/// After `-f` or `-fno-`: what changes the meaning of C. clang knows all of them.
pub const MEANING: &[&str] = &[
    "wrapv",
    "trapv",
    "strict-overflow",
    "unsigned-char",
    "signed-char",
    "short-enums",
    "short-wchar",
    "common",
    "gnu89-inline",
    "ms-extensions",
    "blocks",
    "builtin",
    "freestanding",
    "hosted",
    "asm",
    "gnu-keywords",
    "dollars-in-identifiers",
    "delete-null-pointer-checks",
    "lax-vector-conversions",
    "pack-struct",
    "trigraphs",
    "strict-aliasing",
    "declspec",
    "ms-compatibility",
    "char8_t",
    "zero-initialized-in-bss",
];
/// The same with a value.
pub const MEANING_WITH_VALUE: &[&str] =
    &["pack-struct=", "input-charset=", "exec-charset=", "macro-prefix-map=", "no-builtin-", "max-type-align="];

/// After `-m` or `-mno-`: instructions that the program may ask for by name.
pub const INSTRUCTIONS: &[&str] = &[
    "mmx", "sse", "ssse3", "avx", "aes", "pclmul", "popcnt", "bmi", "lzcnt", "fma", "f16c", "sha", "rdrnd", "crc32",
    "adx", "movbe",
];

/// Long spellings of flags with a value, which stands behind `=` or is the next word.
const LONG_WITH_VALUE: &[(&str, &str)] = &[
    ("--output", "-o"),
    ("--language", "-x"),
    ("--define-macro", "-D"),
    ("--undefine-macro", "-U"),
    ("--include-directory", "-I"),
    ("--include", "-include"),
    ("--imacros", "-imacros"),
    ("--target", "-target"),
];
/// Of flags without one.
const LONG: &[(&str, &str)] = &[
    ("--compile", "-c"),
    ("--assemble", "-S"),
    ("--preprocess", "-E"),
    ("--dependencies", "-M"),
    ("--user-dependencies", "-MM"),
    ("--ansi", "-ansi"),
    ("--trigraphs", "-trigraphs"),
];

/// A word in its short spelling, which may be two words.
pub fn short(word: String) -> Vec<String> {
    if let Some((_, short)) = LONG.iter().find(|(long, _)| word == *long) {
        return vec![short.to_string()];
    }
    for (long, short) in LONG_WITH_VALUE {
        match word.strip_prefix(long) {
            Some("") => return vec![short.to_string()],
            Some(rest) if rest.starts_with('=') => return vec![short.to_string(), rest[1..].to_string()],
            _ => {}
        }
    }
    vec![word]
}
