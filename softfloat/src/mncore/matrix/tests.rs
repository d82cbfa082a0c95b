//! [`Decoded`] gives the bits and flags of [`fma`].

use super::{Decoded, fma, is_valid};
use crate::mncore::precision::assemble;
use crate::mncore::{Double, Half, Precision, Profile, PseudoSingle, Single};
use crate::{Bits, StaticFormat};

/// xorshift64*.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 33) % n
    }
}

/// An exponent field: the ends of the range, the middle, or any.
fn field<P: StaticFormat>(rng: &mut Rng) -> i32 {
    let top = P::FORMAT.top();
    match rng.below(8) {
        0 => 0,
        1 => top,
        2 => 1,
        3 => top - 1,
        4 => rng.below(top as u64 + 1) as i32,
        _ => P::FORMAT.bias + rng.below(9) as i32 - 4,
    }
}

/// A mantissa: none, all ones, few bits at either end, or any.
fn mantissa<P: StaticFormat>(rng: &mut Rng) -> u64 {
    let m = P::FORMAT.man_bits;
    match rng.below(8) {
        0 => 0,
        1 => u64::mask(m),
        2 => 1 << rng.below(u64::from(m)),
        3 => rng.next() & u64::mask(m.min(16)),
        _ => rng.next() & u64::mask(m),
    }
}

/// A block with one exponent field, with some fields 0, or with any fields; its signs mixed or one.
fn block<P: Precision>(rng: &mut Rng) -> [P::Bits; 16] {
    let (common, kind, signs) = (field::<P>(rng), rng.below(4), rng.below(3));
    std::array::from_fn(|_| {
        let field = match kind {
            0 | 1 => common,
            2 if rng.below(3) > 0 => common,
            2 => 0,
            _ => field::<P>(rng),
        };
        let sign = if signs < 2 { signs == 1 } else { rng.below(2) == 1 };
        assemble::<P>(sign, field, mantissa::<P>(rng))
    })
}

/// Blocks of all kinds, each with an addend of any size or one beside the product; result in `O`.
fn same<P: Precision, O: Precision>(seed: u64) {
    let mut rng = Rng(seed);
    let (mut invalid, mut infinite, mut finite) = (0, 0, 0);
    for _ in 0..200_000 {
        let (a, b) = (block::<P>(&mut rng), block::<P>(&mut rng));
        let c = assemble::<P::Sum>(
            rng.below(2) == 1,
            field::<P::Sum>(&mut rng),
            mantissa::<P::Sum>(&mut rng),
        );
        let row = &a[..P::BLOCK];
        let expected = fma::<P, O>(&Profile::DECIDED, row, &b[..P::BLOCK], c);
        let got = Decoded::<P>::new(&a).fma::<O>(&Decoded::new(&b), c);
        assert_eq!(got, expected, "{a:x?} . {b:x?} + {c:x?}");
        invalid += u32::from(!is_valid::<P>(row));
        let ends = expected.bits.wide() as u64 >> O::FORMAT.man_bits & O::FORMAT.top() as u64;
        infinite += u32::from(ends == O::FORMAT.top() as u64);
        finite += u32::from(ends != 0 && ends != O::FORMAT.top() as u64);
    }
    assert!(invalid > 10_000 && infinite > 10_000 && finite > 10_000);
}

#[test]
fn decoded_blocks_multiply_like_codes() {
    same::<Double, Double>(1);
    same::<Double, Single>(2);
    same::<Single, Single>(3);
    same::<PseudoSingle, Single>(4);
    same::<Half, Single>(5);
    same::<Half, Half>(6);
}

#[test]
fn a_zero_block_leaves_the_addend() {
    let mut rng = Rng(7);
    let block = block::<Half>(&mut rng).map(|x| x & 0x7dff | 0x2000);
    let sum = Decoded::<Half>::ZERO.fma::<Single>(&Decoded::new(&block), 0x3f80_0000);
    assert_eq!((sum.bits, sum.flag), (0x3f80_0000, true));
    // It counts as positive zeros beside an infinite block (MN-D17).
    for (infinite, sum) in [(0x7e00, 0x7f80_0000), (0xfe00, 0xff80_0000)] {
        let infinite = [infinite; 16];
        let expected = fma::<Half, Single>(&Profile::DECIDED, &[0; 16], &infinite, 0);
        assert_eq!(Decoded::ZERO.fma::<Single>(&Decoded::<Half>::new(&infinite), 0), expected);
        assert_eq!(expected.bits, sum);
    }
}
