//! The program is linked at a fixed address: relocating LLVM's tables at every start would cost more than all
//! else that a short command does, and the program starts itself again for each file it reads.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg-bins=-no-pie");
}
