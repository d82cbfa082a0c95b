//! AMD's matrix cores (section 2). Groups of products in turn, a group's result the next one's c.

use crate::Rational;
use rug::Integer;

use super::chain::chain;
use super::operand::{f32, factors, format};
use super::term::{Special, Term, products, special};
use crate::reference::engine::{Env, Facts, Value, encode};
use crate::reference::ieee::{self, Operation};

/// SIL-O5.
const NAN: u64 = 0x7fc0_0000;

/// How a group is added.
#[derive(Clone, Copy)]
enum Path {
    /// SIL-D17.
    Exact,
    /// SIL-D18.
    Flushed,
    /// SIL-D19.
    Aligned,
    /// SIL-D20.
    Sides,
}

/// Instructions, K, formats of the factors, g (of K at most), path.
type Row = (&'static str, &'static [usize], &'static [&'static str], usize, Path);

/// Section 2's table.
const ROWS: &[Row] = &[
    ("cdna1.mfma", &[4, 8, 16], &["f16"], 4, Path::Exact),
    ("cdna1.mfma", &[2, 4, 8], &["bf16"], 2, Path::Exact),
    ("cdna2.mfma", &[4, 8, 16], &["f16"], 4, Path::Flushed),
    ("cdna2.mfma_1k", &[4, 8, 16], &["bf16"], 4, Path::Flushed),
    ("cdna2.mfma", &[2, 4, 8], &["bf16"], 2, Path::Flushed),
    ("cdna3.mfma", &[4, 8, 16], &["f16"], 8, Path::Aligned),
    ("cdna3.mfma", &[4, 8, 16], &["bf16"], 8, Path::Aligned),
    ("cdna3.mfma", &[4, 8], &["xf32"], 4, Path::Aligned),
    ("cdna3.mfma", &[16, 32], &["e4m3fnuz", "e5m2fnuz"], 16, Path::Sides),
];

/// The chains of fused multiply-adds.
const CHAINS: [&str; 5] = [
    "cdna1.mfma.k4.f32.f32.f32",
    "cdna2.mfma.k4.f32.f32.f32",
    "cdna3.mfma.k4.f32.f32.f32",
    "cdna2.mfma.k4.f64.f64.f64",
    "cdna3.mfma.k4.f64.f64.f64",
];

/// The operation on its operands.
pub(super) fn evaluate(operation: &str, operands: &[Vec<u64>]) -> Option<u64> {
    if CHAINS.contains(&operation) {
        let (a, b, c) = factors(operands, 4)?;
        return Some(chain(format(operation.rsplit('.').next()?)?, a, b, c));
    }
    let (instruction, rest) = operation.split_once(".k")?;
    let (k, formats) = rest.split_once('.')?;
    let k: usize = k.parse().ok()?;
    let (fa, fb) = formats.strip_suffix(".f32")?.split_once('.')?;
    let &(_, _, _, most, path) = ROWS.iter().find(|row| {
        row.0 == instruction && row.1.contains(&k) && row.2.contains(&fa) && row.2.contains(&fb)
    })?;
    let (fa, fb) = (format(fa)?, format(fb)?);
    let (a, b, c) = factors(operands, k)?;
    let group = |sum, (a, b)| match path {
        Path::Flushed => flushed(fa, a, b, sum),
        _ => added(path, &products(&Term::row(fa, a), &Term::row(fb, b)), &Term::read(f32(), sum)),
    };
    Some(a.chunks(most.min(k)).zip(b.chunks(most.min(k))).fold(c, group))
}

/// To nearest, ties to even.
fn rounded(total: &Rational) -> u64 {
    let value = Value::Finite { sign: *total < 0, magnitude: total.clone().abs() };
    encode(f32(), &value, None, &Env::default()).0
}

fn infinity(sign: bool) -> u64 {
    f32().join(sign, 0xff, 0)
}

/// The floor of a number to a multiple of 2^place.
fn floor(value: &Rational, place: i32) -> Rational {
    Rational::from((value >> place).floor()) << place
}

/// A group whose special values come first.
fn added(path: Path, products: &[Term], c: &Term) -> u64 {
    match special(products.iter().chain([c]).map(|term| &term.value)) {
        Some(Special::Nan) => return NAN,
        Some(Special::Infinite { sign }) => return infinity(sign),
        None => {}
    }
    if let Path::Exact = path {
        return rounded(&products.iter().chain([c]).map(|term| term.value.signed()).sum());
    }
    // SIL-D19, step 2.
    let limit = Rational::from(1) << 128;
    let large = |negative: bool| {
        products.iter().any(|p| p.value.sign() == negative && p.value.magnitude() >= limit)
    };
    match (large(false), large(true)) {
        (true, true) => return NAN,
        (false, false) => {}
        (_, sign) => return infinity(sign),
    }
    let sum = match path {
        Path::Sides => sides(products),
        _ => aligned(products.iter()),
    };
    let most = sum.as_ref().map_or(c.exponent, |sum| sum.1.max(c.exponent));
    let sum = sum.map_or(Rational::new(), |(sum, _)| floor(&sum, most - 31));
    let left_out = matches!(path, Path::Sides) && c.exponent < most - 25;
    let c = if left_out { Rational::new() } else { floor(&c.value.signed(), most - 24) };
    rounded(&(sum + c))
}

/// SIL-D19, step 3: the products cut 24 bits below the largest exponent, and that exponent; none without a product
/// other than zero.
fn aligned<'a>(products: impl Iterator<Item = &'a Term>) -> Option<(Rational, i32)> {
    let terms: Vec<&Term> = products.filter(|term| term.counts()).collect();
    let e = terms.iter().map(|term| term.exponent).max()?;
    let cut = |term: &&Term| (term.value.signed() >> (e - 24)).trunc();
    let units: Integer = terms.iter().map(cut).sum();
    Some((Rational::from(units) << (e - 24), e))
}

/// SIL-D20: even and odd k apart.
fn sides(products: &[Term]) -> Option<(Rational, i32)> {
    let even = aligned(products.iter().step_by(2));
    let odd = aligned(products.iter().skip(1).step_by(2));
    match (even, odd) {
        (Some((s0, e0)), Some((s1, e1))) => {
            let e = e0.max(e1);
            Some((floor(&s0, e - 24) + floor(&s1, e - 24), e))
        }
        (even, odd) => even.or(odd),
    }
}

/// SIL-D18: products in pairs, each step rounded and flushed.
fn flushed(f: &Facts, a: &[u64], b: &[u64], c: u64) -> u64 {
    let input = |f: &Facts, code: u64| match Term::read(f, code).value {
        Value::Finite { magnitude, .. } if magnitude < f.min_normal_value() => 0,
        _ => code,
    };
    let product = |(&a, &b): (&u64, &u64)| {
        let exact = ieee::exact(Operation::Mul, f, &[input(f, a), input(f, b)], &Env::default());
        match exact {
            ieee::Exact::Zero { .. } => 0,
            exact => output(&exact),
        }
    };
    let add = |a, b| output(&ieee::exact(Operation::Add, f32(), &[a, b], &Env::default()));
    let products: Vec<u64> = a.iter().zip(b).map(product).collect();
    let pairs: Vec<u64> = products.chunks(2).map(|pair| add(pair[0], pair[1])).collect();
    let sum = pairs.into_iter().reduce(add).unwrap_or(0);
    add(input(f32(), c), sum)
}

/// A step's result: rounded with subnormals, then a zero of its sign where it is one.
fn output(exact: &ieee::Exact) -> u64 {
    let (code, _) = exact.round(f32(), &Env::default());
    if code & 0x7f80_0000 == 0 { code & 0x8000_0000 } else { code }
}
