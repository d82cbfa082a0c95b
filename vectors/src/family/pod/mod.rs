//! `pod.*`: what POD's instructions make of operands. The id is the mnemonic, with `1s`, `4s`, `1d`, `2d` for
//! `scalar.sp`, `pack.sp`, `scalar.dp`, `pack.dp`; forms that differ in where an operand comes from are one operation.
//!
//! Beside its lanes a floating-point operation gives the sticky bits of MXCSR, an operation on general registers the
//! flags as they stand in EFLAGS.

mod corner;
mod decisions;
mod general;
mod shape;
mod xmm;

use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::Explain;
use crate::family::operations::link;
use crate::registry::rules::{DAZ, FTZ};
use crate::registry::{
    Arithmetic, Evaluate, Family, FlagKind, Form as Written, Kernels, Op, Options, Plan, Resolved,
    Setting, Shape,
};
use decisions::DECISIONS;
use semantics::pod::isa::{Float, Form, Fused, Operation, Slot, Unary, forms};
use semantics::pod::lane::Mxcsr;
use shape::Shapes;
use softfloat::{Env, Rounding};
use std::collections::HashSet;

pub(crate) static FAMILY: Family = Family {
    cites: "GIT-CERCS-07-09, ",
    ..Family::listed(NAME, &[&RC.row, &FTZ.row, &DAZ.row], operations, DECISIONS)
};

const NAME: &str = "pod";

/// The rounding field of MXCSR.
static RC: Setting<Rounding> =
    Setting::new("rc", Written::Words(&["rne", "rdn", "rup", "rtz"]), |at| {
        Mxcsr((at as u32) << 13).env().rounding
    })
    .rounding()
    .directed();

/// An instruction's operation.
#[derive(Debug)]
struct Computing {
    operation: Operation,
    shapes: Shapes,
}

impl Evaluate for Computing {
    fn resolve(&self, options: &Options) -> Resolved {
        let kernel = match self.operation.slot() {
            Slot::G => general::kernel(self.operation),
            _ => xmm::kernel(self.operation, &self.shapes, options),
        };
        Resolved {
            operands: self.shapes.operands.clone(),
            results: self.shapes.results.clone(),
            kernels: Kernels::Dynamic(Env::IEEE, kernel),
        }
    }
}

impl Draw for Computing {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, cases);
    }

    /// Lane by lane: an operand by itself, or like the one before.
    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        let mut start = 0;
        let mut before: Option<(Shape, usize)> = None;
        for (shape, operand) in plan.operands.iter().zip(operands) {
            for lane in 0..shape.len {
                let alike = before.filter(|(other, _)| other == shape && rng.one_in(4));
                x[start + lane] = match alike {
                    Some((_, other)) => operand.like(rng, x[other + lane]),
                    None => operand.element(rng),
                };
            }
            before = Some((*shape, start));
            start += shape.len;
        }
    }
}

impl Explain for Computing {}

impl Modelled for Computing {
    fn arithmetic(&self, _: &Plan) -> Option<Arithmetic> {
        Some(match self.operation {
            Operation::Float(Float::Add, _) => Arithmetic::Sum { minus: false },
            Operation::Float(Float::Sub, _) => Arithmetic::Sum { minus: true },
            Operation::Float(Float::Mul, _) => Arithmetic::Product,
            Operation::Float(Float::Div, _) => Arithmetic::Quotient,
            Operation::Float(Float::Min | Float::Max, _) => Arithmetic::Compare,
            Operation::Fused(Fused { minus_d, minus_ab }, _) => Arithmetic::Fused {
                minus_product: minus_ab,
                minus_addend: minus_d,
                addend_first: true,
            },
            Operation::Unary(Unary::Sqrt, _) => Arithmetic::Root,
            Operation::Unary(Unary::FromInteger | Unary::ToInteger, _) => Arithmetic::Convert,
            _ => return None,
        })
    }

    fn rules(&self, plan: &Plan) -> Env {
        xmm::mxcsr(&plan.options).env()
    }
}

/// One for each operation that computes.
fn operations() -> Vec<Op> {
    let mut seen = HashSet::new();
    forms().iter().filter_map(op).filter(|op| seen.insert(op.id.clone())).collect()
}

fn op(form: &Form) -> Option<Op> {
    let operation = match form.operation {
        // One operation, which the lanes' places are an operand of.
        Operation::Shuffle(_) => Operation::Shuffle(0),
        other => other,
    };
    let shapes = shape::of(operation)?;
    let known = |id: &&'static str| DECISIONS.iter().any(|decision| decision.id == *id);
    let mut decisions: Vec<&'static str> = form.decisions.iter().copied().filter(known).collect();
    let mut options = Vec::new();
    if shapes.sticky {
        options = vec![RC.any(), FTZ.any(), DAZ.any()];
        decisions.push("POD-D30");
        decisions.extend(matches!(operation, Operation::HorizontalAdd(_)).then_some("POD-D31"));
        decisions.sort_unstable();
        decisions.dedup();
    }
    Some(Op {
        id: format!("{NAME}.{}", id(form)),
        summary: shapes.summary(operation),
        operands: shapes.names,
        flags: FlagKind::None,
        options,
        section: form.section.to_owned(),
        decisions,
        senseless: Vec::new(),
        link: link(&FAMILY, Computing { operation, shapes }),
    })
}

/// `pfpadd.pack.sp` is `pfpadd.4s`.
fn id(form: &Form) -> String {
    let mnemonic = match form.operation {
        Operation::Shuffle(_) => "pfpshuffle.sp",
        _ => form.mnemonic.trim_end_matches(".mxcsr"),
    };
    let lanes =
        [(".scalar.sp", ".1s"), (".pack.sp", ".4s"), (".scalar.dp", ".1d"), (".pack.dp", ".2d")];
    lanes.iter().fold(mnemonic.to_owned(), |id, (long, short)| id.replace(long, short))
}
