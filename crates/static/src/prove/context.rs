//! What is known of the whole program before its functions are followed.

use super::effects::Effects;
use super::objects::{Objects, Place};
use super::points::Points;
use super::set::Set;
use crate::calls::Target;
use rustc_hash::FxHashMap;
use secateur_ir::Module;

pub struct Context<'a> {
    pub module: &'a Module,
    pub objects: &'a Objects,
    pub points: &'a Points,
    pub effects: &'a Effects,
    /// What each call runs, and the groups that pointers choose from.
    pub targets: FxHashMap<Place, Target>,
    pub groups: Vec<Vec<u32>>,
    /// By group: whether a function of the machine may be called instead.
    pub outside: Vec<bool>,
    /// By function: whether it is looked at instruction by instruction.
    pub followed: Vec<bool>,
    /// Objects that anything may write.
    pub written: Set,
    pub globals: Set,
    pub heap: Set,
    /// Objects that must not be written.
    pub constant: Set,
    /// Whether signed overflow is looked for.
    pub overflow: bool,
}
