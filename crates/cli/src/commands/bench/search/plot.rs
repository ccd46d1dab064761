//! A plot of coverage by iterations, as SVG: the number of paths on a logarithmic axis, a line for each contender.
//!
//! Colours are Okabe and Ito's, which most people can tell apart, and lines also differ in their dashes.

use super::coverage::{Curve, Measured};
use std::fmt::Write;

const COLOURS: [&str; 8] = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195"];
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// Of the picture, and where the axes begin and end in it.
const SIZE: (f64, f64) = (940.0, 480.0);
const LEFT: f64 = 70.0;
const RIGHT: f64 = 610.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 420.0;
/// Between two entries of the legend.
const LINE: f64 = 20.0;

/// A curve with its number and its points.
type Drawn<'a> = (usize, &'a Curve, Vec<(u64, f64)>);

pub fn svg(measured: &Measured) -> String {
    let curves: Vec<Drawn> =
        measured.curves.iter().enumerate().map(|(i, c)| (i, c, c.mean(measured.iterations))).collect();
    let highest = curves.iter().flat_map(|(.., points)| points).map(|p| p.1).fold(1.0, f64::max);
    let scale = Scale { iterations: measured.iterations as f64, step: step(highest), highest };
    let mut text = String::new();
    let (width, height) = (SIZE.0, SIZE.1.max(TOP + LINE * curves.len() as f64 + 30.0));
    let _ = writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<title>{}: branches covered by number of paths</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>",
        escaped(&measured.program)
    );
    let seeds = measured.curves.iter().map(|c| c.runs.len()).max().unwrap_or(0) as u64;
    let seeds = crate::commands::test::count(seeds, "seed");
    let heading = format!("{}: {} branches, mean of {seeds}", measured.program, measured.total);
    write_text(&mut text, (LEFT, 30.0), "start", "font-size=\"16\" font-weight=\"bold\"", &heading);
    axes(&mut text, &scale);
    // Drawn in the order of the table, and listed in the order of where they end.
    for (number, _, points) in &curves {
        line(&mut text, &scale, *number, points);
    }
    let mut listed = curves;
    listed.sort_by(|a, b| last(&b.2).total_cmp(&last(&a.2)));
    for (place, (number, curve, points)) in listed.iter().enumerate() {
        let y = TOP + 10.0 + LINE * place as f64;
        let _ = writeln!(text, "<path d=\"M{} {y}h34\" {}/>", RIGHT + 20.0, stroke(*number));
        let label = match points.last() {
            Some((_, covered)) => format!("{} ({covered:.1})", curve.contender),
            None => format!("{} (no path ended)", curve.contender),
        };
        write_text(&mut text, (RIGHT + 60.0, y + 4.0), "start", "", &label);
    }
    text + "</svg>\n"
}

fn last(points: &[(u64, f64)]) -> f64 {
    points.last().map_or(0.0, |p| p.1)
}

/// From numbers to places.
struct Scale {
    iterations: f64,
    step: f64,
    highest: f64,
}

impl Scale {
    fn x(&self, paths: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * if self.iterations > 1.0 { paths.ln() / self.iterations.ln() } else { 0.5 }
    }
    fn y(&self, covered: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * covered / self.top()
    }
    fn top(&self) -> f64 {
        (self.highest / self.step).ceil() * self.step
    }
}

/// A round distance between grid lines, of which there are 4 to 10.
fn step(highest: f64) -> f64 {
    let rough = 10f64.powf((highest / 5.0).max(1.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * rough).find(|step| highest / step <= 8.0).unwrap_or(10.0 * rough)
}

fn axes(text: &mut String, scale: &Scale) {
    let mut covered = 0.0;
    while covered <= scale.top() {
        let y = scale.y(covered);
        let _ = writeln!(text, "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"#dddddd\"/>");
        write_text(text, (LEFT - 8.0, y + 4.0), "end", "", &format!("{covered:.0}"));
        covered += scale.step;
    }
    let mut paths = 1.0;
    while paths <= scale.iterations {
        let x = scale.x(paths);
        let _ = writeln!(text, "<path d=\"M{x:.1} {TOP}V{BOTTOM}\" stroke=\"#dddddd\"/>");
        write_text(text, (x, BOTTOM + 18.0), "middle", "", &format!("{paths:.0}"));
        paths *= 10.0;
    }
    let x = scale.x(scale.iterations);
    // The end of the axis, unless its number would stand in another one.
    if x - scale.x(paths / 10.0) > 40.0 {
        write_text(text, (x, BOTTOM + 18.0), "middle", "", &format!("{:.0}", scale.iterations));
    }
    let _ = writeln!(text, "<path d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\" fill=\"none\" stroke=\"#333333\"/>");
    write_text(text, ((LEFT + RIGHT) / 2.0, BOTTOM + 42.0), "middle", "", "paths (logarithmic)");
    let middle = (TOP + BOTTOM) / 2.0;
    let turned = format!("transform=\"rotate(-90 20 {middle})\"");
    write_text(text, (20.0, middle), "middle", &turned, "branches covered");
}

fn line(text: &mut String, scale: &Scale, number: usize, points: &[(u64, f64)]) {
    let places: Vec<String> =
        points.iter().map(|p| format!("{:.1},{:.1}", scale.x(p.0 as f64), scale.y(p.1))).collect();
    let _ = writeln!(text, "<polyline points=\"{}\" {}/>", places.join(" "), stroke(number));
}

fn stroke(number: usize) -> String {
    let dashes = DASHES[(number / COLOURS.len() + number) % DASHES.len()];
    let dashes = if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
    format!("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{dashes}", COLOURS[number % COLOURS.len()])
}

fn write_text(text: &mut String, (x, y): (f64, f64), anchor: &str, more: &str, what: &str) {
    let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {more}>{}</text>", escaped(what));
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
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
    fn strokes_differ() {
        let all: std::collections::BTreeSet<String> = (0..24).map(stroke).collect();
        assert_eq!(all.len(), 24);
    }

    #[test]
    fn grids_are_round_and_not_dense() {
        for highest in [1.0, 3.0, 8.0, 9.0, 42.0, 98.6, 162.0, 1253.0, 7015.0] {
            let lines = highest / step(highest);
            assert!(lines <= 8.0 && (lines > 1.9 || highest < 10.0), "{highest}: {lines}");
        }
        assert_eq!((step(162.0), step(30.5), step(1253.0)), (50.0, 5.0, 200.0));
    }

    #[test]
    fn nothing_covered_is_no_error() {
        let mut measured = example();
        measured.iterations = 1;
        measured.curves.truncate(0);
        assert!(svg(&measured).ends_with("</svg>\n"));
    }
}
