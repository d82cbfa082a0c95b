//! remainder of IEEE 754-2019, 5.3.1, and fmod of C, 7.12.10.1.

use super::exact::Exact;
use crate::reference::engine::{Rounding, Value, to_integer};

/// The integer that stands for the quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quotient {
    /// The nearest, at a tie the even one.
    Nearest,
    /// The quotient without its fraction.
    Cut,
}

/// a - b n. A zero has the sign of a.
pub(super) fn remainder(a: &Value, b: &Value, quotient: Quotient) -> Exact {
    if let Some(nan) = Exact::nan(&[a, b]) {
        return nan;
    }
    match (a, b) {
        (Value::Infinite { .. }, _) => Exact::Invalid,
        (Value::Finite { sign, magnitude }, Value::Infinite { .. }) => {
            Exact::number(*sign, magnitude.clone())
        }
        _ if b.magnitude() == 0 => Exact::Invalid,
        _ => {
            let (x, y) = (a.signed(), b.signed());
            let exact = &x / &y;
            let rounding = match quotient {
                Quotient::Nearest => Rounding::NearestEven,
                Quotient::Cut => Rounding::TowardZero,
            };
            let negative = exact < 0;
            let n = to_integer(&exact.abs(), negative, rounding);
            let product = y * if negative { -n } else { n };
            let rest = x - product;
            if rest == 0 { Exact::Zero { sign: a.sign() } } else { Exact::signed(rest) }
        }
    }
}
