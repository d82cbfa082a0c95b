//! The operations of IEEE 754 and their variants, in every floating-point format of the table and in
//! IEEE-like formats of any widths.

mod corner;
mod decisions;
mod explain;
mod formats;
mod kernels;
mod operation;
mod options;
mod random;

pub(crate) use operation::{Comparison, Operation};

use super::number::DECISIONS;
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::operations::link;
use crate::formats::{self as numbers, BOOL};
use crate::registry::rules::{EXACT, OPTIONS};
use crate::registry::{
    Arithmetic, Evaluate, Family, FlagKind, Kernels, Op, Options, Plan, Reduction, Resolved, Shape,
};
use formats::{FLOATS, Listed};
use operation::{Row, TABLE};
use softfloat::format::Int32;
use softfloat::{Format, StaticFormat};

pub(crate) static FAMILY: Family = Family {
    begins: &["ieee", "fp8", "fp6", "fp4"],
    on_demand,
    unlisted,
    refuses: |id| numbers::beyond_limits("ieee", id),
    ..Family::listed(NAME, OPTIONS, operations, DECISIONS)
};

const NAME: &str = "ieee";

/// Operation of IEEE 754, or a machine's variant of one.
#[derive(Debug)]
struct Ieee {
    format: Format,
    row: &'static Row,
    /// The format, where it is one of those that have evaluators of their own.
    listed: Option<&'static Listed>,
}

impl Evaluate for Ieee {
    fn resolve(&self, o: &Options) -> Resolved {
        let (operation, exact) = (self.row.operation, o.get(&EXACT));
        Resolved {
            operands: shapes(self.format, self.row),
            results: vec![Shape::one(result(self.format, operation))],
            kernels: match self.listed {
                Some(listed) => Kernels::Number(o.env(), (listed.kernel)(operation, exact)),
                None => Kernels::Dynamic(o.env(), kernels::dynamic(self.format, operation, exact)),
            },
        }
    }
}

impl Draw for Ieee {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, self.row.operation, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        random::draw(rng, plan, operands, self.row.operation, x);
    }
}

impl Explain for Ieee {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(steps, plan, x, self.row.operation)
    }
}

impl Modelled for Ieee {
    fn arithmetic(&self, _: &Plan) -> Option<Arithmetic> {
        self.row.operation.arithmetic()
    }

    fn reduction(&self, _: &Plan) -> Option<Reduction> {
        match self.row.operation {
            Operation::Remainder => Some(Reduction::Remainder { nearest: true }),
            Operation::Fmod => Some(Reduction::Remainder { nearest: false }),
            Operation::ScaleB => Some(Reduction::Scale),
            _ => None,
        }
    }
}

/// Every operation that is listed, format by format.
fn operations() -> Vec<Op> {
    let all = FLOATS.iter().flat_map(|listed| TABLE.iter().map(move |row| (listed, row)));
    all.map(|(listed, row)| op((listed.system, listed.name), listed.format, row, Some(listed)))
        .collect()
}

/// An operation in a format that is not listed.
fn on_demand(id: &str) -> Option<Op> {
    let ["ieee", format, name] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    let row = TABLE.iter().find(|row| row.name == name)?;
    Some(op(("ieee", format), numbers::custom(format)?, row, None))
}

/// The ids in the formats of `ieee.e4m2.*`.
fn unlisted(pattern: &str) -> Vec<String> {
    let ids = |format| TABLE.iter().map(move |row| format!("ieee.{format}.{}", row.name));
    let floats = numbers::unlisted_in(pattern).filter(|name| numbers::custom(name).is_some());
    floats.flat_map(ids).collect()
}

fn op(
    (system, name): (&str, &str),
    format: Format,
    row: &'static Row,
    listed: Option<&'static Listed>,
) -> Op {
    let (options, senseless) = options::of_operation(&format, row.operation);
    Op {
        id: format!("{system}.{name}.{}", row.name),
        summary: format!("{}, {name}", row.formula),
        operands: row.operands,
        flags: FlagKind::Exceptions,
        options,
        section: numbers::cited(row.section, &[format]),
        decisions: decisions::of_operation(&format, row.operation),
        senseless,
        link: link(&FAMILY, Ieee { format, row, listed }),
    }
}

fn shapes(format: Format, row: &Row) -> Vec<Shape> {
    let mut shapes = vec![Shape::one(format); row.operands.len()];
    if row.operation == Operation::ScaleB {
        shapes[1] = Shape::one(Int32::FORMAT);
    }
    shapes
}

fn result(format: Format, operation: Operation) -> Format {
    match operation {
        Operation::Compare(..) | Operation::TotalOrder | Operation::TotalOrderMagnitude => BOOL,
        _ => format,
    }
}
