//! Formats of at most 8 bits: every code, and every pair of codes of the narrowest; every direction.

use crate::elem::judge::{Differences, differ, directions};
use functions::{Row, Shape, TABLE};
use rstest::rstest;
use softfloat::{Env, NanRule, Overflow, Underflow};
use tests::bridge::{Pair, floats};

/// The floating-point formats of at most `width` bits, E8M0 and one of few significand bits among them.
pub(crate) fn formats(width: u32) -> Vec<Pair> {
    let more = [Pair::named("e8m0"), Pair::custom(6, 1)];
    floats(width).into_iter().chain(more.into_iter().filter(|f| f.format.width <= width)).collect()
}

/// IEEE's rules in every direction, and one list of others for each code: the next code has the next.
pub(crate) fn environments(turn: u64) -> Vec<Env> {
    let plain = Env::IEEE;
    let others = [
        Env { underflow: Underflow::FlushSigned, ..plain },
        Env { overflow: Overflow::Saturate, ..plain },
        Env { daz: true, nan: NanRule::Arm, ..plain },
        Env { nan: NanRule::Propagate, overflow: Overflow::SaturateFinite, ..plain },
        Env { nan: NanRule::Sse, daz: true, underflow: Underflow::FlushSigned, ..plain },
    ];
    let mut all = directions(plain);
    all.extend(directions(others[(turn % 5) as usize]));
    all
}

fn rows(shape: Shape) -> impl Iterator<Item = &'static Row> {
    TABLE.iter().filter(move |row| row.shape == shape)
}

#[test]
fn unary() {
    let mut differences = Differences::default();
    for f in formats(8) {
        for a in f.codes() {
            let environments = environments(a);
            for row in rows(Shape::Unary) {
                differences.note(row, differ(row, &f, &[a], &environments));
            }
        }
    }
    differences.assert_none();
}

fn pairs(formats: &[Pair], environments: impl Fn(u64) -> Vec<Env>) {
    let mut differences = Differences::default();
    for f in formats {
        for (a, b) in f.codes().flat_map(|a| f.codes().map(move |b| (a, b))) {
            let environments = environments(a * 3 + b);
            for row in rows(Shape::Binary) {
                differences.note(row, differ(row, f, &[a, b], &environments));
            }
        }
    }
    differences.assert_none();
}

/// Every pair, each under rules of its own; `cargo xtask exhaustive` takes the formats of 8 bits and all rules.
#[test]
fn binary() {
    pairs(&formats(6), |turn| {
        let all = environments(turn / 24);
        vec![all[(turn % 24) as usize]]
    });
}

/// Integers at which powers differ in kind.
const INTEGERS: [i32; 22] = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    -3,
    4,
    -4,
    5,
    7,
    -8,
    10,
    -12,
    31,
    -64,
    65,
    1000,
    -4097,
    1 << 30,
    i32::MAX,
    i32::MIN,
];

/// The same that 32 bits don't hold.
const LARGE: [i64; 14] = [
    1 << 31,
    -(1 << 31) - 1,
    (1 << 32) - 1,
    -(1 << 32),
    (1 << 32) + 1,
    1 << 40,
    -(1 << 40) - 3,
    (1 << 53) + 1,
    -(1 << 53) - 1,
    1 << 62,
    -(1 << 62),
    i64::MAX,
    i64::MIN,
    i64::MIN + 1,
];

#[rstest]
fn powers(#[values("pown", "rootn", "compound", "pown64", "rootn64", "compound64")] name: &str) {
    let row = TABLE.iter().find(|row| row.name == name).expect("a function");
    let codes: Vec<u64> = match row.shape {
        Shape::Power => INTEGERS.map(|n| u64::from(n as u32)).into(),
        _ => INTEGERS.map(i64::from).into_iter().chain(LARGE).map(i64::cast_unsigned).collect(),
    };
    let mut differences = Differences::default();
    for f in formats(8) {
        for a in f.codes() {
            for &code in &codes {
                let all = environments(a);
                let environments = [all[(a * 7).wrapping_add(code) as usize % 24]];
                differences.note(row, differ(row, &f, &[a, code], &environments));
            }
        }
    }
    differences.assert_none();
}
