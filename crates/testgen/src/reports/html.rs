//! `report/index.html`: a run as one page that needs no network and no other file.
//!
//! The folder beside this file has the page, its style and its scripts, which are joined here with the
//! run as JSON. The page builds everything else from that JSON, and only through `textContent`, so no
//! text of the user's is ever read as HTML.
//!
//! *Invariant:* the page stays below [`LARGEST`]. What is cut for that, the page says.

mod cut;
mod data;
mod tree;

use super::{Info, Run};
use crate::formats::File;
use cut::Limits;

pub static INFO: Info = Info { name: "html", summary: "report/index.html: a page for people", write };

/// No page is larger, in bytes.
const LARGEST: usize = 5_000_000;

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/style.css");

/// In the order in which they are joined; each may use what comes before it.
const SCRIPTS: &[&str] = &[
    include_str!("html/script/base.js"),
    include_str!("html/script/data.js"),
    include_str!("html/script/hints.js"),
    include_str!("html/script/charts.js"),
    include_str!("html/script/summary.js"),
    include_str!("html/script/bugs.js"),
    include_str!("html/script/lexer.js"),
    include_str!("html/script/source.js"),
    include_str!("html/script/layout.js"),
    include_str!("html/script/draw.js"),
    include_str!("html/script/tree.js"),
    include_str!("html/script/tests.js"),
    include_str!("html/script/ledgers.js"),
    include_str!("html/script/partition.js"),
    include_str!("html/script/start.js"),
];

fn write(run: &Run) -> Vec<File> {
    let mut limits = Limits::default();
    let mut text = page(run, &limits);
    // A run that is large in every way at once is cut further; a handful of rounds end below any size.
    while text.len() > LARGEST && limits.shrink() {
        text = page(run, &limits);
    }
    vec![File { name: "report/index.html".into(), bytes: text.into_bytes() }]
}

fn page(run: &Run, limits: &Limits) -> String {
    let json = serde_json::to_string(&data::page(run, limits)).expect("plain data becomes JSON");
    let script = format!("(() => {{\n\"use strict\";\n{}}})();\n", SCRIPTS.join("\n"));
    let title = format!("{}: Secateur", run.program.join(", "));
    fill(PAGE, &[("TITLE", &escape_html(&title)), ("STYLE", STYLE), ("DATA", &escape_json(&json)), ("SCRIPT", &script)])
}

/// Puts texts where `@NAME@` stands, each once and in this order. What is put in is not looked at again.
fn fill(page: &str, texts: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = page;
    for (name, text) in texts {
        let mark = format!("@{name}@");
        let (before, after) = rest.split_once(&mark).expect("the page has every mark, in order");
        out += before;
        out += text;
        rest = after;
    }
    out + rest
}

/// JSON that can stand in a `script` element: no `<`, so neither an end tag nor the begin of a comment.
fn escape_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + json.len() / 32);
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\u{feff}' => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_script_element() {
        let run = Run {
            program: vec!["</title><b>.c".into()],
            divergences: vec!["</script><!--<script>\u{2028}@SCRIPT@".into()],
            ..Run::default()
        };
        let text = String::from_utf8(write(&run)[0].bytes.clone()).unwrap();
        assert_eq!(text.matches("</script>").count(), 2);
        assert!(!text.contains("<b>"));
        assert!(!text.contains('\u{2028}'));
        assert!(text.contains(r"\u003c/script\u003e\u003c!--\u003cscript\u003e\u2028@SCRIPT@"));
    }

    #[test]
    fn scripts_can_stand_in_a_page() {
        for script in SCRIPTS {
            assert!(!script.contains("</script") && !script.contains("<!--") && !script.contains("innerHTML"));
        }
    }
}
