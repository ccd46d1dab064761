//! A module: its symbols, globals, constructors, and then each function.

use super::function::lower_function;
use super::types::Layout;
use super::{Refusal, Unsupported, debug, list, name_of};
use llvm_sys::LLVMLinkage::*;
use llvm_sys::LLVMValueKind::*;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::LLVMGetModuleDataLayout;
use secateur_ir::*;
use std::collections::HashMap;

pub struct ModuleLowering<'a> {
    pub context: LLVMContextRef,
    pub layout: Layout,
    pub out: &'a mut Module,
    pub library: bool,
    symbols: HashMap<LLVMValueRef, SymId>,
    pub files: debug::Files,
}

unsafe extern "C" {
    /// In LLVM 19 but not in the bindings. Puts `llvm.dbg.declare` calls back, which the C API can read.
    fn LLVMSetIsNewDbgInfoFormat(module: LLVMModuleRef, new: LLVMBool);
}

/// # Safety
/// `module` is live and belongs to `context`.
pub unsafe fn lower(context: LLVMContextRef, module: LLVMModuleRef, library: bool) -> Result<Module, Refusal> {
    let mut out = Module::default();
    // SAFETY: the module is live throughout.
    unsafe {
        LLVMSetIsNewDbgInfoFormat(module, 0);
        check_target(module).map_err(Refusal::Unsupported)?;
        let layout = Layout(LLVMGetModuleDataLayout(module));
        let files = debug::Files::default();
        let mut lowering = ModuleLowering { context, layout, out: &mut out, library, symbols: HashMap::new(), files };
        let refuse = |u: Unsupported| Refusal::Unsupported(format!("Secateur cannot represent {}", u.0));
        lowering.run(module).map_err(refuse)?;
        lowering.files.store(lowering.out);
    }
    verify(&out).map_err(|e| Refusal::Internal(e.to_string()))?;
    Ok(out)
}

/// Programs for other machines would run with the wrong sizes; say so instead.
unsafe fn check_target(module: LLVMModuleRef) -> Result<(), String> {
    // SAFETY: the module is live; both strings live as long as it does.
    let (triple, layout) = unsafe {
        (std::ffi::CStr::from_ptr(LLVMGetTarget(module)), std::ffi::CStr::from_ptr(LLVMGetDataLayoutStr(module)))
    };
    let (triple, layout) = (triple.to_string_lossy(), layout.to_string_lossy());
    if !triple.is_empty() && !triple.starts_with("x86_64") {
        return Err(format!("it was compiled for {triple}; compile it for x86_64 (clang --target=x86_64-linux-gnu)"));
    }
    if layout.starts_with('E') || layout.split('-').any(|part| part.starts_with("p:") && !part.starts_with("p:64")) {
        return Err(format!("its data layout `{layout}` is not that of x86_64"));
    }
    Ok(())
}

/// Whether a function of the module becomes one of ours. Those that do keep their order.
pub fn has_body(function: LLVMValueRef) -> bool {
    // SAFETY: `function` is a live function. A body that is "available externally" is only a hint.
    unsafe { LLVMIsDeclaration(function) == 0 && LLVMGetLinkage(function) != LLVMAvailableExternallyLinkage }
}

impl ModuleLowering<'_> {
    unsafe fn run(&mut self, module: LLVMModuleRef) -> Result<(), Unsupported> {
        // SAFETY: lists of a live module that is not changed.
        let (functions, globals, aliases) = unsafe {
            (
                list(LLVMGetFirstFunction(module), |f| LLVMGetNextFunction(f)).collect::<Vec<_>>(),
                list(LLVMGetFirstGlobal(module), |g| LLVMGetNextGlobal(g)).collect::<Vec<_>>(),
                list(LLVMGetFirstGlobalAlias(module), |a| LLVMGetNextGlobalAlias(a)).collect::<Vec<_>>(),
            )
        };
        for value in functions.iter().chain(&globals).chain(&aliases) {
            self.declare(*value);
        }
        for global in globals {
            self.global(global)?;
        }
        for alias in aliases {
            // SAFETY: `alias` is a live alias.
            let target = self.const_leaves(unsafe { LLVMAliasGetAliasee(alias) })?;
            if let [(super::consts::Const::Addr(sym, offset), _)] = target[..] {
                let id = self.symbols[&alias];
                self.out.symbols[id.index()].def = Def::Alias(sym, offset);
            }
        }
        // Bodies come last, so that ids of functions are known to each other's calls.
        let bodies: Vec<_> = functions.into_iter().filter(|f| has_body(*f)).collect();
        for (index, function) in bodies.iter().enumerate() {
            let id = self.symbols[function];
            self.out.symbols[id.index()].def = Def::Function(FuncId::new(index));
        }
        for function in bodies {
            let lowered = lower_function(self, function);
            self.out.functions.push(lowered);
        }
        Ok(())
    }

    fn declare(&mut self, value: LLVMValueRef) {
        let name = name_of(value);
        if name.starts_with("llvm.") {
            return;
        }
        // SAFETY: `value` is a live global value.
        let linkage = unsafe { LLVMGetLinkage(value) };
        let (linkage, def) = match linkage {
            LLVMInternalLinkage | LLVMPrivateLinkage | LLVMLinkerPrivateLinkage => (Linkage::Local, Def::Undefined),
            LLVMExternalWeakLinkage => (Linkage::Strong, Def::WeakUndefined),
            LLVMWeakAnyLinkage
            | LLVMWeakODRLinkage
            | LLVMLinkOnceAnyLinkage
            | LLVMLinkOnceODRLinkage
            | LLVMCommonLinkage
            | LLVMLinkOnceODRAutoHideLinkage => (Linkage::Weak, Def::Undefined),
            _ => (Linkage::Strong, Def::Undefined),
        };
        self.out.symbols.push(Symbol { name, linkage, def });
        self.symbols.insert(value, SymId::new(self.out.symbols.len() - 1));
    }

    pub fn symbol_of(&self, value: LLVMValueRef) -> Result<SymId, Unsupported> {
        let unknown = || Unsupported::new(format!("a reference to `{}`", name_of(value)));
        self.symbols.get(&value).copied().ok_or_else(unknown)
    }

    /// A function that the module does not mention, by name.
    pub fn external(&mut self, name: &str) -> SymId {
        let known = self.out.symbols.iter().position(|s| s.name == name && s.linkage != Linkage::Local);
        known.map(SymId::new).unwrap_or_else(|| {
            let symbol = Symbol { name: name.into(), linkage: Linkage::Strong, def: Def::Undefined };
            self.out.symbols.push(symbol);
            SymId::new(self.out.symbols.len() - 1)
        })
    }

    fn global(&mut self, value: LLVMValueRef) -> Result<(), Unsupported> {
        let name = name_of(value);
        // SAFETY: `value` is a live global variable.
        let init = unsafe { LLVMGetInitializer(value) };
        match name.as_str() {
            "llvm.global_ctors" | "llvm.global_dtors" => return self.constructors(&name, init),
            _ if name.starts_with("llvm.") => return Ok(()),
            _ => {}
        }
        // SAFETY: as above.
        let external = unsafe { LLVMGetLinkage(value) == LLVMAvailableExternallyLinkage };
        if init.is_null() || external {
            return Ok(());
        }
        let ty = unsafe { LLVMGlobalGetValueType(value) };
        let size = self.layout.size(ty);
        if size > MAX_GLOBAL {
            return Err(Unsupported::new(format!("the global `{name}` of {size} bytes (the limit is 2 GiB)")));
        }
        let align = u64::from(unsafe { LLVMGetAlignment(value) }).max(self.layout.align(ty)).max(1);
        let (mut bytes, mut relocs) = (Vec::new(), Vec::new());
        self.write_const(init, 0, &mut bytes, &mut relocs)?;
        let constant = unsafe { LLVMIsGlobalConstant(value) != 0 };
        let loc = debug::global_loc(self, value);
        self.out.globals.push(Global { name, size, align, bytes, relocs, constant, loc });
        let id = self.symbols[&value];
        self.out.symbols[id.index()].def = Def::Global(GlobalId::new(self.out.globals.len() - 1));
        Ok(())
    }

    /// `{ priority, function, data }` entries, run in order of priority.
    fn constructors(&mut self, name: &str, init: LLVMValueRef) -> Result<(), Unsupported> {
        // SAFETY: `init` is null or a live constant array of structs.
        if init.is_null() || unsafe { LLVMGetValueKind(init) } == LLVMConstantAggregateZeroValueKind {
            return Ok(());
        }
        let mut entries = Vec::new();
        let count = unsafe { LLVMGetArrayLength2(LLVMTypeOf(init)) };
        for i in 0..count.min(1 << 16) {
            let entry = unsafe { LLVMGetAggregateElement(init, i as u32) };
            let leaves = if entry.is_null() { Vec::new() } else { self.const_leaves(entry)? };
            if let [(super::consts::Const::Bits(priority), _), (super::consts::Const::Addr(sym, 0), _), ..] =
                &leaves[..]
            {
                entries.push((priority[0], *sym));
            }
        }
        entries.sort_by_key(|e| e.0);
        let list = if name.ends_with("ctors") { &mut self.out.ctors } else { &mut self.out.dtors };
        list.extend(entries.into_iter().map(|e| e.1));
        Ok(())
    }
}

const MAX_GLOBAL: u64 = 2 << 30;
