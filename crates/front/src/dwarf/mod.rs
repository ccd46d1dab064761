//! C's declarations, read from the debug information of an object file that clang has just made.
//!
//! Functions and variables are those that the file defines, in the order of the source; types are what
//! they use. What debug information does not tell is lost: the sizes in `int a[4]` of a parameter (it is
//! a pointer), macros, and which of several typedefs of an anonymous type was meant.
//!
//! *Invariant:* the object comes from our own run of clang, so it is read in this process.

mod types;

use crate::ctypes::{Declarations, Parameter, Signature, TypeId, Variable};
use crate::{FrontError, Options, Source, clang, in_parallel};
use gimli::{AttributeValue, DebuggingInformationEntry, EndianSlice, LittleEndian, Unit};
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget};
use std::path::{Path, PathBuf};
use types::TypeReader;

type Reader<'a> = EndianSlice<'a, LittleEndian>;
type Entry<'u, 'a> = DebuggingInformationEntry<'u, 'u, Reader<'a>>;

/// What each C file declares, in the order of the files; files that are not C are left out.
pub fn declarations(sources: &[Source], options: &Options) -> Result<Vec<(PathBuf, Declarations)>, FrontError> {
    for source in sources {
        source.check()?;
    }
    let files = sources.iter().filter(|s| s.is_c());
    in_parallel(files, |file| Ok((file.place(), of_file(file, options)?))).into_iter().collect()
}

fn of_file(file: &Source, options: &Options) -> Result<Declarations, FrontError> {
    let io = |e: std::io::Error| FrontError::Unreadable { path: std::env::temp_dir(), reason: e.to_string() };
    let folder = tempfile::tempdir().map_err(io)?;
    let object = folder.path().join("declarations.o");
    clang::compile_object(file, &object, options)?;
    let bytes = std::fs::read(&object).map_err(io)?;
    let mut declarations = read(&bytes).map_err(|message| FrontError::Internal {
        path: file.place(),
        message: format!("debug information: {message}"),
    })?;
    // What libc's headers define is not the user's.
    let include = options.runtime.include();
    let ours = std::path::absolute(&include).unwrap_or(include);
    declarations.functions.retain(|f| !Path::new(&f.directory).join(&f.file).starts_with(&ours));
    Ok(declarations)
}

/// Reads the debug information of an object file.
pub(crate) fn read(bytes: &[u8]) -> Result<Declarations, String> {
    let file = object::File::parse(bytes).map_err(|e| e.to_string())?;
    let load = |id: gimli::SectionId| relocated(&file, id.name());
    let sections = gimli::DwarfSections::load(load)?;
    let dwarf = sections.borrow(|bytes| EndianSlice::new(bytes, LittleEndian));
    let mut declarations = Declarations::default();
    let mut units = dwarf.units();
    while let Some(header) = units.next().map_err(|e| e.to_string())? {
        let unit = dwarf.unit(header).map_err(|e| e.to_string())?;
        let mut reader = UnitReader { dwarf: &dwarf, unit: &unit, types: TypeReader::new(&mut declarations.types) };
        let (functions, variables) = reader.all().map_err(|e| e.to_string())?;
        declarations.functions.extend(functions);
        declarations.variables.extend(variables);
    }
    declarations.functions.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    declarations.variables.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Ok(declarations)
}

/// A section's bytes as a linker would leave them: an object's debug information refers to other
/// sections by relocations.
fn relocated(file: &object::File, name: &str) -> Result<Vec<u8>, String> {
    let Some(section) = file.section_by_name(name) else { return Ok(vec![]) };
    let mut bytes = section.uncompressed_data().map_err(|e| e.to_string())?.into_owned();
    for (at, relocation) in section.relocations() {
        let base = match relocation.target() {
            RelocationTarget::Symbol(symbol) => file.symbol_by_index(symbol).map_err(|e| e.to_string())?.address(),
            _ => 0,
        };
        let value = base.wrapping_add_signed(relocation.addend()).to_le_bytes();
        let size = usize::from(relocation.size()) / 8;
        let place = (at as usize).checked_add(size).and_then(|end| bytes.get_mut(at as usize..end));
        place.ok_or("a relocation outside of its section")?.copy_from_slice(&value[..size]);
    }
    Ok(bytes)
}

/// Reads one compilation unit.
struct UnitReader<'u, 'a, 't> {
    dwarf: &'u gimli::Dwarf<Reader<'a>>,
    unit: &'u Unit<Reader<'a>>,
    types: TypeReader<'t>,
}

type Found = (Vec<Signature>, Vec<Variable>);

impl<'u, 'a> UnitReader<'u, 'a, '_> {
    fn all(&mut self) -> gimli::Result<Found> {
        let (mut functions, mut variables) = (Vec::new(), Vec::new());
        let mut tree = self.unit.entries_tree(None)?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            let entry = child.entry().clone();
            match entry.tag() {
                gimli::DW_TAG_subprogram if entry.attr(gimli::DW_AT_low_pc)?.is_some() => {
                    functions.extend(self.function(&entry, child)?);
                }
                gimli::DW_TAG_variable if entry.attr(gimli::DW_AT_location)?.is_some() => {
                    variables.extend(self.variable(&entry)?);
                }
                _ => {}
            }
        }
        Ok((functions, variables))
    }

    fn function(
        &mut self,
        entry: &Entry,
        node: gimli::EntriesTreeNode<'_, 'u, '_, Reader<'a>>,
    ) -> gimli::Result<Option<Signature>> {
        let Some(name) = self.name(entry)? else { return Ok(None) };
        let (mut params, mut variadic) = (Vec::new(), false);
        let mut children = node.children();
        while let Some(child) = children.next()? {
            let child = child.entry();
            match child.tag() {
                gimli::DW_TAG_formal_parameter => {
                    let name = self.name(child)?.unwrap_or_else(|| format!("arg{}", params.len() + 1));
                    params.push(Parameter { name, ty: self.type_of(child)? });
                }
                gimli::DW_TAG_unspecified_parameters => variadic = true,
                _ => {}
            }
        }
        let (file, directory, line) = self.place(entry)?;
        let is_static = entry.attr(gimli::DW_AT_external)?.is_none();
        // A definition without a prototype, `int f() {…}`, takes what its list says.
        variadic &= entry.attr(gimli::DW_AT_prototyped)?.is_some();
        let ret = self.type_of(entry)?;
        Ok(Some(Signature { name, file, directory, line, is_static, params, ret, variadic }))
    }

    fn variable(&mut self, entry: &Entry) -> gimli::Result<Option<Variable>> {
        // String literals are variables without a name.
        let Some(name) = self.name(entry)? else { return Ok(None) };
        let (file, _, line) = self.place(entry)?;
        let is_static = entry.attr(gimli::DW_AT_external)?.is_none();
        Ok(Some(Variable { name, file, line, is_static, ty: self.type_of(entry)? }))
    }

    fn type_of(&mut self, entry: &Entry) -> gimli::Result<TypeId> {
        self.types.of(self.dwarf, self.unit, entry)
    }

    fn name(&self, entry: &Entry) -> gimli::Result<Option<String>> {
        name(self.dwarf, self.unit, entry)
    }

    /// The file as the compiler names it, the folder it is relative to, and the line.
    fn place(&self, entry: &Entry) -> gimli::Result<(String, String, u32)> {
        let line = entry.attr(gimli::DW_AT_decl_line)?.and_then(|a| a.udata_value()).unwrap_or(0) as u32;
        let directory = self.unit.comp_dir.map(|d| d.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(AttributeValue::FileIndex(index)) = entry.attr_value(gimli::DW_AT_decl_file)? else {
            return Ok((String::new(), directory, line));
        };
        let program = self.unit.line_program.as_ref().map(|p| p.header());
        let Some(file) = program.and_then(|header| header.file(index)) else {
            return Ok((String::new(), directory, line));
        };
        let text = |value| self.dwarf.attr_string(self.unit, value).map(|s| s.to_string_lossy().into_owned());
        let mut path = PathBuf::from(text(file.path_name())?);
        if let Some(folder) = program.and_then(|header| file.directory(header)) {
            let folder = text(folder)?;
            if folder != directory {
                path = Path::new(&folder).join(path);
            }
        }
        Ok((path.to_string_lossy().into_owned(), directory, line))
    }
}

fn name(dwarf: &gimli::Dwarf<Reader>, unit: &Unit<Reader>, entry: &Entry) -> gimli::Result<Option<String>> {
    let Some(value) = entry.attr_value(gimli::DW_AT_name)? else { return Ok(None) };
    let text = dwarf.attr_string(unit, value)?.to_string_lossy().into_owned();
    Ok((!text.is_empty()).then_some(text))
}
