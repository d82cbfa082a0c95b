//! How goals are said as bins of a SystemVerilog covergroup: expressions over operands, results and flags, and the values that
//! each bin takes of them. What no such bin can say has a reason.

mod codes;
mod line;
mod span;

pub(crate) use codes::Codes;
pub(crate) use line::Line;
pub(crate) use span::{Values, bits, list, literal};

use super::exact::Real;
use super::port::Port;
use super::subject::Subject;
use crate::registry::Plan;

/// How the goals of a cross are said.
#[derive(Clone, Debug)]
pub(crate) enum Bins {
    /// They are not, for this reason.
    Not(&'static str),
    /// By the cross of these points.
    Said(Vec<Point>),
}

/// Crosses that look at what no argument of a covergroup holds.
pub(crate) const UNROUNDED: Bins =
    Bins::Not("looks at terms or at the result before it is rounded");

/// Crosses of numbers that stand in registers which are wider.
pub(crate) const REGISTERS: Bins = Bins::Not("looks at what a register holds");

/// Crosses that count each element of a block.
pub(crate) const ELEMENTS: Bins = Bins::Not("counts every element of a block");

/// Crosses of formats that have other fields than the points know.
pub(crate) const FIELDS: Bins = Bins::Not("a format's codes are no sign, exponent and mantissa");

/// A coverpoint: one value of an expression, of which each bin takes some.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// So many axes of the cross, from those of the points before on.
    pub(crate) axes: usize,
    /// The expression, and its bits.
    pub(crate) of: String,
    pub(crate) width: u32,
    /// What must hold besides.
    pub(crate) when: Vec<String>,
    /// One for every combination of the axes' values, the last axis moving fastest. A bin without values is none.
    pub(crate) bins: Vec<Values>,
}

impl Point {
    pub(crate) fn new(of: String, width: u32, bins: Vec<Values>) -> Self {
        Self { axes: 1, of, width, when: Vec::new(), bins }
    }

    /// Of single values.
    pub(crate) fn each(of: String, width: u32, values: impl IntoIterator<Item = u64>) -> Self {
        Self::new(of, width, values.into_iter().map(|v| Values::Spans(vec![(v, v)])).collect())
    }

    /// A sign; of formats that have none, +.
    pub(crate) fn sign(f: &softfloat::Format, argument: &str) -> Self {
        let of = match f.sign {
            true => bits(argument, f.width - 1, f.width - 1, f.width),
            false => "1'b0".to_owned(),
        };
        Self::each(of, 1, [0, 1])
    }

    /// The same, of several axes together.
    pub(crate) fn over(self, axes: usize) -> Self {
        Self { axes, ..self }
    }

    /// The same, where conditions hold.
    pub(crate) fn when(mut self, conditions: impl IntoIterator<Item = Option<String>>) -> Self {
        self.when.extend(conditions.into_iter().flatten());
        self
    }
}

/// Classes of arguments, a point each.
pub(crate) fn classes<'a>(of: impl IntoIterator<Item = (&'a Port, String)>) -> Bins {
    let point = |(port, argument): (&Port, String)| {
        let codes = Codes::of(port)?;
        Some(Point::new(codes.text(&argument), codes.width(), codes.bins()))
    };
    of.into_iter().map(point).collect::<Option<Vec<_>>>().map_or(FIELDS, Bins::Said)
}

/// The argument that an element of the operands is, all of them counted: `a`, `b[3]`.
pub(crate) fn argument(plan: &Plan, mut at: usize) -> String {
    for (name, shape) in names(plan).into_iter().zip(&plan.operands) {
        match shape.len {
            1 if at == 0 => return name,
            len if at < len => return format!("{name}[{at}]"),
            len => at -= len,
        }
    }
    String::new()
}

/// The operands' names as arguments.
pub(crate) fn names(plan: &Plan) -> Vec<String> {
    let taken = |name: &str| [FLAGS, MODE].contains(&name) || name.starts_with(OUT);
    let name = |name: &&str| if taken(name) { format!("{name}_in") } else { (*name).to_owned() };
    plan.op.operands.iter().map(name).collect()
}

/// Of both signs the operand's numbers that have each of these keys, which must grow with the magnitude.
pub(crate) fn keyed(
    subject: &Subject,
    key: impl Fn(&Real) -> Option<i128>,
    wanted: std::ops::RangeInclusive<i128>,
) -> Bins {
    let port = &subject.operands[0];
    let Some(line) = Line::of(port, subject.env.daz) else { return FIELDS };
    let spans = |sign| wanted.clone().map(move |wanted| (sign, wanted));
    let spans = spans(false).chain(spans(true));
    let bins = spans.map(|(sign, wanted)| line.span(sign, &key, wanted)).collect();
    Bins::Said(vec![Point::new(LANE[0].to_owned(), port.format.width, bins).over(2)])
}

/// Names of the arguments of a lane: one element of each operand.
pub(crate) const LANE: [&str; 3] = ["x", "y", "z"];

/// The names of the result's argument and of that of the flags.
pub(crate) const OUT: &str = "out";
pub(crate) const FLAGS: &str = "flags";
/// The name of the rounding's.
pub(crate) const MODE: &str = "rm";
