//! One picture a program: branch coverage and distinct states by the number of tests, as the paper's figures 3 to 5 have
//! them. A mode has a colour, a search its dashes. A dot at the end of a line says that nothing was left to explore.

use super::measure::{Measured, Numbers, Single};
use super::modes::MODES;
use crate::commands::bench::svg::{Axis, Drawing, Frame, Stroke};

const WIDTH: f64 = 1080.0;
const UP: (f64, f64) = (400.0, 76.0);
const LEFT: (f64, f64) = (80.0, 500.0);
const RIGHT: (f64, f64) = (630.0, 1050.0);
/// The first line of the legend, the distance to the next one, and of its columns.
const LEGEND: f64 = 470.0;
const LINE: f64 = 22.0;
const COLUMN: f64 = 248.0;

pub fn svg(measured: &Measured) -> String {
    let title = format!("{}: branches covered and distinct states by number of tests", measured.program);
    let searches = measured.searches();
    let height = LEGEND + LINE * (searches.len() as f64 + 1.0) + 8.0;
    let mut drawing = Drawing::new((WIDTH, height), &title);
    drawing.heading((LEFT.0, 30.0), &format!("{}: {} branches", measured.program, measured.branches));
    let runs: Vec<(&Single, &Numbers)> = measured.singles.iter().filter_map(|s| Some((s, s.numbers()?))).collect();
    let most = runs.iter().map(|(_, n)| n.paths).max().unwrap_or(0).max(2) as f64;
    let tests = |span| Axis::logarithmic("tests (logarithmic)", span, most);
    let percent = Axis { unit: " %", ..Axis::linear("branches covered", UP, 100.0) };
    let frame = Frame { x: tests(LEFT), y: percent };
    drawing.write((LEFT.0, UP.1 - 14.0), "start", "", "branch coverage");
    drawing.axes(&frame);
    for (single, numbers) in &runs {
        let share = |covered: u64| 100.0 * covered as f64 / measured.branches.max(1) as f64;
        let points: Vec<(u64, f64)> = numbers.coverage.0.iter().map(|p| (p.0, share(p.1))).collect();
        curve(&mut drawing, &frame, &steps(&points, numbers.paths), stroke(&searches, single), numbers.is_complete);
    }
    drawing.write((RIGHT.0, UP.1 - 14.0), "start", "", "distinct states");
    let highest = runs.iter().flat_map(|(_, n)| &n.states).map(|p| p.1).max();
    match highest {
        None => {
            let middle = ((RIGHT.0 + RIGHT.1) / 2.0, (UP.0 + UP.1) / 2.0);
            drawing.write(middle, "middle", "", "no run wrote them down");
        }
        Some(highest) => {
            let states = Axis::logarithmic("distinct states (logarithmic)", UP, highest.max(2) as f64);
            let frame = Frame { x: tests(RIGHT), y: states };
            drawing.axes(&frame);
            for (single, numbers) in runs.iter().filter(|(_, n)| !n.states.is_empty()) {
                let points: Vec<(f64, f64)> = numbers.states.iter().map(|p| (p.0 as f64, p.1 as f64)).collect();
                curve(&mut drawing, &frame, &points, stroke(&searches, single), numbers.is_complete);
            }
        }
    }
    legend(&mut drawing, measured, &searches);
    drawing.finish()
}

fn stroke(searches: &[&str], single: &Single) -> Stroke {
    let colour = MODES.iter().position(|mode| mode.name == single.mode).unwrap_or(0);
    Stroke { colour, dashes: searches.iter().position(|s| *s == single.search).unwrap_or(0) }
}

/// A number of branches stays until the next one is covered, and the last one to the end.
fn steps(points: &[(u64, f64)], paths: u64) -> Vec<(f64, f64)> {
    let mut steps: Vec<(f64, f64)> = Vec::new();
    for &(test, covered) in points {
        steps.extend(steps.last().map(|last| (test as f64, last.1)));
        steps.push((test as f64, covered));
    }
    steps.extend(steps.last().map(|last| (paths.max(1) as f64, last.1)));
    steps
}

fn curve(drawing: &mut Drawing, frame: &Frame, points: &[(f64, f64)], stroke: Stroke, is_complete: bool) {
    drawing.line(frame, points, stroke);
    if let (true, Some(end)) = (is_complete, points.last()) {
        drawing.dot(frame, *end, stroke);
    }
}

/// A line for each search, a column for each mode.
fn legend(drawing: &mut Drawing, measured: &Measured, searches: &[&str]) {
    for (row, search) in searches.iter().enumerate() {
        for (column, mode) in MODES.iter().enumerate() {
            let single = measured.singles.iter().find(|s| s.search == *search && s.mode == mode.name);
            let Some(single) = single else { continue };
            let at = (LEFT.0 + COLUMN * column as f64, LEGEND + LINE * row as f64);
            let (is_complete, label) = match single.numbers() {
                Some(n) if n.paths == 0 => (false, format!("{}, {search} (no path ended)", mode.name)),
                Some(n) => (n.is_complete, format!("{}, {search} ({})", mode.name, n.covered)),
                None => (false, format!("{}, {search} (no run)", mode.name)),
            };
            drawing.entry(at, stroke(searches, single), is_complete, &label);
        }
    }
    let y = LEGEND + LINE * searches.len() as f64 + 4.0;
    drawing.write(
        (LEFT.0, y),
        "start",
        "",
        "In brackets: branches covered. A line that ends in a dot is complete: nothing was left to explore.",
    );
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::example;
    use super::*;

    #[test]
    fn both_plots_are_there() {
        let text = svg(&example());
        assert!(text.contains("a &lt; b: 40 branches") && !text.contains("a < b"), "{text}");
        // Two lines of coverage, one of states; one is complete, in both plots and in the legend.
        assert_eq!((text.matches("<polyline").count(), text.matches("<circle").count()), (3, 3));
        assert!(text.contains(">extended, dfs (38)<") && text.contains(">full, dfs (no run)<"));
        assert!(text.contains("prefers-color-scheme: dark") && text.ends_with("</svg>\n"));
    }

    #[test]
    fn without_states_that_is_said() {
        let mut measured = example();
        measured.singles[3].result = None;
        assert!(svg(&measured).contains("no run wrote them down"));
        measured.singles.clear();
        assert!(svg(&measured).ends_with("</svg>\n"));
    }

    #[test]
    fn coverage_goes_up_in_steps() {
        let steps = steps(&[(1, 10.0), (4, 20.0)], 9);
        assert_eq!(steps, [(1.0, 10.0), (4.0, 10.0), (4.0, 20.0), (9.0, 20.0)]);
        assert_eq!(super::steps(&[], 5), []);
    }
}
