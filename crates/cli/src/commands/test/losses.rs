//! The loss ledger: everything that was given up, with its place, how often, and what it may cost.

use super::found::Found;
use super::output::Output;
use secateur_explore::Report;
use secateur_testgen::reports::Loss;

pub fn count(report: &Report, found: &Found) -> u64 {
    (report.losses.len() + found.cut.len() + found.left_out.len()) as u64
}

pub fn all(report: &Report, found: &Found) -> Vec<Loss> {
    let mut entries: Vec<Loss> = Vec::new();
    for loss in &report.losses {
        entries.push(Loss {
            what: loss.what.clone(),
            file: loss.file.clone(),
            line: loss.line,
            function: loss.function.clone(),
            count: loss.count,
            cost: "inputs with other values there, and the paths that they take, were not tried".into(),
        });
    }
    for ((what, file, line, function), count) in &found.cut {
        entries.push(Loss {
            what: what.clone(),
            file: file.clone(),
            line: *line,
            function: function.clone(),
            count: *count,
            cost: "what these paths would have done afterwards is not known".into(),
        });
    }
    for (what, place) in &found.left_out {
        entries.push(Loss {
            what: what.clone(),
            file: place.file.clone(),
            line: place.line,
            function: place.function.clone(),
            count: 1,
            cost: "calls with other arguments there were not tried".into(),
        });
    }
    entries
}

pub fn write(output: &Output, report: &Report, found: &Found) -> anyhow::Result<()> {
    output.write("losses.json", &serde_json::to_string_pretty(&all(report, found))?)
}
