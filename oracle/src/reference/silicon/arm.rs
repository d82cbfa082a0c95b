//! Arm's dot products (section 4).

use super::operand::{below, direction, f32, factors, format, on, widened};
use super::term::{product, sum};
use crate::reference::engine::{
    Env, Facts, Flags, NanRule, Overflow, Rounding, Tininess, Underflow, Value, decode, read,
};
use crate::reference::ieee::{self, Exact, Operation};
use crate::reference::options::Options;
use crate::reference::{Outcome, number};

/// What `evaluate` is given beside the name.
type Operands<'a> = &'a [Vec<u64>];

/// A pair of a, one of b, and what they are added to.
type Step<'a> = &'a dyn Fn(&[u64], &[u64], u64) -> u64;

/// The operation on its operands.
pub(super) fn evaluate(
    operation: &str,
    options: Options<'_>,
    operands: Operands<'_>,
) -> Option<Outcome> {
    let one = |code| Outcome { out: vec![code], flag: None };
    let dot = |pairs: usize, step: Step<'_>| {
        let (a, b, c) = factors(operands, 2 * pairs)?;
        let pairs = a.chunks(2).zip(b.chunks(2));
        Some(one(pairs.fold(c, |sum, (a, b)| step(a, b, sum))))
    };
    match operation {
        "bfdot" | "bfmmla" => {
            options.only(&[])?;
            dot(if operation == "bfdot" { 1 } else { 2 }, &odd_dot)
        }
        "bfdot_ebf" | "bfmmla_ebf" => {
            let env = fpcr(options.only(&["rm", "fz", "fiz", "ah"])?)?;
            dot(if operation == "bfdot_ebf" { 1 } else { 2 }, &|a, b, c| fused_dot(&env, a, b, c))
        }
        "bfmlal" => bfmlal(options, operands),
        _ => fp8(operation, options, operands).map(one),
    }
}

/// SIL-D26: every step flushed before rounding, else rounded to odd; too large is infinity.
fn odd_dot(a: &[u64], b: &[u64], addend: u64) -> u64 {
    let env = Env {
        rounding: Rounding::ToOdd,
        tininess: Tininess::Before,
        overflow: Overflow::Infinity,
        underflow: Underflow::FlushSigned,
        nan: NanRule::Canonical,
        daz: true,
        ..Env::default()
    };
    let step = |operation, a, b| ieee::evaluate(operation, f32(), &[a, b], &env).0;
    let products = [0, 1].map(|k| step(Operation::Mul, widened(a[k]), widened(b[k])));
    step(Operation::Add, addend, step(Operation::Add, products[0], products[1]))
}

/// The rules of FPCR (SIL-D27). The default NaN's sign is AH's.
fn fpcr(options: Options<'_>) -> Option<Env> {
    let (fz, fiz, ah) = (on(options, "fz")?, on(options, "fiz")?, on(options, "ah")?);
    Some(Env {
        rounding: direction(options)?,
        tininess: if ah { Tininess::After } else { Tininess::Before },
        underflow: if fz { Underflow::FlushSigned } else { Underflow::Gradual },
        nan: if ah { NanRule::Sse } else { NanRule::Canonical },
        daz: fiz || fz && !ah,
        ..Env::default()
    })
}

/// SIL-D27: the exact sum of both products rounded once, then added.
fn fused_dot(env: &Env, a: &[u64], b: &[u64], addend: u64) -> u64 {
    let value = |code| read(f32(), code, env);
    let products = [0, 1].map(|k| product(&value(widened(a[k])), &value(widened(b[k]))));
    let (both, _) = sum(&products).round(f32(), env);
    sum(&[value(addend), value(both)]).round(f32(), env).0
}

/// SIL-D28.
fn bfmlal(options: Options<'_>, operands: Operands<'_>) -> Option<Outcome> {
    let options = options.only(&["rm", "fz", "fiz", "dn", "ah"])?;
    let env = fpcr(options)?;
    let (ah, dn) = (on(options, "ah")?, on(options, "dn")?);
    let env = match ah {
        false => env,
        true => Env {
            rounding: Rounding::NearestEven,
            underflow: Underflow::FlushSigned,
            daz: true,
            ..env
        },
    };
    let (a, b, c) = factors(operands, 1)?;
    let codes = [widened(a[0]), widened(b[0]), c];
    let values = codes.map(|code| decode(f32(), code));
    let nan = values.iter().any(|value| matches!(value, Value::Nan { .. }));
    let exact = ieee::exact(Operation::Fma, f32(), &codes, &env);
    let (code, flags) = if !nan {
        exact.round(f32(), &env)
    } else {
        // A NaN of the operands is chosen in the order addend, a, b; with DN it is the default NaN.
        let (code, flags) = exact.round(f32(), &Env { nan: NanRule::Arm, ..env });
        let signalling = values.iter().any(|v| matches!(v, Value::Nan { signalling: true, .. }));
        let default = dn || flags.invalid && !signalling;
        (if default { default_nan(f32(), ah) } else { code }, flags)
    };
    // What is flushed raises underflow alone.
    let flushed =
        env.underflow == Underflow::FlushSigned && flags.underflow && code & 0x7fff_ffff == 0;
    let flags = Flags { inexact: flags.inexact && !flushed, ..flags };
    Some(number::outcome((code, if ah { Flags::NONE } else { flags })))
}

/// The default NaN.
fn default_nan(f: &Facts, ah: bool) -> u64 {
    f.canonical_nan.unwrap_or(0) | f.join(ah, 0, 0)
}

/// Names, results and numbers of products of SIL-D29.
const FP8: [(&str, &str, usize); 6] = [
    ("fmlal", "f16", 1),
    ("fmlall", "f32", 1),
    ("fdot", "f16", 2),
    ("fdot", "f32", 4),
    ("fmmla", "f16", 4),
    ("fmmla", "f32", 8),
];

/// SIL-D29: the scaled sum of products and the addend, rounded once.
fn fp8(operation: &str, options: Options<'_>, operands: Operands<'_>) -> Option<u64> {
    let parts: Vec<&str> = operation.split('.').collect();
    let &[name, fa, fb, out] = &parts[..] else { return None };
    let &(_, _, count) = FP8.iter().find(|row| (row.0, row.1) == (name, out))?;
    let source = |name| matches!(name, "e4m3" | "e5m2").then(|| format(name)).flatten();
    let (fa, fb, f) = (source(fa)?, source(fb)?, format(out)?);
    let options = options.only(&["lscale", "osm", "ah"])?;
    // Of binary16 the low four bits count.
    let scale = below(options, "lscale", 128)? % if out == "f16" { 16 } else { 128 };
    let (osm, ah) = (on(options, "osm")?, on(options, "ah")?);
    let (a, b, c) = factors(operands, count)?;

    let scaled = |(&a, &b): (&u64, &u64)| match product(&decode(fa, a), &decode(fb, b)) {
        Value::Finite { sign, magnitude } => Value::Finite { sign, magnitude: magnitude >> scale },
        other => other,
    };
    let terms: Vec<Value> = a.iter().zip(b).map(scaled).chain([decode(f, c)]).collect();
    let overflow = if osm { Overflow::SaturateFinite } else { Overflow::Ieee };
    Some(match sum(&terms) {
        Exact::Invalid => default_nan(f, ah),
        exact => exact.round(f, &Env { overflow, ..Env::default() }).0,
    })
}
