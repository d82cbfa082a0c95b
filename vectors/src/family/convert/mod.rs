//! `cvt.A.B`: conversions between number formats.

mod corner;
mod explain;
mod kernels;
mod options;
mod random;

use super::number::{DECISIONS, chosen};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::operations::link;
use crate::formats::{self, SOURCES, is_float, named};
use crate::registry::rules::{EXACT, OPTIONS};
use crate::registry::{
    Arithmetic, Evaluate, Family, FlagKind, Kernels, Op, Options, Plan, Resolved, Shape,
};
use softfloat::Format;

pub(crate) static FAMILY: Family = Family {
    begins: &["cvt"],
    on_demand,
    unlisted,
    refuses: |id| formats::beyond_limits("cvt", id),
    ..Family::listed(NAME, OPTIONS, operations, DECISIONS)
};

const NAME: &str = "convert";

/// Conversion between two number formats.
#[derive(Debug)]
struct Convert {
    /// The names that ids have for the formats.
    names: [String; 2],
    from: Format,
    to: Format,
}

impl Evaluate for Convert {
    fn resolve(&self, options: &Options) -> Resolved {
        Resolved {
            operands: vec![Shape::one(self.from)],
            results: vec![Shape::one(self.to)],
            kernels: self.kernels(options),
        }
    }
}

impl Draw for Convert {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        corner::directed(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        x[0] = random::convert(rng, plan, &operands[0]);
    }
}

impl Explain for Convert {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(steps, plan, x)
    }
}

impl Modelled for Convert {
    fn arithmetic(&self, _: &Plan) -> Option<Arithmetic> {
        Some(Arithmetic::Convert)
    }
}

impl Convert {
    fn kernels(&self, o: &Options) -> Kernels {
        let [a, b] = &self.names;
        match kernels::of(a, b, o.get(&EXACT)) {
            Some(kernel) => Kernels::Number(o.env(), kernel),
            None => Kernels::Dynamic(o.env(), kernels::dynamic(self.from, self.to, o.get(&EXACT))),
        }
    }
}

/// The conversions that are listed.
fn operations() -> Vec<Op> {
    let pairs = SOURCES.iter().flat_map(|a| SOURCES.iter().map(move |b| (a, b)));
    pairs
        .filter(|(a, b)| a.name != b.name && makes_sense(&a.format, &b.format))
        .map(|(a, b)| op((a.name, a.format), (b.name, b.format)))
        .collect()
}

/// The conversion of this id, one of whose formats is not listed.
fn on_demand(id: &str) -> Option<Op> {
    let ["cvt", from, to] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    let (a, b) = (named(from)?, named(to)?);
    (from != to && makes_sense(&a, &b)).then(|| op((from, a), (to, b)))
}

/// The ids of `cvt.e4m2.*` and `cvt.*.e4m2`: from and to the listed formats, and the pattern's own.
fn unlisted(pattern: &str) -> Vec<String> {
    let own: Vec<&str> = formats::unlisted_in(pattern).collect();
    let others = || SOURCES.iter().map(|s| s.name).chain(own.iter().copied());
    let both = |a| others().flat_map(move |b| [format!("cvt.{a}.{b}"), format!("cvt.{b}.{a}")]);
    own.iter().flat_map(both).collect()
}

/// Whether there is something to convert: scales only from and to floating-point formats.
fn makes_sense(from: &Format, to: &Format) -> bool {
    match (is_float(from), is_float(to)) {
        (true, true) => true,
        (true, false) => !from.zeroless(),
        (false, true) => !to.zeroless(),
        (false, false) => true,
    }
}

fn op((a, from): (&str, Format), (b, to): (&str, Format)) -> Op {
    let section = match (is_float(&from), is_float(&to)) {
        (true, true) => "IEEE 754-2019, 5.4.2",
        (true, false) => "IEEE 754-2019, 5.4.1, 5.8",
        (false, true) => "IEEE 754-2019, 5.4.1",
        (false, false) => "two's complement",
    };
    let (options, senseless) = options::of_conversion(&from, &to);
    let floats = is_float(&from) || is_float(&to);
    Op {
        id: format!("cvt.{a}.{b}"),
        summary: format!("{a} {} {b}", if floats { "rounded to" } else { "as" }),
        operands: &["x"],
        flags: FlagKind::Exceptions,
        options,
        section: formats::cited(section, &[from, to]),
        decisions: decisions(&from, &to),
        senseless,
        link: link(&FAMILY, Convert { names: [a, b].map(str::to_owned), from, to }),
    }
}

/// The decisions that the bits of a conversion can depend on.
fn decisions(from: &Format, to: &Format) -> Vec<&'static str> {
    let fixed = |f: &Format| f.is_fixed();
    let float = !fixed(to);
    let scale = to.zeroless();
    chosen([
        ("NUM-D01", float && !to.has_infinity()),
        ("NUM-D04", float && from.has_infinity() && !to.has_infinity()),
        ("NUM-D05", float && from.has_nan() && !to.has_nan()),
        ("NUM-D07", float && scale),
        ("NUM-D08", float && scale),
        ("NUM-D13", float && from.has_nan() && to.has_nan()),
        ("NUM-D17", !fixed(from)),
        ("NUM-D23", !float),
        ("NUM-D24", !float && !fixed(from)),
        ("NUM-D44", formats::saturates(to) && from.has_infinity()),
    ])
}
