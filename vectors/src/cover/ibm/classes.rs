//! B1 (B21, B25): classes of operands, every combination; classes and flags of results.

use crate::cover::bins::{self, Bins, FLAGS, LANE, OUT, Point};
use crate::cover::cross::{Aim, Axis, Cross, RESULTS, always};
use crate::cover::never;
use crate::cover::palette::Fine;
use crate::cover::subject::Subject;
use crate::draw::rng::Rng;
use crate::registry::rules::EXACT;
use crate::registry::{Arithmetic, FlagKind};
use softfloat::Overflow;

const NAMES: [&str; 3] = ["x", "y", "z"];

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    if subject.arithmetic.is_none() {
        return blocks(subject);
    }
    let mut all = vec![operands(subject), results(subject)];
    all.extend(flags(subject));
    all
}

/// One element of every operand, of operations by lanes.
fn operands(subject: &Subject) -> Cross {
    let palettes = || subject.operands.iter().map(|port| &port.palette);
    let axes = palettes().zip(NAMES).map(|(p, name)| Axis { name, values: p.names() });
    let (own, drawn): (Vec<_>, Vec<_>) = palettes().map(|p| (p.clone(), p.clone())).unzip();
    Cross {
        name: "B1",
        bins: bins::classes(subject.operands.iter().zip(LANE.map(str::to_owned))),
        what: "classes of the operands",
        axes: axes.collect(),
        hits: Box::new(move |view, hit| {
            let mut goal = [0; 3];
            for ((at, palette), code) in goal.iter_mut().zip(&own).zip(view.scene.x) {
                *at = palette.class(code);
            }
            hit(&goal[..own.len()]);
        }),
        aims: Box::new(move |_, goal, rng| {
            let mut x = [0; 3];
            for ((x, palette), at) in x.iter_mut().zip(&drawn).zip(goal) {
                *x = palette.code(*at, rng);
            }
            Some(Aim::Operands(x))
        }),
        never: always(),
    }
}

/// Of operations on blocks: the first element, the second, the one in the middle and the last, any two.
fn blocks(subject: &Subject) -> Vec<Cross> {
    let plan = &subject.plan;
    let ports = plan.operands.iter().zip(&subject.operands);
    let ports: Vec<_> = ports.flat_map(|(s, port)| vec![port; s.len]).collect();
    let of: Vec<_> = ports.iter().map(|port| &port.palette).collect();
    let n = of.len();
    let mut places: Vec<usize> =
        [0, 1, n / 2, n.saturating_sub(1)].into_iter().filter(|p| *p < n).collect();
    places.dedup();
    let cross = |chosen: Vec<usize>| {
        let own: Vec<_> = chosen.iter().map(|at| (*at, of[*at].clone())).collect();
        let drawn = own.clone();
        let all: Vec<_> = of.iter().map(|p| (*p).clone()).collect();
        let names = ["first", "second", "middle", "last"];
        let name = |at: usize| names[places.iter().position(|p| *p == at).unwrap_or(0)];
        Cross {
            name: "B1",
            bins: bins::classes(chosen.iter().map(|at| (ports[*at], bins::argument(plan, *at)))),
            what: "classes of elements",
            axes: own.iter().map(|(at, p)| Axis { name: name(*at), values: p.names() }).collect(),
            hits: Box::new(move |view, hit| {
                let mut goal = [0; 3];
                for (place, (at, palette)) in goal.iter_mut().zip(&own) {
                    *place = palette.class(view.elements[*at]);
                }
                hit(&goal[..own.len()]);
            }),
            aims: Box::new(move |_, goal, rng| {
                // The others are any numbers.
                let mut x: Vec<u64> =
                    all.iter().map(|p| p.code(rng.below(p.len() as u64) as usize, rng)).collect();
                for ((at, palette), class) in drawn.iter().zip(goal) {
                    x[*at] = palette.code(*class, rng);
                }
                Some(Aim::Elements(x))
            }),
            never: always(),
        }
    };
    match places.len() {
        0 => Vec::new(),
        1..=3 if n <= 3 => vec![cross(places.clone())],
        len => {
            let pairs = (0..len).flat_map(|j| (0..j).map(move |i| (i, j)));
            pairs.map(|(i, j)| cross(vec![places[i], places[j]])).collect()
        }
    }
}

/// The class of the result.
pub(in crate::cover) fn results(subject: &Subject) -> Cross {
    let palette = subject.result.palette.clone();
    Cross {
        name: RESULTS,
        bins: bins::classes([(&subject.result, OUT.to_owned())]),
        what: "class of the result",
        axes: vec![Axis { name: "result", values: palette.names() }],
        hits: Box::new(|view, hit| hit(&[view.subject.result.palette.class(view.scene.out)])),
        aims: Box::new(|subject, goal, rng| {
            let palette = &subject.result.palette;
            let code = palette.code(goal[0], rng);
            let value = subject.result.value(code).and_then(crate::cover::exact::Real::of);
            match value.filter(|_| palette.is_finite(goal[0]) && rng.below(4) > 0) {
                Some(value) => Some(Aim::Result(value)),
                None => Some(Aim::Any),
            }
        }),
        never: Box::new(|subject, goal| never_result(subject, goal[0])),
    }
}

pub(in crate::cover) fn never_result(subject: &Subject, at: usize) -> Option<&'static str> {
    let (sign, class) = subject.result.palette.at(at);
    let float = !subject.result.is_fixed();
    let env = &subject.env;
    let subnormal = matches!(class, Fine::Subnormal | Fine::SubnormalMin | Fine::SubnormalMax);
    let flushed = env.underflow != softfloat::Underflow::Gradual;
    let boolean = subject.result.format.width == 1;
    let widens = matches!(subject.arithmetic, Some(Arithmetic::Convert))
        && subject.operands[0].format.width < subject.result.format.width
        && env.underflow != softfloat::Underflow::FlushPositive;
    match class {
        Fine::SignallingNan => Some("no operation delivers a signalling NaN"),
        Fine::QuietNan
            if sign
                && subject.result.format.signs_nan()
                && env.nan == softfloat::NanRule::Canonical =>
        {
            Some("the NaN that results has no sign")
        }
        Fine::Infinite if env.overflow == Overflow::Saturate => {
            Some("what is too large becomes the largest number")
        }
        _ if boolean => None,
        _ if subnormal && flushed => Some("what is below the smallest normal number becomes 0"),
        Fine::ZeroMantissa | Fine::InfiniteMantissa if !widens => {
            Some("zeros and infinities that result have no mantissa")
        }
        Fine::Zero if sign && env.underflow == softfloat::Underflow::FlushPositive => {
            Some("a zero that results is positive")
        }
        _ => match subject.arithmetic? {
            Arithmetic::Compare if subnormal && subject.env.daz => {
                Some("subnormal operands are taken as 0")
            }
            _ if subject.is_product() && class == Fine::Ones => {
                never::rounding(subject, false, sign, true, false, false)
            }
            _ if subject.is_product() && matches!(class, Fine::Max | Fine::Min) => {
                let palette = &subject.result.palette;
                let value = subject.result.value(palette.code(at, &mut Rng::new(1, 1)));
                value.and_then(|value| never::result(subject, &value))
            }
            Arithmetic::Convert => {
                let (rng, palette) = (&mut Rng::new(1, 1), &subject.result.palette);
                never::converts_to(subject, palette.code(at, rng), class)
                    .or_else(|| never::sign(subject, sign && class != Fine::QuietNan))
            }
            Arithmetic::Root if float && sign && class != Fine::Zero && class != Fine::QuietNan => {
                Some("a root is not negative")
            }
            Arithmetic::Root if subnormal || class == Fine::Min => {
                let above =
                    never::roots(subject).0 >= subject.result.emin() + i64::from(!subnormal);
                above.then_some("the root of the smallest number is above the smallest normal one")
            }
            Arithmetic::Root if class == Fine::Max => {
                let far = never::roots(subject).1 < subject.result.emax();
                far.then_some("roots are far below the largest number")
            }
            Arithmetic::Integral if subnormal || class == Fine::Min => {
                Some("an integral value is 0 or at least 1")
            }
            _ => None,
        },
    }
}

/// The flags, every set of them that can come together.
pub(in crate::cover) fn flags(subject: &Subject) -> Option<Cross> {
    if subject.plan.op.flags != FlagKind::Exceptions {
        return None;
    }
    let kind = subject.plan.op.flags;
    Some(Cross {
        name: "flags",
        bins: Bins::Said(vec![Point::each(FLAGS.to_owned(), 5, 0..32)]),
        what: "exceptions",
        axes: vec![Axis { name: "flags", values: (0..32).map(|f| kind.text(f)).collect() }],
        hits: Box::new(|view, hit| hit(&[usize::from(view.scene.flags) & 31])),
        aims: Box::new(|_, _, _| Some(Aim::Any)),
        never: Box::new(|subject, goal| never_flags(subject, goal[0] as u8)),
    })
}

const QUIET: &str = "without `exact` nothing is signalled";
const INEXACT: u8 = 1;
const UNDERFLOW: u8 = 2;
const OVERFLOW: u8 = 4;
const INFINITE: u8 = 8;
const INVALID: u8 = 16;

fn never_flags(subject: &Subject, flags: u8) -> Option<&'static str> {
    let has = |bit| flags & bit != 0;
    if has(INVALID) && flags != INVALID {
        return Some("an invalid operation raises nothing else");
    }
    if has(INFINITE) && flags != INFINITE {
        return Some("a division by zero is exact");
    }
    if has(OVERFLOW) && has(UNDERFLOW) {
        return Some("nothing is too large and too small");
    }
    if has(OVERFLOW) && !has(INEXACT) {
        return Some("an overflow is inexact");
    }
    if has(UNDERFLOW) && !has(INEXACT) {
        return Some("an exact result does not underflow");
    }
    if has(INFINITE) && subject.arithmetic != Some(Arithmetic::Quotient) {
        return Some("nothing is divided");
    }
    let arithmetic = subject.arithmetic?;
    let to_float = matches!(
        arithmetic,
        Arithmetic::Sum { .. }
            | Arithmetic::Product
            | Arithmetic::Fused { .. }
            | Arithmetic::Integral
    );
    let from = &subject.operands[0].format;
    let signalling = from.has_signalling();
    if has(INVALID) && to_float && !signalling {
        return Some("no operand is a signalling NaN or an infinity");
    }
    let fixed = subject.result.is_fixed();
    if has(INVALID) && arithmetic == Arithmetic::Convert && never::is_always_valid(subject) {
        return Some("every operand is a number in range");
    }
    let quiet = !signalling && !from.has_infinity() && subject.result.format.has_nan();
    if has(INVALID) && arithmetic == Arithmetic::Convert && !fixed && quiet {
        return Some("no operand is a signalling NaN or an infinity");
    }
    let gradual = subject.env.underflow == softfloat::Underflow::Gradual;
    match arithmetic {
        Arithmetic::Sum { .. } if has(UNDERFLOW) && gradual => {
            Some("a sum below the smallest normal number is exact")
        }
        Arithmetic::Root if has(UNDERFLOW) || has(OVERFLOW) => {
            Some("a root is far from both ends of the range")
        }
        Arithmetic::Compare if flags & !INVALID != 0 => Some("a comparison can only be invalid"),
        Arithmetic::Integral if has(OVERFLOW) || has(UNDERFLOW) => {
            Some("an integral value is 0 or a normal number in range")
        }
        Arithmetic::Integral if has(INEXACT) && !subject.plan.options.get(&EXACT) => Some(QUIET),
        Arithmetic::Convert if fixed && has(INEXACT) && !subject.plan.options.get(&EXACT) => {
            Some(QUIET)
        }
        Arithmetic::Order if flags != 0 => Some("a total order raises nothing"),
        Arithmetic::Convert if fixed && flags & (OVERFLOW | UNDERFLOW) != 0 => {
            Some("an integer out of range is invalid")
        }
        Arithmetic::Convert => {
            never::conversion(subject, has(INEXACT), has(OVERFLOW), has(UNDERFLOW))
        }
        _ => None,
    }
}
