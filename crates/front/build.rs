//! Links the parts of LLVM that read and write modules, statically: the program starts faster than with the
//! shared library, and does not depend on a package that the user may upgrade.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=LLVM_CONFIG");
    let config = std::env::var("LLVM_CONFIG").unwrap_or_else(|_| "llvm-config-19".into());
    let ask = |args: &[&str]| -> String {
        let hint =
            format!("cannot run {config}: install Debian's llvm-19-dev (scripts/setup.sh does it) or set LLVM_CONFIG");
        let output = Command::new(&config).args(args).output().unwrap_or_else(|_| panic!("{hint}"));
        assert!(output.status.success(), "{config} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    };
    println!("cargo:rustc-link-search=native={}", ask(&["--libdir"]));
    let parts = ["core", "analysis", "bitreader", "bitwriter", "irreader", "asmparser", "target", "support", "x86"];
    for lib in ask(&[&["--link-static", "--libnames"][..], &parts[..]].concat()).split_whitespace() {
        let name = lib.trim_start_matches("lib").trim_end_matches(".a");
        println!("cargo:rustc-link-lib=static={name}");
    }
    // Of the system libraries that llvm-config names, the components above refer to these only.
    for lib in ["z", "zstd"] {
        println!("cargo:rustc-link-lib=dylib={lib}");
    }
    println!("cargo:rustc-link-lib=dylib=stdc++");
}
