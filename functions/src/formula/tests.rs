//! Enclosures of the same value in several widths have to meet.

use super::block::Shared;
use super::enclose;
use crate::context::Context;
use crate::enclosure::Enclosure;
use crate::known;
use crate::known::Known;
use crate::operand::Operand;
use crate::ziv::{four, one, sixteen, two};
use crate::{Function, Shape, TABLE};
use seeded::{Draw, Random};
use softfloat::Unrounded;

/// Whether the two enclosures meet.
fn holds<const N: usize, const M: usize>(narrow: &Enclosure<N>, wide: &Enclosure<M>) -> bool {
    if narrow.is_unknown() || wide.is_unknown() {
        return true;
    }
    let mut significand = [0; M];
    significand[M - N..].copy_from_slice(&narrow.significand);
    let shift = 64 * (M - N) as u32;
    let middle = Enclosure::<M> {
        negative: narrow.negative,
        exponent: narrow.exponent,
        significand,
        below: 0,
        above: 0,
        shift: 0,
    };
    let error = |e: u64, scale| Enclosure::<M>::integer(e as i64).scaled(scale - 64 * M as i64);
    let own = error(wide.below.max(wide.above), wide.exponent + i64::from(wide.shift));
    let error =
        error(narrow.below.max(narrow.above), narrow.exponent + i64::from(shift + narrow.shift))
            .add(own);
    let distance = wide.middle().sub(middle);
    distance.is_zero() || {
        let room = error.sub(distance.abs().middle());
        !room.negative || room.is_zero()
    }
}

/// Numbers of every size that a format of 64 bits has, most of them near 1.
fn draw(rng: &mut Random) -> Unrounded<u64> {
    let bits = [1, 4, 8, 11, 24, 53, 62][rng.below(7) as usize];
    let significand = (rng.next() >> (64 - bits)) | 1 << (bits - 1) | 1;
    let range = [2, 6, 12, 60, 1100, 16_400][rng.below(6) as usize];
    let exponent = rng.below(2 * range) as i32 - range as i32 - bits;
    Unrounded::exact(rng.below(2) == 1, exponent, significand)
}

fn meet(function: Function, operands: [Operand; 2]) {
    fn at<const N: usize>(c: &Context<N>, f: Function, x: [Operand; 2]) -> Enclosure<N> {
        enclose(c, f, x)
    }
    let narrow = at(one(), function, operands);
    let (double, wide) = (at(two(), function, operands), at(four(), function, operands));
    let case = || format!("{} of {operands:?}", function.row().name);
    assert!(holds(&narrow, &double), "1 and 2 words: {}\n{narrow:?}\n{double:?}", case());
    assert!(holds(&double, &wide), "2 and 4 words: {}\n{double:?}\n{wide:?}", case());
}

#[test]
fn widths_agree() {
    let mut rng = Random::new(0xf0_4a11);
    for row in TABLE {
        let shape = row.shape;
        if !matches!(shape, Shape::Unary | Shape::Binary | Shape::Power | Shape::Power64) {
            continue;
        }
        for _ in 0..1500 {
            let second = match shape {
                Shape::Unary => Operand::Zero { sign: false },
                Shape::Power => Operand::integer((rng.next() as i64) >> (32 + rng.below(31))),
                Shape::Power64 => Operand::integer((rng.next() as i64) >> rng.below(63)),
                _ => Operand::Number(draw(&mut rng)),
            };
            let operands = [Operand::Number(draw(&mut rng)), second];
            if known::known(row.function, &operands) == Known::Open {
                meet(row.function, operands);
            }
        }
    }
}

#[test]
fn blocks_agree() {
    let mut rng = Random::new(0xb10c);
    for function in [Function::Softmax, Function::LogSoftmax, Function::LogSumExp] {
        for _ in 0..400 {
            let n = 2 + rng.below(7) as usize;
            let block: Vec<_> = (0..n).map(|_| draw(&mut rng)).collect();
            let narrow = Shared::of(two(), &block).element(two(), function, block[0]);
            let wide = Shared::of(four(), &block).element(four(), function, block[0]);
            assert!(holds(&narrow, &wide), "{function:?} {block:?}\n{narrow:?}\n{wide:?}");
        }
    }
}

/// The softmax beside the largest number is that of sums of each element's own, `1 / sum e^(x[j] - x)`, and tells
/// on which side of 1/n it lies however near that is.
#[test]
fn elements_beside_the_largest_agree() {
    let mut rng = Random::new(0xb51d);
    let mut sides = 0;
    for _ in 0..4000 {
        let n = 2 + rng.below(7) as usize;
        let (scale, most) = (rng.below(1400) as i32, 1 + rng.below(300));
        let spread = rng.below(most) as i32;
        let near = |rng: &mut Random| {
            let u = draw(rng);
            Unrounded { exponent: -70 - scale - rng.below(1 + spread as u64) as i32, ..u }
        };
        let block: Vec<_> = (0..n)
            .map(|_| match rng.below(4) {
                0 => Unrounded::exact(true, rng.below(12) as i32, 1),
                1 => Unrounded::exact(false, 0, 0),
                _ => near(&mut rng),
            })
            .collect();
        let shared = Shared::of(two(), &block);
        for x in &block {
            let beside = shared.beside(two(), &block, *x);
            let own = own_softmax(sixteen(), &block, *x);
            assert!(holds(&beside, &own), "{block:?} {x:?}\n{beside:?}\n{own:?}");
            sides += u64::from(beside.below == 0) + u64::from(beside.above == 0);
        }
    }
    assert!(sides > 4000, "{sides}");
}

fn own_softmax<const N: usize>(
    c: &Context<N>,
    block: &[Unrounded<u64>],
    x: Unrounded<u64>,
) -> Enclosure<N> {
    let powers = block.iter().map(|u| {
        let difference = Enclosure::exact(*u).sub(Enclosure::exact(x));
        if difference.is_zero() { Enclosure::ONE } else { c.exp(difference) }
    });
    powers.fold(Enclosure::ZERO, Enclosure::add).reciprocal()
}

#[test]
fn the_widest_agrees() {
    let mut rng = Random::new(0x1024);
    for row in TABLE.iter().filter(|row| row.shape == Shape::Unary) {
        for _ in 0..3 {
            let operands = [Operand::Number(draw(&mut rng)), Operand::Zero { sign: false }];
            if known::known(row.function, &operands) == Known::Open {
                let (four, wide) = (
                    enclose(four(), row.function, operands),
                    enclose(sixteen(), row.function, operands),
                );
                assert!(holds(&four, &wide), "{} of {operands:?}\n{four:?}\n{wide:?}", row.name);
            }
        }
    }
}
