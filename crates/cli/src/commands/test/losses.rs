//! The loss ledger: everything that was given up, with its place, how often, and what it may cost.

use super::output::Output;
use super::session::Found;
use secateur_explore::Report;
use serde::Serialize;

#[derive(Serialize)]
struct Entry {
    what: String,
    file: String,
    line: u32,
    function: String,
    count: u64,
    cost: &'static str,
}

pub fn count(report: &Report, found: &Found) -> u64 {
    (report.losses.len() + found.cut.len() + found.left_out.len()) as u64
}

pub fn write(output: &Output, report: &Report, found: &Found) -> anyhow::Result<()> {
    let mut entries: Vec<Entry> = Vec::new();
    for loss in &report.losses {
        entries.push(Entry {
            what: loss.what.clone(),
            file: loss.file.clone(),
            line: loss.line,
            function: loss.function.clone(),
            count: loss.count,
            cost: "inputs with other values there, and the paths that they take, were not tried",
        });
    }
    for ((what, file, line, function), count) in &found.cut {
        entries.push(Entry {
            what: what.clone(),
            file: file.clone(),
            line: *line,
            function: function.clone(),
            count: *count,
            cost: "what these paths would have done afterwards is not known",
        });
    }
    for (what, place) in &found.left_out {
        entries.push(Entry {
            what: what.clone(),
            file: place.file.clone(),
            line: place.line,
            function: place.function.clone(),
            count: 1,
            cost: "calls with other arguments there were not tried",
        });
    }
    output.write("losses.json", &serde_json::to_string_pretty(&entries)?)
}
