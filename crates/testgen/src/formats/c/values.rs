//! Values as C: initialisers, the objects that pointers lead to, and statements for what has no initialiser.
//!
//! Every object is a block of the heap just as long as the test says, so that sanitizers see what goes beyond it and
//! the function may free it. Unions, infinities and whatever else has no constant in C99 are set byte by
//! byte afterwards.

use super::declare::declare;
use super::numbers::{self, Float};
use super::text;
use crate::unit::Value;
use secateur_front::ctypes::{IntKind, Struct, Type, TypeId, Types};
use std::collections::BTreeSet;

/// Writes values as lines of a function.
pub struct Values<'a> {
    pub types: &'a Types,
    /// The functions that stand in for others, by their numbers.
    pub stubs: &'a [String],
    /// Declarations and statements, in order.
    pub lines: Vec<String>,
    /// Bytes to set when everything is declared.
    patches: Vec<String>,
    /// Names in use.
    pub names: BTreeSet<String>,
    /// Whether there are objects.
    pub has_objects: bool,
}

impl<'a> Values<'a> {
    pub fn new(types: &'a Types, stubs: &'a [String], names: BTreeSet<String>) -> Values<'a> {
        Values { types, stubs, lines: vec![], patches: vec![], names, has_objects: false }
    }

    /// Declares `name` with the value. The error says why that cannot be.
    pub fn declare(&mut self, id: TypeId, name: &str, value: &Value) -> Result<(), String> {
        let init = self.initialiser(id, value, name, name)?.unwrap_or_else(|| self.zero(id));
        let line = format!("{} = {init};", declare(self.types, self.unqualified(id), name));
        self.lines.push(line);
        self.lines.append(&mut self.patches);
        Ok(())
    }

    /// Sets the variable `name`, which is declared elsewhere.
    pub fn assign(&mut self, id: TypeId, name: &str, value: &Value) -> Result<(), String> {
        let init = self.initialiser(id, value, name, name)?.unwrap_or_else(|| self.zero(id));
        self.lines.push(match self.types.get(self.types.plain(id)) {
            Type::Struct(_) | Type::Array { .. } => {
                let plain = declare(self.types, self.unqualified(id), "");
                format!("memcpy((void *)&{name}, &({plain}){init}, sizeof {name});")
            }
            _ => format!("{name} = {init};"),
        });
        self.lines.append(&mut self.patches);
        Ok(())
    }

    /// An object behind a pointer; an expression that makes it.
    fn object(&mut self, to: TypeId, elements: &[Value], place: &str, hint: &str) -> Result<String, String> {
        self.has_objects = true;
        if elements.is_empty() {
            return Ok("secateur_new(\"\", 0)".into());
        }
        let count = elements.len();
        if let Some(bytes) = self.bytes(to, elements)?
            && let (literal, None) = text::pointer(&bytes, "")
        {
            // Text has its zero at the end of the literal.
            let shown = if bytes.last() == Some(&0) { text::literal(&bytes[..count - 1]) } else { literal };
            return Ok(format!("secateur_new({shown}, {count})"));
        }
        let of = if matches!(self.types.get(self.types.plain(to)), Type::Void) {
            None
        } else {
            Some(declare(self.types, self.unqualified(to), &format!("[{count}]")))
        };
        let init = match of {
            None => text::braces(&self.bytes(to, elements)?.unwrap_or_default()),
            Some(_) => self.elements(to, elements, place, hint)?,
        };
        let of = of.unwrap_or_else(|| format!("unsigned char [{count}]"));
        Ok(format!("secateur_new(({of}){init}, sizeof({of}))"))
    }

    /// Elements that read well as a string: characters, and memory without a type.
    fn bytes(&self, to: TypeId, elements: &[Value]) -> Result<Option<Vec<u8>>, String> {
        match self.types.get(self.types.plain(to)) {
            Type::Void => elements.iter().map(byte).collect::<Result<Vec<u8>, String>>().map(Some),
            Type::Int { kind: IntKind::Char, name, .. } => {
                let bytes: Option<Vec<u8>> = elements.iter().map(|v| byte(v).ok()).collect();
                Ok(bytes.filter(|b| name == "char" || text::reads_well(b)))
            }
            _ => Ok(None),
        }
    }

    fn fresh(&mut self, hint: &str) -> String {
        let mut name = hint.to_string();
        let mut n = 1;
        while !self.names.insert(name.clone()) {
            n += 1;
            name = format!("{hint}{n}");
        }
        name
    }

    /// The initialiser of something that can be reached as `place`. `None` leaves it zero, until a statement.
    fn initialiser(&mut self, id: TypeId, value: &Value, place: &str, hint: &str) -> Result<Option<String>, String> {
        match (self.types.get(self.types.plain(id)), value) {
            (Type::Int { bytes: 16, .. }, Value::Int(v)) => self.patch(place, &v.to_le_bytes(), ""),
            (Type::Int { bytes, signed, name, kind }, Value::Int(v)) => {
                let v = numbers::wrap(*v, bytes * 8, *signed && *kind != IntKind::Bool);
                Ok(Some(numbers::integer(v, name, *kind)))
            }
            (Type::Enum { bytes, signed, constants, .. }, Value::Int(v)) => {
                let v = numbers::wrap(*v, bytes * 8, *signed);
                Ok(Some(constants.iter().find(|c| c.1 == v).map_or(v.to_string(), |c| c.0.clone())))
            }
            (Type::Float { name, .. }, Value::Float(bytes)) => match (numbers::float(bytes), name.as_str()) {
                (Float::Finite(text), "float") => Ok(Some(text + "f")),
                (Float::Finite(text), "long double") => Ok(Some(text + "L")),
                (Float::Finite(text), _) => Ok(Some(text)),
                (Float::Infinity { negative: true }, _) => self.patch(place, bytes, "-infinity"),
                (Float::Infinity { .. }, _) => self.patch(place, bytes, "infinity"),
                _ => self.patch(place, bytes, "not a number"),
            },
            (Type::Pointer(_), Value::Null) => Ok(Some("NULL".into())),
            (Type::Pointer(_), Value::Stub(i)) => match self.stubs.get(*i) {
                Some(name) => Ok(Some(name.clone())),
                None => Err("a function that stands in for another is missing".into()),
            },
            (Type::Pointer(to), Value::Object(elements)) => self.pointer(id, *to, elements, place, hint).map(Some),
            // A flexible member without elements has no initialiser.
            (Type::Array { .. }, Value::Array(elements)) if elements.is_empty() => Ok(None),
            (Type::Array { of, .. }, Value::Array(elements)) => self.array(*of, elements, place, hint).map(Some),
            (Type::Struct(it), Value::Struct(fields)) if !it.is_union && it.fields.len() == fields.len() => {
                let inside = self.members(it, fields, place, hint)?;
                Ok((!inside.is_empty()).then(|| format!("{{ {} }}", inside.join(", "))))
            }
            (_, Value::Bytes(bytes)) => self.patch(place, bytes, ""),
            _ => Err(format!("a value that does not fit its type, {}", declare(self.types, id, ""))),
        }
    }

    /// A pointer to a new object. One inside of something else gets a variable, so that its parts have a name.
    fn pointer(
        &mut self,
        id: TypeId,
        to: TypeId,
        elements: &[Value],
        place: &str,
        hint: &str,
    ) -> Result<String, String> {
        if place == hint {
            return self.object(to, elements, place, hint);
        }
        let name = self.fresh(hint);
        let outer = std::mem::take(&mut self.patches);
        let made = self.object(to, elements, &name, &name)?;
        self.lines.push(format!("{} = {made};", declare(self.types, self.unqualified(id), &name)));
        self.lines.append(&mut self.patches);
        self.patches = outer;
        Ok(name)
    }

    /// Sets the bytes by a statement.
    fn patch(&mut self, place: &str, bytes: &[u8], comment: &str) -> Result<Option<String>, String> {
        if bytes.iter().all(|b| *b == 0) {
            return Ok(None);
        }
        let comment = if comment.is_empty() { String::new() } else { format!(" /* {comment} */") };
        let name = self.fresh("secateur_long_bytes");
        let (pointer, array) = text::pointer(bytes, &name);
        self.patches.extend(array);
        self.patches.push(format!("memcpy((void *)&{place}, {pointer}, {});{comment}", bytes.len()));
        Ok(None)
    }

    fn members(&mut self, it: &Struct, values: &[Value], place: &str, hint: &str) -> Result<Vec<String>, String> {
        let mut out = Vec::new();
        for (field, value) in it.fields.iter().zip(values) {
            let Some(name) = &field.name else {
                out.extend(self.nameless(field.ty, field.offset, value, place, hint)?);
                continue;
            };
            let narrow = match (field.bits, value) {
                (Some((_, width)), Value::Int(v)) => Value::Int(numbers::wrap(*v, width, self.is_signed(field.ty))),
                _ => value.clone(),
            };
            let init = self.initialiser(field.ty, &narrow, &format!("{place}.{name}"), &format!("{hint}_{name}"))?;
            out.extend(init.map(|init| format!(".{name} = {init}")));
        }
        Ok(out)
    }

    /// The fields of a member without a name are those of the struct around it.
    fn nameless(
        &mut self,
        id: TypeId,
        offset: u64,
        value: &Value,
        place: &str,
        hint: &str,
    ) -> Result<Vec<String>, String> {
        match (self.types.get(self.types.plain(id)), value) {
            (Type::Struct(it), Value::Struct(values)) if !it.is_union && it.fields.len() == values.len() => {
                self.members(it, values, place, hint)
            }
            (_, Value::Bytes(bytes)) => {
                self.patch(&format!("((unsigned char *)&{place})[{offset}]"), bytes, "")?;
                Ok(vec![])
            }
            _ => Err("a value that does not fit a member without a name".into()),
        }
    }

    fn is_signed(&self, id: TypeId) -> bool {
        match self.types.get(self.types.plain(id)) {
            Type::Int { signed, kind, .. } => *signed && *kind != IntKind::Bool,
            Type::Enum { signed, .. } => *signed,
            _ => false,
        }
    }

    /// An array that is a part of something; text is written as a string.
    fn array(&mut self, of: TypeId, values: &[Value], place: &str, hint: &str) -> Result<String, String> {
        match characters(self.types, of, values) {
            Some(characters) => Ok(text::char_array(&characters)),
            None => self.elements(of, values, place, hint),
        }
    }

    /// The elements of an array at `place`, in braces. What is left out at the end is zero.
    fn elements(&mut self, of: TypeId, values: &[Value], place: &str, hint: &str) -> Result<String, String> {
        let zero = self.zero(of);
        let mut out = Vec::new();
        for (i, value) in values.iter().enumerate() {
            let one = values.len() == 1 && matches!(self.types.get(self.types.plain(of)), Type::Struct(_));
            let hint = if one { hint.to_string() } else { format!("{hint}_{i}") };
            let init = self.initialiser(of, value, &format!("{place}[{i}]"), &hint)?;
            out.push(init.unwrap_or_else(|| zero.clone()));
        }
        while out.len() > 1 && out.last() == Some(&zero) {
            out.pop();
        }
        Ok(text::lines(&out))
    }

    pub fn zero(&self, id: TypeId) -> String {
        match self.types.get(self.types.plain(id)) {
            Type::Struct(_) | Type::Array { .. } => "{ 0 }".into(),
            Type::Pointer(_) => "NULL".into(),
            Type::Float { .. } => "0.0".into(),
            _ => "0".into(),
        }
    }

    fn unqualified(&self, mut id: TypeId) -> TypeId {
        while let Type::Const(to) | Type::Qualified(_, to) = self.types.get(id) {
            id = *to;
        }
        id
    }
}

fn byte(value: &Value) -> Result<u8, String> {
    match value {
        Value::Int(v) => Ok(numbers::wrap(*v, 8, false) as u8),
        Value::Bytes(bytes) if bytes.len() == 1 => Ok(bytes[0]),
        _ => Err("memory without a type that does not consist of bytes".into()),
    }
}

/// Elements of the type `char`, as bytes.
pub fn characters(types: &Types, of: TypeId, values: &[Value]) -> Option<Vec<u8>> {
    match types.get(types.plain(of)) {
        Type::Int { name, kind: IntKind::Char, .. } if name == "char" => {}
        _ => return None,
    }
    values.iter().map(|v| byte(v).ok()).collect()
}
