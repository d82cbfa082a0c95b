//! Class and predicates (IEEE 754-2019, 5.7.2), from the value of a code.

use crate::reference::engine::{Facts, Value, decode};

/// The ten classes in the order in which the standard lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    SignalingNan,
    QuietNan,
    NegativeInfinity,
    NegativeNormal,
    NegativeSubnormal,
    NegativeZero,
    PositiveZero,
    PositiveSubnormal,
    PositiveNormal,
    PositiveInfinity,
}

fn class(f: &Facts, code: u64) -> Class {
    use Class as C;
    let (sign, negative, positive) = match decode(f, code) {
        Value::Nan { signalling: true, .. } => return C::SignalingNan,
        Value::Nan { .. } => return C::QuietNan,
        Value::Infinite { sign } => (sign, C::NegativeInfinity, C::PositiveInfinity),
        Value::Finite { sign, magnitude } if magnitude.is_zero() => {
            (sign, C::NegativeZero, C::PositiveZero)
        }
        Value::Finite { sign, magnitude } if magnitude < f.min_normal_value() => {
            (sign, C::NegativeSubnormal, C::PositiveSubnormal)
        }
        Value::Finite { sign, .. } => (sign, C::NegativeNormal, C::PositiveNormal),
    };
    if sign { negative } else { positive }
}

/// The place in the list, from 0.
pub(super) fn number(f: &Facts, code: u64) -> u64 {
    class(f, code) as u64
}

/// RISC-V, F extension, "Single-Precision Floating-Point Classify Instruction": the bit of the mask.
pub(super) fn mask(f: &Facts, code: u64) -> u64 {
    let bit = match class(f, code) {
        Class::NegativeInfinity => 0,
        Class::NegativeNormal => 1,
        Class::NegativeSubnormal => 2,
        Class::NegativeZero => 3,
        Class::PositiveZero => 4,
        Class::PositiveSubnormal => 5,
        Class::PositiveNormal => 6,
        Class::PositiveInfinity => 7,
        Class::SignalingNan => 8,
        Class::QuietNan => 9,
    };
    1 << bit
}

/// A predicate by its name.
pub(super) fn predicate(f: &Facts, name: &str, code: u64) -> Option<bool> {
    use Class as C;
    let among = |classes: &[Class]| classes.contains(&class(f, code));
    Some(match name {
        "is_sign_minus" => decode(f, code).sign(),
        "is_normal" => among(&[C::NegativeNormal, C::PositiveNormal]),
        "is_finite" => {
            !among(&[C::SignalingNan, C::QuietNan, C::NegativeInfinity, C::PositiveInfinity])
        }
        "is_zero" => among(&[C::NegativeZero, C::PositiveZero]),
        "is_subnormal" => among(&[C::NegativeSubnormal, C::PositiveSubnormal]),
        "is_infinite" => among(&[C::NegativeInfinity, C::PositiveInfinity]),
        "is_nan" => among(&[C::SignalingNan, C::QuietNan]),
        "is_signaling" => among(&[C::SignalingNan]),
        "is_canonical" => code.is_multiple_of(1 << f.pad),
        _ => return None,
    })
}
