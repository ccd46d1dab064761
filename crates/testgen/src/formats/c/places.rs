//! Checks: what a place held after the call, compared in the form of its type.
//!
//! A place is an expression of C; its type decides the comparison. Whole structures and arrays are compared
//! part by part, because the bytes between the parts mean nothing.

use super::numbers::{self, Float};
use super::text;
use crate::unit::Result as Outcome;
use secateur_front::ctypes::{IntKind, Type, TypeId, Types};
use std::collections::BTreeSet;

/// What expressions may name, with types.
pub type Names<'a> = Vec<(&'a str, TypeId)>;

/// Writes checks, and remembers which kinds there are.
pub struct Checks<'a> {
    pub types: &'a Types,
    pub used: BTreeSet<&'static str>,
}

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Typed {
    Of(TypeId),
    /// Of a comparison or a difference.
    Number,
}

impl Checks<'_> {
    /// The statements that compare one place. The error says why there are none.
    pub fn of(&mut self, names: &Names, outcome: &Outcome) -> Result<Vec<String>, String> {
        let mut parser = Parser { types: self.types, names, rest: outcome.place.trim() };
        let typed = parser.expression().filter(|_| parser.rest.trim().is_empty());
        let mut out = Vec::new();
        match typed {
            None => return Err(format!("`{}` is not understood", outcome.place)),
            Some(Typed::Number) => {
                let value = numbers::from_bytes(&outcome.bytes, true);
                self.number(&outcome.place, value, "long", true, &mut out);
            }
            Some(Typed::Of(id)) => self.compare(id, &outcome.place, &outcome.bytes, &mut out)?,
        }
        Ok(out)
    }

    fn emit(&mut self, kind: &'static str, place: &str, more: &str, out: &mut Vec<String>) {
        self.used.insert(kind);
        out.push(format!("secateur_{kind}({}, {more});", text::literal(place.as_bytes())));
    }

    fn number(&mut self, place: &str, value: i128, name: &str, signed: bool, out: &mut Vec<String>) {
        let constant = numbers::integer(value, name, IntKind::Plain);
        let kind = if signed { "int" } else { "unsigned" };
        self.emit(kind, place, &format!("{place}, {constant}"), out);
    }

    fn compare(&mut self, id: TypeId, place: &str, bytes: &[u8], out: &mut Vec<String>) -> Result<(), String> {
        let size = bytes.len() as u64;
        match self.types.get(self.types.plain(id)) {
            Type::Int { bytes: n, signed, name, kind } if *n <= 8 => {
                let signed = *signed && *kind != IntKind::Bool;
                self.number(place, numbers::from_bytes(bytes, signed), name, signed, out);
            }
            Type::Enum { signed, constants, .. } => {
                let value = numbers::from_bytes(bytes, *signed);
                let shown = constants.iter().find(|c| c.1 == value).map_or(value.to_string(), |c| c.0.clone());
                self.emit("int", place, &format!("(long long){place}, {shown}"), out);
            }
            Type::Float { name, .. } => self.float(name, place, bytes, out),
            Type::Array { of, .. } => self.array(*of, place, bytes, out)?,
            Type::Struct(it) if !it.is_union && it.bytes == size => self.members(id, place, bytes, out)?,
            Type::Int { .. } | Type::Struct(_) | Type::Other { .. } => {
                self.bytes(&format!("&{place}"), place, bytes, out)
            }
            _ => return Err(format!("`{place}` cannot be compared")),
        }
        Ok(())
    }

    fn float(&mut self, name: &str, place: &str, bytes: &[u8], out: &mut Vec<String>) {
        match (numbers::float(bytes), name) {
            (Float::Finite(text), "long double") => {
                self.emit("long_double", place, &format!("{place}, {text}L"), out);
            }
            (Float::Finite(text), "float") => self.emit("double", place, &format!("{place}, {text}f"), out),
            (Float::Finite(text), _) => self.emit("double", place, &format!("{place}, {text}"), out),
            (Float::Infinity { negative }, _) => {
                self.emit("infinity", place, &format!("{place}, {}1", if negative { "-" } else { "" }), out);
            }
            _ => self.emit("nan", place, place, out),
        }
    }

    fn bytes(&mut self, pointer: &str, place: &str, bytes: &[u8], out: &mut Vec<String>) {
        let (expected, array) = text::pointer(bytes, &format!("secateur_expected{}", out.len()));
        match array {
            Some(array) => {
                let mut inner = vec![];
                self.emit("bytes", place, &format!("{pointer}, {expected}, {}", bytes.len()), &mut inner);
                out.push(format!("{{\n        {array}\n        {}\n    }}", inner.join(" ")));
            }
            None => self.emit("bytes", place, &format!("{pointer}, {expected}, {}", bytes.len()), out),
        }
    }

    fn array(&mut self, of: TypeId, place: &str, bytes: &[u8], out: &mut Vec<String>) -> Result<(), String> {
        let size = match self.types.get(self.types.plain(of)) {
            Type::Int { kind: IntKind::Char, .. } => {
                self.bytes(place, place, bytes, out);
                return Ok(());
            }
            Type::Int { bytes, .. } | Type::Enum { bytes, .. } | Type::Float { bytes, .. } => u64::from(*bytes),
            Type::Struct(it) => it.bytes,
            _ => return Err(format!("`{place}` cannot be compared")),
        };
        for (i, part) in bytes.chunks_exact(size.max(1) as usize).enumerate() {
            self.compare(of, &format!("{place}[{i}]"), part, out)?;
        }
        Ok(())
    }

    fn members(&mut self, id: TypeId, place: &str, bytes: &[u8], out: &mut Vec<String>) -> Result<(), String> {
        let Type::Struct(it) = self.types.get(self.types.plain(id)) else { return Ok(()) };
        for field in &it.fields {
            let from = &bytes[(field.offset as usize).min(bytes.len())..];
            let inside = field.name.as_ref().map_or(place.to_string(), |name| format!("{place}.{name}"));
            if let Some((first, width)) = field.bits {
                let signed = matches!(self.types.get(self.types.plain(field.ty)), Type::Int { signed: true, .. });
                let value =
                    numbers::wrap(numbers::from_bytes(&from[..from.len().min(16)], false) >> first, width, signed);
                self.number(&inside, value, "long", true, out);
                continue;
            }
            let size = self.size(field.ty).ok_or_else(|| format!("`{inside}` has no size"))?;
            let part = &from[..size.min(from.len())];
            match (self.types.get(self.types.plain(field.ty)), &field.name) {
                // Where a pointer leads is another place.
                (Type::Pointer(_), _) => {}
                (Type::Struct(inner), None) if inner.is_union => {
                    let pointer = format!("(const char *)&{place} + {}", field.offset);
                    self.bytes(&pointer, &format!("{place}, from byte {}", field.offset), part, out);
                }
                (Type::Struct(_), None) => self.members(field.ty, place, part, out)?,
                _ => self.compare(field.ty, &inside, part, out)?,
            }
        }
        Ok(())
    }

    fn size(&self, id: TypeId) -> Option<usize> {
        match self.types.get(self.types.plain(id)) {
            Type::Int { bytes, .. } | Type::Enum { bytes, .. } | Type::Float { bytes, .. } => Some(*bytes as usize),
            Type::Other { bytes, .. } => Some(*bytes as usize),
            Type::Pointer(_) => Some(8),
            Type::Array { of, count } => self.size(*of)?.checked_mul(count.unwrap_or(0) as usize),
            Type::Struct(it) => Some(it.bytes as usize),
            _ => None,
        }
    }
}

/// Finds the type of an expression: names, members, elements, what pointers lead to, comparisons, differences.
struct Parser<'a> {
    types: &'a Types,
    names: &'a Names<'a>,
    rest: &'a str,
}

impl Parser<'_> {
    fn expression(&mut self) -> Option<Typed> {
        let left = self.unary()?;
        let binary = ["==", "!=", "-"].iter().any(|operator| self.take(operator));
        if !binary {
            return Some(left);
        }
        if !self.take("NULL") && !self.take("0") {
            self.unary()?;
        }
        Some(Typed::Number)
    }

    fn take(&mut self, word: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn unary(&mut self) -> Option<Typed> {
        if self.take("*") {
            let Typed::Of(id) = self.unary()? else { return None };
            return self.element(id).map(Typed::Of);
        }
        let mut typed = if self.take("(") {
            let inner = self.expression()?;
            self.take(")").then_some(inner)?
        } else {
            let name = self.name()?;
            Typed::Of(self.names.iter().find(|n| n.0 == name)?.1)
        };
        while let Typed::Of(id) = typed {
            if self.take("[") {
                self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
                self.take("]").then_some(())?;
                typed = Typed::Of(self.element(id)?);
            } else if self.take("->") {
                let (target, name) = (self.element(id)?, self.name()?);
                typed = Typed::Of(self.member(target, &name)?);
            } else if self.take(".") {
                let name = self.name()?;
                typed = Typed::Of(self.member(id, &name)?);
            } else {
                break;
            }
        }
        Some(typed)
    }

    fn name(&mut self) -> Option<String> {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(rest.len());
        self.rest = &rest[end..];
        (end > 0).then(|| rest[..end].to_string())
    }

    fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.types.get(self.types.plain(id)) {
            Type::Pointer(to) | Type::Array { of: to, .. } => Some(*to),
            _ => None,
        }
    }

    fn member(&self, id: TypeId, name: &str) -> Option<TypeId> {
        let Type::Struct(it) = self.types.get(self.types.plain(id)) else { return None };
        let own = it.fields.iter().find(|f| f.name.as_deref() == Some(name)).map(|f| f.ty);
        own.or_else(|| it.fields.iter().filter(|f| f.name.is_none()).find_map(|f| self.member(f.ty, name)))
    }
}
