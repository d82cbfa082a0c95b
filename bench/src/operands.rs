//! Operands: normal numbers near 1, reproducible.

use seeded::{Draw, Random};
use softfloat::mncore2::{Half, Precision, Profile, block};
use softfloat::{Bits, Category, StaticFormat};

/// Operand sets in a pass: too many for a branch predictor to learn them from pass to pass.
pub const SETS: usize = 1 << 16;

/// The stream that every case starts from.
pub(crate) const fn stream() -> Random {
    Random::new(0x1234_5678_9abc_def0)
}

/// A code of either sign with a random significand, its exponent field within 8 of the bias and
/// inside the normal range; for integers any code.
pub(crate) fn number<F: StaticFormat>(random: &mut Random) -> F::Bits {
    let f = F::FORMAT;
    let body = f.man_bits + f.pad;
    let draw = random.next();
    if !f.has_exponent() {
        return F::Bits::low((draw & u64::mask(f.width)) as u128);
    }
    let low = f.min_field().max(f.bias - 8);
    let high = f.max_field().min(f.bias + 8);
    let field = low as u64 + random.next() % (high - low + 1) as u64;
    let code = (draw & u64::mask(body)) | field << body;
    let sign = if f.sign { (draw >> 63) << (f.width - 1) } else { 0 };
    let bits = F::Bits::low((code | sign) as u128);
    // Where the NaN shares the largest exponent field with numbers.
    if f.classify(bits).category == Category::Normal { bits } else { number::<F>(random) }
}

/// Normal numbers for the operands of a slice, a different stream for every seed.
#[must_use]
pub fn normal_numbers<F: StaticFormat>(seed: u64, length: usize) -> Vec<F::Bits> {
    let mut random = Random::new(seed);
    (0..length).map(|_| number::<F>(&mut random)).collect()
}

/// `N` numbers of binary128, as [`number`] makes them.
pub(crate) fn quads<const N: usize>(random: &mut Random) -> [u128; N] {
    std::array::from_fn(|_| {
        let any = u128::from(random.next()) << 64 | u128::from(random.next());
        let field = 0x3fff - 8 + u128::from(random.next() % 17);
        any & !(0x7fff << 112) | field << 112
    })
}

/// `N` numbers.
pub(crate) fn numbers<F: StaticFormat, const N: usize>(random: &mut Random) -> [F::Bits; N] {
    std::array::from_fn(|_| number::<F>(random))
}

/// Two numbers.
pub(crate) fn two<A: StaticFormat, B: StaticFormat>(random: &mut Random) -> (A::Bits, B::Bits) {
    (number::<A>(random), number::<B>(random))
}

/// Three numbers.
pub(crate) fn three<A: StaticFormat, B: StaticFormat, C: StaticFormat>(
    random: &mut Random,
) -> (A::Bits, B::Bits, C::Bits) {
    (number::<A>(random), number::<B>(random), number::<C>(random))
}

/// Two valid blocks and an addend: numbers that the block-float conversion made into blocks.
pub(crate) fn blocks<P: Precision, const N: usize>(random: &mut Random) -> Blocks<P, N> {
    let mut block = || {
        let mut block = numbers::<P, N>(random);
        if P::BLOCK == Half::BLOCK {
            let mut halves = block.map(Bits::cast::<u16>);
            block::hbfn(&mut halves, Half::BLOCK_BITS);
            halves.map(Bits::cast)
        } else {
            block::bfn::<P>(&Profile::DECIDED, &mut block);
            block
        }
    };
    (block(), block(), number::<P::Sum>(random))
}

/// What [`blocks`] yields.
pub(crate) type Blocks<P, const N: usize> = (
    [<P as StaticFormat>::Bits; N],
    [<P as StaticFormat>::Bits; N],
    <<P as Precision>::Sum as StaticFormat>::Bits,
);
