//! Figure 1 of the paper: how the number of paths grows with the number of inputs. Plain search is left out from the first
//! size on that it does not explore completely.

use super::measure::{Compiled, Limits, json_of};
use super::numbers::Numbers;
use super::programs::Subject;
use super::{BASE, PARTITION};
use serde_json::{Value, json};
use std::fmt::Write;

pub struct Growth {
    pub program: String,
    pub search: String,
    pub points: Vec<Point>,
}

/// One size.
pub struct Point {
    pub inputs: u64,
    /// `None` if a smaller size was too much already.
    pub base: Option<Result<Numbers, String>>,
    pub partition: Result<Numbers, String>,
}

pub fn measure(subject: &Subject, search: &str, limits: &Limits) -> Growth {
    let (mut points, mut is_base_complete) = (Vec::new(), true);
    for &inputs in &subject.sizes {
        let compiled = Compiled::new(&subject.of_size(inputs));
        let explore = |mode: &str| match &compiled {
            Ok(compiled) => compiled.explore(mode, search, limits),
            Err(error) => Err(format!("{error:#}")),
        };
        let base = is_base_complete.then(|| explore(BASE));
        is_base_complete = base.as_ref().is_some_and(|b| b.as_ref().is_ok_and(|numbers| numbers.is_complete));
        points.push(Point { inputs, base, partition: explore(PARTITION) });
    }
    Growth { program: subject.sources.name.clone(), search: search.to_string(), points }
}

impl Growth {
    /// The name of its picture.
    pub fn plot(&self) -> String {
        format!("{}.svg", self.program)
    }

    pub fn table(&self) -> String {
        let mut text = format!("{}: paths by the number of inputs, {}\n", self.program, self.search);
        let columns = |mode: &str| format!("{:>14} {:<9} {:>8}", format!("{mode} paths"), "status", "seconds");
        let (base, partition) = (columns("base"), columns("partition"));
        let _ =
            writeln!(text, "{:>6} {base} {partition} {:>7} {:>11} {:>8}", "inputs", "blocks", "paths/input", "fewer");
        for point in &self.points {
            let base = point.base.as_ref().map_or(String::new(), cells);
            let _ = write!(text, "{:>6} {base:<33} {:<33}", point.inputs, cells(&point.partition));
            if let Ok(numbers) = &point.partition {
                let each = numbers.paths as f64 / point.inputs.max(1) as f64;
                let _ = write!(text, " {:>7} {each:>11.2} {:>8}", numbers.blocks(), point.fewer());
            }
            text = text.trim_end().to_string() + "\n";
        }
        text
    }

    pub fn failures(&self) -> Vec<String> {
        let runs = self
            .points
            .iter()
            .flat_map(|p| p.base.iter().map(move |b| (p, "base", b)).chain([(p, "partition", &p.partition)]));
        let failed = runs.filter_map(|(point, mode, result)| Some((point, mode, result.as_ref().err()?)));
        failed.map(|(point, mode, why)| format!("{}, {} inputs, {mode}: {why}", self.program, point.inputs)).collect()
    }

    pub fn json(&self) -> Value {
        let point = |point: &Point| {
            json!({
                "inputs": point.inputs, "base": point.base.as_ref().map(json_of), "partition": json_of(&point.partition),
            })
        };
        json!({
            "program": self.program, "search": self.search, "plot": self.plot(),
            "points": self.points.iter().map(point).collect::<Vec<_>>(),
        })
    }
}

impl Point {
    /// How many times fewer paths; more than that where plain search was cut.
    fn fewer(&self) -> String {
        let base = self.base.as_ref().and_then(|base| base.as_ref().ok());
        let Some((base, Ok(partition))) = base.map(|base| (base, self.partition.as_ref())) else { return "-".into() };
        let more = if base.is_complete { "" } else { ">" };
        super::numbers::fewer(base, partition).map_or("-".into(), |times| format!("{more}{times:.1}"))
    }
}

fn cells(result: &Result<Numbers, String>) -> String {
    match result {
        Ok(n) => format!("{:>14} {:<9} {:>8.2}", n.paths, n.status(), n.cpu_s),
        Err(why) => format!("  {why}"),
    }
}

#[cfg(test)]
pub mod tests {
    use super::super::numbers::tests::example as numbers;
    use super::*;

    /// Two sizes, of which the second was too much for plain search, and one that it was not tried on.
    pub fn example() -> Growth {
        let (base, partition) = numbers();
        let (base, partition) = (
            |paths, is_complete| Ok(Numbers { paths, is_complete, ..base.clone() }),
            |paths| Ok(Numbers { paths, ..partition.clone() }),
        );
        let points = vec![
            Point { inputs: 8, base: Some(base(256, true)), partition: partition(16) },
            Point { inputs: 16, base: Some(base(6400, false)), partition: partition(32) },
            Point { inputs: 32, base: None, partition: partition(64) },
        ];
        Growth { program: "test".into(), search: "dfs".into(), points }
    }

    #[test]
    fn a_row_for_each_size() {
        let text = example().table();
        let lines: Vec<String> = text.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(lines[0], "test: paths by the number of inputs, dfs");
        assert_eq!(lines[2], "8 256 complete 10.10 16 complete 0.50 3 2.00 16.0");
        assert_eq!(lines[3], "16 6400 limit 10.10 32 complete 0.50 3 2.00 >200.0");
        assert_eq!(lines[4..], ["32 64 complete 0.50 3 2.00 -"]);
    }

    #[test]
    fn failures_are_told() {
        let mut growth = example();
        growth.points[0].base = Some(Err("it fell over".into()));
        assert_eq!(growth.failures(), ["test, 8 inputs, base: it fell over"]);
        assert_eq!(growth.json()["points"][0]["base"]["error"], "it fell over");
        assert_eq!(growth.json()["points"][2]["base"], Value::Null);
    }
}
