//! Numbers of more than 64 bits: `ieee.f128.*`, `x87.f80.*`, and the conversions `cvt.*` from and to both.

mod convert;
mod draw;
mod explain;
mod format_of;
mod kernel;
mod options;

use super::ieee::{Operation, Row, TABLE};
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
use softfloat::format::Uint4;
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
        let result = match self.row.operation {
            Operation::Compare(..) | Operation::Is(_) => BOOL,
            Operation::Class => Uint4::FORMAT,
            _ => self.format,
        };
        let kernel = kernel::of(&self.format, self.row.operation, o);
        Resolved {
            operands: vec![Shape::one(self.format); self.row.operands.len()],
            results: vec![Shape::one(result)],
            kernels: Kernels::Dynamic(o.env(), kernel),
        }
    }
}

impl Draw for Of {
    fn corner(&self, _: &Plan, cases: &mut Cases) {
        draw::directed(&self.format, self.row, cases);
    }

    fn random(&self, rng: &mut Rng, plan: &Plan, _: &[Operand], x: &mut Elements) {
        draw::random(rng, (&self.format, plan.options.get(&PRECISION)), self.row, x);
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
    own.chain(format_of::operations()).chain(convert::operations()).collect()
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

/// Whether a format has an operation: binary128 what stands in IEEE 754, the x87 what its instructions do.
fn has(system: &str, operation: Operation) -> bool {
    use Operation::{
        Add, Class, Compare, Div, Fma, Is, Mul, Remainder, RoundToIntegral, Sign, Sqrt, Sub,
    };
    match operation {
        Add | Sub | Mul | Div | Remainder | Sqrt | RoundToIntegral | Compare(..) => true,
        Fma | Sign(_) | Class | Is(_) => system == "ieee",
        _ => false,
    }
}

fn op((system, name, format): (&str, &str, Format), row: &'static Row) -> Op {
    let (options, senseless) = options::of(&format, row.operation);
    let x87 = system == "x87";
    let rounds = options.iter().any(|spec| spec.row.name == PRECISION.row.name);
    let codes = matches!(row.operation, Operation::Sign(_) | Operation::Class | Operation::Is(_));
    let choice = options.iter().any(|spec| spec.row.name == "nan");
    Op {
        id: format!("{system}.{name}.{}", row.name),
        summary: format!("{}, {name}", row.formula),
        operands: row.operands,
        flags: FlagKind::Exceptions,
        options,
        section: row.section.to_owned(),
        decisions: chosen([
            ("NUM-D14", choice && row.operation != Operation::RoundToIntegral),
            ("NUM-D15", row.operation == Operation::Fma),
            ("NUM-D17", !codes),
            ("NUM-D19", row.operation == Operation::RoundToIntegral),
            ("NUM-D36", row.operation == Operation::Sub),
            ("NUM-D71", matches!(row.operation, Operation::Class | Operation::Is(_))),
            ("NUM-D90", x87),
            ("NUM-D91", x87 && choice),
            ("NUM-D92", rounds),
        ]),
        senseless,
        link: link(&FAMILY, Of { format, row }),
    }
}
