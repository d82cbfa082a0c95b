//! Enumerations of functions against MPFR and exact rationals: each exact result is found once and rounded in
//! every direction.

use super::directed::draw;
use super::judge::{differ, differ_quickly, directions};
use super::work::Space;
use functions::{Function, Row, Shape, TABLE};
use rug::float::Round;
use rug::{Assign, Float};
use seeded::{Draw, Random};
use softfloat::{Env, Flags, Rounding, Tininess};
use std::cmp::Ordering;
use tests::bridge::Pair;

/// The names of formats in ids and in the table, those of at most 16 bits first.
const FORMATS: [(&str, &str); 16] = [
    ("e2m1fn", "fp4_e2m1"),
    ("e3m2fn", "fp6_e3m2"),
    ("e2m3fn", "fp6_e2m3"),
    ("e4m3fn", "fp8_e4m3_ocp"),
    ("e5m2", "fp8_e5m2_ocp"),
    ("e4m3fnuz", "fp8_e4m3_fnuz"),
    ("e5m2fnuz", "fp8_e5m2_fnuz"),
    ("e8m0", "e8m0"),
    ("f16", "ieee_binary16"),
    ("bf16", "bf16"),
    ("mnhalf", "mncore2_half"),
    ("tf32", "tf32"),
    ("f32", "ieee_binary32"),
    ("mnsingle", "mncore2_single"),
    ("f64", "ieee_binary64"),
    ("mndouble", "mncore2_double"),
];

const ORACLE: &str = "MPFR";

/// Every enumeration.
pub(crate) fn spaces() -> Vec<Space> {
    let seed = seeded::seed();
    let named = FORMATS.map(|(id, name)| (id, Pair::named(name)));
    let custom = [(6, 9), (2, 13)].map(|(e, m)| Pair::custom(e, m));
    let custom = [("e6m9", &custom[0]), ("e2m13", &custom[1])].map(|(id, f)| (id, f.clone()));
    let mut all = Vec::new();
    for (id, f) in named.into_iter().chain(custom) {
        for row in TABLE {
            match (row.shape, f.format.width) {
                (Shape::Unary, ..=16) => all.push(every(id, &f, row, f.format.width, |i| vec![i])),
                (Shape::Binary, ..=8) => {
                    let width = f.format.width;
                    let pair = move |i| vec![i >> width, i & ((1 << width) - 1)];
                    all.push(every(id, &f, row, 2 * width, pair));
                }
                (Shape::Power, ..=8) => {
                    let power = |i: u64| vec![i >> 9, integer(i & 511)];
                    all.push(every(id, &f, row, f.format.width + 9, power));
                }
                (Shape::Unary | Shape::Binary | Shape::Power | Shape::Power64, _) => {
                    all.push(random(id, &f, row, seed));
                }
                _ => {}
            }
        }
    }
    all.extend([
        complete(Function::Exp, Float::exp_round),
        complete(Function::Log, Float::ln_round),
        complete(Function::Sin, Float::sin_round),
        complete(Function::Rsqrt, Float::recip_sqrt_round),
    ]);
    all
}

/// 512 integers: those of 8 bits, and powers of two with their neighbours, of both signs.
fn integer(index: u64) -> u64 {
    let n = match index {
        ..256 => index as u8 as i8 as i32,
        _ => {
            let (power, less) = (index >> 1 & 31, index >> 6 & 3);
            let n = (1i32 << power).wrapping_sub(less as i32);
            if index & 1 == 0 { n } else { n.wrapping_neg() }
        }
    };
    u64::from(n as u32)
}

/// All operands of so many bits, in every direction with both kinds of tininess.
fn every(
    id: &str,
    f: &Pair,
    row: &'static Row,
    bits: u32,
    operands: impl Fn(u64) -> Vec<u64> + Send + Sync + 'static,
) -> Space {
    let f = f.clone();
    Space {
        name: format!("elem.{id}.{} every rm and tininess", row.name),
        oracle: ORACLE,
        len: 1 << bits,
        judge: Box::new(move |mut range| {
            let environments = directions(Env::IEEE);
            range.find_map(|i| Some((i, differ(row, &f, &operands(i), &environments)?)))
        }),
    }
}

/// Operands drawn near the hard cases of the function and over the range where it is not trivial, so that
/// all directions are alike; one direction is rounded, each in turn.
fn random(id: &str, f: &Pair, row: &'static Row, seed: u64) -> Space {
    let f = f.clone();
    Space {
        name: format!("elem.{id}.{} random, seed {seed}", row.name),
        oracle: ORACLE,
        len: if id == "f32" { 10_000_000 } else { 1_000_000 },
        judge: Box::new(move |mut range| {
            range.find_map(|i| {
                let mut random = Random::new(Random::at(seed ^ row.function as u64, i));
                let tininess = *random.pick(&[Tininess::After, Tininess::Before]);
                let env = Env { tininess, ..Env::IEEE }.rounding(Rounding::ALL[(i % 6) as usize]);
                let x = draw(&mut random, row, &f);
                Some((i, differ_quickly(row, &f, &x, &env)?))
            })
        }),
    }
}

/// All arguments of binary32 in nearest even, by MPFR's function of 24 bits; near and below the least
/// normal number, and where there is no number, by the reference.
fn complete(function: Function, mpfr: fn(&mut Float, Round) -> Ordering) -> Space {
    let f = Pair::named("ieee_binary32");
    let row = function.row();
    Space {
        name: format!("elem.f32.{} rm=rne", row.name),
        oracle: ORACLE,
        len: 1 << 32,
        judge: Box::new(move |mut range| {
            let mut value = Float::new(24);
            range.find_map(|i| {
                value.assign(f32::from_bits(i as u32));
                let is_number = value.is_normal();
                let side = mpfr(&mut value, Round::Nearest);
                let want = match value.get_exp() {
                    Some(-124..=128) => {
                        let inexact = if side.is_eq() { Flags::NONE } else { Flags::INEXACT };
                        Some((value.to_f32().to_bits().into(), inexact))
                    }
                    Some(129..) if value.is_sign_positive() => {
                        Some((0x7f80_0000, Flags::OVERFLOW | Flags::INEXACT))
                    }
                    Some(..=-152) if value.is_sign_positive() => {
                        Some((0, Flags::UNDERFLOW | Flags::INEXACT))
                    }
                    _ => None,
                };
                let Some((bits, flags)) = want.filter(|_| is_number) else {
                    return Some((i, differ(row, &f, &[i], &[Env::IEEE])?));
                };
                match functions::evaluate(function, &f.format, &[i], &Env::IEEE) {
                    Ok(r) if r.bits == bits && r.flags == flags => None,
                    ours => Some((i, format!("{i:08x}: {ours:x?}, by MPFR {bits:x} {flags:?}"))),
                }
            })
        }),
    }
}
