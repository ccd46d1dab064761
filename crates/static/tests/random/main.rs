//! Random small programs against answers that are found without the graph: distances against Bellman and Ford's
//! algorithm, reachability against an exhaustive walk over all configurations of the program.

mod distances;
mod machine;
mod programs;
mod reachability;
