use super::super::arithmetic::{Difference, Fused, Product, Quotient, Root, Sum};
use super::{check, environments};
use crate::format::{Bf16, Binary16, Binary32, Binary64, Custom, Fp8E4m3Ocp, Fp8E5m2Seed, Tf32};
use crate::{Bits, Format, StaticFormat};

/// A SplitMix64 stream.
pub(super) struct Stream(u64);

impl Stream {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A code of any class: specials and the ends of the exponent range as likely as the middle,
    /// fractions with few bits set as likely as any.
    fn code(&mut self, f: &Format) -> u64 {
        let top = f.top() as u64;
        let field = match self.below(8) {
            0 => 0,
            1 => self.below(4).min(top),
            2 => top - self.below(3).min(top),
            3..=5 => (f.bias as u64).saturating_sub(4).saturating_add(self.below(8)).min(top),
            _ => self.below(top + 1),
        };
        let ones = u64::mask(f.man_bits);
        let fraction = match self.below(6) {
            0 => 0,
            1 => ones,
            2 => 1 << self.below(f.man_bits.into()),
            3 => ones & !0 << self.below(f.man_bits.into()),
            _ => self.next() & ones,
        };
        let sign = self.below(2) << (f.width - 1);
        let padding = self.next() & u64::mask(f.pad);
        sign | (field << f.man_bits | fraction) << f.pad | padding
    }

    /// A code near `other`: its neighbour, its negation, or some binades away.
    fn near(&mut self, f: &Format, other: u64) -> u64 {
        let away = match self.below(4) {
            0 => self.below(3),
            1 => self.below(u64::from(f.man_bits) + 3) << f.man_bits,
            _ => (self.below(u64::from(f.man_bits) + 3) << f.man_bits) + self.below(3),
        } << f.pad;
        let sign = self.below(2) << (f.width - 1);
        (other.wrapping_sub(away) ^ sign) & u64::mask(f.width)
    }

    pub(super) fn codes<F: StaticFormat>(&mut self, n: usize) -> Vec<F::Bits> {
        (0..n).map(|_| F::Bits::low(self.code(&F::FORMAT).into())).collect()
    }

    fn partners<F: StaticFormat>(&mut self, others: &[F::Bits]) -> Vec<F::Bits> {
        let f = &F::FORMAT;
        others
            .iter()
            .map(|x| match self.below(2) {
                0 => F::Bits::low(self.code(f).into()),
                _ => F::Bits::low(self.near(f, x.wide() as u64).into()),
            })
            .collect()
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
    all::<Fp8E5m2Seed>(2000);
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
