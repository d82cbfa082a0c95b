//! The errors over the argument, as a picture: self-contained, no script.
//!
//! Across, arguments stand in the order of their codes, so that every number of the format has as much
//! room; the picture begins with the first argument and ends with the last. In each column the line goes
//! to its largest error, the dot marks the mean.

use super::Measured;
use crate::page::escaped;
use std::fmt::Write;
use vectors::accuracy::{Point, percent};
use vectors::explain::value;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 76.0;
const TOP: f64 = 56.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 64.0;

/// Columns: one a pixel and a half.
const COLUMNS: usize = 640;

/// Marks of the axes.
const MARKS: usize = 6;

const STYLE: &str = "\
text{font:12px monospace;fill:#222}.t{font-weight:bold}.g{stroke:#ddd}.h{stroke:#cc79a7;stroke-dasharray:4 3}\
.e{stroke:#0072b2}.m{fill:#e69f00}.a{stroke:#222;fill:none}";

/// Errors of one column.
#[derive(Clone, Copy, Default)]
struct Column {
    most: f64,
    sum: f64,
    count: u64,
}

/// The picture.
pub(super) fn picture(one: &Measured) -> String {
    let points = &one.summary.points;
    let range = Range::of(points);
    let columns = columns(points, &range);
    let most = columns.iter().map(|c| c.most).fold(0.0, f64::max);
    let (step, top) = scale(most);
    let (width, height) = (LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    heading(&mut svg, one);
    across(&mut svg, one, &range);
    upward(&mut svg, step, top);
    // Writing to a string does not fail, here and below.
    for (i, column) in columns.iter().enumerate().filter(|(_, c)| c.count > 0) {
        let x = LEFT + (i as f64 + 0.5) * WIDTH / COLUMNS as f64;
        let mean = column.sum / column.count as f64;
        let _ = writeln!(
            svg,
            "<path class=\"e\" d=\"M{x:.1} {:.1}V{:.1}\"/><circle class=\"m\" cx=\"{x:.1}\" \
             cy=\"{:.1}\" r=\"1\"/>",
            TOP + HEIGHT,
            level(column.most, top),
            level(mean, top),
        );
    }
    let _ = writeln!(
        svg,
        "<path class=\"a\" d=\"M{LEFT} {TOP}V{:.1}H{:.1}\"/>\n</svg>",
        TOP + HEIGHT,
        LEFT + WIDTH
    );
    svg
}

/// The arguments that there are.
struct Range {
    first: i64,
    last: i64,
}

impl Range {
    fn of(points: &[Point]) -> Self {
        let order = |p: Option<&Point>| p.map_or(0, |p| p.order);
        Self { first: order(points.first()), last: order(points.last()) }
    }

    /// From 0 to 1.
    fn place(&self, order: i64) -> f64 {
        let width = (i128::from(self.last) - i128::from(self.first)).max(1);
        (i128::from(order) - i128::from(self.first)) as f64 / width as f64
    }
}

fn columns(points: &[Point], range: &Range) -> Vec<Column> {
    let mut columns = vec![Column::default(); COLUMNS];
    for point in points {
        let Some(ulps) = point.ulps.map(f64::from) else { continue };
        let at = (range.place(point.order) * COLUMNS as f64) as usize;
        let column = &mut columns[at.min(COLUMNS - 1)];
        column.most = column.most.max(ulps);
        column.sum += ulps;
        column.count += 1;
    }
    columns
}

/// The step between marks and the top of the axis: 1, 2 or 5 times a power of ten.
fn scale(most: f64) -> (f64, f64) {
    let most = if most > 0.0 { most } else { 0.5 };
    let power = 10f64.powf((most / MARKS as f64).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|k| k * power);
    let step = steps.into_iter().find(|s| most / s <= MARKS as f64).unwrap_or(10.0 * power);
    (step, step * (most / step).ceil())
}

fn level(ulps: f64, top: f64) -> f64 {
    TOP + HEIGHT * (1.0 - ulps / top)
}

fn heading(svg: &mut String, one: &Measured) {
    let Measured { plan, summary } = one;
    let options = plan.options.to_string();
    let gap = if options.is_empty() { "" } else { " " };
    let title = format!("{}{gap}{options}: error over {}", plan.op.id, plan.op.operands[0]);
    let largest = summary.worst.first().map_or("none".to_owned(), |w| format!("{} ulp", w.ulps));
    let line = format!(
        "{} answers, largest {largest}, mean {} ulp, correctly rounded {}",
        summary.answers,
        summary.mean,
        percent(summary.correct, summary.answers)
    );
    let _ = writeln!(svg, "<title>{}</title>", escaped(&title));
    let _ = writeln!(svg, "<text class=\"t\" x=\"{LEFT}\" y=\"20\">{}</text>", escaped(&title));
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"38\">{}</text>", escaped(&line));
}

/// The axis of arguments, marked with values that occur.
fn across(svg: &mut String, one: &Measured, range: &Range) {
    let format = &one.plan.operands[0].format;
    let points = &one.summary.points;
    for mark in 0..=MARKS {
        let place = mark as f64 / MARKS as f64;
        let at = points.partition_point(|p| range.place(p.order) < place);
        let Some(point) = points.get(at).or(points.last()) else { continue };
        let x = LEFT + range.place(point.order) * WIDTH;
        let anchor = match mark {
            0 => "start",
            MARKS => "end",
            _ => "middle",
        };
        let value = value::decimal(format, point.x);
        let value: String = value.chars().take(12).collect();
        let _ = writeln!(
            svg,
            "<path class=\"g\" d=\"M{x:.1} {TOP}V{:.1}\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
             text-anchor=\"{anchor}\">{}</text>",
            TOP + HEIGHT + 5.0,
            TOP + HEIGHT + 20.0,
            escaped(&value)
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}, in the order of its codes</text>",
        LEFT + WIDTH / 2.0,
        TOP + HEIGHT + 44.0,
        escaped(one.plan.op.operands[0])
    );
}

/// The axis of errors, and the line of half an ulp.
fn upward(svg: &mut String, step: f64, top: f64) {
    let count = (top / step).round() as usize;
    let digits = (-step.log10().floor()).max(0.0) as usize;
    for mark in 0..=count {
        let ulps = step * mark as f64;
        let y = level(ulps, top);
        let _ = writeln!(
            svg,
            "<path class=\"g\" d=\"M{LEFT} {y:.1}H{:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{ulps:.digits$}</text>",
            LEFT + WIDTH,
            LEFT - 6.0,
            y + 4.0
        );
    }
    if top >= 0.5 {
        let y = level(0.5, top);
        let _ = writeln!(svg, "<path class=\"h\" d=\"M{LEFT} {y:.1}H{:.1}\"/>", LEFT + WIDTH);
    }
    let middle = TOP + HEIGHT / 2.0;
    let _ = writeln!(
        svg,
        "<text transform=\"translate(16 {middle}) rotate(-90)\" text-anchor=\"middle\">error in ulp\
         </text>"
    );
}
