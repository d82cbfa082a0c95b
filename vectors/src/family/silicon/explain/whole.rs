//! Sums that are exact until the end: Arm's FP8, integers of x86.

use super::shared::{split, word};
use crate::explain::exact::Dyadic;
use crate::explain::steps::row;
use crate::family::number::explain::Work;
use crate::family::number::explain::operand::{Operand, count};
use crate::family::sum::explain::{Item, adder, term};
use softfloat::format::Binary32;
use softfloat::silicon::arm::{Fp8, Fpmr};
use softfloat::silicon::x86::IntegerDot;
use softfloat::sum::plain;
use softfloat::{Env, Overflow, Rounding, StaticFormat};

/// Arm's FP8: the scaled products and the addend, rounded once (SIL-D29).
pub(super) fn fp8(work: &mut Work<'_>, sum: &Fp8, fpmr: Fpmr, k: usize, x: &[Operand]) -> u64 {
    let (a, b, rest) = split(x, k);
    let Some(c) = rest.first() else { return 0 };
    let [p, q] = sum.factors;
    let datapath = plain::exact_dot(p, q, sum.to, Rounding::NearestEven);
    let products = term::terms(work, &datapath, a, b);
    let single = sum.to == Binary32::FORMAT;
    let places = i64::from(fpmr.scale % if single { 128 } else { 16 });
    if places > 0 {
        work.steps.begin("scale (FPMR.LSCALE)");
        work.steps.say(format!("each product times 2^-{places}"));
    }
    let moved = products.into_iter().map(|item| item.scaled(-places));
    let inputs: Vec<Item> = moved.chain([Item::of(c)]).collect();
    let overflow = if fpmr.saturate { Overflow::SaturateFinite } else { Overflow::Ieee };
    work.env = Env { overflow, ..Env::IEEE };
    let code = adder::add(work, &datapath, "result", &inputs, &sum.to);
    let nan = if single { 0x7fc0_0000 } else { 0x7e00 };
    word(work, &sum.to, code, nan | u64::from(fpmr.ah) << (sum.to.width - 1))
}

/// Integers: the exact sum, which is clamped or wraps (SIL-D25).
pub(super) fn integers(work: &mut Work<'_>, dot: &IntegerDot, k: usize, x: &[Operand]) -> u64 {
    let (a, b, rest) = split(x, k);
    let Some(c) = rest.first() else { return 0 };
    let mut rows = vec![row!["", ">"]];
    let mut sum = whole(&c.value);
    for (a, b) in a.iter().zip(b) {
        let product = whole(&a.value) * whole(&b.value);
        sum += product;
        if product != 0 {
            rows.push(row![format!("{}*{}", a.name, b.name), product]);
        }
    }
    work.steps.begin("products and addend, exact");
    let zeros = k + 1 - rows.len();
    rows.push(row![c.name, whole(&c.value)]);
    rows.push(row!["sum", sum]);
    work.steps.table(&rows);
    if zeros > 0 {
        work.steps.item("zero", count(zeros, "product"));
    }
    let (least, most) = (i128::from(i32::MIN), i128::from(i32::MAX));
    let fits = (least..=most).contains(&sum);
    work.steps.begin("32 bits");
    let (result, why) = match (fits, dot.saturate) {
        (true, _) => (sum, "the sum fits".to_owned()),
        (false, true) => {
            let end = if sum < 0 { least } else { most };
            (end, format!("beyond: clamped to {end}"))
        }
        (false, false) => {
            let low = sum.rem_euclid(1 << 32);
            (low, format!("beyond: the low 32 bits, {low:08x}"))
        }
    };
    work.steps.say(why);
    result.rem_euclid(1 << 32) as u64
}

fn whole(value: &Dyadic) -> i128 {
    let digits = value.in_units(0).iter_u64_digits().next().unwrap_or(0);
    if value.negative { -i128::from(digits) } else { digits.into() }
}
