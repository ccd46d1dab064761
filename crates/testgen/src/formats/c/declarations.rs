//! The types that a test needs, declared again so that the test compiles without the program's headers.
//!
//! *Invariant:* every name is declared before it is used. A struct that is only pointed at is declared first and
//! defined later, so types may lead to each other in circles. Types of the C library are not declared but
//! come from its headers: the program may have seen those of another library.

use super::declare::{INT128, UINT128, declare, enumerators, keyword, members};
use secateur_front::ctypes::{Struct, Type, TypeId, Types};
use std::collections::{BTreeSet, HashSet};

/// Declarations in order, and the headers that they need.
#[derive(Default)]
pub struct Declarations {
    pub text: String,
    pub headers: BTreeSet<&'static str>,
}

/// Declares everything that a value of these types can lead to.
pub fn declare_all(types: &Types, roots: &[TypeId]) -> Declarations {
    let mut printer = Printer { types, out: Declarations::default(), declared: HashSet::new(), later: vec![] };
    for root in roots {
        printer.need(*root, true);
    }
    while let Some(id) = printer.later.pop() {
        printer.need(id, true);
    }
    printer.out
}

/// Our names for numbers of 128 bits, as far as these types need them: all else may be declared already.
pub fn int128s(types: &Types, roots: &[TypeId]) -> String {
    let text = declare_all(types, roots).text;
    let own = [int128(true), int128(false)];
    text.lines().filter(|line| own.iter().any(|o| o == line)).map(|line| format!("{line}\n")).collect()
}

fn int128(signed: bool) -> String {
    let (name, word) = if signed { (INT128, "") } else { (UINT128, "unsigned ") };
    format!("__extension__ typedef {word}__int128 {name};")
}

struct Printer<'a> {
    types: &'a Types,
    out: Declarations,
    /// Names that are declared, structs also as `struct x;` and `struct x {`, numbers of 128 bits.
    declared: HashSet<String>,
    /// Structs that were only pointed at.
    later: Vec<TypeId>,
}

impl Printer<'_> {
    /// Declares the type, if it must be complete with its members.
    fn need(&mut self, id: TypeId, complete: bool) {
        match self.types.get(id) {
            Type::Void | Type::Float { .. } | Type::Other { .. } => {}
            Type::Int { name, bytes, signed, .. } => {
                if *bytes == 16 && name.contains("int128") {
                    self.once(if *signed { INT128 } else { UINT128 }, &int128(*signed));
                }
            }
            Type::Enum { tag: Some(tag), constants, .. } => {
                self.once(&format!("enum {tag}"), &format!("enum {tag} {};", enumerators(constants)));
            }
            Type::Enum { constants, .. } => {
                self.once(&format!("enum {}", id.0), &format!("enum {};", enumerators(constants)));
            }
            Type::Pointer(to) => self.need(*to, false),
            Type::Const(to) | Type::Qualified(_, to) => self.need(*to, complete),
            Type::Array { of, .. } => self.need(*of, true),
            Type::Function { ret, params, .. } => {
                for param in params.iter().chain([ret]) {
                    self.need(*param, false);
                }
            }
            Type::Typedef { name, to } => self.typedef(name, *to, complete),
            Type::Struct(it) => self.structure(id, it, complete),
        }
    }

    fn once(&mut self, key: &str, text: &str) {
        if self.declared.insert(key.to_string()) {
            self.out.text.push_str(text);
            self.out.text.push('\n');
        }
    }

    fn typedef(&mut self, name: &str, to: TypeId, complete: bool) {
        if let Some(header) = header_of_type(name) {
            self.out.headers.insert(header);
            return;
        }
        // What has no tag is defined within the typedef.
        if let Type::Enum { tag: None, constants, .. } = self.types.get(to) {
            self.once(name, &format!("typedef enum {} {name};", enumerators(constants)));
            return;
        }
        let own = matches!(self.types.get(to), Type::Struct(Struct { tag: None, .. }));
        if own && !self.declared.contains(name) {
            self.parts(to);
        } else if !own {
            self.need(to, complete);
        }
        self.once(name, &format!("typedef {};", declare(self.types, to, name)));
    }

    fn structure(&mut self, id: TypeId, it: &Struct, complete: bool) {
        let Some(tag) = &it.tag else {
            self.parts(id);
            return;
        };
        let named = format!("{} {tag}", keyword(it.is_union));
        if let Some(header) = header_of_struct(tag) {
            self.out.headers.insert(header);
            return;
        }
        if !complete || it.incomplete {
            if !self.declared.contains(&format!("{named} {{")) {
                self.once(&format!("{named};"), &format!("{named};"));
                if !it.incomplete {
                    self.later.push(id);
                }
            }
        } else if !self.declared.contains(&format!("{named} {{")) {
            self.declared.insert(format!("{named};"));
            self.parts(id);
            self.once(&format!("{named} {{"), &format!("{named} {};", members(self.types, it, 0)));
        }
    }

    /// What the members of a struct need.
    fn parts(&mut self, id: TypeId) {
        if let Type::Struct(it) = self.types.get(id) {
            for field in &it.fields {
                self.need(field.ty, true);
            }
        }
    }
}

/// The header that has a type of the C library's.
fn header_of_type(name: &str) -> Option<&'static str> {
    let number = |name: &str| {
        let rest = name.strip_prefix('u').unwrap_or(name).strip_prefix("int")?;
        let rest = rest.strip_prefix("_least").or(rest.strip_prefix("_fast")).unwrap_or(rest);
        matches!(rest, "8_t" | "16_t" | "32_t" | "64_t" | "ptr_t" | "max_t").then_some("stdint.h")
    };
    Some(match name {
        "size_t" | "ptrdiff_t" | "wchar_t" => "stddef.h",
        "FILE" | "fpos_t" => "stdio.h",
        "div_t" | "ldiv_t" | "lldiv_t" => "stdlib.h",
        "time_t" | "clock_t" => "time.h",
        "va_list" => "stdarg.h",
        "jmp_buf" => "setjmp.h",
        "sig_atomic_t" => "signal.h",
        "wint_t" | "mbstate_t" => "wchar.h",
        "wctype_t" | "wctrans_t" => "wctype.h",
        "fenv_t" | "fexcept_t" => "fenv.h",
        "imaxdiv_t" => "inttypes.h",
        "ssize_t" | "off_t" | "pid_t" | "uid_t" | "gid_t" | "mode_t" | "dev_t" | "ino_t" | "nlink_t" | "blksize_t"
        | "blkcnt_t" | "id_t" | "suseconds_t" | "useconds_t" => "sys/types.h",
        _ => return number(name),
    })
}

fn header_of_struct(tag: &str) -> Option<&'static str> {
    Some(match tag {
        "tm" => "time.h",
        "_IO_FILE" => "stdio.h",
        "lconv" => "locale.h",
        _ => return None,
    })
}

/// Types of the C library whose insides differ between libraries, or that need more than C99 to be declared: a
/// program that uses them must be compiled with its own headers.
pub fn is_foreign(types: &Types, id: TypeId) -> bool {
    const TAGS: &[&str] = &["stat", "timeval", "timespec", "sockaddr", "sockaddr_in", "sigaction", "dirent", "pollfd"];
    match types.get(id) {
        Type::Struct(Struct { tag: Some(tag), .. }) => TAGS.contains(&tag.as_str()),
        Type::Typedef { name, .. } => {
            let known = ["regex_t", "DIR", "sigset_t", "fd_set", "socklen_t"];
            known.contains(&name.as_str()) || name.starts_with("pthread_")
        }
        _ => false,
    }
}
