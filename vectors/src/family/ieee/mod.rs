//! The operations of IEEE 754 and their variants, in every floating-point format of the table and in
//! IEEE-like formats of any widths.

pub(crate) mod augmented;
pub(crate) mod boxed;
mod corner;
pub(crate) mod explain;
pub(crate) mod fli;
pub(crate) mod format_of;
mod formats;
mod kernels;
mod names;
mod operation;
mod options;
mod random;

pub(crate) use operation::{Comparison, Operation, Row, TABLE};
pub(crate) use options::chooses_nan;

use super::number::{DECISIONS, chosen};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::{Rng, Streams};
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::family::operations::link;
use crate::formats as numbers;
use crate::formats::BOOL;
use crate::registry::{
    Arithmetic, Evaluate, Family, FlagKind, Group, Kernels, Op, Options, Plan, Reduction, Resolved,
    Shape,
};
use boxed::BOX;
use formats::{FLOATS, Listed};

use options::{OPTIONS, options_of, switch};
use softfloat::format::{Int32, Uint, Uint4};
use softfloat::ieee::{MinMax, Predicate};
use softfloat::{Format, StaticFormat};

pub(crate) static FAMILY: Family = Family {
    begins: &["ieee", "fp8", "fp6", "fp4"],
    on_demand,
    unlisted,
    refuses: |id| numbers::beyond_limits("ieee", id),
    also: names::ALSO,
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
    /// Without registers that box numbers.
    inner: boxed::Inner,
}

impl Evaluate for Ieee {
    fn resolve(&self, o: &Options) -> Resolved {
        let (operation, on) = (self.row.operation, switch(self.row.operation, o));
        let plain = Resolved {
            operands: shapes(self.format, self.row),
            results: vec![Shape::one(result(self.format, operation, on))],
            kernels: match self.listed {
                Some(listed) => Kernels::Number(o.env(), (listed.kernel)(operation, on)),
                None => Kernels::Dynamic(o.env(), kernels::dynamic(self.format, operation, on)),
            },
        };
        match o.get(&BOX) {
            Some(register) => boxed::resolved(register, plain, o.env()),
            None => plain,
        }
    }
}

impl Draw for Ieee {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        if plan.options.get(&BOX).is_some() {
            return self.inner.corner(plan, self, cases);
        }
        corner::directed(plan, self.row.operation, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        if plan.options.get(&BOX).is_some() {
            return self.inner.random(rng, plan, self, x);
        }
        random::draw(rng, plan, operands, self.row.operation, x);
    }

    fn random_cases(&self, streams: Streams, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        if plan.options.get(&BOX).is_some() {
            let cases = streams.zip(x.chunks_exact_mut(plan.elements()));
            return cases.for_each(|(mut rng, x)| self.inner.random(&mut rng, plan, self, x));
        }
        random::draw_cases(streams, plan, operands, self.row.operation, x);
    }
}

impl Explain for Ieee {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        let within = |steps: &mut Steps, plan: &Plan, x: &[u64]| {
            explain::explain(steps, plan, x, self.row.operation)
        };
        match plan.options.get(&BOX) {
            Some(_) => boxed::explain(steps, plan, x, within),
            None => within(steps, plan, x),
        }
    }
}

impl Modelled for Ieee {
    fn arithmetic(&self, plan: &Plan) -> Option<Arithmetic> {
        self.row.operation.arithmetic().filter(|_| plan.options.get(&BOX).is_none())
    }

    fn group(&self, plan: &Plan) -> Option<Group> {
        let plain = plan.options.without(&BOX);
        plan.options.get(&BOX).map(|_| Group::Boxed { format: self.format, plain })
    }

    fn reduction(&self, plan: &Plan) -> Option<Reduction> {
        if plan.options.get(&BOX).is_some() {
            return None;
        }
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
    let own =
        all.map(|(listed, row)| op((listed.system, listed.name), listed.format, row, Some(listed)));
    own.chain(format_of::operations())
        .chain(augmented::operations())
        .chain(fli::operations())
        .collect()
}

/// An operation in a format that is not listed.
fn on_demand(id: &str) -> Option<Op> {
    let ["ieee", format, name] = id.split('.').collect::<Vec<_>>()[..] else {
        return format_of::on_demand(id);
    };
    match TABLE.iter().find(|row| row.name == name) {
        Some(row) => Some(op(("ieee", format), numbers::custom(format)?, row, None)),
        None => augmented::on_demand(format, name),
    }
}

/// The ids in the formats of `ieee.e4m2.*`.
fn unlisted(pattern: &str) -> Vec<String> {
    let names = || TABLE.iter().map(|row| row.name).chain(augmented::names());
    let ids = |format| names().map(move |name| format!("ieee.{format}.{name}"));
    let floats = numbers::unlisted_in(pattern).filter(|name| numbers::custom(name).is_some());
    floats.flat_map(ids).chain(format_of::unlisted(pattern)).collect()
}

fn op(
    (system, name): (&str, &str),
    format: Format,
    row: &'static Row,
    listed: Option<&'static Listed>,
) -> Op {
    let (options, senseless) = options_of(&format, row.operation);
    Op {
        id: format!("{system}.{name}.{}", row.name),
        summary: format!("{}, {name}", row.formula),
        operands: row.operands,
        flags: FlagKind::Exceptions,
        options,
        section: numbers::cited(row.section, &[format]),
        decisions: of_operation(&format, row.operation),
        senseless,
        link: link(&FAMILY, Ieee { format, row, listed, inner: boxed::Inner::default() }),
    }
}

fn shapes(format: Format, row: &Row) -> Vec<Shape> {
    let mut shapes = vec![Shape::one(format); row.operands.len()];
    if row.operation == Operation::ScaleB {
        shapes[1] = Shape::one(Int32::FORMAT);
    }
    shapes
}

/// The result's format; a class is a mask where the operation's own option is on.
fn result(format: Format, operation: Operation, on: bool) -> Format {
    match operation {
        Operation::Compare(..) | Operation::TotalOrder | Operation::TotalOrderMagnitude => BOOL,
        Operation::Is(_) => BOOL,
        Operation::LogBInteger => Int32::FORMAT,
        Operation::Class if on => Uint::<10, u16>::FORMAT,
        Operation::Class => Uint4::FORMAT,
        _ => format,
    }
}

// The decisions (docs/decisions.md) that the bits of an operation can depend on.

/// Of an operation on one format.
fn of_operation(f: &Format, operation: Operation) -> Vec<&'static str> {
    use Operation as O;
    let arithmetic = matches!(
        operation,
        O::Add | O::Sub | O::Mul | O::Div | O::Remainder | O::Fmod | O::Sqrt | O::Fma
    );
    let ordered = matches!(operation, O::TotalOrder | O::TotalOrderMagnitude);
    let next = matches!(operation, O::NextUp | O::NextDown);
    let (finite, has_nan) = (!f.has_infinity(), f.has_nan());
    chosen([
        ("NUM-D01", finite && (arithmetic || operation == O::ScaleB)),
        ("NUM-D14", arithmetic),
        ("NUM-D15", has_nan && operation == O::Fma),
        ("NUM-D16", finite && matches!(operation, O::Div | O::LogB)),
        ("NUM-D17", !operation.takes_codes()),
        ("NUM-D18", finite && next),
        ("NUM-D19", operation == O::RoundToIntegral),
        ("NUM-D20", ordered && f.sign && has_nan && !f.signs_nan()),
        ("NUM-D21", matches!(operation, O::MinMax(v) if old(v))),
        ("NUM-D22", matches!(operation, O::MinMax(MinMax::RiscVMin | MinMax::RiscVMax))),
        ("NUM-D24", operation == O::RoundToIntegral),
        ("NUM-D36", has_nan && operation == O::Sub),
        ("NUM-D70", matches!(operation, O::Sign(_)) && f.sign && has_nan && !f.signs_nan()),
        ("NUM-D71", matches!(operation, O::Class | O::Is(Predicate::Canonical))),
        ("NUM-D72", operation == O::LogBInteger),
        ("NUM-D74", boxed::choice(f).1.is_none()),
    ])
}

/// The variants of IEEE 754-2008.
pub(crate) const fn old(variant: MinMax) -> bool {
    use MinMax::{MaxNum, MaxNumMag, MinNum, MinNumMag};
    matches!(variant, MinNum | MaxNum | MinNumMag | MaxNumMag)
}
