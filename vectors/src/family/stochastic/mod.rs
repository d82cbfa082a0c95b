//! `sr.A.B`: conversions whose last place random bits decide. The bits are an operand.

mod draw;

use super::number::options::{FORMAT_WITHOUT_NAN, NO_OVERFLOW, NO_SUBNORMALS, saturation, unless};
use super::number::options::{NO_FLAGS, PROJECTED, Taken, choice, saturate, taken};
use super::number::{DECISIONS, chosen};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::Explain;
use crate::family::operations::link;
use crate::formats::{self, SOURCES, is_float, named};
use crate::registry::Form::{Own as Values, Words};
use crate::registry::rules::{DAZ, FTZ, INT, NAN, SAT, TININESS};
use crate::registry::{
    Evaluate, Family, FlagKind, Kernels, List, Op, Options, Own, Plan, Resolved, Setting, Shape,
};
use softfloat::Format;
use softfloat::stochastic::{self, Fraction, MOST, Random};
use std::sync::Arc;

pub(crate) static FAMILY: Family = Family {
    begins: &["sr"],
    on_demand,
    refuses: |id| formats::beyond_limits("sr", id),
    ..Family::listed(NAME, OPTIONS, operations, DECISIONS)
};

const NAME: &str = "stochastic";

#[rustfmt::skip]
const OPTIONS: List = &[
    &BITS.row, &TAIL.row, &TININESS.row, &NAN.row, &FTZ.row, &DAZ.row, &SAT.row, &INT.row,
];

/// The number of random bits whose number is not given.
const USUAL: u16 = 8;

/// How many random bits there are.
static BITS: Setting<u32> = Setting::new("bits", Values(&NUMBERS), |bits| match bits {
    0 => USUAL.into(),
    bits => bits as u32,
});

static NUMBERS: Own = Own {
    all: || vec![0, 1, 2, 3, 13, MOST as u16],
    read: |text| {
        let bits = text.parse().ok().filter(|bits| (1..=MOST as u16).contains(bits))?;
        let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
        plain.then_some(if bits == USUAL { 0 } else { bits })
    },
    text: |bits| if bits == 0 { USUAL.to_string() } else { bits.to_string() },
    syntax: ["1 to 32, 8 where it is not given", "1..32"],
    required: None,
    list: false,
};

/// What becomes of the bits behind those that meet the random ones.
static TAIL: Setting<Fraction> =
    Setting::new("tail", Words(&["cut", "halfup", "even", "odd"]), |at| {
        use Fraction::{Cut, HalfEven, HalfOdd, HalfUp};
        [Cut, HalfUp, HalfEven, HalfOdd][at]
    });

/// A conversion.
#[derive(Debug)]
struct Convert {
    from: Format,
    to: Format,
}

impl Evaluate for Convert {
    fn resolve(&self, options: &Options) -> Resolved {
        let (from, to, bits, tail) = (self.from, self.to, options.get(&BITS), options.get(&TAIL));
        let word = Format::integer(bits.max(2), false).expect("a width of the table");
        let word = if bits == 1 { formats::BOOL } else { word };
        Resolved {
            operands: vec![Shape::one(from), Shape::one(word)],
            results: vec![Shape::one(to)],
            kernels: Kernels::Dynamic(
                options.env(),
                Arc::new(move |env, x, out| {
                    let random = Random::new(bits, x[1], tail).expect("a word of so many bits");
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

impl Explain for Convert {}

impl Modelled for Convert {}

/// From the formats of 16 bits and more to the narrower ones.
fn operations() -> Vec<Op> {
    let floats = || SOURCES.iter().filter(|s| is_float(&s.format) && rounds(&s.format));
    let pairs = floats().flat_map(|a| floats().map(move |b| (a, b)));
    pairs
        .filter(|(a, b)| a.format.width >= 16 && b.format.precision() < a.format.precision())
        .map(|(a, b)| op((a.name, a.format), (b.name, b.format)))
        .collect()
}

/// The conversion of this id, which is not listed: to integers too, and of formats that are made when asked for.
fn on_demand(id: &str) -> Option<Op> {
    let ["sr", from, to] = id.split('.').collect::<Vec<_>>()[..] else { return None };
    let (a, b) = (named(from)?, named(to)?);
    let known = is_float(&a) && rounds(&a) && rounds(&b);
    (known && from != to).then(|| op((from, a), (to, b)))
}

/// Whether the last place of a format's numbers is asked for by the source: of posits it says nothing, and where there is no zero
/// there is nothing below the least number.
fn rounds(f: &Format) -> bool {
    !f.zeroless() && !f.is_posit()
}

fn op((a, from): (&str, Format), (b, to): (&str, Format)) -> Op {
    let (options, senseless) = options(&from, &to);
    Op {
        id: format!("sr.{a}.{b}"),
        summary: format!("{a} to {b}, up where fraction and random bits reach 1"),
        operands: &["x", "random"],
        flags: if to.is_p3109() { FlagKind::None } else { FlagKind::Exceptions },
        options,
        section: formats::cited("gfloat 0.5, RoundMode", &[from, to]),
        decisions: decisions(&from, &to),
        senseless,
        link: link(&FAMILY, Convert { from, to }),
    }
}

fn options(from: &Format, to: &Format) -> Taken {
    if to.is_p3109() {
        return of_p3109();
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
        choice(&NAN, integers.or(unless(to.has_nan(), FORMAT_WITHOUT_NAN)).or(one_nan)),
        choice(&FTZ, integers.or(unless(to.subnormal, NO_SUBNORMALS))),
        choice(&DAZ, unless(from.subnormal && !from.is_p3109(), NO_SUBNORMALS)),
        saturate(infinite, sat),
    ];
    choices.extend((!float).then(|| choice(&INT, None)));
    taken(choices)
}

const ONE_NAN: &str = "there is one NaN";

/// Into a format of P3109: what is too large saturates, or not.
fn of_p3109() -> Taken {
    taken([
        choice(&BITS, None),
        choice(&TAIL, None),
        choice(&TININESS, Some(NO_FLAGS)),
        choice(&NAN, Some(ONE_NAN)),
        choice(&FTZ, Some(PROJECTED)),
        choice(&DAZ, Some(PROJECTED)),
        saturate(false, None),
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
    ])
}
