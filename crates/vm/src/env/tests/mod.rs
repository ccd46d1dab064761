//! Tests of the whole environment, through `Env::syscall` as the VM would call it.

mod differential;
mod fake;
mod files;
mod hostile;
mod operations;
mod processes;
