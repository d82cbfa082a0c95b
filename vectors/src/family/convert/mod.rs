//! `cvt.A.B`: conversions between number formats.

mod corner;
mod kernels;
mod options;
pub(crate) use options::of_conversion;
pub(crate) mod random;

use super::number::{DECISIONS, chosen};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::family::ieee::boxed::{self, BOX};
use crate::family::number::explain::{account, convert, operand};
use crate::family::operations::link;
use crate::formats::{self, SOURCES, is_float, named};
use crate::registry::rules::EXACT;
use crate::registry::{
    Arithmetic, Evaluate, Family, FlagKind, Group, Kernels, Op, Options, Plan, Refusal, Resolved,
    Shape,
};
use softfloat::{Format, posit};

pub(crate) static FAMILY: Family = Family {
    begins: &[NAMES],
    on_demand,
    unlisted,
    refuses,
    ..Family::listed(NAME, options::OPTIONS, operations, DECISIONS)
};

const NAME: &str = "convert";
/// What ids begin with.
const NAMES: &str = "cvt";

/// Conversion between two number formats.
#[derive(Debug)]
struct Convert {
    /// The names that ids have for the formats.
    names: [String; 2],
    from: Format,
    to: Format,
    /// Without registers that box numbers.
    inner: boxed::Inner,
}

impl Evaluate for Convert {
    fn resolve(&self, options: &Options) -> Resolved {
        let plain = Resolved {
            operands: vec![Shape::one(self.from)],
            results: vec![Shape::one(self.to)],
            kernels: self.kernels(options),
        };
        match options.get(&BOX) {
            Some(register) => boxed::resolved(register, plain, options.env()),
            None => plain,
        }
    }
}

impl Draw for Convert {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        if plan.options.get(&BOX).is_some() {
            return self.inner.corner(plan, self, cases);
        }
        corner::directed(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        if plan.options.get(&BOX).is_some() {
            return self.inner.random(rng, plan, self, x);
        }
        x[0] = random::convert(rng, plan, &operands[0]);
    }
}

impl Explain for Convert {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        let within = |steps: &mut Steps, plan: &Plan, x: &[u64]| {
            account(steps, plan, x, |work, operands| {
                operand::show(work, operands);
                vec![convert::any(work, &self.to, &operands[0], plan.options.get(&EXACT))]
            })
        };
        match plan.options.get(&BOX) {
            Some(_) => boxed::explain(steps, plan, x, within),
            None => within(steps, plan, x),
        }
    }
}

impl Modelled for Convert {
    fn arithmetic(&self, plan: &Plan) -> Option<Arithmetic> {
        plan.options.get(&BOX).is_none().then_some(Arithmetic::Convert)
    }

    fn group(&self, plan: &Plan) -> Option<Group> {
        let plain = plan.options.without(&BOX);
        plan.options.get(&BOX).map(|_| Group::Boxed { format: self.from, plain })
    }
}

impl Convert {
    fn kernels(&self, o: &Options) -> Kernels {
        let [a, b] = &self.names;
        if self.from.is_posit() || self.to.is_posit() {
            let rules = posit::rules(&self.from, &self.to, &o.env());
            return Kernels::Dynamic(rules, kernels::of_posits(self.from, self.to));
        }
        match kernels::of(a, b, o.get(&EXACT)) {
            Some(kernel) => Kernels::Number(o.env(), kernel),
            None => Kernels::Dynamic(o.env(), kernels::dynamic(self.from, self.to, o.get(&EXACT))),
        }
    }
}

/// The conversions that are listed.
fn operations() -> Vec<Op> {
    let pairs = SOURCES.iter().flat_map(|a| SOURCES.iter().map(move |b| (a, b)));
    let common = pairs
        .filter(|(a, b)| a.name != b.name && makes_sense(&a.format, &b.format))
        .map(|(a, b)| op((a.name, a.format), (b.name, b.format)));
    let partners = SOURCES.iter().filter(|s| ["f16", "bf16", "f32"].contains(&s.name));
    let p3109 = partners.flat_map(|a| formats::p3109().map(move |b| (a, b)));
    let both = p3109.flat_map(|(a, b)| {
        let (a, b) = ((a.name, a.format), (b.name, b.format));
        [op(a, b), op(b, a)]
    });
    common.chain(both).collect()
}

/// The conversion of this id, one of whose formats is not listed.
fn on_demand(id: &str) -> Option<Op> {
    let [NAMES, from, to] = id.split('.').collect::<Vec<_>>()[..] else { return None };
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

/// Why formats that there are have no conversion.
fn refuses(id: &str) -> Option<Refusal> {
    if let Some(refusal) = formats::beyond_limits(NAMES, id) {
        return Some(refusal);
    }
    let [NAMES, from, to] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    let (a, b) = (named(from)?, named(to)?);
    Some(Refusal::Parts(match (from == to, makes_sense(&a, &b)) {
        (true, _) => format!("{from} is what it is already"),
        (_, false) => "scales are converted from and to floating-point formats alone".to_owned(),
        _ => return None,
    }))
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
        _ if from.is_posit() && to.is_posit() => "Posit standard 2022, 6.1",
        (true, true) if from.is_posit() || to.is_posit() => "Posit standard 2022, 6.5",
        _ if from.is_posit() || to.is_posit() => "Posit standard 2022, 6.4",
        _ if to.is_p3109() => "P3109, report 4.0, 4.9",
        (true, true) => "IEEE 754-2019, 5.4.2",
        (true, false) => "IEEE 754-2019, 5.4.1, 5.8",
        (false, true) => "IEEE 754-2019, 5.4.1",
        (false, false) => "two's complement",
    };
    let (options, senseless) = options::with_boxes(&from, &to);
    let is_boxed = options.iter().any(|spec| spec.row.name == BOX.row.name);
    let floats = is_float(&from) || is_float(&to);
    Op {
        id: format!("cvt.{a}.{b}"),
        summary: format!("{a} {} {b}", if floats { "rounded to" } else { "as" }),
        operands: &["x"],
        flags: if options::silent(&from, &to) { FlagKind::None } else { FlagKind::Exceptions },
        options,
        section: formats::cited(section, &[from, to]),
        decisions: [decisions(&from, &to), chosen([("NUM-D74", is_boxed)])].concat(),
        senseless,
        link: link(
            &FAMILY,
            Convert { names: [a, b].map(str::to_owned), from, to, inner: boxed::Inner::default() },
        ),
    }
}

/// The decisions that the bits of a conversion can depend on.
pub(crate) fn decisions(from: &Format, to: &Format) -> Vec<&'static str> {
    let fixed = |f: &Format| f.is_fixed();
    if from.is_posit() || to.is_posit() {
        return of_posits(from, to);
    }
    if from.is_p3109() || to.is_p3109() {
        return of_p3109(from, to);
    }
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
        ("NUM-D93", is_float(from) && float && (from.is_ofp8() || to.is_ofp8())),
    ])
}

/// The same where one is a format of posits.
fn of_posits(from: &Format, to: &Format) -> Vec<&'static str> {
    let other = |f: &Format| f.posit_exponent_bits().is_some_and(|es| es != 2);
    chosen([
        ("POSIT-D01", true),
        ("POSIT-D02", other(from) || other(to)),
        ("POSIT-D03", to.is_posit()),
        ("POSIT-D05", !from.is_fixed() && !to.is_fixed()),
        ("POSIT-D06", from.is_fixed() || to.is_fixed()),
        ("NUM-D01", !to.is_posit() && !to.is_fixed() && !to.has_infinity()),
        ("NUM-D05", !to.is_posit() && !to.is_fixed() && !to.has_nan()),
        ("NUM-D07", to.zeroless()),
        ("NUM-D08", to.zeroless()),
    ])
}

/// The same where one is a format of P3109.
fn of_p3109(from: &Format, to: &Format) -> Vec<&'static str> {
    let into = to.is_p3109();
    chosen([
        ("P3109-D01", true),
        ("P3109-D02", true),
        ("P3109-D03", into),
        ("P3109-D04", into && from.sign && !to.sign),
        ("P3109-D05", !into),
        ("P3109-O1", to.p3109().is_some_and(|own| !own.extended)),
        ("NUM-D01", !into && !to.is_fixed() && !to.has_infinity()),
        ("NUM-D05", !into && !to.is_fixed() && !to.has_nan()),
        ("NUM-D07", to.zeroless()),
        ("NUM-D08", to.zeroless()),
        ("NUM-D23", to.is_fixed()),
        ("NUM-D24", to.is_fixed()),
    ])
}

// Conversions between number formats: halves and limits of integers, ties at every place of what
// is narrower, its smallest numbers.
