//! Formats of at most 8 bits: every code, every pair of codes, under every list of rules.

use crate::ieee::known::{INTEGER_RULES, Known, every_direction, every_nan};
use crate::ieee::operations::{
    check_compare, check_integer, check_min_max, check_scale, check_unary,
};
use oracle::reference::engine;
use oracle::reference::ieee::Operation;
use rstest::rstest;
use softfloat::{Env, Format, Overflow, Underflow, Value};
use tests::bridge::{Pair, floats};

/// An integer format of any width.
pub(crate) fn integer(width: u32, signed: bool) -> Pair {
    let format = Format::integer(width, signed).expect("4 to 64 bits");
    Pair { format, facts: engine::integer(width, signed) }
}

/// The widths of integers that differ in kind.
pub(crate) const WIDTHS: [u32; 12] = [4, 5, 7, 8, 11, 16, 24, 31, 32, 33, 63, 64];

fn is_nan(f: &Pair, code: u64) -> bool {
    matches!(f.format.decode::<u64>(code), Value::Nan { .. })
}

#[rstest]
fn pairs(
    #[values(
        Operation::Add,
        Operation::Sub,
        Operation::Mul,
        Operation::Div,
        Operation::Remainder,
        Operation::Fmod
    )]
    operation: Operation,
) {
    let (directions, nans) = (every_direction(), every_nan());
    let mut count = 0;
    for f in floats(8) {
        let mut known = Known::new(&f, &directions);
        let mut with_nan = Known::new(&f, &nans);
        for a in f.codes() {
            for b in f.codes() {
                known.check(operation, &[a, b]);
                with_nan.check(operation, &[a, b]);
            }
        }
        count += known.count + with_nan.count;
    }
    println!("{count} results of {operation:?}");
}

#[test]
fn square_roots() {
    let (directions, nans) = (every_direction(), every_nan());
    for f in floats(8) {
        for a in f.codes() {
            Known::new(&f, &directions).check(Operation::Sqrt, &[a]);
            Known::new(&f, &nans).check(Operation::Sqrt, &[a]);
        }
    }
}

/// Nothing is rounded: directions do not matter, subnormal operands as zeros do.
#[test]
fn minimum_and_maximum() {
    let every = seeded::one_in(3) as usize;
    for f in floats(8) {
        for a in f.codes() {
            let own = (a as usize + 1) % every;
            for b in f.codes().skip(own).step_by(every) {
                check_min_max(&f, a, b, &Env::IEEE);
                check_min_max(&f, a, b, &Env { daz: true, ..Env::IEEE });
                if is_nan(&f, a) || is_nan(&f, b) {
                    every_nan().iter().for_each(|env| check_min_max(&f, a, b, env));
                }
            }
        }
    }
}

#[test]
fn comparison() {
    for f in floats(8) {
        for a in f.codes() {
            for b in f.codes() {
                check_compare(&f, a, b, &Env::IEEE);
                check_compare(&f, a, b, &Env { daz: true, ..Env::IEEE });
            }
        }
    }
}

#[test]
fn unary() {
    for f in floats(8) {
        for env in every_direction().iter().chain(&every_nan()) {
            f.codes().for_each(|a| check_unary(&f, a, env));
        }
    }
}

#[test]
fn scaling() {
    for f in floats(8) {
        for env in every_direction().iter().chain(&every_nan()) {
            for a in f.codes() {
                for n in (-40..=40).chain([i64::MIN, -1 << 32, 1 << 32, i64::MAX]) {
                    check_scale(&f, a, n, env);
                }
            }
        }
    }
}

#[test]
fn integers() {
    for f in floats(8) {
        for (width, signed) in WIDTHS.into_iter().flat_map(|w| [(w, false), (w, true)]) {
            let to = integer(width, signed);
            let plain = every_direction().into_iter().filter(|env| {
                env.overflow == Overflow::Ieee && env.underflow == Underflow::Gradual
            });
            for env in plain {
                f.codes().for_each(|a| check_integer(&f, &to, a, &env));
            }
            for integer in INTEGER_RULES {
                let env = Env { integer, ..Env::IEEE };
                f.codes().for_each(|a| check_integer(&f, &to, a, &env));
            }
        }
    }
}
