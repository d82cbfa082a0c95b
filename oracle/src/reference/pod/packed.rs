//! Lanes of integers in 128 bits (POD-D35, D39 to D41): by value, in integers of any size.

use rug::Integer;
use rug::ops::RemRounding;
use semantics::pod::isa::{Compare, Logic, PackedInteger, Shift, Size};

/// The lanes of a register, lane 0 first.
pub fn lanes(x: u128, bits: u32) -> Vec<u64> {
    (0..128 / bits).map(|i| (x >> (i * bits)) as u64 & (u64::MAX >> (64 - bits))).collect()
}

/// The register of these lanes.
pub fn join(lanes: &[u64], bits: u32) -> u128 {
    lanes.iter().rev().fold(0, |x, lane| x << bits | u128::from(*lane))
}

/// The number that a code of two's complement means.
fn signed(code: u64, bits: u32) -> Integer {
    let n = Integer::from(code);
    if code >> (bits - 1) == 1 { n - (Integer::from(1) << bits) } else { n }
}

/// A number modulo 2^bits.
fn wrapped(n: &Integer, bits: u32) -> u64 {
    let low: Integer = n.clone().rem_euc(Integer::from(1) << bits);
    low.to_u64_wrapping()
}

/// An operation of two registers.
pub fn integer(kind: PackedInteger, size: Size, a: u128, b: u128) -> u128 {
    let bits = size.bits();
    let of = |x: u128| lanes(x, bits).into_iter().map(|lane| signed(lane, bits));
    let out: Vec<u64> = match kind {
        PackedInteger::HorizontalAdd => {
            let all: Vec<Integer> = of(a).chain(of(b)).collect();
            all.chunks(2).map(|pair| wrapped(&(pair[0].clone() + &pair[1]), bits)).collect()
        }
        _ => of(a).zip(of(b)).map(|(a, b)| wrapped(&result(kind, a, b), bits)).collect(),
    };
    join(&out, bits)
}

fn result(kind: PackedInteger, a: Integer, b: Integer) -> Integer {
    match kind {
        PackedInteger::Add => a + b,
        PackedInteger::Sub => a - b,
        PackedInteger::Mul => a * b,
        PackedInteger::HorizontalAdd => panic!("pairs lie in one register"),
    }
}

/// Masks of ones where the signed numbers compare so.
pub fn compare(predicate: Compare, size: Size, a: u128, b: u128) -> u128 {
    let bits = size.bits();
    let lane = |(a, b): (u64, u64)| {
        let order = signed(a, bits).cmp(&signed(b, bits));
        let holds = match predicate {
            Compare::Lt => order.is_lt(),
            Compare::Le => order.is_le(),
            Compare::Eq => order.is_eq(),
            Compare::Ne => order.is_ne(),
            Compare::Unord => false,
        };
        if holds { u64::MAX >> (64 - bits) } else { 0 }
    };
    let out: Vec<u64> = lanes(a, bits).into_iter().zip(lanes(b, bits)).map(lane).collect();
    join(&out, bits)
}

/// Every lane times or divided by 2^count; a count beyond the width leaves nothing, or the sign (POD-D40).
pub fn shift(kind: Shift, size: Size, a: u128, count: u32) -> u128 {
    let bits = size.bits();
    let lane = |code: u64| match kind {
        Shift::Left => wrapped(&(Integer::from(code) << count), bits),
        Shift::Right => wrapped(&(Integer::from(code) >> count), bits),
        // Division that rounds down.
        Shift::Arithmetic => wrapped(&(signed(code, bits) >> count), bits),
    };
    join(&lanes(a, bits).into_iter().map(lane).collect::<Vec<_>>(), bits)
}

/// All 128 bits.
pub fn logic(kind: Logic, a: u128, b: u128) -> u128 {
    match kind {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
    }
}

/// Result lanes 0 and 1 of a, 2 and 3 of b; two bits choose each, lane 0 lowest (POD-D41).
pub fn shuffle(select: u8, a: u128, b: u128) -> u128 {
    let from = [a, a, b, b];
    let lane = |(i, x): (usize, u128)| lanes(x, 32)[usize::from(select >> (2 * i) & 3)];
    join(&from.into_iter().enumerate().map(lane).collect::<Vec<_>>(), 32)
}
