//! Types of debug information as [`crate::ctypes`] has them.

use super::{Entry, Reader, name};
use crate::ctypes::{Field, IntKind, Struct, Type, TypeId, Types};
use gimli::{AttributeValue, Dwarf, Unit, UnitOffset};
use std::collections::HashMap;

/// Reads types as they are asked for, each once.
pub struct TypeReader<'t> {
    types: &'t mut Types,
    known: HashMap<UnitOffset, TypeId>,
    void: Option<TypeId>,
}

type Context<'u, 'a> = (&'u Dwarf<Reader<'a>>, &'u Unit<Reader<'a>>);

impl<'t> TypeReader<'t> {
    pub fn new(types: &'t mut Types) -> TypeReader<'t> {
        TypeReader { types, known: HashMap::new(), void: None }
    }

    /// The type that an entry refers to; without one it is `void`.
    pub fn of(&mut self, dwarf: &Dwarf<Reader>, unit: &Unit<Reader>, entry: &Entry) -> gimli::Result<TypeId> {
        match entry.attr_value(gimli::DW_AT_type)? {
            Some(AttributeValue::UnitRef(offset)) => self.at((dwarf, unit), offset),
            _ => Ok(self.void()),
        }
    }

    fn void(&mut self) -> TypeId {
        if let Some(id) = self.void {
            return id;
        }
        let id = self.add(Type::Void);
        self.void = Some(id);
        id
    }

    fn add(&mut self, ty: Type) -> TypeId {
        self.types.all.push(ty);
        TypeId(self.types.all.len() as u32 - 1)
    }

    fn at(&mut self, context: Context, offset: UnitOffset) -> gimli::Result<TypeId> {
        if let Some(id) = self.known.get(&offset) {
            return Ok(*id);
        }
        // Known before it is read, because types refer to each other in circles.
        let id = self.add(Type::Void);
        self.known.insert(offset, id);
        let ty = self.read(context, offset)?;
        self.types.all[id.0 as usize] = ty;
        Ok(id)
    }

    fn read(&mut self, (dwarf, unit): Context, offset: UnitOffset) -> gimli::Result<Type> {
        let entry = unit.entry(offset)?;
        let named = name(dwarf, unit, &entry)?;
        let to = |this: &mut Self| this.of(dwarf, unit, &entry);
        Ok(match entry.tag() {
            gimli::DW_TAG_base_type => base(named.unwrap_or_default(), &entry)?,
            gimli::DW_TAG_pointer_type => Type::Pointer(to(self)?),
            gimli::DW_TAG_const_type => Type::Const(to(self)?),
            gimli::DW_TAG_volatile_type => Type::Qualified("volatile".into(), to(self)?),
            gimli::DW_TAG_restrict_type => Type::Qualified("restrict".into(), to(self)?),
            gimli::DW_TAG_atomic_type => Type::Qualified("_Atomic".into(), to(self)?),
            gimli::DW_TAG_typedef => Type::Typedef { name: named.unwrap_or_default(), to: to(self)? },
            gimli::DW_TAG_enumeration_type => self.enumeration((dwarf, unit), &entry, named)?,
            gimli::DW_TAG_structure_type | gimli::DW_TAG_union_type => self.structure((dwarf, unit), &entry, named)?,
            gimli::DW_TAG_array_type => self.array((dwarf, unit), &entry)?,
            gimli::DW_TAG_subroutine_type => self.function((dwarf, unit), &entry)?,
            other => Type::Other { name: named.unwrap_or_else(|| other.to_string()), bytes: bytes(&entry)? as u32 },
        })
    }

    fn enumeration(&mut self, (dwarf, unit): Context, entry: &Entry, tag: Option<String>) -> gimli::Result<Type> {
        let under = self.of(dwarf, unit, entry)?;
        let signed = matches!(self.types.get(self.types.plain(under)), Type::Int { signed: true, .. });
        let mut constants = Vec::new();
        for child in children(unit, entry)? {
            if child.tag() != gimli::DW_TAG_enumerator {
                continue;
            }
            let value = child.attr(gimli::DW_AT_const_value)?;
            let number = value.as_ref().and_then(|v| v.sdata_value().map(i128::from));
            let number = match value.as_ref().map(|v| v.value()) {
                Some(AttributeValue::Udata(n)) => Some(i128::from(n)),
                _ => number,
            };
            constants.extend(name(dwarf, unit, &child)?.zip(number));
        }
        Ok(Type::Enum { tag, bytes: bytes(entry)? as u32, signed, constants })
    }

    fn structure(&mut self, (dwarf, unit): Context, entry: &Entry, tag: Option<String>) -> gimli::Result<Type> {
        let is_union = entry.tag() == gimli::DW_TAG_union_type;
        let incomplete = entry.attr(gimli::DW_AT_declaration)?.is_some();
        let mut fields = Vec::new();
        for child in children(unit, entry)? {
            if child.tag() != gimli::DW_TAG_member {
                continue;
            }
            let ty = self.of(dwarf, unit, &child)?;
            let number = |at| Ok::<_, gimli::Error>(child.attr(at)?.and_then(|a| a.udata_value()));
            let mut offset = number(gimli::DW_AT_data_member_location)?.unwrap_or(0);
            let mut bits = None;
            if let Some(size) = number(gimli::DW_AT_bit_size)? {
                let first = number(gimli::DW_AT_data_bit_offset)?.unwrap_or(0);
                (offset, bits) = bit_field(first, size, self.size(ty));
            }
            fields.push(Field { name: name(dwarf, unit, &child)?, ty, offset, bits });
        }
        Ok(Type::Struct(Struct { tag, is_union, incomplete, bytes: bytes(entry)?, fields }))
    }

    fn size(&self, ty: TypeId) -> u64 {
        match self.types.get(self.types.plain(ty)) {
            Type::Int { bytes, .. } | Type::Enum { bytes, .. } => u64::from(*bytes),
            _ => 1,
        }
    }

    fn array(&mut self, (dwarf, unit): Context, entry: &Entry) -> gimli::Result<Type> {
        let of = self.of(dwarf, unit, entry)?;
        if entry.attr(gimli::DW_AT_GNU_vector)?.is_some() {
            return Ok(Type::Other { name: "a vector".into(), bytes: bytes(entry)? as u32 });
        }
        let mut counts = Vec::new();
        for child in children(unit, entry)? {
            if child.tag() == gimli::DW_TAG_subrange_type {
                // Of a variable length array it is an expression, which is no number.
                let number = |at| Ok::<_, gimli::Error>(child.attr(at)?.and_then(|a| a.udata_value()));
                let last = number(gimli::DW_AT_upper_bound)?.map(|last| last.wrapping_add(1));
                counts.push(number(gimli::DW_AT_count)?.or(last));
            }
        }
        // The last dimension is the innermost.
        let Some((first, inner)) = counts.split_first() else { return Ok(Type::Array { of, count: None }) };
        let of = inner.iter().rev().fold(of, |of, count| self.add(Type::Array { of, count: *count }));
        Ok(Type::Array { of, count: *first })
    }

    fn function(&mut self, (dwarf, unit): Context, entry: &Entry) -> gimli::Result<Type> {
        let ret = self.of(dwarf, unit, entry)?;
        let (mut params, mut variadic) = (Vec::new(), false);
        for child in children(unit, entry)? {
            match child.tag() {
                gimli::DW_TAG_formal_parameter => params.push(self.of(dwarf, unit, &child)?),
                gimli::DW_TAG_unspecified_parameters => variadic = true,
                _ => {}
            }
        }
        Ok(Type::Function { ret, params, variadic })
    }
}

/// Where a bit-field is: the offset of the unit of its type that holds it, or, if it crosses units, of its first byte.
fn bit_field(first: u64, bits: u64, unit: u64) -> (u64, Option<(u32, u32)>) {
    let unit = unit.max(1) * 8;
    let whole = first / unit == (first + bits.max(1) - 1) / unit;
    let start = if whole { first / unit * unit } else { first / 8 * 8 };
    (start / 8, Some(((first - start) as u32, bits as u32)))
}

fn base(name: String, entry: &Entry) -> gimli::Result<Type> {
    let bytes = bytes(entry)? as u32;
    let Some(AttributeValue::Encoding(encoding)) = entry.attr_value(gimli::DW_AT_encoding)? else {
        return Ok(Type::Other { name, bytes });
    };
    let int = |name, signed, kind| Type::Int { name, bytes, signed, kind };
    Ok(match encoding {
        _ if name.contains("_BitInt") => Type::Other { name, bytes },
        gimli::DW_ATE_boolean => int(name, false, IntKind::Bool),
        gimli::DW_ATE_signed => int(name, true, IntKind::Plain),
        gimli::DW_ATE_unsigned => int(name, false, IntKind::Plain),
        gimli::DW_ATE_signed_char => int(name, true, IntKind::Char),
        gimli::DW_ATE_unsigned_char => int(name, false, IntKind::Char),
        gimli::DW_ATE_float if ["float", "double", "long double"].contains(&name.as_str()) => {
            Type::Float { name, bytes }
        }
        _ => Type::Other { name, bytes },
    })
}

fn bytes(entry: &Entry) -> gimli::Result<u64> {
    Ok(entry.attr(gimli::DW_AT_byte_size)?.and_then(|a| a.udata_value()).unwrap_or(0))
}

fn children<'u, 'a>(unit: &'u Unit<Reader<'a>>, entry: &Entry) -> gimli::Result<Vec<Entry<'u, 'a>>> {
    let mut tree = unit.entries_tree(Some(entry.offset()))?;
    let mut children = tree.root()?.children();
    let mut all = Vec::new();
    while let Some(child) = children.next()? {
        all.push(child.entry().clone());
    }
    Ok(all)
}
