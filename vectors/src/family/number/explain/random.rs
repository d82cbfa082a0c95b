//! Random bits in the place of a direction: added to the first bits that are lost.

use super::cut::{Cut, Exact};
use num_bigint::BigUint;
use softfloat::Rounding;
use softfloat::stochastic::{Fraction, Random};

/// The multiple of `2^unit` that a magnitude becomes, and why.
pub(super) fn rounded(random: Random, x: &Exact, unit: i64) -> (BigUint, String) {
    let bits = u64::from(random.bits());
    if Cut::of(x, unit).exact() {
        return (Cut::of(x, unit).kept, "nothing is lost: exact".to_owned());
    }
    let cut = Cut::of(x, unit - i64::from(random.bits()));
    let (whole, behind) = tail(&cut, random.fraction());
    let kept = &cut.kept >> bits;
    let fraction = &whole - (&kept << bits);
    let sum = &fraction + random.word();
    let carry = sum.bits() > bits;
    let text = |n: BigUint| match bits {
        ..=12 => format!("{:0>w$}", n.to_str_radix(2), w = bits as usize),
        _ => format!("0x{n:0w$x}", w = bits.div_ceil(4) as usize),
    };
    let [fraction, word] = [fraction, random.word().into()].map(text);
    let verdict = if carry { "a carry, away from zero" } else { "no carry, toward zero" };
    (kept + u8::from(carry), format!("fraction {fraction}{behind} + random {word}: {verdict}"))
}

/// The lost bits that meet the random ones, below what is kept, and what became of those behind them.
fn tail(cut: &Cut, fraction: Fraction) -> (BigUint, &'static str) {
    let half = cut.guard && !(cut.round || cut.sticky);
    let up = match fraction {
        Fraction::Cut => false,
        Fraction::HalfUp => cut.guard,
        Fraction::HalfEven => cut.rounded(Rounding::NearestEven, false).0 > cut.kept,
        Fraction::HalfOdd => cut.guard && !(half && cut.kept.bit(0)),
    };
    let behind = match (cut.exact(), up) {
        (true, _) => "",
        (false, true) => " (rounded up)",
        (false, false) => " (cut)",
    };
    (&cut.kept + u8::from(up), behind)
}
