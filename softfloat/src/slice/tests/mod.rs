//! Slice form = scalar form, values and flags, at every level.

mod conversion;

use super::arithmetic::{Difference, Fused, Product, Quotient, Root, Sum};
use super::dispatch::Level;
use super::elementwise::{self, Operation};
use super::{LengthError, add, convert, each, map3};
use crate::format::{
    Bf16, Binary16, Binary32, Binary64, Custom, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp,
    Fp8E5m2Fnuz, Fp8E5m2Ocp, Tf32,
};
use crate::{Bits, Env, Flags, Overflow, Rounding, StaticFormat, Tininess, Underflow, ieee};
use seeded::{Random, code};

const OVERFLOWS: [Overflow; 5] = [
    Overflow::Ieee,
    Overflow::Infinity,
    Overflow::Saturate,
    Overflow::SaturateFinite,
    Overflow::Nan,
];

/// The usual environment, and every rounding direction with every rule of tininess, underflow and overflow; DAZ in half.
fn environments() -> Vec<Env> {
    let mut all = vec![Env::IEEE];
    for rounding in Rounding::ALL {
        for tininess in [Tininess::Before, Tininess::After] {
            for underflow in [Underflow::Gradual, Underflow::FlushSigned, Underflow::FlushPositive]
            {
                for overflow in OVERFLOWS {
                    let daz = all.len() % 7 % 2 == 1;
                    all.push(Env { rounding, tininess, underflow, overflow, daz, ..Env::IEEE });
                }
            }
        }
    }
    all
}

/// Tests that ask every level ask the widest of this processor in place of those that it lacks.
#[test]
fn levels_that_are_not_tried() {
    for level in Level::ALL.into_iter().filter(|level| *level > Level::best()) {
        needs::skip_processor_part("slices", &format!("{level:?}"));
    }
}

/// The slice forms against the scalar form at every level: the codes, and the flags as a union and
/// element by element.
fn check<A: StaticFormat, B: StaticFormat, O: Operation<A, B, N>, const N: usize>(
    env: &Env,
    operands: [&[A::Bits]; N],
) {
    let len = operands[0].len();
    let at = |i: usize| operands.map(|x| x[i]);
    let expected: Vec<_> = (0..len).map(|i| O::scalar(at(i), env)).collect();
    let union = expected.iter().fold(Flags::NONE, |all, r| all | r.flags);
    let name = core::any::type_name::<O>();
    for level in Level::ALL {
        let mut out = vec![B::Bits::default(); len];
        let flags = elementwise::run::<A, B, O, N>(level, operands, &mut out, env).unwrap();
        let (mut again, mut each) = (out.clone(), vec![Flags::INVALID; len]);
        again.fill(B::Bits::default());
        elementwise::each::<A, B, O, N>(level, operands, &mut again, &mut each, env).unwrap();
        assert_eq!(again, out, "{name} {} in {env:?} at {level:?}", A::FORMAT.name);
        for (i, expected) in expected.iter().enumerate() {
            assert_eq!(
                (out[i], each[i]),
                (expected.bits, expected.flags),
                "{name} {} -> {} of {:x?} in {env:?} at {level:?}",
                A::FORMAT.name,
                B::FORMAT.name,
                at(i),
            );
        }
        assert_eq!(flags, union, "{name} {} in {env:?} at {level:?}", A::FORMAT.name);
    }
}

/// Every pair of codes in every environment.
fn pairs<F: StaticFormat>() {
    let codes = 1u128 << F::FORMAT.width;
    let all = |of: fn(u128, u128) -> u128| -> Vec<F::Bits> {
        (0..codes * codes).map(|i| F::Bits::low(of(i, codes))).collect()
    };
    let (a, b) = (all(|i, n| i / n), all(|i, n| i % n));
    let step = if F::FORMAT.width == 8 { 5 } else { 1 };
    for env in environments().iter().step_by(step) {
        check::<F, F, Sum, 2>(env, [&a, &b]);
        check::<F, F, Difference, 2>(env, [&a, &b]);
        check::<F, F, Product, 2>(env, [&a, &b]);
        check::<F, F, Quotient, 2>(env, [&a, &b]);
        check::<F, F, Root, 1>(env, [&b[..codes as usize]]);
    }
}

#[test]
fn fp8_ocp() {
    pairs::<Fp8E4m3Ocp>();
    pairs::<Fp8E5m2Ocp>();
}

#[test]
fn fp8_fnuz() {
    pairs::<Fp8E4m3Fnuz>();
    pairs::<Fp8E5m2Fnuz>();
}

#[test]
fn fp6_and_fp4() {
    pairs::<Fp6E3m2>();
    pairs::<Fp6E2m3>();
    pairs::<Fp4E2m1>();
}

#[test]
fn fp4_triples() {
    let all =
        |shift: u32| -> Vec<u8> { (0..1u32 << 12).map(|i| (i >> shift & 15) as u8).collect() };
    for env in environments() {
        check::<Fp4E2m1, Fp4E2m1, Fused, 3>(&env, [&all(8), &all(4), &all(0)]);
    }
}

#[test]
fn lengths_must_agree() {
    let found = add::<Binary16>(&[0; 3], &[0; 2], &mut [0; 3], &Env::IEEE);
    assert_eq!(found, Err(LengthError { operand: 1, found: 2, expected: 3 }));
    let found = convert::<Binary16, Fp8E4m3Ocp>(&[0; 3], &mut [], &Env::IEEE);
    let text = found.unwrap_err().to_string();
    assert_eq!(text, "operand slice 0 has 3 elements, the result has 0");
    let found = each::add::<Binary16>(&[0], &[0], &mut [0], &mut [], &Env::IEEE);
    assert_eq!(found, Err(LengthError { operand: 2, found: 0, expected: 1 }));
    let found = map3(&[0], &[0], &[0; 2], &mut [0], |a, b, c| a + b + c);
    assert_eq!(found, Err(LengthError { operand: 2, found: 2, expected: 1 }));
}

/// Every length around the chunk's, from every offset; what lies beside the result stays.
#[test]
fn lengths_and_offsets() {
    let mut stream = Stream::new(1);
    let (a, b) = (stream.codes::<Binary32>(300), stream.codes::<Binary32>(300));
    for offset in 0..5 {
        for len in (0..200).chain([255, 256, 257]) {
            let range = offset..offset + len;
            let mut out = [0xdead_beef; 300];
            let flags = add::<Binary32>(
                &a[range.clone()],
                &b[offset + 3..offset + 3 + len],
                &mut out[range.clone()],
                &Env::IEEE,
            );
            let mut all = Flags::NONE;
            for i in 0..300 {
                if range.contains(&i) {
                    let r = ieee::add::<Binary32>(a[i], b[i + 3], &Env::IEEE);
                    assert_eq!(out[i], r.bits);
                    all |= r.flags;
                } else {
                    assert_eq!(out[i], 0xdead_beef);
                }
            }
            assert_eq!(flags, Ok(all));
        }
    }
}

/// A stream of codes.
struct Stream(Random);

impl Stream {
    fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    fn codes<F: StaticFormat>(&mut self, n: usize) -> Vec<F::Bits> {
        (0..n).map(|_| F::Bits::low(code!(F::FORMAT).any(&mut self.0).into())).collect()
    }

    fn partners<F: StaticFormat>(&mut self, others: &[F::Bits]) -> Vec<F::Bits> {
        let code = code!(F::FORMAT);
        let second = |x: &F::Bits| code.second(&mut self.0, x.wide() as u64);
        others.iter().map(second).map(|code| F::Bits::low(code.into())).collect()
    }

    /// Addends near the products of the pairs, as far as the exponent tells.
    fn addends<F: StaticFormat>(&mut self, a: &[F::Bits], b: &[F::Bits]) -> Vec<F::Bits> {
        let f = &F::FORMAT;
        let one = (f.bias as u64) << (f.man_bits + f.pad);
        let product = |(a, b): (&F::Bits, &F::Bits)| {
            (a.wide() as u64).wrapping_add(b.wide() as u64).wrapping_sub(one)
        };
        let near: Vec<_> = a.iter().zip(b).map(|x| F::Bits::low(product(x).into())).collect();
        self.partners::<F>(&near)
    }
}

fn all<F: StaticFormat>(n: usize) {
    let mut stream = Stream::new(u64::from(F::FORMAT.width) << 8 | u64::from(F::FORMAT.man_bits));
    for env in environments() {
        let a = stream.codes::<F>(n);
        let b = stream.partners::<F>(&a);
        let c = stream.addends::<F>(&a, &b);
        check::<F, F, Sum, 2>(&env, [&a, &b]);
        check::<F, F, Difference, 2>(&env, [&a, &b]);
        check::<F, F, Product, 2>(&env, [&a, &b]);
        check::<F, F, Quotient, 2>(&env, [&a, &b]);
        check::<F, F, Root, 1>(&env, [&a]);
        check::<F, F, Fused, 3>(&env, [&a, &b, &c]);
    }
}

#[test]
fn sixteen_bits() {
    all::<Binary16>(5000);
    all::<Bf16>(5000);
}

#[test]
fn thirty_two_bits() {
    all::<Binary32>(5000);
    all::<Tf32>(3000);
    all::<Binary64>(300);
}

#[test]
fn eight_bits() {
    all::<Fp8E4m3Ocp>(2000);
    all::<Fp8E5m2Fnuz>(2000);
}

/// Widths at the limits of what each kind of lane does.
#[test]
fn any_widths() {
    all::<Custom<8, 20, u32>>(700);
    all::<Custom<8, 21, u32>>(700);
    all::<Custom<7, 23, u32>>(700);
    all::<Custom<6, 10, u64>>(700);
    all::<Custom<2, 1, u8>>(700);
    all::<Custom<9, 10, u32>>(300);
}
