//! `sum.*`: sums of many terms, each written as its definition reads. Tile's matrix sums (TILE-D34 to D36, D38, D41),
//! POD's (POD-D30, D31, D34, D35), xDSA's (XDSA-D26, D27, D29, D32), MN-Core's (its own reference), and the plain ones
//! (IEEE 754-2019, 5.4.1, 9.4).

mod adder;

use super::ieee::{self, Operation};
use super::{Outcome, Reference, number};
use adder::{Adder, elements, fold, products};

use super::engine::{Env, Facts, Flags, IntegerRule, NanRule, Rounding};
use super::mncore2::number::Format;
use super::mncore2::{matrix, reduce, vector};
use super::options::Options;
use super::random::Random;

pub(super) const REFERENCE: Reference = Reference { name: "sum", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (system, operation) = id.strip_prefix("sum.")?.split_once('.')?;
    if system == "mncore2" {
        options.only(&[])?;
        let out = mncore2(operation, operands)?;
        return Some(Outcome { out: vec![out], flag: None });
    }
    let (name, types) = operation.split_once('.')?;
    let types = types.split('.').map(|t| number::format("", t)).collect::<Option<Vec<_>>>()?;
    let (code, flags) = match system {
        "plain" => plain(name, &types, options, operands),
        "pod" => pod(name, &types, options, operands),
        "tile" => tile(name, &types, options, operands),
        "xdsa" => options.only(&[]).and_then(|_| xdsa(name, &types, operands)),
        _ => None,
    }?;
    Some(Outcome { out: vec![code], flag: Some(number::bits(flags)) })
}

/// MN-Core's adders (s. 4.2, 4.3, 4.5). The last letter of the types is the result's, the first the elements'.
fn mncore2(operation: &str, operands: &[Vec<u64>]) -> Option<u64> {
    let (unit, operation) = operation.split_once('.')?;
    let (name, types) = operation.split_once('.')?;
    let (first, last) = types.split_once('.').unwrap_or((types, types));
    match (unit, name, operands) {
        ("rrn", _, [_]) => {
            // L1BM's single circuit extends its inputs with `e` and shortens its output with `r`.
            let (letter, bare): (&str, &[(&str, &str)]) = match (first, last) {
                ("f", "h") => ("f", &[("r", "1")]),
                ("h", "f") => ("f", &[("e", "1")]),
                _ => (first, &[]),
            };
            let id = format!("{name}.{letter}fadd");
            reduce::of_unit(&id, Options::new(bare), operands)?.out.first().copied()
        }
        ("mau", "vector", [a, b, c]) => {
            let ([a], [b], [c]) = (&a[..], &b[..], &c[..]) else { return None };
            vector::fused(first, Format::of(last)?, *a, *b, *c)
        }
        ("mau", "matrix", [row, column, c]) => {
            let [c] = c[..] else { return None };
            matrix::fused(first, Format::of(last)?, row, column, c)
        }
        _ => None,
    }
}

/// The plain sums, under any rules.
fn plain(
    name: &str,
    types: &[&Facts],
    options: Options<'_>,
    operands: &[Vec<u64>],
) -> Option<(u64, Flags)> {
    let env = number::env(options.only(&["rm", "tininess", "nan", "ftz", "daz"])?)?;
    let to = *types.last()?;
    let adder = Adder { to, env, kept: None, tile: false, random: None };
    match (name, types, operands) {
        ("add", &[f], [x, z]) => fold(single(z)?, x, |sum, &x| add(f, sum, x, &env)),
        ("mul_add", &[f], [x, y, z]) => {
            let pairs: Vec<_> = x.iter().zip(y).collect();
            fold(single(z)?, &pairs, |sum, &(&x, &y)| {
                let (product, raised) = ieee::evaluate(Operation::Mul, f, &[x, y], &env);
                let (sum, flags) = add(f, sum, product, &env);
                (sum, raised.and(flags))
            })
        }
        ("fma", &[f, _], [x, y, z]) => adder.chunks(&products(f, f, x, y, &adder), 1, single(z)?),
        ("tree2", &[f], [x]) => tree(f, x.clone(), &env),
        ("exact", &[f], [x, z]) => adder.chunks(&elements(f, x, &adder), x.len(), single(z)?),
        ("exact_dot", &[f, _], [x, y, z]) => {
            adder.chunks(&products(f, f, x, y, &adder), x.len(), single(z)?)
        }
        _ => None,
    }
}

/// The exact sum of elements, or of products where there are two operands of them, and an addend, rounded once by random bits.
pub(super) fn at_random(
    (from, to): (&Facts, &Facts),
    env: &Env,
    operands: &[Vec<u64>],
    random: Random<'_>,
) -> Option<(u64, Flags)> {
    let adder = Adder { to, env: *env, kept: None, tile: false, random: Some(random) };
    let (terms, addend) = match operands {
        [x, z] => (elements(from, x, &adder), z),
        [x, y, z] => (products(from, from, x, y, &adder), z),
        _ => return None,
    };
    adder.chunks(&terms, terms.len(), single(addend)?)
}

/// POD's, with MXCSR's rounding, FTZ and DAZ (POD-D30) and the NaNs of SSE (POD-D31).
fn pod(
    name: &str,
    types: &[&Facts],
    options: Options<'_>,
    operands: &[Vec<u64>],
) -> Option<(u64, Flags)> {
    let mxcsr = Env { nan: NanRule::Sse, ..number::env(options.only(&["rm", "ftz", "daz"])?)? };
    match (name, types, operands) {
        // One pair of SSE3's horizontal add (POD-D35).
        ("hadd", &[f], [x]) => {
            let &[a, b] = &x[..] else { return None };
            Some(add(f, a, b, &mxcsr))
        }
        ("fma", &[f], [x, y, z]) => {
            let codes = [single(x)?, single(y)?, single(z)?];
            Some(ieee::evaluate(Operation::Fma, f, &codes, &mxcsr))
        }
        _ => None,
    }
}

/// Tile's profiles of TMMA.
fn tile(
    name: &str,
    types: &[&Facts],
    options: Options<'_>,
    operands: &[Vec<u64>],
) -> Option<(u64, Flags)> {
    let (a, b, d) = match *types {
        [a, d] => (a, a, d),
        [a, b, d] => (a, b, d),
        _ => return None,
    };
    let [x, y, z] = operands else { return None };
    // TILE-D34: 8 TF32, 16 BF16 or F16, 32 FP8.
    let slice = match a.width.max(b.width) {
        32 => 8,
        16 => 16,
        _ => 32,
    };
    let (chunk, kept, integer) = match name {
        "slice" => (slice, None, IntegerRule::RiscV),
        "chain" => (1, None, IntegerRule::RiscV),
        "full" => (x.len(), None, IntegerRule::RiscV),
        // TILE-D38: modulo 2^32, or the total of products and D is clamped once.
        "wrap" => (x.len(), None, IntegerRule::Wrap),
        "clamp" => (x.len(), None, IntegerRule::RiscV),
        _ => {
            let extra: i32 = name.strip_prefix("align")?.parse().ok()?;
            (slice, Some(d.man_bits as i32 + extra), IntegerRule::RiscV)
        }
    };
    let env = match name {
        "slice" | "chain" | "full" => number::env(options.only(&["rm"])?)?,
        _ => number::env(options.only(&[])?)?,
    };
    // TILE-D34: what was aligned is rounded with RTZ.
    let rounding = if kept.is_some() { Rounding::TowardZero } else { env.rounding };
    let adder =
        Adder { to: d, env: Env { rounding, integer, ..env }, kept, tile: true, random: None };
    adder.chunks(&products(a, b, x, y, &adder), chunk, single(z)?)
}

/// xDSA's: exact and rounded once but for ASUM and the profile of sequential sums (XDSA-D32). Integers are clamped
/// (XDSA-D27), NaNs are canonical (XDSA-D29).
fn xdsa(name: &str, types: &[&Facts], operands: &[Vec<u64>]) -> Option<(u64, Flags)> {
    let env = Env { integer: IntegerRule::Arm, ..Env::default() };
    let (f, to) = (*types.first()?, *types.last()?);
    let adder = Adder { to, env, kept: None, tile: false, random: None };
    match (name, operands) {
        ("sum", [x]) => Some(adder.round(&elements(f, x, &adder), None)),
        ("asum", [x, z]) => adder.chunks(&elements(f, x, &adder), 1, single(z)?),
        ("dot", [x, y, z]) => adder.chunks(&products(f, f, x, y, &adder), x.len(), single(z)?),
        ("sequential", [x, y, z]) => adder.chunks(&products(f, f, x, y, &adder), 1, single(z)?),
        _ => None,
    }
}

/// The only element of an operand.
fn single(operand: &[u64]) -> Option<u64> {
    if let &[code] = operand { Some(code) } else { None }
}

/// a + b of IEEE 754.
fn add(f: &Facts, a: u64, b: u64, env: &Env) -> (u64, Flags) {
    ieee::evaluate(Operation::Add, f, &[a, b], env)
}

/// Neighbours are added until one is left; an odd one goes up a level as it is.
fn tree(f: &Facts, mut level: Vec<u64>, env: &Env) -> Option<(u64, Flags)> {
    let mut flags = Flags::NONE;
    while level.len() > 1 {
        let mut sum = |pair: &[u64]| match *pair {
            [a, b] => {
                let (sum, raised) = add(f, a, b, env);
                flags = flags.and(raised);
                sum
            }
            _ => pair[0],
        };
        level = level.chunks(2).map(&mut sum).collect();
    }
    Some((*level.first()?, flags))
}
