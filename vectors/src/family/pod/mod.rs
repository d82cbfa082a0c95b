//! `pod.*`: what POD's instructions make of operands. The id is the mnemonic, with `1s`, `4s`, `1d`, `2d` for
//! `scalar.sp`, `pack.sp`, `scalar.dp`, `pack.dp`; forms that differ in where an operand comes from are one operation.
//!
//! Beside its lanes a floating-point operation gives the sticky bits of MXCSR, an operation on general registers the
//! flags as they stand in EFLAGS.

mod decisions;
mod shape;
mod xmm;

use crate::cover::Modelled;
use crate::draw::corner::codes;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::Explain;
use crate::family::operations::link;
use crate::registry::rules::{DAZ, FTZ};
use crate::registry::{
    Arithmetic, DynamicKernel, Evaluate, Family, FlagKind, Form as Written, Kernels, Op, Options,
    Plan, Resolved, Setting, Shape,
};
use decisions::DECISIONS;
use semantics::pod::isa::{Flag, Float, Form, Fused, Operation, Slot, Unary, forms};
use semantics::pod::lane::{self, Mxcsr};
use shape::Shapes;
use softfloat::{Env, Flags, Rounding};
use std::collections::HashSet;
use std::sync::Arc;

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
            Slot::G => kernel(self.operation),
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
        directed(plan, cases);
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

/// The evaluator of an operation: the result, if it has one, and then the flags, if it writes them.
fn kernel(operation: Operation) -> DynamicKernel {
    Arc::new(move |_, x, out| {
        let at = |i: usize| x.get(i).copied().unwrap_or(0);
        let (a, b, flags) = (at(0), at(1), at(2) as u32 & Flag::MASK);
        let both = |flagged: lane::Flagged| [flagged.bits, flagged.flags.into()];
        let found = match operation {
            Operation::Arithmetic(kind, size, extend) => {
                both(lane::arithmetic(kind, size, extend, a, b, flags))
            }
            Operation::Multiply => both(lane::multiply(a, b)),
            Operation::Logic(kind) => both(lane::logic(kind, a, b)),
            Operation::Shift(kind) => both(lane::shift(kind, a, b, flags)),
            Operation::Compare(size) => [lane::compare(size, a, b).into(), 0],
            Operation::BitTest => [lane::bit_test(a, b as u32, flags).into(), 0],
            Operation::ShiftAdd(by) => [lane::shift_add(by, a, b), 0],
            Operation::ConditionalMove(condition) => {
                [lane::conditional_move(condition, a, b, flags), 0]
            }
            _ => [!a, 0],
        };
        let count = out.len().min(2);
        out[..count].copy_from_slice(&found[..count]);
        Flags::NONE
    })
}

// Pairs of corner codes that are equal, near, and each other's negatives, lane by lane; all counts of shifts.

/// The cases of an operation.
fn directed(plan: &Plan, cases: &mut Cases) {
    let first = plan.operands[0];
    let mask = u64::MAX >> (64 - first.format.width);
    let top = 1 << (first.format.width - 1);
    let near = |x: u64| [x, x.wrapping_add(1), x.wrapping_sub(1), x ^ top, x.wrapping_neg(), !x];
    let all = codes(&first.format);
    let pairs = all.iter().flat_map(|x| near(*x).map(|y| (*x, y & mask)));
    let pairs: Vec<(u64, u64)> = pairs.collect();
    for (at, lanes) in pairs.chunks(first.len).enumerate() {
        // The last lanes are filled with the first pair.
        let lane = |i: usize| lanes.get(i).copied().unwrap_or(lanes[0]);
        let mut x = Vec::new();
        for (n, shape) in plan.operands.iter().enumerate() {
            x.extend((0..shape.len).map(|i| match n {
                0 => lane(i).0,
                1 if *shape == first => lane(i).1,
                _ if *shape == first => all[(at + i) % all.len()],
                _ => other(*shape, at),
            }));
        }
        cases.push(&x);
    }
}

/// Counts and flags: one after the other.
fn other(shape: Shape, at: usize) -> u64 {
    at as u64 & (u64::MAX >> (64 - shape.format.width))
}
