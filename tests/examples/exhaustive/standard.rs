//! Enumerations of binary32 against Rust's standard library, which counts codes for the neighbours,
//! and against the exponent field of the same number in binary64.

use super::work::Space;
use softfloat::format::Binary32;
use softfloat::ieee::{Predicate, SignOp};
use softfloat::{Env, Flags, Rounded, StaticFormat, ieee};
use std::num::FpCategory;
use std::ops::Range;

/// Every enumeration.
pub(crate) fn spaces() -> Vec<Space> {
    vec![
        space("ieee.f32.next_up", ieee::next_up::<Binary32>, |x| f32::from_bits(x).next_up()),
        space("ieee.f32.next_down", ieee::next_down::<Binary32>, |x| f32::from_bits(x).next_down()),
        space("ieee.f32.log_b", ieee::log_b::<Binary32>, exponent),
        codes("ieee.f32.negate", |x| sign(SignOp::Negate, x), |x| (-f32::from_bits(x)).to_bits()),
        codes("ieee.f32.abs", |x| sign(SignOp::Abs, x), |x| f32::from_bits(x).abs().to_bits()),
        codes("ieee.f32.class", |x| Binary32::FORMAT.classify(x).number().into(), class),
        codes("ieee.f32.is_*", predicates, said),
    ]
}

fn sign(operation: SignOp, x: u32) -> u32 {
    ieee::sign_op::<Binary32>(operation, x, 0)
}

/// The number of a class in the list of 5.7.2.
fn class(x: u32) -> u32 {
    let v = f32::from_bits(x);
    let step = match v.classify() {
        FpCategory::Nan => return x >> 22 & 1,
        FpCategory::Zero => 0,
        FpCategory::Subnormal => 1,
        FpCategory::Normal => 2,
        FpCategory::Infinite => 3,
    };
    if v.is_sign_negative() { 5 - step } else { 6 + step }
}

/// A bit for each predicate, the first lowest.
fn predicates(x: u32) -> u32 {
    let holds = Predicate::ALL.map(|predicate| ieee::is::<Binary32>(predicate, x));
    holds.into_iter().rev().fold(0, |all, holds| all << 1 | u32::from(holds))
}

/// The same by the library.
fn said(x: u32) -> u32 {
    let v = f32::from_bits(x);
    let holds = [
        v.is_sign_negative(),
        v.is_normal(),
        v.is_finite(),
        v == 0.0,
        v.is_subnormal(),
        v.is_infinite(),
        v.is_nan(),
        v.is_nan() && x >> 22 & 1 == 0,
        true,
    ];
    holds.into_iter().rev().fold(0, |all, holds| all << 1 | u32::from(holds))
}

/// An operation that takes codes as they are, and signals nothing.
fn codes(name: &str, ours: fn(u32) -> u32, theirs: fn(u32) -> u32) -> Space {
    let judge = move |range: Range<u64>| {
        range.into_iter().find_map(|index| {
            let x = index as u32;
            let [ours, theirs] = [ours(x), theirs(x)];
            (ours != theirs).then(|| (index, format!("{x:08x}: {ours:x}, by Rust {theirs:x}")))
        })
    };
    Space { name: name.to_owned(), oracle: "Rust's library", len: 1 << 32, judge: Box::new(judge) }
}

/// The exponent of a number as binary64 has it: there every one of these is normal.
fn exponent(x: u32) -> f32 {
    let wide = f64::from(f32::from_bits(x));
    match wide.to_bits() >> 52 & 0x7ff {
        0 => f32::NEG_INFINITY,
        0x7ff => wide.abs() as f32,
        field => field as f32 - 1023.0,
    }
}

fn space(name: &str, ours: fn(u32, &Env) -> Rounded<u32>, theirs: fn(u32) -> f32) -> Space {
    let logarithm = name.ends_with("log_b");
    let judge = move |range: Range<u64>| {
        range.into_iter().find_map(|index| {
            let x = index as u32;
            let ours = ours(x, &Env::IEEE);
            // The library computes with NaN as it likes and tells no exceptions.
            let nan = f32::from_bits(x).is_nan();
            let signalling = nan && x & 0x0040_0000 == 0;
            let bits = if nan { 0x7fc0_0000 } else { theirs(x).to_bits() };
            let flags = match () {
                () if signalling => Flags::INVALID,
                () if logarithm && x << 1 == 0 => Flags::DIVIDE_BY_ZERO,
                () => Flags::NONE,
            };
            let theirs = Rounded { bits, flags };
            (ours != theirs).then(|| (index, format!("{x:08x}: {ours:x?}, by Rust {theirs:x?}")))
        })
    };
    Space { name: name.to_owned(), oracle: "Rust's library", len: 1 << 32, judge: Box::new(judge) }
}
