//! Codes -> values and classes, of every format as a type and as a run-time value.

use crate::engine::typed;
use crate::random::{Codes, Draw, Random, cases, seed};
use oracle::reference::engine;
use softfloat::{Category, Class};
use tests::bridge::{Pair, all, value};

/// The reference's class of a value.
fn class(pair: &Pair, v: &engine::Value) -> Class {
    let fields = matches!(
        pair.facts.kind,
        engine::Kind::Binary | engine::Kind::Explicit | engine::Kind::P3109 { .. }
    );
    let (sign, category) = match v {
        engine::Value::Nan { sign, signalling: true, .. } => (sign, Category::SignallingNan),
        engine::Value::Nan { sign, .. } => (sign, Category::QuietNan),
        engine::Value::Infinite { sign } => (sign, Category::Infinite),
        engine::Value::Finite { sign, magnitude } => (
            sign,
            if magnitude.is_zero() {
                Category::Zero
            } else if fields && *magnitude < pair.facts.min_normal_value() {
                Category::Subnormal
            } else {
                Category::Normal
            },
        ),
    };
    Class { sign: *sign, category }
}

/// One code, in every container.
fn check(pair: &Pair, types: &[typed::Typed], code: u64) {
    let name = pair.format.name;
    let theirs = engine::decode(&pair.facts, code);
    let ours = pair.format.decode::<u64>(code);
    assert_eq!(value(&ours, &pair.facts), theirs, "{name} {code:#x}");
    let theirs = class(pair, &theirs);
    assert_eq!(pair.format.classify::<u64>(code), theirs, "{name} {code:#x}");
    for t in types.iter().filter(|t| t.format == pair.format) {
        assert_eq!((t.decode)(code), ours, "{name} {code:#x} in {} bits", t.bits);
        assert_eq!((t.classify)(code), theirs, "{name} {code:#x} in {} bits", t.bits);
    }
}

#[test]
fn every_code_of_16_bits() {
    let types = typed::all();
    let mut count = 0u64;
    for pair in all().iter().filter(|pair| pair.format.width <= 16) {
        pair.codes().for_each(|code| check(pair, &types, code));
        count += pair.codes().end;
    }
    println!("{count} codes");
}

#[test]
fn random_codes_of_wider_formats() {
    let types = typed::all();
    let mut random = Random::of_run();
    println!("seed {}", seed());
    for pair in all().iter().filter(|pair| pair.format.width > 16) {
        for _ in 0..cases() / 4 {
            check(pair, &types, random.code(&pair.format, &pair.format));
        }
    }
}

#[test]
fn random_codes_of_custom_formats() {
    let mut random = Random::of_run();
    println!("seed {}", seed());
    for _ in 0..cases() {
        let pair = random.custom();
        check(&pair, &[], random.code(&pair.format, &pair.format));
    }
}

/// What stands above a format in its container is not read.
#[test]
fn bits_above_the_width_are_ignored() {
    let mut random = Random::of_run();
    println!("seed {}", seed());
    for t in typed::all().iter().filter(|t| t.format.width < t.bits.min(64)) {
        for _ in 0..cases() / 256 {
            let code = random.code(&t.format, &t.format);
            let garbage = code | random.next() << t.format.width;
            assert_eq!((t.decode)(garbage), (t.decode)(code), "{} {garbage:#x}", t.format.name);
        }
    }
}
