//! Makes a C file smaller while something about it stays the same: lines and blocks are left out, as long as that goes.
//!
//! Nothing of C is known here but braces at the ends of lines, as in generated programs.

/// The shortest text that was found. `holds` is asked of each candidate, and holds for `source`.
pub fn reduce(source: &str, holds: &mut dyn FnMut(&str) -> bool) -> String {
    let mut lines: Vec<String> = source.lines().map(str::to_string).collect();
    loop {
        let before = lines.len();
        in_chunks(&mut lines, holds);
        one_by_one(&mut lines, holds);
        if lines.len() == before {
            return text(&lines);
        }
    }
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Leaves out long runs of lines first, then shorter ones.
fn in_chunks(lines: &mut Vec<String>, holds: &mut dyn FnMut(&str) -> bool) {
    let mut size = lines.len() / 2;
    while size > 1 {
        let mut at = 0;
        while at < lines.len() {
            let end = (at + size).min(lines.len());
            if !try_without(lines, &(at..end).collect::<Vec<_>>(), holds) {
                at += size;
            }
        }
        size /= 2;
    }
}

/// Leaves out statements, blocks with what is in them, and the braces around what is in them.
fn one_by_one(lines: &mut Vec<String>, holds: &mut dyn FnMut(&str) -> bool) {
    let mut at = 0;
    while at < lines.len() {
        let end = end_of_block(lines, at);
        let whole: Vec<usize> = (at..=end.unwrap_or(at)).collect();
        let gone = try_without(lines, &whole, holds) || end.is_some_and(|end| try_without(lines, &[at, end], holds));
        if !gone {
            at += 1;
        }
    }
}

/// The line that closes the block which this line opens.
fn end_of_block(lines: &[String], at: usize) -> Option<usize> {
    if !lines[at].trim_end().ends_with('{') {
        return None;
    }
    let mut depth = 0i32;
    for (i, line) in lines.iter().enumerate().skip(at) {
        // What closes and opens again, such as `} else {`, belongs to the block.
        depth -= line.matches('}').count() as i32;
        if depth <= 0 && i > at && !line.trim_end().ends_with('{') {
            return Some(i);
        }
        depth += line.matches('{').count() as i32;
    }
    None
}

fn try_without(lines: &mut Vec<String>, gone: &[usize], holds: &mut dyn FnMut(&str) -> bool) -> bool {
    let kept: Vec<String> =
        lines.iter().enumerate().filter(|(i, _)| !gone.contains(i)).map(|(_, line)| line.clone()).collect();
    let is_smaller = holds(&text(&kept));
    if is_smaller {
        *lines = kept;
    }
    is_smaller
}

/// What is needed stays, in its blocks, and the rest goes.
pub fn check_itself() -> Result<(), String> {
    let source = "int a;\nint main(void)\n{\n    if (x) {\n        one();\n        two();\n    } else {\n        \
                  three();\n    }\n    while (y) {\n        four();\n    }\n}\n";
    let balanced = |text: &str| text.matches('{').count() == text.matches('}').count();
    let made = reduce(source, &mut |text| balanced(text) && text.contains("two();") && text.contains("main"));
    let wanted = "int main(void)\n        two();\n";
    if made == wanted { Ok(()) } else { Err(format!("reduced to {made:?}, not to {wanted:?}")) }
}
