//! Activations that are rational, worked out by integers: nothing is left open.

use softfloat::Unrounded;

use super::Known;
use crate::exact::{Dyadic, Odd};
use crate::operand::Operand;

/// `x / (1 + |x|)`. Exact at the integers 2^n - 1 and their opposites alone: with x = m 2^e, m odd, it
/// is m / (2^-e + m) or m 2^e / (1 + m 2^e), which no factor reduces, and whose denominator is odd and
/// above 1 where e is not 0.
pub(super) fn softsign(x: Operand) -> Known {
    match x {
        Operand::Zero { sign } => Known::Zero(sign),
        Operand::Infinite { sign } => Known::one(sign),
        Operand::Number(u) => {
            let x = Dyadic::of(Unrounded { sign: false, ..u });
            Known::quotient(&x, &(&Dyadic::integer(1) + &x)).signed(u.sign)
        }
    }
}

/// `x/6 + 1/2` cut to 0..1: (x + 3) / 6, exact where 3 divides the odd part of x.
pub(super) fn hard_sigmoid(x: Operand) -> Known {
    match cut(x) {
        Cut::Below => Known::Zero(false),
        Cut::Above => Known::one(false),
        Cut::Zero => Known::power_of_two(false, -1),
        Cut::Between(x) => Known::quotient(&shifted(x), &Dyadic::integer(6)),
    }
}

/// `x (x + 3) / 6` between -3 and 3, else -0 or x. Exact where 3 divides the odd part of x.
pub(super) fn hard_swish(x: Operand) -> Known {
    match cut(x) {
        Cut::Below => Known::Zero(true),
        Cut::Above | Cut::Zero => Known::operand(x),
        Cut::Between(x) => Known::quotient(&(&Dyadic::of(x) * &shifted(x)), &Dyadic::integer(6)),
    }
}

/// Where an operand lies between -3 and 3.
enum Cut {
    Below,
    Above,
    Zero,
    Between(Unrounded<u64>),
}

fn cut(x: Operand) -> Cut {
    match x {
        Operand::Zero { .. } => Cut::Zero,
        Operand::Number(u) if Odd::of(u) < Odd::THREE => Cut::Between(u),
        _ if x.sign() => Cut::Below,
        _ => Cut::Above,
    }
}

/// `x + 3`.
fn shifted(x: Unrounded<u64>) -> Dyadic {
    &Dyadic::of(x) + &Dyadic::integer(3)
}

/// x cut to -1..1, always exact.
pub(super) fn hard_tanh(x: Operand) -> Known {
    match x {
        Operand::Number(u) if Odd::of(u) > Odd::ONE => Known::one(u.sign),
        Operand::Infinite { sign } => Known::one(sign),
        _ => Known::operand(x),
    }
}

/// x where |x| > 1/2, else 0, always exact.
pub(super) fn hard_shrink(x: Operand) -> Known {
    match x {
        Operand::Number(u) if Odd::of(u) <= Odd::HALF => Known::Zero(false),
        Operand::Zero { .. } => Known::Zero(false),
        _ => Known::operand(x),
    }
}
