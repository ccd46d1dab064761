//! Marks in modules, seen by lowering the marked module again.

use super::same_text;
use crate::llvm::{emit, instrument::instrument, read_module};
use crate::native::{BlockMarks, Counts, FunctionMarks, Plan};
use secateur_ir::Module;

/// The marked module, or what was wrong with the plan.
fn marked(text: &str, plan: &[FunctionMarks]) -> Result<Module, String> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("in.ll"), text).expect("a temporary file can be written");
    let plan = Plan { counts: Counts { edges: 42, blocks: 6 }, functions: plan.to_vec() };
    std::fs::write(at("plan"), postcard::to_stdvec(&plan).expect("plain data"))
        .expect("a temporary file can be written");
    let told = |refusal| format!("{refusal:?}");
    instrument(&at("in.ll"), &at("plan"), &at("out.bc"), emit::bitcode).map_err(told)?;
    read_module(&at("out.bc"), false).map_err(told)
}

fn function(name: &str, blocks: &[(u32, u32, u32)]) -> FunctionMarks {
    let block = |(mark, first_edge, sides): &(u32, u32, u32)| BlockMarks {
        mark: *mark,
        first_edge: *first_edge,
        sides: *sides,
    };
    FunctionMarks { name: name.into(), blocks: blocks.iter().map(block).collect() }
}

const SWITCH: &str = "define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %b [ i32 5, label %a
                            i32 6, label %b
                            i32 7, label %a ]
a:
  ret i32 1
b:
  ret i32 2
}";

#[test]
fn the_side_of_a_switch_is_selected_before_it_is_taken() {
    let plan = [function("f", &[(3, 40, 2), (4, 0, 0), (5, 0, 0)])];
    let module = marked(SWITCH, &plan).expect("the plan fits");
    let text = module.functions[0].to_string();
    // Both cases of block `a` have its number, the default and case 6 that of `b`.
    same_text(
        &text,
        "function f(i32 r0) -> (i32) {
         b0:
           r1 = load ptr [&s3]
           r2 = ptradd r1 + 0 * 0 + 3
           store i8 1, [r2]
           r3 = icmp eq i32 r0, 5
           r4 = select i32 r3 ? 40 : 41
           r5 = icmp eq i32 r0, 6
           r6 = select i32 r5 ? 41 : r4
           r7 = icmp eq i32 r0, 7
           r8 = select i32 r7 ? 40 : r6
            = call s1(i32 r8; fixed 1)
           switch i32 r0 [5: b1, 6: b2, 7: b1, else: b2]
         b1:
           r9 = load ptr [&s3]
           r10 = ptradd r9 + 0 * 0 + 4
           store i8 1, [r10]
           return 1
         b2:
           r11 = load ptr [&s3]
           r12 = ptradd r11 + 0 * 0 + 5
           store i8 1, [r12]
           return 2
         }",
    );
}

#[test]
fn a_plan_for_another_module_is_refused() {
    let wrong = |plan: &[FunctionMarks]| marked(SWITCH, plan).expect_err("the plan does not fit");
    let fits = [(0, 0, 2), (1, 0, 0), (2, 0, 0)];
    assert!(wrong(&[]).contains("the plan has 0 functions, the module 1"));
    assert!(wrong(&[function("f", &fits), function("g", &fits)]).contains("the plan has 2 functions, the module 1"));
    assert!(wrong(&[function("g", &fits)]).contains("function f stands where the plan has g"));
    assert!(wrong(&[function("f", &[(0, 0, 3), (1, 0, 0), (2, 0, 0)])]).contains("has 2 sides and not 3"));
    assert!(wrong(&[function("f", &[(0, 0, 2), (1, 2, 2), (2, 0, 0)])]).contains("is none in the module"));
}

#[test]
fn library_code_and_what_lowering_gave_up_on_stay_as_they_are() {
    let module = marked(SWITCH, &[function("f", &[])]).expect("no marks");
    assert!(!module.functions[0].to_string().contains("call"));
    let module = marked(SWITCH, &[function("f", &[(0, 0, 0)])]).expect("one mark");
    let text = module.functions[0].to_string();
    assert_eq!((text.matches("store").count(), text.matches("call").count()), (1, 0));
}
