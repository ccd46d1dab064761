//! The test file of a function: declarations, a function for each case, and a table of them.

use super::build::Build;
use super::cases::{self, Case};
use super::declarations::{self, declare_all};
use super::declare::{declare, parameters};
use super::layout;
use super::places::{Checks, Names};
use super::values::Values;
use super::{harness, stubs, text};
use crate::formats::Recorded;
use crate::unit::Call;
use crate::{Expected, unit};
use secateur_front::ctypes::{Declarations, Signature, Type, TypeId};
use std::collections::{BTreeSet, HashSet};

/// A test, and the call that it makes, or why there is none.
pub struct Test<'a> {
    pub recorded: &'a Recorded,
    pub call: Result<Call<'a>, String>,
}

/// Everything that the file is made of.
pub struct Suite<'a> {
    pub function: &'a Signature,
    pub declarations: &'a Declarations,
    pub tests: Vec<Test<'a>>,
    /// What checks call the value that the function returned.
    pub result: String,
}

impl Suite<'_> {
    /// Why the program's source must be a part of the test file, if it must.
    pub fn must_include(&self) -> Option<String> {
        let function = self.function;
        if function.is_static {
            return Some(format!("{} is static", function.name));
        }
        if self.declarations.functions.iter().any(|f| f.name == "main") {
            return Some("it has a main of its own".into());
        }
        if let Some(variable) = self.variables().iter().find(|v| v.1) {
            return Some(format!("{} is static", variable.0));
        }
        let mut seen = HashSet::new();
        let mut roots = self.roots().into_iter();
        let why = roots.find_map(|id| layout::obstacle(&self.declarations.types, id, &mut seen))?;
        Some(format!("{why} cannot be declared again in C99"))
    }

    /// Variables that tests set: name, whether it is static, type.
    fn variables(&self) -> BTreeSet<(&str, bool, TypeId)> {
        let calls = self.tests.iter().filter_map(|t| t.call.as_ref().ok());
        calls.flat_map(|c| c.variables.iter().map(|(v, _)| (v.name.as_str(), v.is_static, v.ty))).collect()
    }

    fn roots(&self) -> Vec<TypeId> {
        let mut roots: Vec<TypeId> = self.function.params.iter().map(|p| p.ty).collect();
        roots.push(self.function.ret);
        roots.extend(self.variables().iter().map(|v| v.2));
        roots
    }

    /// The file, for a build that includes the source or does not.
    pub fn text(&self, build: &Build) -> String {
        let mut checks = Checks { types: &self.declarations.types, used: BTreeSet::new() };
        let written: Vec<Case> = self.tests.iter().map(|test| self.case(test, &mut checks)).collect();
        let what = format!("{}, in {}:{}", self.function.name, self.function.file, self.function.line);
        let mut out = build.head(&what);
        out.push_str(cases::HEAD);
        if build.headers {
            out.push_str(harness::INPUTS);
        }
        if build.included.is_none() {
            out.push_str(&self.declared());
        } else {
            out.push_str(&declarations::int128s(&self.declarations.types, &self.roots()));
        }
        if written.iter().any(|case| case.text.contains("secateur_new(")) {
            out.push_str(&cases::section("objects"));
            out.push_str(cases::OBJECTS);
        }
        if !checks.used.is_empty() {
            out.push_str(&cases::section("checks"));
            out.push_str(&cases::checks(&checks.used));
        }
        if self.is_hidden() {
            let (types, params) = (&self.declarations.types, self.parameters(false));
            let alias = declare(types, self.function.ret, &format!("(*const {ALIAS})({params})"));
            out.push_str(&format!("\nstatic {alias} = {};\n", self.function.name));
        }
        cases::finish(&mut out, &written, build, false);
        if build.headers {
            out.push_str(&harness::text());
        }
        out
    }

    fn parameters(&self, named: bool) -> String {
        let one = |p: &'_ secateur_front::ctypes::Parameter| (p.ty, if named { p.name.clone() } else { String::new() });
        let all: Vec<(TypeId, String)> = self.function.params.iter().map(one).collect();
        let all: Vec<(TypeId, &str)> = all.iter().map(|(ty, name)| (*ty, name.as_str())).collect();
        parameters(&self.declarations.types, &all, self.function.variadic)
    }

    /// What the program has, declared again.
    fn declared(&self) -> String {
        let types = &self.declarations.types;
        let declarations::Declarations { text, headers } = declare_all(types, &self.roots());
        let mut out = String::new();
        for header in headers.iter().filter(|h| !cases::HEAD.contains(&format!("<{h}>"))) {
            out.push_str(&format!("#include <{header}>\n"));
        }
        out.push_str(&cases::section("what the program declares"));
        out.push_str(&text);
        let prototype = format!("{}({})", self.function.name, self.parameters(true));
        out.push_str(&format!("{};\n", declare(types, self.function.ret, &prototype)));
        for (name, _, ty) in self.variables() {
            out.push_str(&format!("extern {};\n", declare(types, ty, name)));
        }
        out
    }

    fn case(&self, test: &Test, checks: &mut Checks) -> Case {
        let (number, expected) = (test.recorded.number, &test.recorded.expected);
        let name = format!("secateur_case_{number}");
        let written = test.call.as_ref().map_err(String::clone).and_then(|call| {
            let title = text::title(&unit::show(call));
            let stubs: Vec<String> = (0..call.stubs.len()).map(|i| format!("{name}_stub_{i}")).collect();
            let results: &[unit::Result] =
                if matches!(expected, Expected::Exit(_)) { &test.recorded.results } else { &[] };
            let body = self.body(call, &stubs, results, checks)?;
            // A null pointer needs no function.
            let used = |stub: &str| body.iter().any(|line| mentions(line, stub));
            let mut text = stubs::functions(call, &stubs, &used)?;
            text.push_str(&format!("static void {name}(void)\n{{\n    {}\n}}\n", body.join("\n    ")));
            Ok((title, text))
        });
        match written {
            Ok((title, text)) => {
                let returns = !test.recorded.results.is_empty();
                Case { number, title, text, run: Some(name), end: cases::end(expected, returns) }
            }
            Err(why) => Case::impossible(number, &self.function.name, why),
        }
    }

    /// Whether the function's name means something else where it is called.
    fn is_hidden(&self) -> bool {
        self.function.name == self.result || self.function.params.iter().any(|p| p.name == self.function.name)
    }

    /// The lines of a case: variables, arguments, the call, the checks.
    fn body(
        &self,
        call: &Call,
        stubs: &[String],
        results: &[unit::Result],
        checks: &mut Checks,
    ) -> Result<Vec<String>, String> {
        let (types, function, result) = (call.types, self.function, self.result.as_str());
        if function.params.len() != call.args.len() {
            return Err("another number of arguments than of parameters".into());
        }
        let mut names: BTreeSet<String> = function.params.iter().map(|p| p.name.clone()).collect();
        names.extend([self.result.clone(), function.name.clone()]);
        names.extend(call.variables.iter().map(|(v, _)| v.name.clone()));
        let mut values = Values::new(types, stubs, names);
        // Before the parameters, which may have the names of variables.
        for (variable, value) in &call.variables {
            values.assign(variable.ty, &variable.name, value)?;
        }
        for (param, value) in function.params.iter().zip(&call.args) {
            values.declare(param.ty, &param.name, value)?;
        }
        let mut lines = values.lines;
        let mut all: Names = vec![(result, function.ret)];
        all.extend(function.params.iter().map(|p| (p.name.as_str(), p.ty)));
        // Arguments themselves cannot be changed.
        let is_argument = |r: &unit::Result| function.params.iter().any(|p| r.place == format!("{} == NULL", p.name));
        let results: Vec<unit::Result> = results.iter().filter(|r| !is_argument(r)).cloned().collect();
        let checked = checks.all(&all, &results)?;
        let name = if self.is_hidden() { ALIAS } else { &function.name };
        let args: Vec<&str> = function.params.iter().map(|p| p.name.as_str()).collect();
        let expression = format!("{name}({})", args.join(", "));
        let void = matches!(types.get(types.plain(function.ret)), Type::Void);
        if !void && checked.iter().any(|line| mentions(line, result)) {
            let mut plain = function.ret;
            while let Type::Const(to) | Type::Qualified(_, to) = types.get(plain) {
                plain = *to;
            }
            lines.push(format!("{} = {expression};", declare(types, plain, result)));
        } else {
            lines.push(format!("{expression};"));
        }
        lines.extend(checked);
        Ok(lines)
    }
}

/// The function, where its name means something else.
const ALIAS: &str = "secateur_function";

/// Whether a line has this name in it.
fn mentions(line: &str, name: &str) -> bool {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name)
}
