//! A fingerprint of this crate's sources: files that hold IR are read only by the version of it that
//! wrote them.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

fn main() {
    println!("cargo:rerun-if-changed=src");
    let mut files: Vec<_> = std::fs::read_dir("src").expect("src").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        std::fs::read(&file).expect("a source file").hash(&mut hasher);
    }
    println!("cargo:rustc-env=SECATEUR_IR_FINGERPRINT={:016x}", hasher.finish());
}
