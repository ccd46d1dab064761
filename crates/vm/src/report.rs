//! What is told about an error: its kind, the sentence, the call stack, and where objects came from.

use crate::checks::Info;
use crate::memory::{Kind, Site};
use crate::program::Program;
use secateur_ir::Loc;

/// An error of the program under test.
#[derive(Clone, Debug)]
pub struct Bug {
    pub check: &'static Info,
    /// One sentence without a full stop.
    pub message: String,
    /// Innermost first.
    pub stack: Vec<StackEntry>,
    /// Further places that explain it.
    pub notes: Vec<Note>,
}

/// Something that Secateur cannot do. No fault of the program's, as far as we know.
#[derive(Clone, Debug)]
pub struct Unsupported {
    pub message: String,
    /// Innermost first.
    pub stack: Vec<StackEntry>,
}

#[derive(Clone, Debug)]
pub struct StackEntry {
    pub function: String,
    pub file: String,
    pub directory: String,
    pub line: u32,
    pub col: u32,
    /// Not the user's own code.
    pub library: bool,
}

#[derive(Clone, Debug)]
pub struct Note {
    pub text: String,
    pub place: Option<StackEntry>,
}

impl Bug {
    /// Where the user should look: the innermost place in their own code.
    pub fn place(&self) -> Option<&StackEntry> {
        place(&self.stack)
    }
}

/// The innermost place in the user's own code.
pub fn place(stack: &[StackEntry]) -> Option<&StackEntry> {
    stack.iter().find(|e| !e.library && e.line != 0).or(stack.first())
}

impl Program {
    /// The place of an instruction in the source.
    pub fn place_at(&self, function: u32, at: u32) -> Option<StackEntry> {
        self.site_entry(Site { function, at, ..Site::default() })
    }

    /// The block that an instruction of compiled code belongs to.
    pub fn block_at(&self, function: u32, at: u32) -> Option<secateur_ir::BlockId> {
        if function == u32::MAX {
            return None;
        }
        // It may have run in another thread only, which has a program of its own.
        let code = self.code(function).ok()?;
        code.origins.get(at as usize).map(|o| secateur_ir::BlockId(o.block))
    }

    pub(crate) fn entry(&self, function: u32, loc: Loc) -> StackEntry {
        let f = self.function(function);
        let file = self.module.files.get(loc.file as usize);
        StackEntry {
            function: f.name.clone(),
            file: file.map_or(String::new(), |f| f.name.clone()),
            directory: file.map_or(String::new(), |f| f.directory.clone()),
            line: loc.line,
            col: loc.col,
            library: f.library,
        }
    }

    /// The place of a site; the line of the nearest earlier instruction that has one.
    pub(crate) fn site_entry(&self, site: Site) -> Option<StackEntry> {
        if site.function == u32::MAX {
            return None;
        }
        Some(self.entry(site.function, self.loc_at(site.function, site.at)))
    }

    pub(crate) fn loc_at(&self, function: u32, at: u32) -> Loc {
        let f = self.function(function);
        let Ok(code) = self.code(function) else { return f.loc };
        let near = code.origins[..(at as usize + 1).min(code.origins.len())].iter().rev();
        near.map(|o| f.locs[o.loc as usize]).find(|loc| loc.is_known()).unwrap_or(f.loc)
    }

    /// "`buf` (16 bytes)", and where it was made.
    pub(crate) fn describe_object(&self, kind: Kind, size: u64, made: Site) -> (String, Option<Note>) {
        let bytes = if size == 1 { "1 byte".to_string() } else { format!("{size} bytes") };
        let declared = |loc: Loc, function: &str| {
            let mut place = self.place_of(loc)?;
            place.function = function.to_string();
            Some(Note { text: "declared at".into(), place: Some(place) })
        };
        match kind {
            Kind::Global(g) => {
                let global = &self.module.globals[g as usize];
                let literal = global.name.starts_with(".str") || global.name.starts_with("__const.");
                let name =
                    if literal { "a string literal".to_string() } else { format!("`{}`", source_name(&global.name)) };
                (format!("{name} ({bytes})"), declared(global.loc, ""))
            }
            Kind::Stack => {
                let function = self.function(made.function);
                let var = function.vars.get(made.var as usize);
                let name = var.map(|v| v.name.clone()).filter(|n| !n.is_empty());
                let name = name.map_or("a local variable".into(), |n| format!("`{n}`"));
                let note = var.and_then(|v| declared(v.loc, &function.name));
                (format!("{name} ({bytes})"), note)
            }
            Kind::Heap => {
                let place = self.site_entry(made);
                (format!("a heap block ({bytes})"), Some(Note { text: "allocated at".into(), place }))
            }
            Kind::Map => (format!("memory from mmap ({bytes})"), None),
            Kind::System => (format!("an argument or environment string ({bytes})"), None),
            Kind::Code(f) if f & crate::program::NATIVE == 0 => {
                (format!("the function `{}`", self.function(f).name), None)
            }
            Kind::Code(_) => ("a library function".into(), None),
        }
    }

    fn place_of(&self, loc: Loc) -> Option<StackEntry> {
        let file = self.module.files.get(loc.file as usize).filter(|_| loc.is_known())?;
        Some(StackEntry {
            function: String::new(),
            file: file.name.clone(),
            directory: file.directory.clone(),
            line: loc.line,
            col: loc.col,
            library: false,
        })
    }
}

/// clang calls the static variable `buf` of `main` `main.buf`.
fn source_name(name: &str) -> &str {
    name.rsplit('.').find(|part| part.parse::<u32>().is_err()).unwrap_or(name)
}
