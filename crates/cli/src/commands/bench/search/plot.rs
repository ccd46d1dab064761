//! A plot of coverage by iterations: the number of paths on a logarithmic axis, a line for each contender.

use super::coverage::{Curve, Measured};
use crate::commands::bench::svg::{Axis, Drawing, Frame, Stroke};
use crate::commands::test::count;

/// Of the picture, and where the axes begin and end in it.
const SIZE: (f64, f64) = (940.0, 480.0);
const ACROSS: (f64, f64) = (70.0, 610.0);
const UP: (f64, f64) = (420.0, 56.0);
/// Between two entries of the legend.
const LINE: f64 = 20.0;

/// A curve with its number and its points.
type Drawn<'a> = (usize, &'a Curve, Vec<(u64, f64)>);

pub fn svg(measured: &Measured) -> String {
    let curves: Vec<Drawn> =
        measured.curves.iter().enumerate().map(|(i, c)| (i, c, c.mean(measured.iterations))).collect();
    let highest = curves.iter().flat_map(|(.., points)| points).map(|p| p.1).fold(1.0, f64::max);
    let frame = Frame {
        x: Axis::logarithmic("paths (logarithmic)", ACROSS, measured.iterations as f64),
        y: Axis::linear("branches covered", UP, highest),
    };
    let size = (SIZE.0, SIZE.1.max(UP.1 + LINE * curves.len() as f64 + 30.0));
    let mut drawing = Drawing::new(size, &format!("{}: branches covered by number of paths", measured.program));
    let seeds = measured.curves.iter().map(|c| c.runs.len()).max().unwrap_or(0) as u64;
    let heading = format!("{}: {} branches, mean of {}", measured.program, measured.total, count(seeds, "seed"));
    drawing.heading((ACROSS.0, 30.0), &heading);
    drawing.axes(&frame);
    // Drawn in the order of the table, and listed in the order of where they end.
    for (number, _, points) in &curves {
        let points: Vec<(f64, f64)> = points.iter().map(|p| (p.0 as f64, p.1)).collect();
        drawing.line(&frame, &points, Stroke::numbered(*number));
    }
    let mut listed = curves;
    listed.sort_by(|a, b| last(&b.2).total_cmp(&last(&a.2)));
    for (place, (number, curve, points)) in listed.iter().enumerate() {
        let label = match points.last() {
            Some((_, covered)) => format!("{} ({covered:.1})", curve.contender),
            None => format!("{} (no path ended)", curve.contender),
        };
        let at = (ACROSS.1 + 20.0, UP.1 + 10.0 + LINE * place as f64);
        drawing.entry(at, Stroke::numbered(*number), false, &label);
    }
    drawing.finish()
}

fn last(points: &[(u64, f64)]) -> f64 {
    points.last().map_or(0.0, |p| p.1)
}

#[cfg(test)]
mod tests {
    use super::super::coverage::tests::example;
    use super::*;

    #[test]
    fn every_line_is_there_and_names_are_escaped() {
        let text = svg(&example());
        assert_eq!(text.matches("<polyline").count(), 2);
        assert!(text.contains("a &lt; b: 40 branches") && !text.contains("a < b"), "{text}");
        assert!(text.contains(">dfs (30.5)<") && text.contains(">other (6.0)<"));
    }

    #[test]
    fn nothing_covered_is_no_error() {
        let mut measured = example();
        measured.iterations = 1;
        measured.curves.truncate(0);
        assert!(svg(&measured).ends_with("</svg>\n"));
    }
}
