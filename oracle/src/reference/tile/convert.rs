//! TCVT: elements and blocks (TILE-D45 to D49, D83).

use super::function::{format, rounding};
use crate::Rational;
use crate::reference::Outcome;
use crate::reference::engine::{
    self, Env, Facts, Flags, Kind, Nonfinite, Overflow, Rounding, Value, decode, to_integer,
};
use crate::reference::number::bits;
use crate::reference::options::Options;

pub(super) fn evaluate(
    operation: &str,
    options: Options<'_>,
    operands: &[Vec<u64>],
) -> Option<Outcome> {
    let mut parts = operation.split('.');
    let (from, to, rest) = (parts.next()?, parts.next()?, parts.collect::<Vec<&str>>());
    let other = matches!(rest.first(), Some(&("ocp" | "t29")));
    let (from, to) = (side(from, other)?, side(to, other)?);
    let (out, flags) = match (from.1, to.1, operands) {
        (false, true, [x]) => {
            let options = options.only(&["rm", "scale"])?;
            let rule = options.value("scale").unwrap_or("floor");
            block(from.0, to.0, x, rule, rounding(options)?)?
        }
        (true, false, [scale, elements]) => {
            let &[scale] = &scale[..] else { return None };
            let one = |&code: &u64| (decode(from.0, code), Some(scale));
            let values: Vec<_> = elements.iter().map(one).collect();
            plain(to.0, &values, rest.last()?, rounding(options.only(&["rm"])?)?)?
        }
        (false, false, [x]) => {
            let values: Vec<_> = x.iter().map(|&code| (decode(from.0, code), None)).collect();
            plain(to.0, &values, rest.last()?, rounding(options.only(&["rm"])?)?)?
        }
        _ => return None,
    };
    Some(Outcome { out, flag: Some(bits(flags)) })
}

/// The format of a side by its name in mnemonics, and whether it stands in blocks.
fn side(name: &str, other: bool) -> Option<(&'static Facts, bool)> {
    let (element, block) = match name {
        "mxfp4" => ("e2m1", true),
        "mxint8" => ("int8", true),
        "mxint4" => ("int4", true),
        _ => match name.split_once('_') {
            Some(("mxfp8" | "mxfp6", element)) => (element, true),
            Some(("fp8", element)) => (element, false),
            Some(_) => return None,
            None => (name, false),
        },
    };
    Some((format(element, block, other)?, block))
}

/// Every element by the table of TILE-D48.
fn plain(
    to: &Facts,
    values: &[(Value, Option<u64>)],
    saturation: &str,
    rounding: Rounding,
) -> Option<(Vec<u64>, Flags)> {
    let mut flags = Flags::NONE;
    let mut out = Vec::new();
    for (value, scale) in values {
        let (code, raised) = element(to, value, *scale, saturation, rounding)?;
        flags = flags.and(raised);
        out.push(code);
    }
    Some((out, flags))
}

fn element(
    to: &Facts,
    value: &Value,
    scale: Option<u64>,
    saturation: &str,
    rounding: Rounding,
) -> Option<(u64, Flags)> {
    let nan = to.canonical_nan?;
    let relu = match saturation {
        "relu" => true,
        "sat" | "satfinite" | "none" => false,
        _ => return None,
    };
    if scale == Some(0xff) {
        return Some((nan, Flags::NONE));
    }
    let infinity = |sign: bool| match to.nonfinite {
        Nonfinite::Ieee => to.join(sign, to.top_exponent(), 0),
        _ => nan,
    };
    let largest = |sign: bool| to.max_finite | to.join(sign, 0, 0);
    Some(match value {
        Value::Nan { signalling, .. } => (nan, Flags { invalid: *signalling, ..Flags::NONE }),
        value if relu && value.sign() => (0, Flags::NONE),
        Value::Infinite { sign } => match saturation {
            "sat" | "none" => (infinity(*sign), Flags::NONE),
            _ => (largest(*sign), Flags::NONE),
        },
        Value::Finite { sign, magnitude } => {
            let magnitude = match scale {
                Some(scale) => magnitude << (scale as i32 - 127),
                None => magnitude.clone(),
            };
            let value = Value::Finite { sign: *sign, magnitude };
            // Rounded beyond the largest number, whatever then becomes of it.
            let env = Env { rounding, overflow: Overflow::SaturateFinite, ..Env::default() };
            let (code, flags) = engine::encode(to, &value, None, &env);
            let inwards = match rounding {
                Rounding::TowardZero | Rounding::ToOdd => true,
                Rounding::Up => *sign,
                Rounding::Down => !*sign,
                Rounding::NearestEven | Rounding::NearestAway => false,
            };
            let far = flags.overflow && saturation == "none" && !inwards;
            (if far { infinity(*sign) } else { code }, flags)
        }
    })
}

/// A block: its scale, its elements.
fn block(
    from: &Facts,
    to: &Facts,
    codes: &[u64],
    rule: &str,
    rounding: Rounding,
) -> Option<(Vec<u64>, Flags)> {
    let values: Vec<Value> = codes.iter().map(|&code| decode(from, code)).collect();
    if values.iter().any(|v| !matches!(v, Value::Finite { .. })) {
        // TILE-D46.
        let invalid = values.iter().any(|v| matches!(v, Value::Nan { signalling: true, .. }));
        let out = std::iter::once(0xff).chain(codes.iter().map(|_| 0)).collect();
        return Some((out, Flags { invalid, ..Flags::NONE }));
    }
    let amax = values.iter().map(Value::magnitude).max()?;
    let e = if amax.is_zero() { -127 } else { exponent(to, &amax, rule)?.clamp(-127, 127) };
    let (mut out, mut flags) = (vec![(e + 127) as u64], Flags::NONE);
    for value in values {
        let scaled = Value::Finite { sign: value.sign(), magnitude: value.magnitude() >> e };
        // TILE-D47: clamped whatever the saturation says.
        let env = Env { rounding, overflow: Overflow::SaturateFinite, ..Env::default() };
        let (code, raised) = engine::encode(to, &scaled, None, &env);
        // TILE-D83: an integer that is clamped has overflowed.
        let beyond = raised.invalid && matches!(to.kind, Kind::Fixed { .. });
        flags = flags.and(if beyond { Flags::OVERFLOW } else { raised });
        out.push(code);
    }
    Some((out, flags))
}

/// The shared exponent (TILE-D45), and the rule of the nearest one, which Tile has not.
fn exponent(to: &Facts, amax: &Rational, rule: &str) -> Option<i32> {
    let largest = decode(to, to.max_finite).magnitude();
    let (floor, emax) = (amax.floor_log2(), largest.floor_log2());
    Some(match rule {
        "floor" => floor - emax,
        "ceil" => {
            let fits = |e: &i32| *amax <= &largest << *e;
            (floor - emax - 1..floor - emax + 3).find(fits)?
        }
        "even" => {
            // The fraction bits of the elements: 6 of INT8, 2 of INT4.
            let fraction = match to.kind {
                Kind::Fixed { frac, .. } => frac as i32,
                _ => to.man_bits as i32,
            };
            let place = floor - fraction;
            let rounded = to_integer(&(amax >> place), false, Rounding::NearestAway);
            Rational::from(rounded).floor_log2() + place - emax
        }
        "nearest" => {
            let above = amax * amax > Rational::from(1) << (2 * floor + 1);
            floor + i32::from(above) - emax
        }
        _ => return None,
    })
}
