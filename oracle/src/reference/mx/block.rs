//! Blocks with a scale (OCP MX 1.0): quantisation, its inverse, and the product of two blocks.

use crate::Rational;

use crate::reference::engine::to_integer;
use crate::reference::engine::{
    self, Env, Facts, Flags, Kind, Overflow, Rounding, Value, decode, read,
};
use crate::reference::ieee::Exact;

/// How the exponent e of the scale follows from the largest magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleRule {
    /// floor(log2(amax)) - emax (6.3)
    Floor,
    /// The least e with amax <= largest 2^e.
    Ceil,
    /// As `Floor`, of amax rounded to the elements' precision, ties up.
    Even,
    /// The integer nearest to log2(amax), - emax.
    Nearest,
}

/// How a block is quantised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantization {
    /// The scale.
    pub scale: ScaleRule,
    /// Whether NaN and infinities stay with their elements, where elements have NaN.
    pub by_element: bool,
    /// Whether elements saturate.
    pub saturate: bool,
}

/// The scale of a block that is NaN.
const NAN_SCALE: u64 = 0xff;

/// Values of format `f` as a block of `e`: scale, elements, exceptions.
pub fn quantize(
    f: &Facts,
    e: &Facts,
    values: &[u64],
    how: Quantization,
    env: &Env,
) -> (u64, Vec<u64>, Flags) {
    let by_rules = |_, value: &Value, rules: &Env| engine::encode(e, value, Some(f), rules);
    quantize_by(f, e, values, how, env, by_rules)
}

/// [`quantize`] with what makes the code of the element of a number from its value.
pub(super) fn quantize_by(
    f: &Facts,
    e: &Facts,
    values: &[u64],
    how: Quantization,
    env: &Env,
    round: impl Fn(usize, &Value, &Env) -> (u64, Flags),
) -> (u64, Vec<u64>, Flags) {
    let values: Vec<Value> = values.iter().map(|&code| read(f, code, env)).collect();
    let special = values.iter().any(|v| !matches!(v, Value::Finite { .. }));
    if special && !(how.by_element && e.canonical_nan.is_some()) {
        let signalling = values.iter().any(|v| matches!(v, Value::Nan { signalling: true, .. }));
        let flags = Flags { invalid: signalling, ..Flags::NONE };
        return (NAN_SCALE, vec![0; values.len()], flags);
    }
    let finite = values.iter().filter(|v| matches!(v, Value::Finite { .. }));
    let amax = finite.map(Value::magnitude).max().unwrap_or_default();
    let exponent = if amax == 0 { -127 } else { exponent(e, &amax, how.scale).clamp(-127, 127) };
    let overflow = if how.saturate { Overflow::Saturate } else { env.overflow };
    let env = Env { overflow, ..*env };
    let mut flags = Flags::NONE;
    let elements = values.into_iter().enumerate().map(|(i, value)| {
        let value = match value {
            Value::Finite { sign, magnitude } => {
                Value::Finite { sign, magnitude: magnitude >> exponent }
            }
            other => other,
        };
        // What is no number does not saturate.
        let plain = Env { overflow: Overflow::Ieee, ..env };
        let rules = if matches!(value, Value::Finite { .. }) { &env } else { &plain };
        let (code, raised) = round(i, &value, rules);
        // An element beyond the largest overflows, of a fixed-point format too.
        let beyond = raised.invalid && matches!(e.kind, Kind::Fixed { .. });
        flags = flags.and(if beyond { Flags::OVERFLOW } else { raised });
        code
    });
    let elements = elements.collect();
    ((exponent + 127) as u64, elements, flags)
}

/// The exponent of the scale, without bounds; amax > 0.
fn exponent(e: &Facts, amax: &Rational, rule: ScaleRule) -> i32 {
    let largest = decode(e, e.max_finite).magnitude();
    let emax = largest.floor_log2();
    match rule {
        ScaleRule::Floor => amax.floor_log2() - emax,
        ScaleRule::Ceil => {
            let low = amax.floor_log2() - emax - 1;
            let fits = |at: &i32| *amax <= &largest << *at;
            (low..).find(fits).expect("some scale is large enough")
        }
        ScaleRule::Even => {
            // The bits behind the leading one: of an integer those that the largest has.
            let fraction = match e.kind {
                Kind::Fixed { frac, .. } => frac,
                Kind::Binary | Kind::Explicit | Kind::Posit { .. } | Kind::P3109 { .. } => {
                    e.man_bits
                }
            };
            let place = amax.floor_log2() - fraction as i32;
            let scaled = amax >> place;
            let rounded = to_integer(&scaled, false, Rounding::NearestAway);
            Rational::from(rounded).floor_log2() + place - emax
        }
        ScaleRule::Nearest => {
            let n = amax.floor_log2();
            let above = amax * amax > Rational::from(1) << (2 * n + 1);
            n + i32::from(above) - emax
        }
    }
}

/// The value of an element under a scale.
fn scaled(e: &Facts, scale: u64, code: u64) -> Value {
    match decode(e, code) {
        _ if scale == NAN_SCALE => Value::Nan { sign: false, signalling: false, payload: 0 },
        Value::Finite { sign, magnitude } => {
            Value::Finite { sign, magnitude: magnitude << (scale as i32 - 127) }
        }
        other => other,
    }
}

/// The elements of a block as values of format `f`, and the exceptions of all.
pub fn dequantize(
    e: &Facts,
    f: &Facts,
    scale: u64,
    elements: &[u64],
    env: &Env,
) -> (Vec<u64>, Flags) {
    let mut flags = Flags::NONE;
    let values = elements.iter().map(|&code| {
        let (code, raised) = engine::encode(f, &scaled(e, scale, code), Some(e), env);
        flags = flags.and(raised);
        code
    });
    (values.collect(), flags)
}

/// The sum of the products of two blocks and an addend of format `f`, rounded once.
pub fn dot(
    (a, scale_a, x): (&Facts, u64, &[u64]),
    (b, scale_b, y): (&Facts, u64, &[u64]),
    f: &Facts,
    addend: u64,
    env: &Env,
) -> (u64, Flags) {
    let addend = read(f, addend, env);
    // A scale that is NaN makes every product a quiet one, whatever the other block holds.
    let nan = scale_a == NAN_SCALE || scale_b == NAN_SCALE;
    let [scale_a, scale_b] = [scale_a, scale_b].map(|scale| if nan { NAN_SCALE } else { scale });
    let x: Vec<Value> = x.iter().map(|&code| scaled(a, scale_a, code)).collect();
    let y: Vec<Value> = y.iter().map(|&code| scaled(b, scale_b, code)).collect();
    let is_nan = |v: &Value| matches!(v, Value::Nan { .. });
    let all = x.iter().chain(&y).chain([&addend]);
    let signalling = all.clone().any(|v| matches!(v, Value::Nan { signalling: true, .. }));
    let nan = all.clone().any(is_nan);

    let mut infinities = [false; 2];
    let mut impossible = false;
    let mut total = Rational::new();
    let mut signs = Vec::new();
    let products = x.iter().zip(&y).map(|(x, y)| crate::reference::ieee::arithmetic::product(x, y));
    let addend = crate::reference::ieee::arithmetic::product(
        &addend,
        &Value::Finite { sign: false, magnitude: Rational::from(1) },
    );
    for term in products.chain([addend]) {
        match term {
            Exact::Invalid => impossible = true,
            Exact::Infinite { sign } => infinities[usize::from(sign)] = true,
            Exact::Zero { sign } => signs.push(sign),
            Exact::Number { sign, magnitude } => {
                signs.push(sign);
                if sign { total -= magnitude } else { total += magnitude }
            }
            Exact::Nan { .. } | Exact::Pole { .. } | Exact::Cancelled => {}
        }
    }
    let default_nan = |invalid| (engine::invalid(f, env).0, Flags { invalid, ..Flags::NONE });
    match infinities {
        _ if nan => default_nan(signalling || impossible),
        _ if impossible => default_nan(true),
        [true, true] => default_nan(true),
        [false, true] => Exact::Infinite { sign: true }.round(f, env),
        [true, false] => Exact::Infinite { sign: false }.round(f, env),
        [false, false] if total != 0 => Exact::signed(total).round(f, env),
        // Zeros alone, all of one sign, keep it.
        _ if signs.iter().all(|&sign| sign) => Exact::Zero { sign: true }.round(f, env),
        _ if signs.iter().all(|&sign| !sign) => Exact::Zero { sign: false }.round(f, env),
        _ => Exact::Cancelled.round(f, env),
    }
}
