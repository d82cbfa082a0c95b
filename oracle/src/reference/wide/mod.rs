//! binary128 and the x87's format of 80 bits in rationals: `ieee.f128.*`, `x87.f80.*`, and `cvt.*` from and to both.

mod arithmetic;
mod augmented;
mod code;
mod compare;
mod exponent;
mod min_max;
mod narrow;
mod neighbour;
mod special;

use super::engine::{self, Env, Flags, NanRule, Value};
use super::ieee::{FRACTIONS, choice};
use super::number::{OPTIONS, bits, env, format, of_ofp8};
use super::options::Options;
use super::{Outcome, Reference};
use crate::Rational;
use arithmetic::Goal;
use code::{Coded, Number, Wide, read, to_place, write};
use narrow::into_narrow;

pub(super) const REFERENCE: Reference = Reference { name: "wide", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    if let Some(names) = id.strip_prefix("cvt.") {
        return convert(names, options, operands);
    }
    if let Some(result) = format_of(id, options, operands) {
        return Some(result);
    }
    let (w, operation) = match id.split_once('.')? {
        ("ieee", rest) => (&code::BINARY128, rest.strip_prefix("f128.")?),
        ("x87", rest) => (&code::EXTENDED80, rest.strip_prefix("f80.")?),
        _ => return None,
    };
    let x: Vec<u128> = operands.iter().map(|words| joined(words)).collect::<Option<_>>()?;
    if let Some(result) = of_codes(w, operation, &x) {
        let _ = options.only(&[])?;
        let wide = matches!(operation, "copy" | "negate" | "abs" | "copy_sign" | "riscv_fli");
        let result = (result, Flags::NONE);
        return Some(if wide { w.outcome(result) } else { narrow(result) });
    }
    let precision = match options.value("precision").unwrap_or("64") {
        _ if w.hidden => w.precision(),
        "24" => 24,
        "53" => 53,
        "64" => 64,
        _ => return None,
    };
    let others = options.others("precision");
    let options = Options::new(&others).only(&OPTIONS)?;
    let env = env(options)?;
    let numbers: Vec<Number> = x.iter().map(|code| read(w, *code)).collect();
    if let Some(holds) = compare::compared(operation, &numbers) {
        let (holds, invalid) = holds;
        return Some(narrow((holds.into(), Flags { invalid, ..Flags::NONE })));
    }
    if let Some(operation) = operation.strip_prefix("augmented_") {
        let (both, flags) = augmented::augmented(w, operation, &numbers, &env)?;
        let words = |code: u128| [code as u64, (code >> 64) as u64];
        return Some(Outcome { out: both.map(words).concat(), flag: Some(bits(flags)) });
    }
    Some(w.outcome(match (operation, &x[..]) {
        ("round_to_integral", [a]) => integral(w, *a, &numbers[0], options.has("exact"), &env),
        ("next_up", [a]) => neighbour::next(w, *a, false, &env),
        ("next_down", [a]) => neighbour::next(w, *a, true, &env),
        // The second operand is an integer of 32 bits.
        ("scale_b", [_, n]) => exponent::scale_b(w, &numbers[0], *n as u32 as i32, &env),
        ("log_b", [_]) => exponent::log_b(w, &numbers[0], &env),
        ("log_b_integer", [_]) => return Some(narrow(exponent::log_b_integer(&numbers[0]))),
        (_, [a, b]) => match choice(operation) {
            Some(choice) => min_max::min_max(w, choice, [*a, *b], &env),
            None => arithmetic::evaluate(Goal::Wide(w, precision), operation, &numbers, &env)?,
        },
        _ => arithmetic::evaluate(Goal::Wide(w, precision), operation, &numbers, &env)?,
    }))
}
/// `ieee.B.NAME.from.A`: the exact result of numbers of A, rounded once into B; one of them is binary128.
fn format_of(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (to, rest) = id.strip_prefix("ieee.")?.split_once('.')?;
    let (operation, from) = rest.split_once(".from.")?;
    let env = env(options.only(&OPTIONS)?)?;
    let x: Vec<u128> = operands.iter().map(|words| joined(words)).collect::<Option<_>>()?;
    let f128 = &code::BINARY128;
    match (any(to)?, any(from)?) {
        (Any::Wide(to), Any::Narrow(from)) => {
            let x: Vec<Number> = x.iter().map(|code| of_narrow(from, *code as u64)).collect();
            Some(to.outcome(arithmetic::evaluate(
                Goal::Wide(to, to.precision()),
                operation,
                &x,
                &env,
            )?))
        }
        (Any::Narrow(to), Any::Wide(_)) => {
            let x: Vec<Number> = x.iter().map(|code| read(f128, *code)).collect();
            Some(narrow(arithmetic::evaluate(Goal::Narrow(to), operation, &x, &env)?))
        }
        _ => None,
    }
}

/// A code of another format.
fn of_narrow(from: &engine::Facts, code: u64) -> Number {
    match engine::decode(from, code) {
        Value::Nan { sign, signalling, payload } => {
            let fraction = u128::from(payload).checked_shl(128 - from.man_bits).unwrap_or(0);
            Number::Nan { sign, signalling, fraction }
        }
        Value::Infinite { sign } => Number::Infinite { sign },
        Value::Finite { sign, magnitude } => Number::Finite { sign, magnitude },
    }
}

/// The words of an operand of one element.
fn joined(words: &[u64]) -> Option<u128> {
    match *words {
        [low] => Some(low.into()),
        [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
        _ => None,
    }
}

/// A constant of RISC-V's FLI.Q.
fn constant(w: &Wide, number: u128) -> Option<u128> {
    let number = usize::try_from(number).ok().filter(|number| *number < 32)?;
    let magnitude = match number {
        0 => Rational::from(1),
        1 => w.least_normal(),
        30 => return Some(w.infinity(false)),
        31 => return Some(w.nan(false, 0)),
        number => Rational::from(FRACTIONS[number - 2]),
    };
    Some(w.signed(number == 0, write(w, &magnitude)))
}

fn narrow((code, flags): Coded) -> Outcome {
    Outcome { out: vec![code as u64], flag: Some(bits(flags)) }
}

/// What takes codes as they are.
fn of_codes(w: &Wide, name: &str, x: &[u128]) -> Option<u128> {
    let minus = 1u128 << (w.width - 1);
    let sign = |code: u128| code & minus;
    // The ten classes of 5.7.2, from the value.
    let class = |code: u128| match read(w, code) {
        Number::Nan { signalling, .. } => u128::from(!signalling),
        Number::Unsupported => 0,
        Number::Infinite { sign } => {
            if sign {
                2
            } else {
                9
            }
        }
        Number::Finite { sign, magnitude } => {
            let place = match () {
                () if magnitude == 0 => 0,
                () if magnitude < w.least_normal() => 1,
                () => 2,
            };
            if sign { 5 - place } else { 6 + place }
        }
    };
    let is = |classes: &[u128]| u128::from(classes.contains(&class(x[0])));
    Some(match (name, x) {
        ("copy", &[a]) => a,
        ("riscv_fli", &[a]) if w.hidden => constant(w, a)?,
        ("negate", &[a]) => a ^ minus,
        ("abs", &[a]) => a - sign(a),
        ("copy_sign", &[a, b]) => a - sign(a) + sign(b),
        ("class", &[a]) => class(a),
        ("is_sign_minus", &[a]) => u128::from(sign(a) != 0),
        ("is_normal", [_]) => is(&[3, 8]),
        ("is_finite", [_]) => is(&[3, 4, 5, 6, 7, 8]),
        ("is_zero", [_]) => is(&[5, 6]),
        ("is_subnormal", [_]) => is(&[4, 7]),
        ("is_infinite", [_]) => is(&[2, 9]),
        ("is_nan", [_]) => is(&[0, 1]),
        ("is_signaling", [_]) => is(&[0]),
        ("is_canonical", [_]) => 1,
        ("total_order", &[a, b]) => compare::total_order(read(w, a), read(w, b)).into(),
        ("total_order_magnitude", &[a, b]) => {
            compare::total_order(read(w, a - sign(a)), read(w, b - sign(b))).into()
        }
        _ => return None,
    })
}

/// The integral value, of what is a number; *inexact* where it is asked for.
fn integral(w: &Wide, code: u128, x: &Number, exact: bool, env: &Env) -> Coded {
    match x {
        Number::Finite { sign, magnitude } => {
            let (whole, is_exact) = to_place(magnitude, 0, *sign, env.rounding);
            if is_exact {
                return (code, Flags::NONE);
            }
            let flags = Flags { inexact: exact, ..Flags::NONE };
            (w.signed(*sign, write(w, &Rational::from(whole))), flags)
        }
        Number::Infinite { .. } => (code, Flags::NONE),
        _ => special::chosen(w, &[x], env),
    }
}

/// A format of a conversion.
enum Any {
    Wide(&'static Wide),
    Narrow(&'static engine::Facts),
}

fn any(name: &str) -> Option<Any> {
    Some(match name {
        "f128" => Any::Wide(&code::BINARY128),
        "f80" => Any::Wide(&code::EXTENDED80),
        _ => Any::Narrow(format("", name)?),
    })
}

fn convert(names: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (from, to) = names.split_once('.')?;
    let (from, to) = (any(from)?, any(to)?);
    let options = options.only(&OPTIONS)?;
    let env = env(options)?;
    let [words] = operands else { return None };
    let code = joined(words)?;
    match (from, to) {
        (Any::Wide(from), Any::Wide(to)) => Some(to.outcome(into_wide(to, read(from, code), &env))),
        (Any::Narrow(from), Any::Wide(to)) => {
            let (result, flags) = into_wide(to, of_narrow(from, code as u64), &env);
            let (_, flags) = of_ofp8([Some(from), None], (code as u64, false), options, (0, flags));
            Some(to.outcome((result, flags)))
        }
        (Any::Wide(from), Any::Narrow(to)) => {
            let exact = options.has("exact");
            let number = read(from, code);
            let infinite = matches!(number, Number::Infinite { .. });
            let (result, flags) = into_narrow(number, to, exact, &env);
            let result = (result as u64, flags);
            let (result, flags) = of_ofp8([None, Some(to)], (0, infinite), options, result);
            Some(narrow((result.into(), flags)))
        }
        (Any::Narrow(_), Any::Narrow(_)) => None,
    }
}

fn into_wide(w: &Wide, number: Number, env: &Env) -> Coded {
    match number {
        Number::Finite { sign, magnitude } => w.round(w.precision(), sign, &magnitude, env),
        Number::Infinite { sign } => (w.infinity(sign), Flags::NONE),
        Number::Unsupported => special::invalid(w, env),
        Number::Nan { sign, signalling, fraction } => {
            let flags = Flags { invalid: signalling, ..Flags::NONE };
            match env.nan {
                NanRule::Canonical => (w.nan(false, 0), flags),
                _ => (w.nan(sign, fraction), flags),
            }
        }
    }
}
