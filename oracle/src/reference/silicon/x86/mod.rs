//! x86's dot products and tiles (section 3).

mod integer;

use super::chain::fused;
use super::operand::{f32, factors, format, widened};
use crate::reference::Outcome;
use crate::reference::engine::{
    Env, IntegerRule, NanRule, Overflow, Rounding, Tininess, Underflow, convert,
};
use crate::reference::ieee::{self, Operation};

/// Nearest, subnormals kept; a NaN keeps its payload.
const NEAREST: Env = Env {
    rounding: Rounding::NearestEven,
    tininess: Tininess::After,
    overflow: Overflow::Ieee,
    underflow: Underflow::Gradual,
    nan: NanRule::Sse,
    daz: false,
    integer: IntegerRule::X86,
};

/// Subnormal operands are zeros of their sign, results are flushed, judged after rounding with unbounded exponent; the
/// first NaN, made quiet, else FFC00000 (SIL-D22, O5, O11).
const RULES: Env = Env { daz: true, underflow: Underflow::FlushSigned, ..NEAREST };

/// The operation on its operands.
pub(super) fn evaluate(name: &str, operands: &[Vec<u64>]) -> Option<Outcome> {
    let out = match (name, operands) {
        ("vdpbf16ps", _) => {
            let (a, b, c) = factors(operands, 2)?;
            vec![pair(a, b, c)]
        }
        ("vcvtneps2bf16", [x]) => {
            let &[x] = &x[..] else { return None };
            vec![narrowed(x)]
        }
        // SIL-D23: the low half from the second source.
        ("vcvtne2ps2bf16", [a, b]) => {
            let (&[a], &[b]) = (&a[..], &b[..]) else { return None };
            vec![narrowed(b), narrowed(a)]
        }
        ("tdpbf16ps", _) => {
            let (a, b, c) = factors(operands, 32)?;
            vec![tile(&words(a, widened), &words(b, widened), c)]
        }
        ("tdpfp16ps", _) => {
            let (a, b, c) = factors(operands, 32)?;
            let half = format("f16")?;
            let word = |code| convert(half, f32(), &NEAREST, code).0;
            vec![tile(&words(a, word), &words(b, word), c)]
        }
        ("tmmultf32ps", _) => {
            let (a, b, c) = factors(operands, 16)?;
            vec![tf32(&words(a, shortened), &words(b, shortened), c)]
        }
        _ => vec![integer::evaluate(name, operands)?],
    };
    Some(Outcome { out, flag: None })
}

fn words(codes: &[u64], word: impl Fn(u64) -> u64) -> Vec<u64> {
    codes.iter().map(|&code| word(code)).collect()
}

fn add(a: u64, b: u64, env: &Env) -> u64 {
    ieee::evaluate(Operation::Add, f32(), &[a, b], env).0
}

/// SIL-D22.
fn pair(a: &[u64], b: &[u64], acc: u64) -> u64 {
    let (a, b) = (words(a, widened), words(b, widened));
    let nan = |code: &u64| code & 0x7fff_ffff > 0x7f80_0000;
    if let Some(first) = [a[0], b[0], a[1], b[1], acc].into_iter().find(nan) {
        return first | 1 << 22;
    }
    let odd = fused(f32(), &a[1..], &b[1..], acc, &RULES);
    fused(f32(), &a[..1], &b[..1], odd, &RULES)
}

/// SIL-D23: a NaN keeps its upper half, made quiet.
fn narrowed(x: u64) -> u64 {
    let bf16 = format("bf16").expect("it is listed");
    convert(f32(), bf16, &RULES, x).0
}

/// SIL-D24: a row of even and one of odd elements, their sum, C.
fn tile(a: &[u64], b: &[u64], c: u64) -> u64 {
    let every_other = |codes: &[u64], from: usize| -> Vec<u64> {
        codes.iter().skip(from).step_by(2).copied().collect()
    };
    let row = |from| fused(f32(), &every_other(a, from), &every_other(b, from), 0, &RULES);
    add(c, add(row(0), row(1), &RULES), &RULES)
}

/// SIL-D24: TMMULTF32PS, which keeps subnormal operands.
fn tf32(a: &[u64], b: &[u64], c: u64) -> u64 {
    let rules = Env { daz: false, ..RULES };
    add(fused(f32(), a, b, 0, &rules), c, &rules)
}

/// A signalling NaN made quiet, then the low 13 bits cleared.
fn shortened(x: u64) -> u64 {
    let nan = x & 0x7fff_ffff > 0x7f80_0000;
    (x | u64::from(nan) << 22) & !0x1fff
}
