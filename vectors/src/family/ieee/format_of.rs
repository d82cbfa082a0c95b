//! `ieee.B.NAME.from.A`: arithmetic on numbers of the format A, rounded once into B (formatOf, IEEE 754-2019, 5.4.1).
//! The pairs of binary16, bfloat16, binary32 and binary64 are listed; others, of any IEEE-like formats, are found when
//! they are asked for.

use super::operation::{Operation, Row, TABLE};
use super::{FAMILY, corner, explain, random};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::family::number::chosen;
use crate::family::number::options::{
    NEVER_ROUNDS, NO_OVERFLOW, NO_SUBNORMALS, Taken, bottom, choice, normal, saturate, saturation,
    taken, top, unless,
};
use crate::family::operations::link;
use crate::formats as numbers;
use crate::registry::rules::{DAZ, FTZ, NAN_RULES, RM, TININESS};
use crate::registry::{
    Arithmetic, DynamicKernel, Evaluate, FlagKind, Kernels, Link, Op, Options, Plan, Resolved,
    Shape,
};
use softfloat::Format;
use std::sync::Arc;

/// The formats whose pairs are listed.
pub(crate) const LISTED: [&str; 4] = ["f16", "bf16", "f32", "f64"];

/// An operation on numbers of one format with results of another.
#[derive(Debug)]
struct FormatOf {
    from: Format,
    to: Format,
    row: &'static Row,
}

impl Evaluate for FormatOf {
    fn resolve(&self, o: &Options) -> Resolved {
        Resolved {
            operands: vec![Shape::one(self.from); self.row.operands.len()],
            results: vec![Shape::one(self.to)],
            kernels: Kernels::Dynamic(o.env(), kernel(self.from, self.to, self.row.operation)),
        }
    }
}

impl Draw for FormatOf {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, self.row.operation, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        random::draw(rng, plan, operands, self.row.operation, x);
    }
}

impl Explain for FormatOf {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(steps, plan, x, self.row.operation)
    }
}

impl Modelled for FormatOf {
    /// Where results are no wider than operands, in bits and in range: else there are goals that nothing reaches, and the
    /// models do not know why.
    fn arithmetic(&self, _: &Plan) -> Option<Arithmetic> {
        let (from, to) = (&self.from, &self.to);
        let narrower = to.precision() <= from.precision()
            && bottom(to) >= bottom(from)
            && top(to) <= top(from);
        self.row.operation.arithmetic().filter(|_| narrower)
    }
}

fn kernel(from: Format, to: Format, operation: Operation) -> DynamicKernel {
    Arc::new(move |e, x, out| {
        let y = x.get(1).copied().unwrap_or(0);
        let r = match operation {
            Operation::Add => from.add_into(&to, x[0], y, e),
            Operation::Sub => from.sub_into(&to, x[0], y, e),
            Operation::Mul => from.mul_into(&to, x[0], y, e),
            Operation::Div => from.div_into(&to, x[0], y, e),
            Operation::Sqrt => from.sqrt_into(&to, x[0], e),
            _ => from.fma_into(&to, x[0], y, x.get(2).copied().unwrap_or(0), e),
        };
        out[0] = r.bits;
        r.flags
    })
}

/// The rows of the operations that have a formatOf form.
pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    use Operation::{Add, Div, Fma, Mul, Sqrt, Sub};
    TABLE.iter().filter(|row| matches!(row.operation, Add | Sub | Mul | Div | Sqrt | Fma))
}

/// The listed pairs.
pub(super) fn operations() -> impl Iterator<Item = Op> {
    let pairs = LISTED.iter().flat_map(|to| LISTED.iter().map(move |from| (*to, *from)));
    let pairs = pairs.filter(|(to, from)| to != from);
    pairs.flat_map(|(to, from)| rows().filter_map(move |row| op(to, row, from)))
}

/// Another pair.
pub(super) fn on_demand(id: &str) -> Option<Op> {
    let ["ieee", to, name, "from", from] = id.split('.').collect::<Vec<_>>()[..] else {
        return None;
    };
    op(to, rows().find(|row| row.name == name)?, from)
}

/// The ids that `ieee.e4m2.*.from.*` may mean: from and to the listed formats, and the pattern's own.
pub(super) fn unlisted(pattern: &str) -> Vec<String> {
    if !pattern.split('.').any(|part| part == "from") {
        return Vec::new();
    }
    let own: Vec<&str> = numbers::unlisted_in(pattern).collect();
    let others = || LISTED.iter().copied().chain(own.iter().copied());
    let pairs = own.iter().flat_map(|a| others().flat_map(move |b| [(*a, b), (b, *a)]));
    let ids = |(to, from): (&str, &str)| {
        rows().map(|row| format!("ieee.{to}.{}.from.{from}", row.name)).collect::<Vec<_>>()
    };
    pairs.flat_map(ids).collect()
}

/// The format of this name, if its operations are `ieee`'s.
pub(crate) fn ieee(name: &str) -> Option<Format> {
    let listed = super::formats::FLOATS.iter().find(|f| f.system == "ieee" && f.name == name);
    listed.map(|f| f.format).or_else(|| numbers::custom(name))
}

fn op(to_name: &str, row: &'static Row, from_name: &str) -> Option<Op> {
    let (to, from) = (ieee(to_name)?, ieee(from_name)?);
    if to_name == from_name {
        return None;
    }
    let taken = options_of(&from, &to, row.operation);
    let link = link(&FAMILY, FormatOf { from, to, row });
    Some(declared([to_name, from_name], row, taken, link))
}

/// The operation of these formats, whatever stands behind it.
pub(crate) fn declared(
    [to_name, from_name]: [&str; 2],
    row: &'static Row,
    (options, senseless): Taken,
    link: Link,
) -> Op {
    Op {
        id: format!("ieee.{to_name}.{}.from.{from_name}", row.name),
        summary: format!("{} of {from_name}, rounded to {to_name}", row.formula),
        operands: row.operands,
        flags: FlagKind::Exceptions,
        options,
        section: row.section.to_owned(),
        decisions: chosen([
            ("NUM-D13", true),
            ("NUM-D14", true),
            ("NUM-D15", row.operation == Operation::Fma),
            ("NUM-D17", true),
            ("NUM-D36", row.operation == Operation::Sub),
        ]),
        senseless,
        link,
    }
}

/// The options that can change the result or its flags.
pub(crate) fn options_of(from: &Format, to: &Format, operation: Operation) -> Taken {
    let (least, most) = (bottom(from), top(from));
    // The least exponent of a result that is not 0, and the one above all.
    let (low, high) = match operation {
        Operation::Mul => (2 * least, 2 * most),
        Operation::Div => (least - most, most - least),
        Operation::Sqrt => (least.div_euclid(2), most / 2 + 1),
        Operation::Fma => (least.min(2 * least), 2 * most + 1),
        _ => (least, most + 1),
    };
    let exact = operation == Operation::Mul
        && 2 * from.precision() <= to.precision()
        && low >= bottom(to)
        && high <= top(to);
    let tiny = low < normal(to) && !exact;
    taken([
        choice(&RM, unless(!exact, NEVER_ROUNDS)),
        choice(&TININESS, unless(tiny, "no result of it is tiny")),
        (NAN_RULES, None),
        choice(&FTZ, unless(low < normal(to), "no result of it is tiny")),
        choice(&DAZ, unless(from.subnormal, NO_SUBNORMALS)),
        saturate(false, saturation(to).or(unless(high > top(to), NO_OVERFLOW))),
    ])
}
