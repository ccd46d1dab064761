//! LLVM text to our IR: one construct a test.

use super::{lower, same_text};

/// The body of the first function of a module.
fn check(llvm: &str, expected: &str) {
    let module = lower(llvm);
    same_text(&module.functions[0].to_string(), expected);
}

#[test]
fn a_variable_whose_address_goes_nowhere_is_a_register() {
    check(
        "define i32 @f(i32 %n) {
           %x = alloca i32
           store i32 %n, ptr %x
           %v = load i32, ptr %x
           %s = add nsw i32 %v, 5
           ret i32 %s
         }",
        "function f(i32 r0) -> (i32) {
         b0:
           r2 = add nsw i32 r0, 5
           return r2
         }",
    );
}

#[test]
fn a_variable_whose_address_is_passed_on_stays_in_memory() {
    check(
        "declare void @g(ptr)
         define void @f() {
           %x = alloca i32
           call void @g(ptr %x)
           ret void
         }",
        "function f() -> () {
           v0 = variable \"x\", line 0
         b0:
           r0 = alloca 4, align 4, v0
            = call s0(ptr r0; fixed 1)
           return
         }",
    );
}

#[test]
fn addresses_are_base_index_scale_and_displacement() {
    check(
        "%pair = type { i8, [4 x i32] }
         define i32 @f(ptr %p, i32 %i) {
           %a = getelementptr %pair, ptr %p, i64 2, i32 1, i32 %i
           %v = load i32, ptr %a
           ret i32 %v
         }",
        "function f(ptr r0, i32 r1) -> (i32) {
         b0:
           r4 = sext i32 r1 to i64
           r2 = ptradd r0 + r4 * 4 + 44
           r3 = load i32 [r2]
           return r3
         }",
    );
}

#[test]
fn phi_nodes_become_copies_on_their_edges() {
    check(
        "define i32 @f(i1 %c, i32 %a, i32 %b) {
         entry:
           br i1 %c, label %yes, label %no
         yes:
           br label %end
         no:
           br label %end
         end:
           %r = phi i32 [ %a, %yes ], [ 7, %no ]
           %s = mul i32 %r, %b
           ret i32 %s
         }",
        "function f(i1 r0, i32 r1, i32 r2) -> (i32) {
         b0:
           branch r0 ? b1 : b2
         b1:
           r3 = copy i32 r1
           jump b3
         b2:
           r3 = copy i32 7
           jump b3
         b3:
           r4 = mul i32 r3, r2
           return r4
         }",
    );
}

#[test]
fn aggregates_are_split_into_registers() {
    check(
        "define { i32, double } @f(i32 %a, double %b) {
           %one = insertvalue { i32, double } undef, i32 %a, 0
           %two = insertvalue { i32, double } %one, double %b, 1
           ret { i32, double } %two
         }",
        "function f(i32 r0, f64 r1) -> (i32, f64) {
         b0:
           return r0, r1
         }",
    );
}

#[test]
fn vectors_are_split_into_registers() {
    check(
        "define i32 @f(<2 x i32> %v) {
           %w = add <2 x i32> %v, <i32 1, i32 2>
           %e = extractelement <2 x i32> %w, i32 1
           ret i32 %e
         }",
        "function f(i32 r0, i32 r1) -> (i32) {
         b0:
           r2 = add i32 r0, 1
           r3 = add i32 r1, 2
           return r3
         }",
    );
}

#[test]
fn wide_constants_have_a_table_of_their_own() {
    let module = lower("define i128 @f(i128 %a) {\n %r = add i128 %a, 36893488147419103233\n ret i128 %r\n}");
    assert_eq!(module.functions[0].wide, [[1, 2]]);
}

#[test]
fn switches_keep_their_cases() {
    check(
        "define i32 @f(i8 %v) {
           switch i8 %v, label %other [ i8 1, label %one  i8 -1, label %last ]
         one:
           ret i32 10
         last:
           ret i32 20
         other:
           ret i32 30
         }",
        "function f(i8 r0) -> (i32) {
         b0:
           switch i8 r0 [1: b1, 255: b2, else: b3]
         b1:
           return 10
         b2:
           return 20
         b3:
           return 30
         }",
    );
}

#[test]
fn what_cannot_be_expressed_ends_its_path_only() {
    let module = lower(
        "define i32 @f(i32 %n) {
           call void asm sideeffect \"cpuid\", \"\"()
           ret i32 %n
         }",
    );
    let text = module.functions[0].to_string();
    assert!(text.contains("unsupported") && text.contains("cpuid") && text.contains("return r0"), "{text}");
}

#[test]
fn vectors_of_other_machines_are_refused() {
    let module = lower(
        "define void @f(ptr %p) {
           %x = alloca <vscale x 4 x i32>
           %q = getelementptr <vscale x 4 x i32>, ptr %p, i64 1
           ret void
         }",
    );
    let text = module.functions[0].to_string();
    assert_eq!(text.matches("unsupported \"a type whose size is not fixed\"").count(), 2, "{text}");
}

#[test]
fn empty_assembly_is_a_barrier() {
    check(
        "define i32 @f(i32 %n) {
           call void asm sideeffect \"\", \"~{memory}\"()
           ret i32 %n
         }",
        "function f(i32 r0) -> (i32) {
         b0:
           return r0
         }",
    );
}

#[test]
fn globals_hold_bytes_and_addresses() {
    let module = lower(
        "@a = global [2 x i16] [i16 1, i16 -1]
         @b = constant { ptr, ptr } { ptr @a, ptr getelementptr (i8, ptr @a, i64 2) }
         @c = global [1000 x i8] zeroinitializer, align 32",
    );
    let [a, b, c] = &module.globals[..] else { panic!("three globals") };
    assert_eq!((a.size, &a.bytes[..], a.constant), (4, &[1, 0, 255, 255][..], false));
    let relocs: Vec<_> = b.relocs.iter().map(|r| (r.offset, module.symbol(r.sym).name.as_str(), r.addend)).collect();
    assert_eq!((relocs, b.constant), (vec![(0, "a", 0), (8, "a", 2)], true));
    assert_eq!((c.size, c.bytes.iter().any(|b| *b != 0), c.align), (1000, false, 32));
}

#[test]
fn constructors_are_sorted_by_priority() {
    let module = lower(
        "@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }]
           [{ i32, ptr, ptr } { i32 200, ptr @late, ptr null }, { i32, ptr, ptr } { i32 100, ptr @early, ptr null }]
         define void @late() { ret void }
         define void @early() { ret void }",
    );
    let names: Vec<_> = module.ctors.iter().map(|s| module.symbol(*s).name.as_str()).collect();
    assert_eq!(names, ["early", "late"]);
}
