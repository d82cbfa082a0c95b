//! The constants of RISC-V's FLI (Zfa), as fractions.

use crate::Rational;

use crate::reference::engine::{self, Env, Facts, Value};

/// Numerator and denominator of the numbers from 2 to 29.
pub(in crate::reference) const FRACTIONS: [(u32, u32); 28] = [
    (1, 1 << 16),
    (1, 1 << 15),
    (1, 1 << 8),
    (1, 1 << 7),
    (1, 16),
    (1, 8),
    (4, 16),
    (5, 16),
    (6, 16),
    (7, 16),
    (4, 8),
    (5, 8),
    (6, 8),
    (7, 8),
    (4, 4),
    (5, 4),
    (6, 4),
    (7, 4),
    (4, 2),
    (5, 2),
    (6, 2),
    (4, 1),
    (8, 1),
    (16, 1),
    (1 << 7, 1),
    (1 << 8, 1),
    (1 << 15, 1),
    (1 << 16, 1),
];

/// The constant of a number below 32; binary16 has 2^16 as an infinity.
pub(super) fn constant(f: &Facts, number: u64) -> Option<u64> {
    let number = usize::try_from(number).ok().filter(|number| *number < 32)?;
    let finite = |sign, magnitude| Value::Finite { sign, magnitude };
    let value = match number {
        0 => finite(true, Rational::from(1)),
        1 => finite(false, f.min_normal_value()),
        30 => Value::Infinite { sign: false },
        31 => return f.canonical_nan,
        number => finite(false, Rational::from(FRACTIONS[number - 2])),
    };
    Some(engine::encode(f, &value, None, &Env::default()).0)
}
