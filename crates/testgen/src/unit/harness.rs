//! The C text of a harness: the program's own file with the call behind it, and a file that makes the arguments.
//!
//! The first file includes the file that defines the function under test, so that static functions and
//! all types are at hand, and adds nothing but the call and the stubs: macros of the user's can hurt little there.
//! The second has the plan as tables, and [`COMMON`], which interprets them. Both claim to be
//! [`secateur_front::HARNESS`], by which they are known as no code of the user's.

use super::layout::{size_of, spelled};
use super::plan::{Kind, NodeId, Plan, STUB_CALLS, Scalar, Shape, Zero};
use secateur_front::HARNESS;
use secateur_front::ctypes::{Declarations, Signature, Type, Types};
use std::fmt::Write;
use std::path::Path;

/// What is the same for all functions.
const COMMON: &str = include_str!("harness.c");
/// What tells the results.
const RESULTS: &str = include_str!("results.c");

/// The file that includes the user's `source`, or why the function cannot be called.
pub fn call_text(
    source: &Path,
    declarations: &Declarations,
    function: &Signature,
    plan: &Plan,
) -> Result<String, String> {
    let types = &declarations.types;
    let mut text = format!("#include \"{}\"\n", source.display());
    let _ = writeln!(text, "#line 1 \"{HARNESS}\"\n#pragma clang diagnostic ignored \"-Weverything\"");
    text.push_str("extern void __secateur_unit_stub(int, void *);\n");
    for (i, stub) in plan.stubs.iter().enumerate() {
        stub_text(&mut text, types, i, stub);
    }
    let names: Vec<String> =
        (0..plan.stubs.len()).map(|i| format!("(void (*)(void))__secateur_unit_stub_{i}")).collect();
    let list = if names.is_empty() { "0".to_string() } else { names.join(", ") };
    let _ = writeln!(text, "void (*const __secateur_unit_stubs[])(void) = {{{list}}};");
    variables_text(&mut text, declarations, plan);
    let Kind::Struct { fields, .. } = &plan.node(plan.params).kind else { unreachable!("parameters are a structure") };
    let mut args = Vec::new();
    for (param, field) in function.params.iter().zip(fields) {
        let name = spelled(types, param.ty).ok_or_else(|| format!("the type of `{}` has no name", param.name))?;
        sizes_agree(&mut text, types, param.ty, &name);
        args.push(format!("*({name} *)(__secateur_args + {})", field.offset));
    }
    let call = format!("({})({})", function.name, args.join(", "));
    let _ = writeln!(text, "void __secateur_unit_call(unsigned char *__secateur_args, void *__secateur_value)\n{{");
    let statement = match types.get(types.plain(function.ret)) {
        Type::Void => format!("{call};"),
        Type::Pointer(_) => format!("*(void **)__secateur_value = (void *){call};"),
        _ => {
            let name = spelled(types, function.ret).ok_or("the type of what it returns has no name")?;
            format!("*({name} *)__secateur_value = {call};")
        }
    };
    let _ = writeln!(text, "\t{statement}\n}}");
    Ok(text)
}

fn stub_text(text: &mut String, types: &Types, index: usize, stub: &super::plan::StubPlan) {
    let Type::Function { ret, params, .. } = types.get(stub.ty) else { return };
    let name = |ty| spelled(types, ty).unwrap_or_default();
    let list: Vec<String> = params.iter().enumerate().map(|(i, ty)| format!("{} __secateur_{i}", name(*ty))).collect();
    let list = if list.is_empty() { "void".to_string() } else { list.join(", ") };
    let body = match stub.ret {
        None => String::new(),
        Some(_) => format!(
            " {} __secateur_value; __secateur_unit_stub({index}, &__secateur_value); return __secateur_value; ",
            name(*ret)
        ),
    };
    let _ = writeln!(text, "static {} __secateur_unit_stub_{index}({list}) {{{body}}}", name(*ret));
}

fn variables_text(text: &mut String, declarations: &Declarations, plan: &Plan) {
    let list: Vec<String> =
        plan.variables.iter().map(|(i, _)| format!("(void *)&{}", declarations.variables[*i].name)).collect();
    let list = if list.is_empty() { "0".to_string() } else { list.join(", ") };
    let _ = writeln!(text, "void *const __secateur_unit_variables[] = {{{list}}};");
}

/// The sanitizer build has other headers: a structure that differs there must not be filled as if it did not.
fn sizes_agree(text: &mut String, types: &Types, ty: secateur_front::ctypes::TypeId, name: &str) {
    if let (Type::Struct(_), Some(size)) = (types.get(types.plain(ty)), size_of(types, ty)) {
        let _ = writeln!(text, "_Static_assert(sizeof({name}) == {size}, \"another size in this build\");");
    }
}

/// The file with the tables and `main`.
pub fn main_text(declarations: &Declarations, function: &Signature, plan: &Plan) -> String {
    let mut text = format!("#undef main\n#line 1 \"{HARNESS}\"\n#pragma clang diagnostic ignored \"-Weverything\"\n");
    let (length, depth) = (plan.bounds.max_length, plan.bounds.pointer_depth);
    let _ = writeln!(
        text,
        "enum {{ MAX_LENGTH = {length}, POINTER_DEPTH = {depth}, STUB_CALLS = {STUB_CALLS}, STUBS = {} }};",
        plan.stubs.len()
    );
    text.push_str(DECLARATIONS);
    let (mut nodes, mut fields, mut order) = (String::new(), String::new(), String::new());
    let mut count = 0;
    for (i, _) in plan.nodes.iter().enumerate() {
        node_text(plan, NodeId(i as u32), &mut nodes, &mut fields, &mut order, &mut count);
    }
    let _ = writeln!(text, "static const struct node nodes[] = {{\n{nodes}}};");
    let _ = writeln!(text, "static const struct field fields[] = {{\n{fields}\t{{\"\", 0, 0, 0, 0, 0}}\n}};");
    let _ = writeln!(text, "static const int order[] = {{{order}0}};");
    let stub = |s: &super::plan::StubPlan| format!("{{{}, \"{}\"}}, ", s.ret.map_or(0, |n| n.0), s.label);
    let stubs: String = plan.stubs.iter().map(stub).collect();
    let _ = writeln!(text, "static const struct stub stubs[] = {{{stubs}{{0, \"\"}}}};");
    text.push_str(COMMON);
    text.push_str(RESULTS);
    main_function(&mut text, declarations, function, plan);
    text
}

const DECLARATIONS: &str = "\
typedef unsigned char byte;
typedef __SIZE_TYPE__ size;
enum { SCALAR, BOOL, LENGTH, LONG_DOUBLE, STRUCT, ARRAY, POINTER, STUB, ZERO };
enum { FIXED, ANY, STRING, SIBLING };
struct node {
\tint kind;
\tunsigned size;
\tint child; /* a node, or the first field */
\tunsigned count; /* of fields or elements; the field that is the length; half the bound; the number of the stub */
\tint shape, flag, deep, pointers, constant; /* flag: may be null, has a sign, is a float */
};
struct field {
\tconst char *name;
\tunsigned offset;
\tint node;
\tunsigned bit, bits;
\tint sign;
};
struct stub { int node; const char *label; };
extern void (*const __secateur_unit_stubs[])(void);
extern void *const __secateur_unit_variables[];
extern void __secateur_unit_call(byte *, void *);
";

fn node_text(plan: &Plan, id: NodeId, nodes: &mut String, fields: &mut String, order: &mut String, count: &mut usize) {
    let node = plan.node(id);
    let mut row = Row { size: node.size, ..Row::default() };
    match &node.kind {
        Kind::Scalar(scalar) => {
            (row.kind, row.constant, row.flag) = ("SCALAR", *scalar == Scalar::Bytes, *scalar == Scalar::Float);
        }
        Kind::Bool => row.kind = "BOOL",
        Kind::Length { signed, halved } => {
            (row.kind, row.flag, row.count) = ("LENGTH", *signed, u64::from(*halved));
        }
        Kind::LongDouble => row.kind = "LONG_DOUBLE",
        Kind::Zero(zero) => (row.kind, row.flag) = ("ZERO", *zero == Zero::Null),
        Kind::Array { of, count } => (row.kind, row.child, row.count) = ("ARRAY", of.0 as usize, *count),
        Kind::Stub { nullable, index } => (row.kind, row.flag, row.count) = ("STUB", *nullable, *index as u64),
        Kind::Struct { fields: parts, order: list } => {
            (row.kind, row.child, row.count) = ("STRUCT", *count, parts.len() as u64);
            for part in parts {
                let (bit, bits, sign) = part.bits.unwrap_or((0, 0, false));
                let name = part.name.as_deref().unwrap_or("");
                let sign = u8::from(sign);
                let _ = writeln!(fields, "\t{{\"{name}\", {}, {}, {bit}, {bits}, {sign}}},", part.offset, part.node.0);
            }
            order.extend(list.iter().map(|i| format!("{i}, ")));
            *count += parts.len();
        }
        Kind::Pointer(pointer) => {
            (row.kind, row.child, row.flag) = ("POINTER", pointer.of.0 as usize, pointer.nullable);
            (row.deep, row.constant) = (pointer.deep, pointer.read_only);
            (row.shape, row.count) = match pointer.shape {
                Shape::Fixed(n) => ("FIXED", u64::from(n)),
                Shape::Any => ("ANY", 0),
                Shape::String => ("STRING", 0),
                Shape::Sibling(field) => ("SIBLING", field as u64),
            };
        }
    }
    let Row { kind, size, child, count, shape, flag, deep, constant } = row;
    let (flag, deep, constant) = (u8::from(flag), u8::from(deep), u8::from(constant));
    let pointers = u8::from(plan.has_pointer(id));
    let _ = writeln!(nodes, "\t{{{kind}, {size}, {child}, {count}, {shape}, {flag}, {deep}, {pointers}, {constant}}},");
}

struct Row {
    kind: &'static str,
    size: u64,
    child: usize,
    count: u64,
    shape: &'static str,
    flag: bool,
    deep: bool,
    constant: bool,
}

impl Default for Row {
    fn default() -> Row {
        let (kind, shape) = ("ZERO", "FIXED");
        Row { kind, size: 0, child: 0, count: 0, shape, flag: false, deep: false, constant: false }
    }
}

fn main_function(text: &mut String, declarations: &Declarations, function: &Signature, plan: &Plan) {
    let args = plan.node(plan.params).size;
    let ret = plan.ret.map_or(16, |ret| plan.node(ret).size.max(16));
    let _ = writeln!(text, "\nstatic union {{ long double align; byte bytes[{args}]; }} args;");
    let _ = writeln!(text, "static union {{ long double align; byte bytes[{ret}]; }} result;\n");
    text.push_str("int main(void)\n{\n");
    for (i, (variable, node)) in plan.variables.iter().enumerate() {
        let name = &declarations.variables[*variable].name;
        let _ = writeln!(text, "\tcut_name(0);\n\tadd_text(\"{name}\");");
        let place = format!("(byte *)__secateur_unit_variables[{i}]");
        let _ = writeln!(text, "\tclear({place}, nodes[{}].size);", node.0);
        let _ = writeln!(text, "\tmake({}, {place}, {place}, 0, 0, MAX_LENGTH);", node.0);
    }
    let params = plan.params.0;
    let _ = writeln!(text, "\tcut_name(0);\n\tmake({params}, args.bytes, args.bytes, 0, 0, MAX_LENGTH);");
    text.push_str("\t__secateur_unit_call(args.bytes, result.bytes);\n");
    let name = super::result_name(function);
    let ret = plan.ret.map_or(-1, |ret| ret.0 as i64);
    let _ = writeln!(
        text,
        "\tif (__secateur_wants_results()) tell({ret}, result.bytes, \"{name}\", {params}, args.bytes);"
    );
    text.push_str("\treturn 0;\n}\n");
}
