//! Paths by the number of inputs, plainly and in parts: what figure 1 of the paper is about. A line ends where plain
//! search was not complete any more; sizes that were explored completely have a dot.

use super::growth::Growth;
use super::numbers::Numbers;
use crate::commands::bench::svg::{Axis, Drawing, Frame, Stroke};

const SIZE: (f64, f64) = (640.0, 560.0);
const ACROSS: (f64, f64) = (90.0, 600.0);
const UP: (f64, f64) = (400.0, 60.0);
/// The first line of the legend, and the distance to the next one.
const LEGEND: f64 = 470.0;
const LINE: f64 = 22.0;

const BASE: Stroke = Stroke { colour: 2, dashes: 0 };
const PARTITION: Stroke = Stroke { colour: 1, dashes: 0 };
const TWICE: Stroke = Stroke { colour: 0, dashes: 2 };

pub fn svg(growth: &Growth) -> String {
    let title = format!("{}: paths by the number of inputs", growth.program);
    let mut drawing = Drawing::new(SIZE, &title);
    drawing.heading((ACROSS.0, 30.0), &title);
    let base = line(growth.points.iter().filter_map(|p| Some((p.inputs, p.base.as_ref()?.as_ref().ok()?))));
    let partition = line(growth.points.iter().filter_map(|p| Some((p.inputs, p.partition.as_ref().ok()?))));
    let most_inputs = growth.points.iter().map(|p| p.inputs).max().unwrap_or(2).max(2) as f64;
    let most_paths = base.iter().chain(&partition).map(|p| p.paths).fold(2.0 * most_inputs, f64::max);
    let frame = Frame {
        x: Axis::logarithmic("inputs (logarithmic)", ACROSS, most_inputs),
        y: Axis::logarithmic("paths (logarithmic)", UP, most_paths),
    };
    drawing.axes(&frame);
    drawing.line(&frame, &[(1.0, 2.0), (most_inputs, 2.0 * most_inputs)], TWICE);
    for (points, stroke) in [(&base, BASE), (&partition, PARTITION)] {
        drawing.line(&frame, &points.iter().map(|p| (p.inputs, p.paths)).collect::<Vec<_>>(), stroke);
        points.iter().filter(|p| p.is_complete).for_each(|p| drawing.dot(&frame, (p.inputs, p.paths), stroke));
    }
    let entries = [
        (BASE, true, "plain search"),
        (PARTITION, true, "--partition auto"),
        (TWICE, false, "two paths for each input"),
    ];
    for (row, (stroke, has_dot, what)) in entries.into_iter().enumerate() {
        drawing.entry((ACROSS.0, LEGEND + LINE * row as f64), stroke, has_dot, what);
    }
    drawing.write((ACROSS.0, LEGEND + LINE * 3.0 + 4.0), "start", "", "A dot: nothing was left to explore.");
    drawing.finish()
}

struct Place {
    inputs: f64,
    paths: f64,
    is_complete: bool,
}

fn line<'a>(runs: impl Iterator<Item = (u64, &'a Numbers)>) -> Vec<Place> {
    let place = |(inputs, numbers): (u64, &Numbers)| Place {
        inputs: inputs as f64,
        paths: numbers.paths as f64,
        is_complete: numbers.is_complete,
    };
    runs.map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::super::growth::tests::example;
    use super::*;

    #[test]
    fn complete_sizes_have_a_dot() {
        let text = svg(&example());
        // Both modes and twice the inputs; one size of plain search and three in parts, and two dots in the legend.
        assert_eq!((text.matches("<polyline").count(), text.matches("<circle").count()), (3, 6));
        assert!(text.contains(">test: paths by the number of inputs<") && text.ends_with("</svg>\n"));
    }

    #[test]
    fn nothing_can_be_drawn_too() {
        let mut growth = example();
        growth.points.clear();
        assert!(svg(&growth).ends_with("</svg>\n"));
    }
}
