//! What is printed, against compilers: they accept it without a warning, and it means what it should.

mod files;
mod round_trip;

use secateur_front::ctypes::{Field, IntKind, Struct, Type, TypeId, Types};
use std::path::Path;
use std::process::{Command, Output};

pub const COMPILERS: [&str; 2] = ["gcc", "clang-19"];

/// Types by their positions.
pub struct Make {
    pub types: Types,
}

impl Make {
    pub fn new() -> Make {
        Make { types: Types::default() }
    }
    pub fn add(&mut self, ty: Type) -> TypeId {
        self.types.all.push(ty);
        TypeId(self.types.all.len() as u32 - 1)
    }
    pub fn int(&mut self, name: &str, bytes: u32, signed: bool) -> TypeId {
        let kind = match name {
            "_Bool" => IntKind::Bool,
            "char" | "signed char" | "unsigned char" => IntKind::Char,
            _ => IntKind::Plain,
        };
        self.add(Type::Int { name: name.into(), bytes, signed, kind })
    }
    pub fn float(&mut self, name: &str, bytes: u32) -> TypeId {
        self.add(Type::Float { name: name.into(), bytes })
    }
    pub fn structure(&mut self, tag: Option<&str>, is_union: bool, bytes: u64, fields: Vec<Field>) -> TypeId {
        let tag = tag.map(str::to_string);
        self.add(Type::Struct(Struct { tag, is_union, incomplete: false, bytes, fields }))
    }
}

pub fn field(name: &str, ty: TypeId, offset: u64) -> Field {
    Field { name: (!name.is_empty()).then(|| name.to_string()), ty, offset, bits: None }
}

pub fn bits(name: &str, ty: TypeId, offset: u64, first: u32, width: u32) -> Field {
    Field { bits: Some((first, width)), ..field(name, ty, offset) }
}

/// Runs a command and returns what it did; one that cannot be started is an error of the set-up.
pub fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|e| panic!("{command:?}: {e}; scripts/setup.sh installs what is needed"))
}

/// Compiles with every warning as an error.
pub fn compile(compiler: &str, folder: &Path, files: &[&str], flags: &[&str], to: &str) {
    let mut command = Command::new(compiler);
    command.current_dir(folder).args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]).args(flags);
    let out = run(command.args(["-o", to]).args(files).arg("-lm"));
    assert!(out.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&out.stderr));
}
