//! `ieee.F.augmented_*`: augmented arithmetic (IEEE 754-2019, 9.5), two results of the operands' format.

use super::formats::FLOATS;
use super::operation::Operation;
use super::{FAMILY, corner, explain, random};
use crate::cover::Modelled;
use crate::draw::code::{Float, Value};
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::family::number::chosen;
use crate::family::number::options::{
    NO_SUBNORMALS, Taken, choice, saturate, saturation, taken, unless,
};
use crate::family::operations::link;
use crate::formats as numbers;
use crate::registry::rules::{DAZ, FTZ, NAN_RULES, RM, TININESS};
use crate::registry::{Evaluate, FlagKind, Kernels, Link, Op, Options, Plan, Resolved, Shape};
use softfloat::Format;
use std::sync::Arc;

/// A name, what the operation does before it rounds, its formula.
pub(crate) type Named = (&'static str, Operation, &'static str);

/// The operations.
pub(crate) const ROWS: [Named; 3] = [
    ("augmented_addition", Operation::Add, "x + y"),
    ("augmented_subtraction", Operation::Sub, "x - y"),
    ("augmented_multiplication", Operation::Mul, "x * y"),
];

#[derive(Debug)]
struct Augmented {
    format: Format,
    operation: Operation,
}

impl Evaluate for Augmented {
    fn resolve(&self, o: &Options) -> Resolved {
        let (f, operation) = (self.format, self.operation);
        let kernel = Arc::new(move |e: &softfloat::Env, x: &[u64], out: &mut [u64]| {
            let r = match operation {
                Operation::Add => f.augmented_add(x[0], x[1], e),
                Operation::Sub => f.augmented_sub(x[0], x[1], e),
                _ => f.augmented_mul(x[0], x[1], e),
            };
            [out[0], out[1]] = [r.high, r.low];
            r.flags
        });
        Resolved {
            operands: vec![Shape::one(f); 2],
            results: vec![Shape::one(f); 2],
            kernels: Kernels::Dynamic(o.env(), kernel),
        }
    }
}

impl Draw for Augmented {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, self.operation, cases);
        if let Some(f) = Float::of(&self.format) {
            half_above(&f, self.operation, cases);
        }
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        random::draw(rng, plan, operands, self.operation, x);
    }
}

impl Explain for Augmented {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::augmented(steps, plan, x, self.operation)
    }
}

/// Results half a place above the largest number, which do not overflow, and beside it (NUM-D73).
fn half_above(f: &Float, operation: Operation, cases: &mut Cases) {
    let places = i64::from(f.body) + 1;
    let minus = 1 << (f.width - 1);
    let at = |significand: u128, exponent: i64| {
        f.toward_zero(Value { sign: false, exponent, significand })
    };
    let largest = f.at(false, f.emax(), f.ones());
    let half = f.at(false, f.emax() - places, 0);
    let (a, b) = match operation {
        Operation::Mul => {
            let Some((a, b)) = all_ones(places as u32 + 1) else { return };
            let up = f.emax() - places;
            (at(a, up - up / 2), at(b, up / 2))
        }
        _ => (largest, half),
    };
    let second = if operation == Operation::Sub { minus } else { 0 };
    for step in [0, 1, -1] {
        for (x, y) in [(a, f.stepped(b, step)), (f.stepped(b, step), a)] {
            let y = y ^ second;
            cases.push(&[x, y]);
            cases.push(&[x ^ minus, y ^ if operation == Operation::Mul { 0 } else { minus }]);
        }
    }
}

/// Two factors of `2^bits - 1`: `2^d - 1` and the rest, d the least divisor of the bits above 1; none of a prime.
pub(crate) fn all_ones(bits: u32) -> Option<(u128, u128)> {
    let d = (2..bits).find(|d| bits.is_multiple_of(*d))?;
    let (all, first) = (u128::MAX >> (128 - bits), (1 << d) - 1);
    Some((all / first, first))
}

/// No direction of `rm` rounds as it does, so that the models of rounding say nothing of it.
impl Modelled for Augmented {}

/// The operations of the listed formats of IEEE 754.
pub(super) fn operations() -> impl Iterator<Item = Op> {
    let formats = FLOATS.iter().filter(|listed| listed.system == "ieee");
    formats.flat_map(|listed| ROWS.iter().map(|row| op(listed.name, listed.format, row)))
}

/// An operation in a format that is not listed.
pub(super) fn on_demand(format: &str, name: &str) -> Option<Op> {
    let row = ROWS.iter().find(|(own, ..)| *own == name)?;
    Some(op(format, numbers::custom(format)?, row))
}

/// The names behind the format.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|(name, ..)| *name)
}

fn op(name: &str, format: Format, row: &Named) -> Op {
    let link = link(&FAMILY, Augmented { format, operation: row.1 });
    declared(name, row, options_of(&format), link)
}

/// The operation of this format, whatever stands behind it.
pub(crate) fn declared(
    name: &str,
    (row, operation, formula): &Named,
    (options, senseless): Taken,
    link: Link,
) -> Op {
    Op {
        id: format!("ieee.{name}.{row}"),
        summary: format!("{formula} to nearest, ties toward zero, and the rest, {name}"),
        operands: &["x", "y"],
        flags: FlagKind::Exceptions,
        options,
        section: "IEEE 754-2019, 9.5".to_owned(),
        decisions: chosen([
            ("NUM-D14", true),
            ("NUM-D17", true),
            ("NUM-D36", *operation == Operation::Sub),
            ("NUM-D73", true),
        ]),
        senseless,
        link,
    }
}

/// The options that can change the results or the flags.
pub(crate) fn options_of(f: &Format) -> Taken {
    taken([
        choice(&RM, Some("it rounds to nearest, ties toward zero")),
        choice(&TININESS, Some("what it loses is tiny before and after rounding")),
        (NAN_RULES, None),
        choice(&FTZ, Some("both results together are the exact value")),
        choice(&DAZ, unless(f.subnormal, NO_SUBNORMALS)),
        saturate(false, saturation(f)),
    ])
}
