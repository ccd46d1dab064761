//! `findings.sarif`: the bugs as SARIF 2.1.0, which code hosts and editors show beside the code.
//!
//! A bug that a native run confirmed has the level `error`, one that stays unconfirmed `warning` and the property
//! `confirmed: false`. Fingerprints are made of the kind, the function and the text of the line, so they stay when
//! lines move; bugs that have all three in common are numbered. Divergences and losses are notifications of the tool,
//! not results: they say nothing about the program. Addresses of attachments are relative to the file itself.

mod places;
mod rules;

use super::{Bug, Frame, Info, Run};
use places::{Place, location};
use rules::RULES;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

pub static INFO: Info = Info {
    name: "sarif",
    summary: "findings.sarif: the bugs as SARIF 2.1.0, for code hosts and editors",
    write: |run| {
        let text = serde_json::to_string_pretty(&document(run)).unwrap_or_default() + "\n";
        vec![crate::formats::File { name: "findings.sarif".into(), bytes: text.into_bytes() }]
    },
};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub fn document(run: &Run) -> Value {
    let rules: Vec<Value> = RULES.iter().map(rules::Rule::to_json).collect();
    let mut seen = BTreeMap::new();
    let results: Vec<Value> = run.bugs.iter().map(|bug| result(run, bug, &mut seen)).collect();
    let whole = json!({
        "tool": { "driver": {
            "name": "Secateur",
            "version": run.version,
            "semanticVersion": run.version,
            "rules": rules,
        } },
        "automationDetails": { "id": format!("secateur/{}/{}/", run.program.join("+"), run.function) },
        "invocations": [invocation(run)],
        "originalUriBaseIds": { places::ROOT: {
            "uri": places::base_uri(&run.directory),
            "description": { "text": "The folder in which the command was given." },
        } },
        "columnKind": "utf16CodeUnits",
        "results": results,
    });
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [whole] })
}

fn invocation(run: &Run) -> Value {
    let found = !run.bugs.is_empty();
    let mut out = Map::new();
    out.insert("commandLine".into(), command_line(&run.command).into());
    if let Some((_, arguments)) = run.command.split_first() {
        out.insert("arguments".into(), arguments.into());
    }
    out.insert("executionSuccessful".into(), true.into());
    out.insert("exitCode".into(), i32::from(found).into());
    out.insert("exitCodeDescription".into(), if found { "bugs were found" } else { "no bug was found" }.into());
    if !run.started.is_empty() {
        out.insert("startTimeUtc".into(), run.started.clone().into());
    }
    out.insert("workingDirectory".into(), json!({ "uri": places::base_uri(&run.directory) }));
    let notifications: Vec<Value> = notifications(run).collect();
    out.insert("toolExecutionNotifications".into(), notifications.into());
    out.into()
}

/// What may have made the findings incomplete or doubtful.
fn notifications(run: &Run) -> impl Iterator<Item = Value> {
    let plain = |level: &str, text: String| json!({ "level": level, "message": { "text": text } });
    let divergences = run.divergences.iter().map(move |what| {
        plain("error", format!("Native replay did something else than recorded, a defect of Secateur's: {what}"))
    });
    let missing = run.not_native.iter().map(move |why| plain("warning", format!("Not replayed natively: {why}")));
    let losses = run.losses.iter().map(|loss| {
        let place = Place { file: &loss.file, path: "", line: loss.line, col: 0, function: &loss.function };
        let text = format!("Given up ({} times): {}; {}", loss.count, loss.what, loss.cost);
        json!({ "level": "note", "message": { "text": text }, "locations": [location(run, &place, None)] })
    });
    divergences.chain(missing).chain(losses)
}

fn result(run: &Run, bug: &Bug, seen: &mut BTreeMap<String, u32>) -> Value {
    let place = Place { file: &bug.file, path: &bug.path, line: bug.line, col: bug.col, function: &bug.function };
    let print = fingerprint(run, bug, &place);
    let count = seen.entry(print.clone()).or_default();
    *count += 1;
    let print = format!("{print}:{count}");
    let mut out = json!({
        "ruleId": bug.kind,
        "kind": "fail",
        "level": if bug.confirmed { "error" } else { "warning" },
        "message": { "text": message(bug) },
        "locations": [location(run, &place, None)],
        "partialFingerprints": { "primaryLocationLineHash": print, "secateurFinding/v1": print },
        "attachments": attachments(bug),
        "properties": {
            "confirmed": bug.confirmed,
            "test": bug.test_file,
            "input": bug.input.iter().map(|i| (i.name.clone(), i.value.clone().into())).collect::<Map<_, Value>>(),
        },
    });
    if let Some(index) = RULES.iter().position(|r| r.id == bug.kind) {
        out["ruleIndex"] = index.into();
    }
    if !bug.confirmed {
        out["properties"]["whyNotConfirmed"] = bug.why_not.clone().into();
    }
    let related: Vec<Value> = related(run, bug).collect();
    if !related.is_empty() {
        out["relatedLocations"] = related.into();
    }
    if !bug.stack.is_empty() {
        let steps = flow(run, bug);
        if !steps.is_empty() {
            out["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
        }
        let frames: Vec<Value> = bug.stack.iter().map(|f| json!({ "location": frame(run, f, None) })).collect();
        out["stacks"] =
            json!([{ "message": { "text": "The calls that lead there, innermost first." }, "frames": frames }]);
    }
    out
}

/// Readers often show nothing else, so the input belongs to it.
fn message(bug: &Bug) -> String {
    let mut text = format!("{}.", capital(bug.message.trim_end_matches('.')));
    let input: Vec<String> = bug.input.iter().take(8).map(|i| format!("{} = {}", i.name, short(&i.value))).collect();
    if !input.is_empty() {
        let more = if bug.input.len() > 8 { ", …" } else { "" };
        text += &format!(" Input: {}{more}.", input.join(", "));
    }
    if !bug.test_file.is_empty() {
        text += &format!(" Test: {}.", bug.test_file);
    }
    if !bug.confirmed {
        text += &format!(" Not confirmed natively: {}.", bug.why_not.trim_end_matches('.'));
    }
    text
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn short(value: &str) -> String {
    const MOST: usize = 60;
    if value.chars().count() <= MOST { value.into() } else { value.chars().take(MOST).chain(['…']).collect() }
}

/// Of the kind, the function and the text of the line.
fn fingerprint(run: &Run, bug: &Bug, place: &Place) -> String {
    let line = places::source_line(run, place).map_or_else(|| bug.line.to_string(), |text| text.trim().to_string());
    let digest = Sha256::digest(format!("{}\0{}\0{line}", bug.kind, bug.function));
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn attachments(bug: &Bug) -> Value {
    let mut out = Vec::new();
    if !bug.test_file.is_empty() {
        let uri = places::encode(&bug.test_file);
        out.push(json!({ "description": { "text": "The input that shows it." }, "artifactLocation": { "uri": uri } }));
    }
    if !bug.folder.is_empty() {
        let uri = places::encode(&format!("{}/report.txt", bug.folder));
        out.push(json!({ "description": { "text": "The report." }, "artifactLocation": { "uri": uri } }));
    }
    out.into()
}

/// Files of the C library are not there for readers: only the function is told.
fn frame(run: &Run, frame: &Frame, message: Option<&str>) -> Value {
    let file = if frame.library { "" } else { &frame.file };
    let place = Place { file, path: &frame.path, line: frame.line, col: frame.col, function: &frame.function };
    location(run, &place, message)
}

fn related<'a>(run: &'a Run, bug: &'a Bug) -> impl Iterator<Item = Value> + 'a {
    let placed = bug.notes.iter().filter_map(|note| Some((note, note.place.as_ref()?)));
    placed.enumerate().map(|(id, (note, place))| {
        let mut location = frame(run, place, Some(&note_text(&note.text)));
        location["id"] = id.into();
        location
    })
}

/// Notes end in a word that the place completes: `allocated at`.
fn note_text(text: &str) -> String {
    capital(text.trim_end().trim_end_matches(" at").trim_end_matches(", from")) + " here."
}

/// The calls in the user's own code from the outside in, what happened to the object before, and the error.
fn flow(run: &Run, bug: &Bug) -> Vec<Value> {
    let mut steps = Vec::new();
    let own: Vec<&Frame> = bug.stack.iter().rev().filter(|f| !f.library).collect();
    let Some((last, callers)) = own.split_last() else { return steps };
    for (depth, entry) in callers.iter().enumerate() {
        let text = format!("{} calls {}.", entry.function, own[depth + 1].function);
        steps.push(step(frame(run, entry, Some(&text)), depth, "important"));
    }
    // Where a variable is declared is no step of the run.
    for note in bug.notes.iter().filter(|n| !n.text.starts_with("declared")) {
        if let Some(place) = &note.place {
            steps.push(step(frame(run, place, Some(&note_text(&note.text))), callers.len(), "essential"));
        }
    }
    steps.push(step(frame(run, last, Some(&message(bug))), callers.len(), "essential"));
    steps
}

fn step(location: Value, depth: usize, importance: &str) -> Value {
    json!({ "location": location, "nestingLevel": depth, "importance": importance })
}

/// As a shell would take it.
fn command_line(command: &[String]) -> String {
    crate::shell::join(command.iter().map(String::as_str))
}
