//! Activations made of exponentials. Each is an algebraic function of x and e^x (e^(beta x),
//! e^(x/alpha)), and not constant in the latter, or the logarithm of such a function: but for the
//! points that are named its values are transcendental (Lindemann). The two forms of gelu say what is
//! known of them.

use softfloat::Unrounded;

use super::{Known, constant};
use crate::exact::scaled;
use crate::operand::Operand;

/// `1 / (1 + e^-x)`. Exact: 1/2 at 0, 0 and 1 at infinities.
pub(super) fn sigmoid(x: Operand) -> Known {
    match x {
        Operand::Zero { .. } => Known::power_of_two(false, -1),
        Operand::Number(_) => Known::Open,
        Operand::Infinite { sign: true } => Known::Zero(false),
        Operand::Infinite { sign: false } => Known::one(false),
    }
}

/// silu, mish, and gelu in both forms: x times something between 0 and 1. Exact: 0 at zeros, with
/// their sign; -0 at -inf. gelu with erf is as erf: believed to be irrational, not proved. gelu with
/// tanh is an algebraic function of e^(sqrt(2/pi) a), a algebraic, of which it is not proved either (it
/// would follow from Schanuel's conjecture).
pub(super) fn gated(x: Operand) -> Known {
    match x {
        Operand::Number(_) => Known::Open,
        Operand::Infinite { sign: true } => Known::Zero(true),
        _ => Known::operand(x),
    }
}

/// `x / (1 + e^(-beta x))`. Exact: x at zeros, x/2 at beta = 0; x or 0 at infinities of either.
pub(super) fn swish(x: Operand, beta: Operand) -> Known {
    match (x, beta) {
        (Operand::Zero { sign }, _) => Known::Zero(sign),
        (Operand::Number(x), Operand::Zero { .. }) => {
            Known::Value(Unrounded { exponent: x.exponent - 1, ..x.cast() })
        }
        (Operand::Number(_), Operand::Number(_)) => Known::Open,
        (Operand::Infinite { .. }, Operand::Zero { .. }) => Known::operand(x),
        // beta x is an infinity.
        _ if x.sign() == beta.sign() => Known::operand(x),
        _ => Known::Zero(x.sign()),
    }
}

/// `ln(1 + e^x)`. Exact: 0 at -inf. ln 2 at 0.
pub(super) fn softplus(x: Operand) -> Known {
    match x {
        Operand::Zero { .. } => constant::ln_2(false),
        Operand::Number(_) => Known::Open,
        Operand::Infinite { sign: true } => Known::Zero(false),
        Operand::Infinite { sign: false } => Known::Infinite(false),
    }
}

/// `-ln(1 + e^-x)`. Exact: -0 at +inf. -ln 2 at 0.
pub(super) fn log_sigmoid(x: Operand) -> Known {
    match x {
        Operand::Zero { .. } => constant::ln_2(true),
        Operand::Number(_) => Known::Open,
        Operand::Infinite { sign: true } => Known::Infinite(true),
        Operand::Infinite { sign: false } => Known::Zero(true),
    }
}

/// `x - tanh x`. Exact: 0 at zeros, with their sign.
pub(super) fn tanh_shrink(x: Operand) -> Known {
    match x {
        Operand::Number(_) => Known::Open,
        _ => Known::operand(x),
    }
}

/// x where x >= 0, else `alpha (e^x - 1)`. Exact: x itself; -alpha at -inf and where alpha is 0 or an
/// infinity.
pub(super) fn elu(x: Operand, alpha: Operand) -> Known {
    match (x, alpha) {
        (Operand::Zero { .. }, _) => Known::operand(x),
        _ if !x.sign() => Known::operand(x),
        (Operand::Number(_), Operand::Number(_)) => Known::Open,
        _ => Known::operand(alpha).signed(true),
    }
}

/// alpha and gamma of selu, in units of 2^-23.
const ALPHA: u128 = 14_036_349;
const GAMMA: u128 = 8_813_919;

/// `gamma x` where x >= 0, else `gamma alpha (e^x - 1)`. Exact: the products of x > 0 and at -inf.
pub(super) fn selu(x: Operand) -> Known {
    match x {
        Operand::Number(u) if u.sign => Known::Open,
        Operand::Number(u) => {
            let product = GAMMA * u128::from(u.significand);
            Known::Value(scaled(false, product, i64::from(u.exponent) - 23))
        }
        Operand::Infinite { sign: true } => Known::Value(scaled(true, GAMMA * ALPHA, -46)),
        _ => Known::operand(x),
    }
}

/// `max(0, x) + min(0, alpha (e^(x/alpha) - 1))`. Exact: x itself where x >= 0 or alpha is infinite;
/// at -inf -alpha, or -inf where alpha < 0. Invalid where alpha is 0.
pub(super) fn celu(x: Operand, alpha: Operand) -> Known {
    match (x, alpha) {
        (_, Operand::Zero { .. }) => Known::Invalid,
        (Operand::Zero { .. }, _) | (_, Operand::Infinite { .. }) => Known::operand(x),
        _ if !x.sign() => Known::operand(x),
        (Operand::Number(_), _) => Known::Open,
        _ if alpha.sign() => Known::Infinite(true),
        _ => Known::operand(alpha).signed(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_of_selu_are_binary32() {
        let units = |text: &str| text.parse::<f64>().unwrap() * 8_388_608.0;
        assert_eq!(units("1.67326319217681884765625"), ALPHA as f64);
        assert_eq!(units("1.05070102214813232421875"), GAMMA as f64);
        let one = Operand::Number(Unrounded::exact(false, 0, 1));
        assert_eq!(selu(one), Known::Value(Unrounded::exact(false, -23, GAMMA)));
    }
}
