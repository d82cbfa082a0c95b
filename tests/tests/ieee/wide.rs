//! Random operands of every floating-point format under rules drawn at random.

use crate::ieee::complete::{WIDTHS, integer};
use crate::ieee::known::any;
use crate::ieee::operands::draw;
use crate::ieee::operations::{
    agree, check_compare, check_integer, check_min_max, check_scale, check_unary, ours, theirs,
};
use crate::random::{Codes, Draw, Random, cases};
use oracle::reference::engine;
use oracle::reference::ieee::Operation;
use rstest::rstest;
use seeded::code;
use softfloat::convert_any;
use tests::bridge::{Pair, all, rounded, rules};

/// Formats by name, `eXmY` those like IEEE's.
fn format(name: &str) -> Pair {
    let custom = name.strip_prefix('e').and_then(|widths| widths.split_once('m'));
    match custom {
        Some((e, m)) => Pair::custom(e.parse().unwrap(), m.parse().unwrap()),
        None => Pair::named(name),
    }
}

#[rstest]
fn operations(
    #[values(
        "ieee_binary16",
        "ieee_binary32",
        "ieee_binary64",
        "bf16",
        "tf32",
        "fp8_e4m3_fnuz",
        "fp8_e5m2_fnuz",
        "fp8_e4m3_ocp",
        "fp8_e5m2_ocp",
        "e6m9",
        "e2m13",
        "e9m22",
        "e4m27",
        "e11m20",
        "e2m61",
        "e8m55"
    )]
    name: &str,
) {
    let f = format(name);
    check(&f, cases() / 8);
}

/// The numbers of the reference get thousands of bits.
#[rstest]
fn widest_exponents(#[values("e15m48", "e15m1", "e15m10", "e14m33")] name: &str) {
    check(&format(name), cases() / 128);
}

/// Formats of any widths.
#[test]
fn any_format() {
    let mut random = Random::of_run();
    for _ in 0..cases() / 64 {
        let f = random.custom();
        if f.facts.exp_bits <= 12 {
            check_with(&mut random, &f, 2);
        }
    }
}

/// Conversions between all formats under rules that only operations had before: NaN rules of
/// machines, subnormal operands as zeros, integers out of range.
#[test]
fn conversions() {
    let formats = all();
    let mut random = Random::of_run();
    for from in &formats {
        for to in &formats {
            for _ in 0..cases() / 128 {
                let env = any(&mut random);
                let code = random.code(&from.format, &to.format);
                let ours = convert_any(&from.format, &to.format, &env, code);
                let theirs = engine::convert(&from.facts, &to.facts, &rules(&env), code);
                agree(("to", &to.facts.name), from, &[code], &env, ours, rounded(theirs));
            }
        }
    }
}

fn check(f: &Pair, count: u64) {
    check_with(&mut Random::of_run(), f, count);
}

fn check_with(random: &mut Random, f: &Pair, count: u64) {
    for _ in 0..count {
        for operation in Operation::ALL {
            let env = any(random);
            let x = draw(random, operation, &f.format);
            let result = ours(operation, &f.format, &x, &env);
            agree(operation, f, &x, &env, result, theirs(operation, f, &x, &env));
        }
        let env = any(random);
        let mask = u64::MAX >> (64 - f.format.width);
        let a = random.code(&f.format, &f.format);
        check_unary(f, a, &env);
        let b = code!(f.format).second(random, a) & mask;
        check_min_max(f, a, b, &env);
        check_compare(f, a, b, &env);
        let far = [-70_000, -3000, -300, -40, 40, 300, 3000, 70_000];
        check_scale(f, a, *random.pick(&far) + (random.next() % 64) as i64 - 32, &env);
        let to = integer(*random.pick(&WIDTHS), random.below(2) == 0);
        check_integer(f, &to, random.code(&f.format, &to.format), &env);
    }
}
