//! `sr.A.B`: conversions.

use super::words::{BITS, GFLOAT, TAIL, Words, rounds};
use super::{FAMILY, draw};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::number::chosen;
use crate::family::number::explain::{account, convert, operand};
use crate::family::number::options::{
    FORMAT_WITHOUT_NAN, NO_FLAGS, NO_OVERFLOW, NO_SUBNORMALS, PROJECTED, Taken,
};
use crate::family::number::options::{choice, nan, projected, saturate, saturation, taken, unless};
use crate::family::operations::link;
use crate::formats::{self, SOURCES, is_float, named};
use crate::registry::rules::{DAZ, FTZ, INT, NAN, TININESS};
use crate::registry::{Evaluate, FlagKind, Group, Kernels, Op, Options, Plan, Resolved, Shape};
use softfloat::{Format, stochastic};
use std::sync::Arc;

/// A conversion.
#[derive(Debug)]
struct Convert {
    from: Format,
    to: Format,
}

impl Evaluate for Convert {
    fn is_stochastic(&self) -> bool {
        true
    }

    fn resolve(&self, options: &Options) -> Resolved {
        let (from, to, words) = (self.from, self.to, Words::of(options));
        Resolved {
            operands: vec![Shape::one(from), Shape::one(words.format())],
            results: vec![Shape::one(to)],
            kernels: Kernels::Dynamic(
                options.env(),
                Arc::new(move |env, x, out| {
                    let random = words.random(x[1]);
                    let rounded = stochastic::convert_any(&from, &to, env, x[0], random);
                    out[0] = rounded.bits;
                    rounded.flags
                }),
            ),
        }
    }
}

impl Draw for Convert {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        draw::directed(plan, cases);
    }

    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        (x[0], x[1]) = draw::random(rng, plan, &operands[0]);
    }
}

impl Explain for Convert {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        account(steps, plan, x, |work, operands| {
            operand::show(work, operands);
            work.random = Some(Words::of(&plan.options).random(x[1]));
            vec![convert::any(work, &self.to, &operands[0], true)]
        })
    }
}

impl Modelled for Convert {
    fn group(&self, plan: &Plan) -> Option<Group> {
        Some(Words::of(&plan.options).group())
    }
}

/// From the formats of 16 bits and more to the narrower ones.
pub(super) fn operations() -> Vec<Op> {
    let floats = || SOURCES.iter().filter(|s| is_float(&s.format) && rounds(&s.format));
    let pairs = floats().flat_map(|a| floats().map(move |b| (a, b)));
    pairs
        .filter(|(a, b)| a.format.width >= 16 && b.format.precision() < a.format.precision())
        .map(|(a, b)| op((a.name, a.format), (b.name, b.format)))
        .collect()
}

/// The conversion of these formats, which is not listed: to integers too, and of formats that are made when asked for.
pub(super) fn on_demand(from: &str, to: &str) -> Option<Op> {
    let (a, b) = (named(from)?, named(to)?);
    let known = is_float(&a) && rounds(&a) && rounds(&b);
    (known && from != to).then(|| op((from, a), (to, b)))
}

/// Why there is no such conversion.
pub(super) fn refused(from: &str, to: &str) -> Option<String> {
    let (a, _) = (named(from)?, named(to)?);
    match from == to {
        true => Some(format!("{from} is what it is already")),
        false => {
            (!is_float(&a)).then(|| format!("random bits round no integers, as those of {from}"))
        }
    }
}

fn op((a, from): (&str, Format), (b, to): (&str, Format)) -> Op {
    let (options, senseless) = options(&from, &to);
    Op {
        id: format!("sr.{a}.{b}"),
        summary: format!("{a} to {b}, up where fraction and random bits reach 1"),
        operands: &["x", "random"],
        flags: if to.is_p3109() { FlagKind::None } else { FlagKind::Exceptions },
        options,
        section: formats::cited(GFLOAT, &[from, to]),
        decisions: decisions(&from, &to),
        senseless,
        link: link(&FAMILY, Convert { from, to }),
    }
}

fn options(from: &Format, to: &Format) -> Taken {
    if to.is_p3109() {
        return of_p3109(to);
    }
    let (float, infinite) = (is_float(to), is_float(to) && from.has_infinity());
    let sat =
        saturation(to).or(unless(from.exponents().1 > to.exponents().1 || infinite, NO_OVERFLOW));
    let integers = (!float).then_some("its results are integers");
    let one_nan = from.is_p3109().then_some(ONE_NAN);
    let mut choices = vec![
        choice(&BITS, None),
        choice(&TAIL, None),
        choice(&TININESS, integers),
        nan(from, to, integers.or(unless(to.has_nan(), FORMAT_WITHOUT_NAN)).or(one_nan)),
        choice(&FTZ, integers.or(unless(to.subnormal, NO_SUBNORMALS))),
        choice(&DAZ, unless(from.subnormal && !from.is_p3109(), NO_SUBNORMALS)),
        saturate(infinite, sat),
    ];
    choices.extend((!float).then(|| choice(&INT, None)));
    taken(choices)
}

const ONE_NAN: &str = "there is one NaN";

/// Into a format of P3109: what is too large saturates, or not.
fn of_p3109(to: &Format) -> Taken {
    taken([
        choice(&BITS, None),
        choice(&TAIL, None),
        choice(&TININESS, Some(NO_FLAGS)),
        choice(&NAN, Some(ONE_NAN)),
        choice(&FTZ, Some(PROJECTED)),
        choice(&DAZ, Some(PROJECTED)),
        (projected(to), None),
    ])
}

/// The decisions that the bits can depend on.
fn decisions(from: &Format, to: &Format) -> Vec<&'static str> {
    let float = is_float(to);
    if to.is_p3109() {
        return chosen([
            ("NUM-D80", true),
            ("P3109-D01", true),
            ("P3109-D02", true),
            ("P3109-D03", true),
            ("P3109-D04", from.sign && !to.sign),
            ("P3109-O1", to.p3109().is_some_and(|own| !own.extended)),
        ]);
    }
    chosen([
        ("NUM-D01", float && !to.has_infinity()),
        ("NUM-D04", float && from.has_infinity() && !to.has_infinity()),
        ("NUM-D05", float && from.has_nan() && !to.has_nan()),
        ("NUM-D13", float && from.has_nan() && to.has_nan()),
        ("NUM-D17", true),
        ("NUM-D23", !float),
        ("NUM-D44", formats::saturates(to) && from.has_infinity()),
        ("NUM-D80", true),
        ("NUM-D93", float && (from.is_ofp8() || to.is_ofp8())),
    ])
}
