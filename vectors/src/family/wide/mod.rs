//! Numbers of more than 64 bits: `ieee.f128.*`, `x87.f80.*`, and the conversions `cvt.*` from and to both.

mod augmented;
mod convert;
mod draw;
mod explain;
mod fli;
mod format_of;
mod kernel;
mod options;

use super::ieee::{Operation, Row, TABLE, old};
use super::number::{DECISIONS, chosen};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::operations::link;
use crate::formats::{BOOL, WIDE};
use crate::registry::{
    Evaluate, Family, FlagKind, Kernels, Op, Options, Plan, Refusal, Resolved, Shape,
};
use options::PRECISION;
use softfloat::format::{Int32, Uint4};
use softfloat::ieee::MinMax;
use softfloat::{Format, StaticFormat};

pub(crate) static FAMILY: Family = Family {
    begins: &["ieee", "x87", "cvt"],
    on_demand: |id| convert::on_demand(id).or_else(|| format_of::on_demand(id)),
    refuses,
    unlisted: |pattern| [convert::unlisted(pattern), format_of::unlisted(pattern)].concat(),
    ..Family::listed("wide", options::OPTIONS, operations, DECISIONS)
};

/// Operation on numbers of one format.
#[derive(Debug)]
struct Of {
    format: Format,
    row: &'static Row,
}

impl Evaluate for Of {
    fn resolve(&self, o: &Options) -> Resolved {
        let mut operands = vec![Shape::one(self.format); self.row.operands.len()];
        if self.row.operation == Operation::ScaleB {
            operands[1] = Shape::one(Int32::FORMAT);
        }
        let kernel = kernel::of(&self.format, self.row.operation, o);
        Resolved {
            operands,
            results: vec![Shape::one(result(self.format, self.row.operation))],
            kernels: Kernels::Dynamic(o.env(), kernel),
        }
    }
}

fn result(format: Format, operation: Operation) -> Format {
    use Operation::{Class, Compare, Is, LogBInteger, TotalOrder, TotalOrderMagnitude};
    match operation {
        Compare(..) | Is(_) | TotalOrder | TotalOrderMagnitude => BOOL,
        LogBInteger => Int32::FORMAT,
        Class => Uint4::FORMAT,
        _ => format,
    }
}

impl Draw for Of {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        draw::directed(plan, self.row.operation, cases);
    }

    fn random(&self, rng: &mut Rng, plan: &Plan, _: &[Operand], x: &mut Elements) {
        draw::random(rng, plan, self.row.operation, x);
    }
}

impl Explain for Of {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::operation(steps, plan, x, self.row.operation)
    }
}

impl Modelled for Of {}

fn operations() -> Vec<Op> {
    let own = WIDE.iter().flat_map(|named| {
        TABLE.iter().filter(|row| has(named.0, row.operation)).map(|row| op(*named, row))
    });
    own.chain(augmented::operations())
        .chain(format_of::operations())
        .chain(convert::operations())
        .chain([fli::operation()])
        .collect()
}

/// Why a wide format has no such operation, or not under this name.
fn refuses(id: &str) -> Option<Refusal> {
    let [system, name, operation] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    let row = TABLE.iter().find(|row| row.name == operation)?;
    let (own, _, _) = WIDE.iter().find(|wide| wide.1 == name)?;
    let why = match (has(own, row.operation), system == *own) {
        (true, false) => format!("the id is {own}.{name}.{operation}"),
        (false, _) if name == "f80" => format!("the x87 has no {operation} here"),
        (false, _) => format!("binary128 has no {operation} here"),
        (true, true) => return None,
    };
    ["ieee", "x87"].contains(&system).then_some(Refusal::Parts(why))
}

/// Whether a format has an operation: binary128 what stands in IEEE 754 and RISC-V's minimum and maximum, the x87 what its instructions do.
fn has(system: &str, operation: Operation) -> bool {
    use Operation::{
        Add, Compare, Div, Fmod, LogB, Mul, Remainder, RoundToIntegral, ScaleB, Sqrt, Sub,
    };
    match operation {
        Add | Sub | Mul | Div | Remainder | Fmod | Sqrt | RoundToIntegral => true,
        Compare(..) | ScaleB | LogB => true,
        Operation::MinMax(MinMax::SseMin | MinMax::SseMax) => false,
        _ => system == "ieee",
    }
}

fn op((system, name, format): (&str, &str, Format), row: &'static Row) -> Op {
    let (options, senseless) = options::of(&format, row.operation);
    let taken = |name: &str| options.iter().any(|spec| spec.row.name == name);
    let decisions = decisions(system, row.operation, taken("nan"), taken(PRECISION.row.name));
    Op {
        id: format!("{system}.{name}.{}", row.name),
        summary: format!("{}, {name}", row.formula),
        operands: row.operands,
        flags: FlagKind::Exceptions,
        options,
        section: row.section.to_owned(),
        decisions,
        senseless,
        link: link(&FAMILY, Of { format, row }),
    }
}

/// The decisions (docs/decisions.md) that the bits can depend on; whether there is a choice among NaN, and one of precision.
fn decisions(system: &str, operation: Operation, nan: bool, precise: bool) -> Vec<&'static str> {
    use Operation as O;
    let arithmetic = matches!(
        operation,
        O::Add | O::Sub | O::Mul | O::Div | O::Remainder | O::Fmod | O::Sqrt | O::Fma
    );
    let x87 = system == "x87";
    chosen([
        ("NUM-D14", arithmetic),
        ("NUM-D15", operation == O::Fma),
        ("NUM-D17", !operation.takes_codes()),
        ("NUM-D19", operation == O::RoundToIntegral),
        ("NUM-D21", matches!(operation, O::MinMax(variant) if old(variant))),
        ("NUM-D22", matches!(operation, O::MinMax(MinMax::RiscVMin | MinMax::RiscVMax))),
        ("NUM-D36", operation == O::Sub),
        ("NUM-D71", matches!(operation, O::Class | O::Is(_))),
        ("NUM-D72", operation == O::LogBInteger),
        ("NUM-D90", x87),
        ("NUM-D91", x87 && nan),
        ("NUM-D92", precise),
    ])
}
