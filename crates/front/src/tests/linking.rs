//! The rules of a static linker: strong and weak definitions, aliases, local names, undefined ones.

use super::lower;
use crate::{FrontError, Linker};
use secateur_ir::{Def, Module};

/// Links modules without libc; `native` names are the machine's.
fn link(modules: &[&str], native: &[&str]) -> Result<Module, FrontError> {
    let is_native = |name: &str| native.contains(&name);
    let mut linker = Linker::new(None, &is_native);
    for text in modules {
        linker.add(lower(text))?;
    }
    let root = linker.require("main")?;
    linker.finish(&[root])
}

/// The number that the function returns which `name` stands for after linking: `Ok` with it, or the
/// message.
fn check(modules: &[&str], name: &str, expected: Result<u64, &str>) {
    let found = link(modules, &[]).map(|module| returned(&module, name));
    match (found, expected) {
        (Ok(found), Ok(expected)) => assert_eq!(found, expected),
        (Err(error), Err(words)) => assert!(error.to_string().contains(words), "{error}"),
        (found, expected) => panic!("{found:?}, but expected {expected:?}"),
    }
}

fn returned(module: &Module, name: &str) -> u64 {
    let symbol = module.find(name).expect("the name exists");
    let (target, offset) = module.resolve(symbol);
    let Def::Function(function) = module.symbol(target).def else { panic!("{name} is not a function") };
    assert_eq!(offset, 0);
    let text = module.function(function).to_string();
    let number = text.split("return ").nth(1).and_then(|rest| rest.split_whitespace().next());
    number.and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{text}"))
}

const MAIN: &str = "declare i32 @f() define i32 @main() { %r = call i32 @f() ret i32 %r }";
const STRONG: &str = "define i32 @f() { ret i32 1 }";
const STRONG_TOO: &str = "define i32 @f() { ret i32 2 }";
const WEAK: &str = "define weak i32 @f() { ret i32 3 }";
const WEAK_TOO: &str = "define weak i32 @f() { ret i32 4 }";

#[test]
fn strong_definitions_clash() {
    check(&[MAIN, STRONG, STRONG_TOO], "f", Err("`f` is defined twice"));
}

#[test]
fn weak_definitions_yield_in_any_order() {
    check(&[MAIN, STRONG, WEAK], "f", Ok(1));
    check(&[MAIN, WEAK, STRONG], "f", Ok(1));
    check(&[WEAK, STRONG, MAIN], "f", Ok(1));
}

#[test]
fn of_weak_definitions_the_first_counts() {
    check(&[MAIN, WEAK, WEAK_TOO], "f", Ok(3));
    check(&[WEAK_TOO, MAIN, WEAK], "f", Ok(4));
}

#[test]
fn inline_definitions_of_many_modules_are_one() {
    let inline = "define linkonce_odr i32 @f() { ret i32 5 }";
    check(&[MAIN, inline, inline], "f", Ok(5));
}

#[test]
fn a_hint_is_no_definition() {
    let hint = "define available_externally i32 @f() { ret i32 6 }";
    check(&[MAIN, hint, STRONG], "f", Ok(1));
    check(&[MAIN, hint], "f", Err("undefined: f"));
}

#[test]
fn what_nobody_defines_is_named() {
    check(&[MAIN], "f", Err("undefined: f"));
    let both = "declare i32 @f() declare i32 @g()
                define i32 @main() { %a = call i32 @f() %b = call i32 @g() ret i32 %b }";
    check(&[both], "f", Err("undefined: f, g"));
}

#[test]
fn what_nobody_calls_need_not_exist() {
    check(&["declare i32 @f() define i32 @main() { ret i32 8 }"], "main", Ok(8));
}

#[test]
fn the_machine_has_names_of_its_own() {
    let module = link(&[MAIN], &["f"]).expect("f is the machine's");
    let f = module.find("f").expect("the name exists");
    assert_eq!(module.symbol(f).def, Def::Undefined);
}

#[test]
fn weak_references_may_stay_open() {
    let main = "@f = extern_weak global i32 define i32 @main() { %r = load i32, ptr @f ret i32 9 }";
    let module = link(&[main], &[]).expect("a weak reference needs no definition");
    assert_eq!(module.symbol(module.find("f").expect("named")).def, Def::WeakUndefined);
    check(&[main, "@f = global i32 1"], "main", Ok(9));
}

#[test]
fn an_alias_is_another_name() {
    let aliased = "define i32 @g() { ret i32 10 } @f = alias i32 (), ptr @g";
    check(&[MAIN, aliased], "f", Ok(10));
    check(&[MAIN, aliased, STRONG], "f", Err("`f` is defined twice"));
    let weak = "define i32 @g() { ret i32 11 } @f = weak alias i32 (), ptr @g";
    check(&[MAIN, weak], "f", Ok(11));
    check(&[MAIN, weak, STRONG], "f", Ok(1));
    check(&[MAIN, STRONG, weak], "f", Ok(1));
}

#[test]
fn local_names_stay_apart() {
    let one = "define internal i32 @f() { ret i32 12 } define i32 @one() { %r = call i32 @f() ret i32 %r }";
    let two = "define internal i32 @f() { ret i32 13 } define i32 @two() { %r = call i32 @f() ret i32 %r }";
    let module = link(&[one, two, MAIN, STRONG], &[]).expect("each has its own f");
    assert_eq!(returned(&module, "f"), 1);
    let locals = module.symbols.iter().filter(|s| s.name == "f").count();
    assert_eq!(locals, 3);
}

#[test]
fn tentative_definitions_are_one() {
    let tentative = "@x = common global i32 0";
    let definition = "@x = global i32 5";
    let main = "@x = external global i32 define i32 @main() { %r = load i32, ptr @x ret i32 14 }";
    let module = link(&[main, tentative, definition, tentative], &[]).expect("common symbols merge");
    let Def::Global(x) = module.symbol(module.find("x").expect("named")).def else { panic!("x is a global") };
    assert_eq!(module.global(x).bytes, [5, 0, 0, 0]);
}
