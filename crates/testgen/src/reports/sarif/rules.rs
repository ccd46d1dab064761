//! The rules of the findings: one for each check, with what readers of a report who do not know Secateur need.

use serde_json::{Value, json};

pub struct Rule {
    /// The check's name.
    pub id: &'static str,
    title: &'static str,
    full: &'static str,
    help: &'static str,
    cwe: &'static [u32],
    /// From 0 to 10, as GitHub sorts alerts by it.
    severity: &'static str,
}

/// In the order of the checks.
pub static RULES: &[Rule] = &[
    Rule {
        id: "out-of-bounds-read",
        title: "Read outside of an object",
        full: "The program reads memory outside of the object that the pointer belongs to.",
        help: "Compare the index or length with the object's size before the read. The finding names the object, its size and where it was made.",
        cwe: &[125],
        severity: "7.0",
    },
    Rule {
        id: "out-of-bounds-write",
        title: "Write outside of an object",
        full: "The program writes memory outside of the object that the pointer belongs to, or constant data.",
        help: "Compare the index or length with the object's size before the write. The finding names the object, its size and where it was made.",
        cwe: &[787],
        severity: "9.0",
    },
    Rule {
        id: "use-after-free",
        title: "Use of memory after its end",
        full: "The program reads or writes a heap block after free(), or a local variable after its function returned.",
        help: "Keep the memory until its last use, or set pointers to NULL when it ends. The finding tells where it was freed.",
        cwe: &[416, 562],
        severity: "9.0",
    },
    Rule {
        id: "double-free",
        title: "Memory freed twice",
        full: "The program frees a heap block that it has freed before.",
        help: "Let one owner free each block, or set the pointer to NULL after the first free(). The finding tells where that was.",
        cwe: &[415],
        severity: "8.5",
    },
    Rule {
        id: "invalid-free",
        title: "Free of what was not allocated",
        full: "The program frees a pointer that malloc() and its relatives did not return.",
        help: "Hand free() the very pointer that malloc() returned: not one into the block, and no variable's address.",
        cwe: &[590, 761],
        severity: "8.0",
    },
    Rule {
        id: "null-dereference",
        title: "Use of a null pointer",
        full: "The program reads, writes or calls through a null pointer.",
        help: "Test the pointer before its use. Functions that return NULL when they fail are the usual source.",
        cwe: &[476],
        severity: "6.0",
    },
    Rule {
        id: "division-by-zero",
        title: "Division by zero",
        full: "The program divides an integer by zero, or takes the remainder of such a division.",
        help: "Test the divisor before the division.",
        cwe: &[369],
        severity: "5.5",
    },
    Rule {
        id: "shift-out-of-range",
        title: "Shift by too much",
        full: "The program shifts by a negative amount, or by the width of the value or more, which C does not define.",
        help: "Limit the amount to less than the number of bits of the (promoted) left operand.",
        cwe: &[1335],
        severity: "4.0",
    },
    Rule {
        id: "signed-overflow",
        title: "Signed arithmetic overflows",
        full: "The result of an operation on signed integers does not fit its type, which C does not define.",
        help: "Test the operands before the operation, compute in a wider type, or use unsigned arithmetic.",
        cwe: &[190],
        severity: "4.0",
    },
    Rule {
        id: "assertion-failure",
        title: "Failed assertion",
        full: "An assertion of the program does not hold for this input.",
        help: "Either the code before it is wrong, or the assertion is. The input in the attachment makes it fail.",
        cwe: &[617],
        severity: "5.0",
    },
    Rule {
        id: "abort",
        title: "Abort",
        full: "The program calls abort(), or reaches __builtin_trap(), for this input.",
        help: "Handle the input that leads there, if it can come from outside.",
        cwe: &[617],
        severity: "5.0",
    },
    Rule {
        id: "unreachable",
        title: "Unreachable code is reached",
        full: "Control reaches a place that the program declares unreachable, or the end of a function whose value is used.",
        help: "Handle the case that was thought impossible. The input in the attachment reaches it.",
        cwe: &[758],
        severity: "5.0",
    },
    Rule {
        id: "uninitialised-read",
        title: "Use of an uninitialised value",
        full: "A value that was never set decides a branch, an address, or what a system call does.",
        help: "Set the variable or the block on every path before its use.",
        cwe: &[457, 908],
        severity: "6.0",
    },
    Rule {
        id: "memory-leak",
        title: "Memory leak",
        full: "A heap block that nothing refers to any more is still allocated when the program ends.",
        help: "Free the block before the last pointer to it is lost. The finding tells where it was allocated.",
        cwe: &[401],
        severity: "3.0",
    },
    Rule {
        id: "stack-overflow",
        title: "Stack overflow",
        full: "Recursion or local variables need more stack than programs have, 8 MiB.",
        help: "Limit the depth of the recursion, or move large variables to the heap.",
        cwe: &[674],
        severity: "5.5",
    },
    Rule {
        id: "error-call",
        title: "Error function is reached",
        full: "The program calls reach_error() or __VERIFIER_error(), which mark a place that no input should reach.",
        help: "The input in the attachment reaches the call: the property does not hold.",
        cwe: &[617],
        severity: "5.0",
    },
];

impl Rule {
    pub fn to_json(&self) -> Value {
        let mut tags: Vec<String> = ["correctness", "security"].map(String::from).to_vec();
        tags.extend(self.cwe.iter().map(|n| format!("external/cwe/cwe-{n:03}")));
        let cwe: Vec<String> = self.cwe.iter().map(|n| format!("CWE-{n}")).collect();
        tags.extend(cwe.iter().cloned());
        let help = format!("{}\n\nWeaknesses: {}.", self.help, cwe.join(", "));
        json!({
            "id": self.id,
            "name": pascal_case(self.id),
            "shortDescription": { "text": format!("{}.", self.title) },
            "fullDescription": { "text": self.full },
            "help": { "text": help },
            "defaultConfiguration": { "level": "error" },
            "properties": {
                "tags": tags,
                "precision": "very-high",
                "problem.severity": "error",
                "security-severity": self.severity,
            },
        })
    }
}

/// `out-of-bounds-read` as `OutOfBoundsRead`.
fn pascal_case(id: &str) -> String {
    let part = |part: &str| part[..1].to_uppercase() + &part[1..];
    id.split('-').map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A check without a rule would be a finding that says nothing.
    #[test]
    fn every_check_has_a_rule_and_every_rule_a_check() {
        let checks: Vec<&str> = secateur_vm::checks::ALL.iter().map(|c| c.name).collect();
        let rules: Vec<&str> = RULES.iter().map(|r| r.id).collect();
        assert_eq!(rules, checks);
    }
}
