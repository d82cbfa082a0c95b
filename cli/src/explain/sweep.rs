//! The result against one operand, code by code around the case's own: where it falls although the operand grows, the line has
//! another colour.

use super::axis::LEFT;
use super::svg::{cut, open};
use crate::case::Case;
use crate::failure::Failure;
use softfloat::{Format, Value};
use std::fmt::Write;
use vectors::explain::value;
use vectors::registry::{self, Shape};

/// Codes on each side.
const SIDE: i64 = 16;
const RIGHT: f64 = 1000.0;
const TOP: f64 = 80.0;
const HEIGHT: f64 = 300.0;
const BOTTOM: f64 = 72.0;
/// Numbers of the axes.
const MARKS: usize = 8;

/// A code of the operand, the result's, and both as numbers.
struct Point {
    x: u64,
    out: u64,
    level: f64,
}

/// The picture.
pub(super) fn picture(case: &Case, name: &str) -> Result<String, Failure> {
    let points = points(case, name)?;
    let levels = || points.iter().map(|point| point.level);
    let (low, high) = (levels().fold(f64::MAX, f64::min), levels().fold(f64::MIN, f64::max));
    let span = if high > low { high - low } else { 1.0 };
    let across = |i: usize| LEFT + (RIGHT - LEFT) * i as f64 / (points.len() - 1) as f64;
    let up = |level: f64| TOP + HEIGHT * (1.0 - (level - low) / span);
    let falls = points.windows(2).filter(|pair| pair[1].level < pair[0].level).count();
    let title = format!("{}: result against {name}", case.plan.op.id);
    let words = format!(
        "{} codes of {name} in rising order; the result falls {falls} time{}",
        points.len(),
        if falls == 1 { "" } else { "s" }
    );
    let mut svg = open(TOP + HEIGHT + BOTTOM, &title, &words);
    let _ = writeln!(
        svg,
        "<text class=\"t\" x=\"16\" y=\"24\">{}</text>\n<text class=\"m\" x=\"16\" y=\"42\">{}</text>",
        cut(&title, 138),
        cut(&words, 138)
    );
    marks(&mut svg, case, name, &points, (&across, &up));
    for (i, pair) in points.windows(2).enumerate() {
        let class = if pair[1].level < pair[0].level { "p" } else { "c" };
        let [y, z] = [0, 1].map(|k| up(pair[k].level));
        let (x, next) = (across(i), across(i + 1));
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"M{x:.1} {y:.1}L{next:.1} {z:.1}\" stroke=\"#0072b2\" \
             stroke-width=\"2\"/>"
        );
    }
    for (i, point) in points.iter().enumerate() {
        let (x, y) = (across(i), up(point.level));
        let _ = writeln!(svg, "<circle class=\"k\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>");
    }
    Ok(svg + "</svg>\n")
}

/// The results around the case, in the rising order of the operand.
fn points(case: &Case, name: &str) -> Result<Vec<Point>, Failure> {
    let plan = &case.plan;
    let refuse = |what: String| Failure::input(format!("--sweep {name}: {what}"));
    let own = |shape: &Shape| shape.words() == 1 && !shape.format.is_fixed();
    let single: Vec<&str> = (plan.op.operands.iter().zip(&plan.operands))
        .filter(|(_, shape)| own(shape))
        .map(|(name, _)| *name)
        .collect();
    let right = match single[..] {
        [] => "an operation with such an operand".to_owned(),
        _ => single.join(", "),
    };
    let Some(at) = plan.op.operands.iter().position(|own| *own == name) else {
        return Err(refuse(format!("{} has no such operand\n  right: {right}", plan.op.id)));
    };
    let shape = &plan.operands[at];
    if !own(shape) || plan.results.len() != 1 || !own(plan.result()) {
        let what = "operand and result must be single floating-point numbers of at most 64 bits";
        return Err(refuse(format!("{what}\n  right: {right}")));
    }
    let element: usize = plan.operands[..at].iter().map(|shape| shape.len).sum();
    let code = case.x[element];
    let top = shape.format.width - 1;
    let rising = if code >> top == 1 { -1 } else { 1 };
    let mut points = Vec::new();
    for step in -SIDE..=SIDE {
        let mut x = case.x.clone();
        // Codes of the other sign stand elsewhere.
        let moved = code.checked_add_signed(step * rising);
        let Some(moved) = moved.filter(|moved| moved >> top == code >> top) else { continue };
        x[element] = moved;
        let result = plan.run_with(&case.answers, &x);
        registry::undecided(plan, &x, result.ran()).map_err(Failure::input)?;
        let out = result.out()[0];
        let finite = number(&shape.format, moved).and(number(&plan.result().format, out));
        let Some(level) = finite else {
            let what = format!("{} gives no finite number", value::hex(&shape.format, moved));
            return Err(refuse(format!("{what}\n  right: a case away from infinity and NaN")));
        };
        points.push(Point { x: moved, out, level });
    }
    match points.len() {
        0 | 1 => Err(refuse("there are no codes around the operand's".to_owned())),
        _ => Ok(points),
    }
}

/// A finite number, near enough for a picture.
fn number(format: &Format, code: u64) -> Option<f64> {
    if code >> (format.width - 1) > 1 {
        return None;
    }
    match format.decode::<u64>(code) {
        Value::Finite(u) => {
            let value = u.significand as f64 * 2f64.powi(u.exponent);
            Some(if u.sign { -value } else { value })
        }
        _ => None,
    }
}

/// The axes: codes of the operand, codes of the result.
fn marks(
    svg: &mut String,
    case: &Case,
    name: &str,
    points: &[Point],
    (across, up): (&dyn Fn(usize) -> f64, &dyn Fn(f64) -> f64),
) {
    let end = TOP + HEIGHT;
    let format = &case.plan.operands
        [case.plan.op.operands.iter().position(|o| *o == name).unwrap_or(0)]
    .format;
    let every = points.len().div_ceil(MARKS);
    let middle = points.len() / 2;
    for (i, point) in points.iter().enumerate() {
        let x = across(i);
        if i.abs_diff(middle).is_multiple_of(every) {
            let hex = value::hex(format, point.x);
            let _ = writeln!(
                svg,
                "<path class=\"a\" d=\"M{x:.1} {TOP}V{:.1}\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
                 text-anchor=\"middle\">{hex}</text>",
                end + 5.0,
                end + 22.0
            );
        }
    }
    let mut levels: Vec<(f64, u64)> = points.iter().map(|point| (point.level, point.out)).collect();
    levels.sort_by(|a, b| a.0.total_cmp(&b.0));
    levels.dedup_by(|a, b| a.0 == b.0);
    let mut last = f64::MAX;
    for (level, out) in levels {
        let y = up(level);
        if last - y < 18.0 {
            continue;
        }
        last = y;
        let hex = value::hex(&case.plan.result().format, out);
        let _ = writeln!(
            svg,
            "<path class=\"a\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/><text x=\"{}\" y=\"{:.1}\" \
             text-anchor=\"end\">{hex}</text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"middle\">{name}, one code after the other</text>\
         <text x=\"16\" y=\"{:.1}\">result</text>",
        (LEFT + RIGHT) / 2.0,
        end + 48.0,
        TOP + 4.0
    );
}
