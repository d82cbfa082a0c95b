//! Arguments of functions of one number.

use crate::draw::Cases;
use crate::draw::code::{Float, Value};
use crate::family::elem::range::{Limits, lgamma_limit, power, real, thresholds};
use functions::Function;
use std::f64::consts::LOG2_10;

/// pi, cut to 128 bits: the unit is 2^-126.
const PI: u128 = 0xc90f_daa2_2168_c234_c4c6_628b_80dc_1cd1;

/// Zeros of the logarithm of gamma below 0, on both sides of the first integers.
const LGAMMA_ZEROS: [f64; 10] = [
    -2.457_024_738_220_800_6,
    -2.747_682_646_727_412_5,
    -3.143_580_888_349_98,
    -3.955_294_284_858_598,
    -4.039_361_839_740_536,
    -4.991_544_640_560_048,
    -5.008_218_168_233_595,
    -5.998_607_480_080_876,
    -6.001_385_294_453_155,
    -7.000_198_333_407_324,
];

/// The arguments of a function, their neighbours, and all of the other sign.
pub(super) fn directed(function: Function, f: &Float, cases: &mut Cases) {
    let l = Limits::of(f);
    let mut codes = exact(function, f);
    codes.extend(thresholds(function, &l).into_iter().map(|x| real(f, x)));
    codes.extend(turns(function, f));
    if function == Function::Lgamma {
        codes.extend(LGAMMA_ZEROS.map(|x| real(f, x)));
        codes.push(power(f, false, lgamma_limit(&l)));
    }
    for code in codes {
        for step in [0, -1, 1, -2, 2] {
            let near = f.stepped(code, step);
            cases.push(&[near]);
            cases.push(&[near ^ 1 << (f.width - 1)]);
        }
    }
    ladder(f, cases);
}

/// Every few exponents, from the smallest number to the largest: what is trivial on either side.
fn ladder(f: &Float, cases: &mut Cases) {
    let least = f.emin() - i64::from(f.body);
    let step = ((f.emax() - least) / 60).max(1);
    let near = -i64::from(f.body) - 3..=i64::from(f.body) + 3;
    for e in (least..=f.emax()).step_by(step as usize).chain(near) {
        for (sign, significand) in [(false, 4), (true, 7), (false, 5)] {
            cases.push(&[f.toward_zero(Value { sign, exponent: e - 2, significand })]);
        }
    }
}

/// `k * 2^-below`.
fn units(f: &Float, below: i64, k: u128) -> u64 {
    f.toward_zero(Value { sign: false, exponent: -below, significand: k })
}

/// Where a result is exact or a tie, or the domain ends.
fn exact(function: Function, f: &Float) -> Vec<u64> {
    use Function as F;
    let integers = |most: u128| (0..=most).map(|k| units(f, 0, k)).collect::<Vec<u64>>();
    let body = f.body;
    match function {
        F::Exp2 | F::Exp2m1 | F::SinPi | F::CosPi | F::TanPi => {
            let halves = (0..24).map(|k| units(f, 1, k)).chain((1..16).map(|k| units(f, 2, k)));
            let large = [0, 1].map(|k| units(f, 0, (1 << body) + k));
            halves.chain(integers(2 * u128::from(body))).chain(large).collect()
        }
        F::Exp10 | F::Exp10m1 | F::Lgamma | F::Tgamma => integers(40),
        F::Log10 | F::Log10p1 => (0..38)
            .flat_map(|k| {
                let ten = 10u128.pow(k);
                [units(f, 0, ten), units(f, 0, ten - 1), power(f, false, -f64::from(k) * LOG2_10)]
            })
            .collect(),
        F::Log2 | F::Log2p1 | F::Log | F::Log1p => (0..=body)
            .flat_map(|k| {
                let two = 1u128 << k;
                [units(f, 0, two), units(f, 0, two - 1), units(f, k.into(), two - 1)]
            })
            .collect(),
        F::Cbrt => odd(body).flat_map(|k| [0, 1, 2, 3].map(|e| units(f, e, cube(k)))).collect(),
        F::Rsqrt => {
            (0..8).flat_map(|k| [units(f, k, 1), units(f, -k, 1), units(f, k, 9)]).collect()
        }
        F::HardSigmoid | F::HardSwish => {
            (0..8).flat_map(|k| [units(f, 1, k), units(f, 3, 3 * k)]).collect()
        }
        _ => (0..8).flat_map(|k| [units(f, 1, k), units(f, 3, k)]).collect(),
    }
}

/// Odd numbers whose cubes have as many bits as a significand, or one more.
fn odd(body: u32) -> impl Iterator<Item = u64> {
    let most = body.div_ceil(3).min(20);
    let lead = move |k: u32| 1u64 << k;
    (0..=most).flat_map(move |k| [lead(k) | 1, 2 * lead(k) - 1, (lead(k) + lead(k) / 2) | 1])
}

fn cube(k: u64) -> u128 {
    u128::from(k).pow(3)
}

/// Multiples of pi/2, and the largest arguments.
fn turns(function: Function, f: &Float) -> Vec<u64> {
    if !matches!(function, Function::Sin | Function::Cos | Function::Tan) {
        return Vec::new();
    }
    let multiple =
        |k: u128| Value { sign: false, exponent: -127 + 12, significand: (PI >> 12) * k };
    let near = (1..=64).chain([355, 710, 1024, 3550]).map(|k| f.toward_zero(multiple(k)));
    near.chain([f.at(false, f.emax(), f.ones()), f.at(false, f.emax(), 0)]).collect()
}
