//! A plot for each library or program: branches covered by time, of the run, of the fuzzer, and what was published of KLEE as
//! dots after one minute and after five.

use super::Measured;
use crate::commands::bench::svg::{Axis, Drawing, Frame, Stroke};

const SIZE: (f64, f64) = (860.0, 470.0);
const ACROSS: (f64, f64) = (70.0, 560.0);
const UP: (f64, f64) = (410.0, 56.0);
const LINE: f64 = 22.0;
const OURS: Stroke = Stroke { colour: 1, dashes: 0 };
const FUZZER: Stroke = Stroke { colour: 2, dashes: 1 };
const KLEE: Stroke = Stroke { colour: 3, dashes: 2 };

/// What it is, how it is drawn, and its points.
type Line = (String, Stroke, Vec<(f64, f64)>);

/// `None` for what could not be measured.
pub fn svg(measured: &Measured) -> Option<String> {
    let numbers = measured.result.as_ref().ok()?;
    let fuzzed = measured.fuzzer.as_ref().and_then(|fuzzer| fuzzer.as_ref().ok());
    let klee = klee(measured);
    let mut lines: Vec<Line> = vec![(
        format!("Secateur ({})", numbers.covered),
        OURS,
        numbers.curve.iter().map(|(seconds, covered)| (*seconds, *covered as f64)).collect(),
    )];
    if let Some(fuzzed) = fuzzed {
        let points = fuzzed.curve.iter().map(|(seconds, covered)| (*seconds, *covered as f64)).collect();
        lines.push((format!("libFuzzer ({})", fuzzed.covered), FUZZER, points));
    }
    let points = || lines.iter().flat_map(|(.., points)| points).chain(&klee);
    let longest = points().map(|point| point.0).fold(1.0, f64::max);
    let highest = points().map(|point| point.1).fold(1.0, f64::max);
    let frame = Frame { x: Axis::linear("seconds", ACROSS, longest), y: Axis::linear("branches covered", UP, highest) };
    let mut drawing = Drawing::new(SIZE, &format!("{}: branches covered by time", measured.name));
    drawing.heading((ACROSS.0, 30.0), &format!("{}: {} branches", measured.name, numbers.branches));
    drawing.axes(&frame);
    let legend = |place: usize| (ACROSS.1 + 24.0, UP.1 + 10.0 + LINE * place as f64);
    for (place, (label, stroke, points)) in lines.iter().enumerate() {
        let whole: Vec<(f64, f64)> = [(0.0, 0.0)].into_iter().chain(points.iter().copied()).collect();
        drawing.line(&frame, &whole, *stroke);
        drawing.entry(legend(place), *stroke, false, label);
    }
    for point in &klee {
        drawing.dot(&frame, *point, KLEE);
    }
    if !klee.is_empty() {
        drawing.entry(legend(lines.len()), KLEE, true, "KLEE (published)");
    }
    Some(drawing.finish())
}

/// Its dots; of a range, the middle.
fn klee(measured: &Measured) -> Vec<(f64, f64)> {
    let at = |key: &str| -> Option<f64> {
        let numbers: Option<Vec<f64>> = measured.klee[key].as_str()?.split('-').map(|n| n.parse().ok()).collect();
        numbers.map(|numbers| numbers.iter().sum::<f64>() / numbers.len() as f64)
    };
    let dots = [(60.0, at("covered_in_60s")), (300.0, at("covered_in_300s"))];
    dots.into_iter().filter_map(|(seconds, covered)| Some((seconds, covered?))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;
    use serde_json::json;

    #[test]
    fn lines_and_dots_are_there() {
        let text = svg(&example()).unwrap();
        assert_eq!((text.matches("<polyline").count(), text.matches("<circle").count()), (2, 2));
        assert!(text.contains("Secateur (176)") && text.contains("libFuzzer (185)") && text.contains("libcsv: 352"));
    }

    #[test]
    fn of_a_range_the_middle_is_drawn() {
        let mut measured = example();
        measured.klee = json!({"covered_in_60s": "743-777", "covered_in_300s": "800"});
        assert_eq!(klee(&measured), [(60.0, 760.0), (300.0, 800.0)]);
        measured.klee = json!(null);
        assert!(klee(&measured).is_empty());
    }

    #[test]
    fn without_a_run_there_is_none() {
        let mut measured = example();
        measured.result = Err("it fell over".into());
        assert_eq!(svg(&measured), None);
    }
}
