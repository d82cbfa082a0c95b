use super::super::arithmetic::{Difference, Fused, Product, Quotient, Root, Sum};
use super::{check, environments};
use crate::format::{Bf16, Binary16, Binary32, Binary64, Custom, Fp8E4m3Ocp, Fp8E5m2Fnuz, Tf32};
use crate::{Bits, StaticFormat};
use seeded::{Random, code};

/// A stream of codes.
pub(super) struct Stream(Random);

impl Stream {
    pub(super) fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    pub(super) fn codes<F: StaticFormat>(&mut self, n: usize) -> Vec<F::Bits> {
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
