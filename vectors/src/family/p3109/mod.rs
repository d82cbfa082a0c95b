//! `p3109.*`: arithmetic on P3109's formats: for those of 8 bits that gfloat names, and on demand for every one of 3 to 16 bits.

mod decisions;
mod draw;
mod explain;
mod operation;

use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::family::number::chosen;
use crate::family::number::options::{NO_FLAGS, PROJECTED, projected};
use crate::family::operations::link;
use crate::formats::{self, BOOL};
use crate::registry::rules::{RM, SAT};
use crate::registry::{
    Arithmetic, DynamicKernel, Evaluate, Family, FlagKind, Kernels, Op, Options, Plan, Refusal,
    Resolved, Shape,
};
use operation::{Operation, Row, TABLE};
use softfloat::p3109::{Numbers, rules};
use softfloat::{Env, Flags, Format};
use std::sync::Arc;

pub(crate) static FAMILY: Family = Family {
    on_demand,
    unlisted,
    refuses,
    ..Family::listed(NAME, &[&RM.row, &SAT.row], operations, decisions::DECISIONS)
};

const NAME: &str = "p3109";

/// Operation on a format's numbers.
#[derive(Debug)]
struct Of {
    format: Format,
    operation: Operation,
    operands: usize,
}

impl Evaluate for Of {
    fn resolve(&self, o: &Options) -> Resolved {
        let one = Shape::one(self.format);
        let compares = matches!(self.operation, Operation::Compare(_));
        let env = rules(o.get(&RM), o.get(&SAT));
        Resolved {
            operands: vec![one; self.operands],
            results: vec![if compares { Shape::one(BOOL) } else { one }],
            kernels: Kernels::Dynamic(env, kernel(self.format, self.operation)),
        }
    }
}

/// The evaluator of an operation.
fn kernel(format: Format, operation: Operation) -> DynamicKernel {
    Arc::new(move |env, x, out| {
        if let Some(first) = out.first_mut() {
            *first = code(&format, operation, env, x);
        }
        Flags::NONE
    })
}

fn code(format: &Format, operation: Operation, env: &Env, x: &[u64]) -> u64 {
    use Operation as O;
    let Some(n) = Numbers::of(format, env.rounding, env.overflow) else { return 0 };
    let at = |i: usize| x.get(i).copied().unwrap_or(0);
    let (a, b) = (at(0), at(1));
    match operation {
        O::Add => n.add(a, b),
        O::Sub => n.sub(a, b),
        O::Mul => n.mul(a, b),
        O::Div => n.div(a, b),
        O::Sqrt => n.sqrt(a),
        O::Fma => n.fma(a, b, at(2)),
        O::Negate => n.negate(a),
        O::Abs => n.abs(a),
        O::Min => n.min(a, b),
        O::Max => n.max(a, b),
        O::Next => n.next(a),
        O::Prior => n.prior(a),
        O::Compare(comparison) => comparison.holds(n.compare(a, b)).into(),
    }
}

impl Draw for Of {
    fn corner(&self, _: &Plan, cases: &mut Cases) {
        draw::directed(&self.format, self.operation, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, _: &[Operand], x: &mut Elements) {
        draw::draw(rng, &self.format, self.operation, &mut x[..self.operands]);
    }
}

impl Explain for Of {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(steps, plan, x, self.operation)
    }
}

impl Modelled for Of {
    fn arithmetic(&self, _: &Plan) -> Option<Arithmetic> {
        self.operation.arithmetic()
    }
}

/// The listed operations.
fn operations() -> Vec<Op> {
    let own = |s: formats::Source| TABLE.iter().filter_map(move |row| op(s.name, s.format, row));
    formats::p3109().flat_map(own).collect()
}

/// The operation of this id.
fn on_demand(id: &str) -> Option<Op> {
    let [NAME, name, operation] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    op(name, format(name)?, TABLE.iter().find(|row| row.name == operation)?)
}

/// The format of this name.
fn format(name: &str) -> Option<Format> {
    formats::named(name).filter(Format::is_p3109)
}

/// The ids of `p3109.binary8p5se.*`.
fn unlisted(pattern: &str) -> Vec<String> {
    let names = formats::unlisted_in(pattern).filter_map(|name| Some((name, format(name)?)));
    let ids = |(name, format): (&str, Format)| {
        let rows = TABLE.iter().filter(move |row| format.sign || !row.operation.needs_sign());
        rows.map(|row| id(name, row)).collect::<Vec<_>>()
    };
    names.flat_map(ids).collect()
}

/// A format that is none of P3109's.
fn refuses(id: &str) -> Option<Refusal> {
    let (NAME, rest) = id.split_once('.')? else { return None };
    let (name, operation) = rest.split_once('.').unwrap_or((rest, ""));
    let Some(format) = format(name) else {
        let wrong = formats::is_p3109(name);
        return wrong.then(|| Refusal::Limits(name.to_owned(), formats::P3109S));
    };
    let signed = TABLE.iter().any(|row| row.name == operation && row.operation.needs_sign());
    (signed && !format.sign)
        .then(|| Refusal::Parts(format!("{name} has no sign; {operation} needs one")))
}

fn id(name: &str, row: &Row) -> String {
    format!("{NAME}.{name}.{}", row.name)
}

/// `None` where the operation needs a sign that the format lacks.
fn op(name: &str, format: Format, row: &'static Row) -> Option<Op> {
    let operation = row.operation;
    if operation.needs_sign() && !format.sign {
        return None;
    }
    let projects = operation.projects();
    let projection = ["rm", "sat"].map(|name| (name, "its results are codes, not projected"));
    let senseless = ["tininess", "nan", "ftz", "daz", "exact"]
        .map(|name| (name, if name == "tininess" { NO_FLAGS } else { PROJECTED }));
    Some(Op {
        id: id(name, row),
        summary: format!("{}, {name}", row.formula),
        operands: row.operands,
        flags: FlagKind::None,
        options: if projects { vec![RM.any(), projected(&format)] } else { Vec::new() },
        section: "P3109, report 4.0, 4.7 to 4.16".to_owned(),
        decisions: decisions(&format, operation),
        senseless: projection.into_iter().filter(|_| !projects).chain(senseless).collect(),
        link: link(&FAMILY, Of { format, operation, operands: row.operands.len() }),
    })
}

/// The decisions that the bits of an operation can depend on.
fn decisions(format: &Format, operation: Operation) -> Vec<&'static str> {
    use Operation as O;
    let projects = operation.projects();
    let compares = matches!(operation, O::Compare(_) | O::Min | O::Max);
    chosen([
        ("P3109-D01", true),
        ("P3109-D02", !matches!(operation, O::Compare(_))),
        ("P3109-D03", projects),
        ("P3109-D04", matches!(operation, O::Sub) && !format.sign),
        ("P3109-D06", projects),
        ("P3109-D07", operation == O::Div),
        ("P3109-D08", compares),
        ("P3109-D09", !projects && !matches!(operation, O::Compare(_))),
        ("P3109-O1", projects && format.p3109().is_some_and(|own| !own.extended)),
    ])
}
