//! The operations of IEEE 754 and their variants, in every floating-point format of the table and in
//! IEEE-like formats of any widths.

mod corner;
mod explain;
mod formats;
mod kernels;
mod operation;
mod random;

pub(crate) use operation::{Comparison, Operation};

use super::number::{DECISIONS, chosen};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::family::number::options::{
    FORMAT_WITHOUT_NAN, NEVER_ROUNDS, NO_NAN, NO_OVERFLOW, Taken, choice, saturate, saturation,
    taken, unless,
};
use crate::family::operations::link;
use crate::formats as numbers;
use crate::formats::BOOL;
use crate::registry::rules::{DAZ, EXACT, FTZ, NAN, OPTIONS, RM, TININESS};
use crate::registry::{
    Arithmetic, Evaluate, Family, FlagKind, Kernels, Op, Options, Plan, Reduction, Resolved, Shape,
};
use formats::{FLOATS, Listed};
use operation::{Row, TABLE};
use softfloat::format::Int32;
use softfloat::ieee::MinMax;
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
        ("NUM-D17", !ordered),
        ("NUM-D18", finite && next),
        ("NUM-D19", operation == O::RoundToIntegral),
        ("NUM-D20", ordered && f.sign && has_nan && !f.signs_nan()),
        ("NUM-D21", matches!(operation, O::MinMax(v) if old(v))),
        ("NUM-D22", matches!(operation, O::MinMax(MinMax::RiscVMin | MinMax::RiscVMax))),
        ("NUM-D24", operation == O::RoundToIntegral),
        ("NUM-D36", has_nan && operation == O::Sub),
    ])
}

/// The variants of IEEE 754-2008.
const fn old(variant: MinMax) -> bool {
    use MinMax::{MaxNum, MaxNumMag, MinNum, MinNumMag};
    matches!(variant, MinNum | MaxNum | MinNumMag | MaxNumMag)
}

// Which options an operation takes: those that can change its result or its flags.

/// The options of an operation in a format.
fn options_of(f: &Format, operation: Operation) -> Taken {
    use Operation::{
        Add, Compare, Div, Fma, Fmod, LogB, MinMax, Mul, Remainder, RoundToIntegral, ScaleB, Sqrt,
        Sub, TotalOrder, TotalOrderMagnitude,
    };
    let arithmetic = matches!(operation, Add | Sub | Mul | Div | Sqrt | Fma | ScaleB);
    let exact = matches!(operation, Remainder | Fmod);
    let integral = operation == RoundToIntegral;
    let rounds = arithmetic || integral || operation == LogB && log_b_rounds(f);
    let overflows = arithmetic && operation != Sqrt;
    let codes = matches!(operation, TotalOrder | TotalOrderMagnitude);
    let chooses_nan = match operation {
        MinMax(variant) => !machine(variant),
        Compare(..) => false,
        _ => !codes,
    };
    let nan = match chooses_nan {
        false => Some(NO_NAN),
        true => unless(f.has_nan(), FORMAT_WITHOUT_NAN),
    };
    let tiny = arithmetic || exact;
    let mut choices = vec![
        choice(&RM, unless(rounds, NEVER_ROUNDS)),
        choice(&TININESS, unless(arithmetic, NEVER_ROUNDS)),
        choice(&NAN, nan),
        choice(&FTZ, unless(tiny, "no result of it is flushed")),
        choice(&DAZ, unless(!codes, "it orders all codes as they are")),
        saturate(false, if overflows { saturation(f) } else { Some(NO_OVERFLOW) }),
    ];
    choices.extend(integral.then(|| choice(&EXACT, None)));
    taken(choices)
}

/// The machines' own variants of minimum and maximum have their own rule for NaN.
fn machine(variant: softfloat::ieee::MinMax) -> bool {
    use softfloat::ieee::MinMax::{RiscVMax, RiscVMin, SseMax, SseMin};
    matches!(variant, SseMin | SseMax | RiscVMin | RiscVMax)
}

/// Whether some exponent is no number of the format.
fn log_b_rounds(f: &Format) -> bool {
    let largest = f.max_field() - f.bias;
    let smallest = f.min_field() - f.bias - f.man_bits as i32;
    let most = largest.unsigned_abs().max(smallest.unsigned_abs());
    32 - most.leading_zeros() > f.precision()
}
