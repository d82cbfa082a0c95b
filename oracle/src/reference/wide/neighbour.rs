//! nextUp and nextDown (IEEE 754-2019, 5.3.1).

use super::code::{Coded, Number, Wide, read, write};
use super::special::chosen;
use crate::Rational;
use crate::reference::engine::{Env, Flags};

/// The neighbour toward plus infinity, or minus infinity with `down`: nextDown(x) = -nextUp(-x).
pub(super) fn next(w: &Wide, code: u128, down: bool, env: &Env) -> Coded {
    let number = read(w, code);
    let quiet = |sign, magnitude: &Rational| (w.signed(sign, write(w, magnitude)), Flags::NONE);
    let beyond = w.largest() + gap(w, &w.largest());
    match number {
        // Away from zero there is nothing above an infinity; toward zero there is the largest number.
        Number::Infinite { sign } if sign == down => (code, Flags::NONE),
        Number::Infinite { sign } => quiet(sign, &w.largest()),
        Number::Finite { sign, magnitude } if sign == down || magnitude == 0 => {
            let up = &magnitude + gap(w, &magnitude);
            if up == beyond { (w.infinity(down), Flags::NONE) } else { quiet(down, &up) }
        }
        Number::Finite { sign, magnitude } => {
            // Below a power of two the numbers lie closer.
            let wide = &magnitude - gap(w, &magnitude);
            let below = if wide == 0 { wide } else { magnitude - gap(w, &wide) };
            quiet(sign, &below)
        }
        nan @ (Number::Nan { .. } | Number::Unsupported) => chosen(w, &[&nan], env),
    }
}

/// The distance from a number to the next of larger magnitude.
fn gap(w: &Wide, magnitude: &Rational) -> Rational {
    let least = w.least_normal().floor_log2();
    let exponent = if *magnitude == 0 { least } else { magnitude.floor_log2().max(least) };
    Rational::from(1) << (exponent + 1 - w.precision() as i32)
}
