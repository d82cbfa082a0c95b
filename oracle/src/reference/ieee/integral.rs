//! Integral values: in the same format (IEEE 754-2019, 5.9) and in an integer format (5.8).

use rug::Rational;

use super::exact::Exact;
use crate::reference::engine::{self, Env, Facts, Flags, Value, read};

/// The integral value that `code` rounds to. It keeps the sign, of a zero too.
pub fn round_to_integral(f: &Facts, code: u64, exact: bool, env: &Env) -> (u64, Flags) {
    let value = read(f, code, env);
    if let Some(nan) = Exact::nan(&[&value]) {
        return nan.round(f, env);
    }
    let Value::Finite { sign, magnitude } = value else {
        return engine::result(f, &value, None, env);
    };
    let integral = Rational::from(engine::to_integer(magnitude.clone(), sign, env.rounding));
    let inexact = exact && integral != magnitude;
    let (code, flags) = engine::encode(f, &Value::Finite { sign, magnitude: integral }, None, env);
    (code, flags.and(Flags { inexact, ..Flags::NONE }))
}

/// `code` rounded to an integer of the format `integer`.
pub fn to_integer(f: &Facts, integer: &Facts, code: u64, exact: bool, env: &Env) -> (u64, Flags) {
    let (code, flags) = engine::convert(f, integer, env, code);
    (code, Flags { inexact: exact && flags.inexact, ..flags })
}
