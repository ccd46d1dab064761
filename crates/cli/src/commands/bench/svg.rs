//! Pictures as SVG: axes with a grid, lines, a legend. They stand on a page of their own colour, light or dark as the
//! reader has it.
//!
//! The colours of lines are Okabe and Ito's, which most people can tell apart, lighter ones on a dark page; lines also
//! differ in their dashes.

use std::fmt::Write;

const LIGHT: [&str; 8] = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195"];
const DARK: [&str; 8] = ["#f2f2f2", "#4fa8e8", "#ff8a4c", "#35c99b", "#e59ac4", "#f0b83c", "#9bd3f7", "#b694d6"];
/// About the width of a digit.
const LETTER: f64 = 7.5;
const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// How a line is drawn: a colour and dashes, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stroke {
    pub colour: usize,
    pub dashes: usize,
}

impl Stroke {
    /// One of many that all differ.
    pub fn numbered(number: usize) -> Stroke {
        Stroke { colour: number % LIGHT.len(), dashes: (number / LIGHT.len() + number) % DASHES.len() }
    }

    fn attributes(self) -> String {
        let dashes = DASHES[self.dashes % DASHES.len()];
        let dashes = if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
        format!("class=\"c{}\" fill=\"none\" stroke-width=\"2\"{dashes}", self.colour % LIGHT.len())
    }
}

/// From numbers to places along one direction of the picture.
pub struct Axis {
    pub label: &'static str,
    /// Where it begins and ends in the picture.
    pub span: (f64, f64),
    /// The numbers where it begins and ends. It begins at 1 if it is logarithmic.
    pub lowest: f64,
    pub highest: f64,
    pub is_logarithmic: bool,
    /// What stands behind its numbers.
    pub unit: &'static str,
}

impl Axis {
    /// Ends at a round number.
    pub fn linear(label: &'static str, span: (f64, f64), highest: f64) -> Axis {
        let step = step(highest);
        Axis { label, span, lowest: 0.0, highest: (highest / step).ceil() * step, is_logarithmic: false, unit: "" }
    }

    /// From one number to another, which are round.
    pub fn between(label: &'static str, span: (f64, f64), (lowest, highest): (f64, f64)) -> Axis {
        Axis { label, span, lowest, highest, is_logarithmic: false, unit: "" }
    }

    pub fn logarithmic(label: &'static str, span: (f64, f64), highest: f64) -> Axis {
        Axis { label, span, lowest: 1.0, highest, is_logarithmic: true, unit: "" }
    }

    pub fn at(&self, number: f64) -> f64 {
        let share = match self.is_logarithmic {
            true if self.highest > 1.0 => number.max(1.0).ln() / self.highest.ln(),
            true => 0.5,
            false => (number - self.lowest) / (self.highest - self.lowest),
        };
        self.span.0 + (self.span.1 - self.span.0) * share
    }

    /// The numbers with a line of the grid.
    fn grid(&self) -> Vec<f64> {
        if self.is_logarithmic {
            return std::iter::successors(Some(1.0), |n| Some(n * 10.0)).take_while(|n| *n <= self.highest).collect();
        }
        let step = step(self.highest - self.lowest);
        (0..).map(|i| self.lowest + f64::from(i) * step).take_while(|n| *n <= self.highest + step / 2.0).collect()
    }

    /// The end of the axis too, unless its number would stand in another one.
    fn end(&self) -> Option<f64> {
        let last = self.grid().last().copied()?;
        let letters = self.written(last).len() + self.written(self.highest).len();
        let is_apart = (self.at(self.highest) - self.at(last)).abs() > LETTER * letters as f64 / 2.0 + 8.0;
        (self.is_logarithmic && is_apart).then_some(self.highest)
    }

    fn written(&self, number: f64) -> String {
        format!("{number:.0}{}", self.unit)
    }
}

/// A round distance between grid lines, of which there are 4 to 10.
fn step(highest: f64) -> f64 {
    let rough = 10f64.powf((highest / 5.0).max(1.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * rough).find(|step| highest / step <= 8.0).unwrap_or(10.0 * rough)
}

/// What lines are drawn in.
pub struct Frame {
    pub x: Axis,
    pub y: Axis,
}

impl Frame {
    fn place(&self, point: (f64, f64)) -> (f64, f64) {
        (self.x.at(point.0), self.y.at(point.1))
    }
}

/// A picture in the making.
pub struct Drawing {
    text: String,
}

impl Drawing {
    pub fn new((width, height): (f64, f64), title: &str) -> Drawing {
        let colours = |all: [&str; 8]| {
            all.iter()
                .enumerate()
                .map(|(i, c)| format!(".c{i}{{stroke:{c}}}.f{i}{{fill:{c};stroke:none}}"))
                .collect::<String>()
        };
        let mut drawing = Drawing { text: String::new() };
        let _ = write!(
            drawing.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n<title>{}</title>\n<style>\n\
             text{{fill:#222222}}.page{{fill:#ffffff}}.grid{{stroke:#dddddd}}.axis{{stroke:#333333;fill:none}}{}\n\
             @media (prefers-color-scheme: dark){{text{{fill:#e8e8e8}}.page{{fill:#16181c}}.grid{{stroke:#3a3d44}}\
             .axis{{stroke:#b8bcc4}}{}}}\n</style>\n<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n",
            escaped(title),
            colours(LIGHT),
            colours(DARK)
        );
        drawing
    }

    /// Grid, numbers and names of both axes.
    pub fn axes(&mut self, frame: &Frame) {
        let ((left, right), (bottom, top)) = (frame.x.span, frame.y.span);
        for number in frame.y.grid() {
            let y = frame.y.at(number);
            let _ = writeln!(self.text, "<path class=\"grid\" d=\"M{left} {y:.1}H{right}\"/>");
            self.write((left - 8.0, y + 4.0), "end", "", &frame.y.written(number));
        }
        for number in frame.x.grid() {
            let x = frame.x.at(number);
            let _ = writeln!(self.text, "<path class=\"grid\" d=\"M{x:.1} {top}V{bottom}\"/>");
            self.write((x, bottom + 18.0), "middle", "", &frame.x.written(number));
        }
        if let Some(number) = frame.x.end() {
            self.write((frame.x.at(number), bottom + 18.0), "middle", "", &frame.x.written(number));
        }
        let _ = writeln!(self.text, "<path class=\"axis\" d=\"M{left} {top}V{bottom}H{right}\"/>");
        self.write(((left + right) / 2.0, bottom + 42.0), "middle", "", frame.x.label);
        let (x, middle) = (left - 50.0, (top + bottom) / 2.0);
        self.write((x, middle), "middle", &format!("transform=\"rotate(-90 {x} {middle})\""), frame.y.label);
    }

    pub fn line(&mut self, frame: &Frame, points: &[(f64, f64)], stroke: Stroke) {
        let places: Vec<String> =
            points.iter().map(|p| frame.place(*p)).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(self.text, "<polyline points=\"{}\" {}/>", places.join(" "), stroke.attributes());
    }

    /// A dot on a line.
    pub fn dot(&mut self, frame: &Frame, point: (f64, f64), stroke: Stroke) {
        self.dot_at(frame.place(point), stroke);
    }

    fn dot_at(&mut self, (x, y): (f64, f64), stroke: Stroke) {
        let _ = writeln!(self.text, "<circle class=\"f{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>", stroke.colour % 8);
    }

    /// A small cross, such as for a sample.
    pub fn cross(&mut self, frame: &Frame, point: (f64, f64), stroke: Stroke) {
        let (x, y) = frame.place(point);
        let class = format!("class=\"c{}\" stroke-width=\"0.7\"", stroke.colour % LIGHT.len());
        let _ = writeln!(self.text, "<path d=\"M{:.1} {y:.1}h6M{x:.1} {:.1}v6\" {class}/>", x - 3.0, y - 3.0);
    }

    /// An entry of the legend: a piece of the line, with a dot where its lines have one, and what it is.
    pub fn entry(&mut self, (x, y): (f64, f64), stroke: Stroke, has_dot: bool, what: &str) {
        let _ = writeln!(self.text, "<path d=\"M{x} {y}h34\" {}/>", stroke.attributes());
        if has_dot {
            self.dot_at((x + 34.0, y), stroke);
        }
        self.write((x + 44.0, y + 4.0), "start", "", what);
    }

    pub fn heading(&mut self, at: (f64, f64), what: &str) {
        self.write(at, "start", "font-size=\"16\" font-weight=\"bold\"", what);
    }

    pub fn write(&mut self, (x, y): (f64, f64), anchor: &str, more: &str, what: &str) {
        let what = escaped(what);
        let _ = writeln!(self.text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {more}>{what}</text>");
    }

    pub fn finish(self) -> String {
        self.text + "</svg>\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_differ() {
        let all: std::collections::BTreeSet<String> = (0..24).map(|n| Stroke::numbered(n).attributes()).collect();
        assert_eq!(all.len(), 24);
    }

    #[test]
    fn grids_are_round_and_not_dense() {
        for highest in [1.0, 3.0, 8.0, 9.0, 42.0, 98.6, 162.0, 1253.0, 7015.0] {
            let lines = highest / step(highest);
            assert!(lines <= 8.0 && (lines > 1.9 || highest < 10.0), "{highest}: {lines}");
        }
        assert_eq!((step(162.0), step(30.5), step(1253.0)), (50.0, 5.0, 200.0));
        assert_eq!(Axis::linear("", (0.0, 1.0), 30.5).highest, 35.0);
    }

    #[test]
    fn axes_lead_from_numbers_to_places() {
        let axis = Axis::logarithmic("tests", (100.0, 300.0), 1000.0);
        assert_eq!((axis.at(1.0), axis.at(1000.0), axis.at(0.0)), (100.0, 300.0, 100.0));
        assert_eq!(axis.grid(), [1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(axis.end(), None);
        assert_eq!(Axis::logarithmic("tests", (100.0, 500.0), 5000.0).end(), Some(5000.0));
        assert_eq!(Axis::logarithmic("tests", (80.0, 500.0), 359_671.0).end(), None);
        assert_eq!(Axis::linear("", (400.0, 0.0), 4.0).grid(), [0.0, 1.0, 2.0, 3.0, 4.0]);
        let signed = Axis::between("", (0.0, 100.0), (-100.0, 100.0));
        assert_eq!((signed.at(-100.0), signed.at(0.0), signed.at(100.0)), (0.0, 50.0, 100.0));
        assert_eq!(signed.grid(), [-100.0, -50.0, 0.0, 50.0, 100.0]);
    }
}
