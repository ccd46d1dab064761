//! Native builds, their runs, and what is made of them.
fn main() {}
