//! `cvt.A.B`: conversions between number formats.

mod kernels;
mod options;
pub(crate) mod random;

use super::number::{DECISIONS, chosen};
use crate::cover::Modelled;
use crate::draw::code::Float;
use crate::draw::corner::{self, elementwise};
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::family::number::explain::{
    account, convert, integral, operand, p3109 as p3109_steps, posit as posit_steps,
};
use crate::family::operations::link;
use crate::formats::{self, SOURCES, is_float, named};
use crate::registry::rules::{EXACT, OPTIONS};
use crate::registry::{
    Arithmetic, Evaluate, Family, FlagKind, Kernels, Op, Options, Plan, Resolved, Shape,
};
use softfloat::{Format, posit};

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
        directed(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        x[0] = random::convert(rng, plan, &operands[0]);
    }
}

impl Explain for Convert {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain(steps, plan, x)
    }
}

impl Modelled for Convert {
    fn arithmetic(&self, _: &Plan) -> Option<Arithmetic> {
        // A posit has no fixed last place; the codes of P3109's formats have not the fields that the models look at.
        let known = |f: &Format| !f.is_posit() && !f.is_p3109();
        (known(&self.from) && known(&self.to)).then_some(Arithmetic::Convert)
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
        _ if from.is_posit() && to.is_posit() => "Posit standard 2022, 6.1",
        (true, true) if from.is_posit() || to.is_posit() => "Posit standard 2022, 6.5",
        _ if from.is_posit() || to.is_posit() => "Posit standard 2022, 6.4",
        _ if to.is_p3109() => "gfloat 0.5.2, round_float",
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
        flags: if options::silent(&from, &to) { FlagKind::None } else { FlagKind::Exceptions },
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

/// The cases of a conversion.
fn directed(plan: &Plan, cases: &mut Cases) {
    let (from, to) = (plan.operands[0].format, plan.result().format);
    if from.is_posit() || to.is_posit() {
        let corners = [&from, &to].map(corner::codes);
        return corner::posit::conversion(&from, &to, corners, cases);
    }
    if from.is_p3109() || to.is_p3109() {
        return corner::p3109::sources(&from, &to, corner::codes)
            .iter()
            .for_each(|code| cases.push(&[*code]));
    }
    match (Float::of(&from), Float::rounded(&to)) {
        (Some(f), Some(t)) => {
            elementwise::conversion(plan, cases);
            tiny(&f, &t, cases);
            elementwise::payloads(&f, cases);
        }
        (Some(f), None) => {
            elementwise::integers(&f, i64::from(to.width) + 2, cases);
            integer_limits(&f, to.width, cases);
        }
        (None, Some(t)) => integers(&from, &t, cases),
        (None, None) => limits(&from, to.width, cases),
    }
}

/// Integers about every power of two up to the target's limits and beyond.
fn limits(from: &Format, width: u32, cases: &mut Cases) {
    let mask = u64::MAX >> (64 - from.width);
    for power in (0..=width).filter_map(|bits| 1u64.checked_shl(bits)) {
        for x in [power - 1, power, power + 1, power | power >> 1] {
            cases.push(&[x & mask]);
            cases.push(&[x.wrapping_neg() & mask]);
        }
    }
}

/// Numbers below the smallest normal number of the target: ties, and what lies beside them.
fn tiny(f: &Float, t: &Float, cases: &mut Cases) {
    for below in 0..=i64::from(t.body) + 2 {
        // Bits of the operand's mantissa below the target's last place.
        let lost = i64::from(f.body) - i64::from(t.body) + below;
        let Some(half) = u32::try_from(lost - 1).ok().and_then(|s| 1u64.checked_shl(s)) else {
            continue;
        };
        for kept in [0, 2 * half, f.ones() & !(2 * half - 1)] {
            for low in [0, half.wrapping_sub(1), half, half + 1] {
                let mantissa = (kept | low) & f.ones();
                cases.push(&[f.at(below & 1 == 1, t.emin() - below, mantissa)]);
            }
        }
    }
}

/// Numbers about 2^(width-1) and 2^width, where two's complement and unsigned integers end.
fn integer_limits(f: &Float, width: u32, cases: &mut Cases) {
    let ones = f.ones();
    for power in [width - 1, width] {
        // The mantissa's bits below the point, beside a number below 2^power.
        let fraction = ones.checked_shr(power - 1).unwrap_or(0);
        let half = fraction ^ fraction >> 1;
        let top = ones ^ fraction;
        for mantissa in [top, top | half, (top | half).wrapping_sub(1) & ones, ones, ones - 1] {
            for sign in [false, true] {
                cases.push(&[f.at(sign, i64::from(power) - 1, mantissa)]);
            }
        }
        let fraction = ones.checked_shr(power).unwrap_or(0);
        for mantissa in [0, 1, fraction ^ fraction >> 1, fraction, (fraction + 1) & ones] {
            for sign in [false, true] {
                cases.push(&[f.at(sign, i64::from(power), mantissa)]);
            }
        }
    }
}

/// Integers of every length that round down, up, at a tie, and with a carry.
fn integers(from: &Format, t: &Float, cases: &mut Cases) {
    let mask = u64::MAX >> (64 - from.width);
    for length in 1..=from.width {
        let lead = 1u64 << (length - 1);
        let mut all = vec![lead, lead | 1, (2 * (lead - 1)) | 1, lead | lead >> 1];
        if let Some(drop @ 1..) = length.checked_sub(t.body + 1) {
            let half = 1u64 << (drop - 1);
            for kept in [0, 2 * half, (lead - 1) & !(2 * half - 1)] {
                let tie = lead | kept | half;
                all.extend([tie, tie - 1, tie + 1]);
            }
        }
        for x in all {
            cases.push(&[x & mask]);
            cases.push(&[x.wrapping_neg() & mask]);
        }
    }
}

/// Explains a case of a conversion.
fn explain(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
    let to = plan.result().format;
    account(steps, plan, x, |work, operands| {
        operand::show(work, operands);
        vec![match &*operands {
            [x] if to.is_posit() => posit_steps::converted(work, &to, x),
            [x] if to.is_p3109() => p3109_steps::converted(work, &to, x),
            [x] if to.is_fixed() => integral::to_integer(work, &to, x, plan.options.get(&EXACT)),
            [x] => convert::explain(work, &to, x),
            _ => 0,
        }]
    })
}
