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
    /// Of memory without a type.
    Byte,
}

impl Checks<'_> {
    /// The statements that compare all these places. The error says why there are none.
    pub fn all(&mut self, names: &Names, results: &[Outcome]) -> Result<Vec<String>, String> {
        let mut out = Vec::new();
        let mut rest = results;
        while let Some((first, more)) = rest.split_first() {
            let count = self.text(names, rest);
            if count > 1 {
                let place = first.place.strip_suffix("[0]").unwrap_or(&first.place);
                let bytes: Vec<u8> = rest[..count].iter().flat_map(|r| r.bytes.clone()).collect();
                self.bytes(place, place, &bytes, &mut out);
                rest = &rest[count..];
                continue;
            }
            rest = more;
            self.one(names, first, &mut out)?;
        }
        Ok(out)
    }

    /// How many results from here on are the characters of one text.
    fn text(&self, names: &Names, results: &[Outcome]) -> usize {
        let Some(stem) = results.first().and_then(|r| r.place.strip_suffix("[0]")) else { return 0 };
        let is_next = |(i, r): &(usize, &Outcome)| r.bytes.len() == 1 && r.place == format!("{stem}[{i}]");
        let count = results.iter().enumerate().take_while(is_next).count();
        let typed = Parser { types: self.types, names, rest: &results[0].place }.whole().map(|(typed, _)| typed);
        let is_char = match typed {
            Some(Typed::Of(id)) => {
                matches!(self.types.get(self.types.plain(id)), Type::Int { kind: IntKind::Char, .. })
            }
            Some(Typed::Byte) => true,
            _ => false,
        };
        if is_char { count } else { 0 }
    }

    fn one(&mut self, names: &Names, outcome: &Outcome, out: &mut Vec<String>) -> Result<(), String> {
        let Outcome { place, bytes } = outcome;
        let parser = Parser { types: self.types, names, rest: place };
        let (typed, text) = parser.whole().ok_or_else(|| format!("`{place}` is not understood"))?;
        match typed {
            Typed::Number => self.number(&text, numbers::from_bytes(bytes, true), "long", true, out),
            Typed::Byte => self.number(&text, numbers::from_bytes(bytes, false), "int", true, out),
            Typed::Of(id) => self.compare(id, &text, bytes, out)?,
        }
        Ok(())
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

/// Finds the type of an expression: names, members, elements, what pointers lead to, comparisons, differences. What C99 does
/// not allow with `void *` is written with a cast.
struct Parser<'a> {
    types: &'a Types,
    names: &'a Names<'a>,
    rest: &'a str,
}

type Parsed = Option<(Typed, String)>;

impl Parser<'_> {
    /// All of it must be understood.
    fn whole(mut self) -> Parsed {
        let parsed = self.expression();
        parsed.filter(|_| self.rest.trim().is_empty())
    }

    fn expression(&mut self) -> Parsed {
        let (typed, left) = self.unary()?;
        let Some(operator) = ["==", "!=", "-"].into_iter().find(|operator| self.take(operator)) else {
            return Some((typed, left));
        };
        if self.take("NULL") {
            return Some((Typed::Number, format!("{left} {operator} NULL")));
        }
        let (_, right) = self.unary()?;
        let text = match typed {
            Typed::Of(id) if self.is_void_pointer(id) => format!("(char *){left} {operator} (char *){right}"),
            _ => format!("{left} {operator} {right}"),
        };
        Some((Typed::Number, text))
    }

    fn take(&mut self, word: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn unary(&mut self) -> Parsed {
        if self.take("*") {
            let (Typed::Of(id), text) = self.unary()? else { return None };
            if self.is_void_pointer(id) {
                return Some((Typed::Byte, format!("*(unsigned char *){text}")));
            }
            return Some((Typed::Of(self.element(id)?), format!("*{text}")));
        }
        let (mut typed, mut text) = if self.take("(") {
            let (typed, inner) = self.expression()?;
            self.take(")").then_some((typed, format!("({inner})")))?
        } else {
            let name = self.name()?;
            (Typed::Of(self.names.iter().find(|n| n.0 == name)?.1), name)
        };
        while let Typed::Of(id) = typed {
            if self.take("[") {
                let index = self.name()?;
                self.take("]").then_some(())?;
                (typed, text) = if self.is_void_pointer(id) {
                    (Typed::Byte, format!("((unsigned char *){text})[{index}]"))
                } else {
                    (Typed::Of(self.element(id)?), format!("{text}[{index}]"))
                };
            } else if self.take("->") {
                let (target, name) = (self.element(id)?, self.name()?);
                (typed, text) = (Typed::Of(self.member(target, &name)?), format!("{text}->{name}"));
            } else if self.take(".") {
                let name = self.name()?;
                (typed, text) = (Typed::Of(self.member(id, &name)?), format!("{text}.{name}"));
            } else {
                break;
            }
        }
        Some((typed, text))
    }

    /// A name or a number.
    fn name(&mut self) -> Option<String> {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(rest.len());
        self.rest = &rest[end..];
        (end > 0).then(|| rest[..end].to_string())
    }

    fn is_void_pointer(&self, id: TypeId) -> bool {
        let to = self.element(id);
        to.is_some_and(|to| matches!(self.types.get(self.types.plain(to)), Type::Void))
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
