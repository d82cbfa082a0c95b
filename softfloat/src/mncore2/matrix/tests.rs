//! [`Decoded`] gives the bits and flags of [`fma`].

use super::{Decoded, fma, is_valid};
use crate::mncore2::precision::assemble;
use crate::mncore2::{Double, Half, Precision, Profile, PseudoSingle, Single};
use crate::{Bits, StaticFormat};
use seeded::{Draw, Random, bits, code};

/// A block with one exponent field, with some fields 0, or with any fields; its signs mixed or one.
fn block<P: Precision>(rng: &mut Random) -> [P::Bits; 16] {
    let (common, kind, signs) = (code!(P::FORMAT).field(rng) as i32, rng.below(4), rng.below(3));
    std::array::from_fn(|_| {
        let field = match kind {
            0 | 1 => common,
            2 if rng.below(3) > 0 => common,
            2 => 0,
            _ => code!(P::FORMAT).field(rng) as i32,
        };
        let sign = if signs < 2 { signs == 1 } else { rng.below(2) == 1 };
        assemble::<P>(sign, field, bits(rng, P::FORMAT.man_bits))
    })
}

/// Blocks of all kinds, each with an addend of any size or one beside the product; result in `O`.
fn same<P: Precision, O: Precision>(seed: u64) {
    let mut rng = Random::new(seed);
    let (mut invalid, mut infinite, mut finite) = (0, 0, 0);
    for _ in 0..200_000 {
        let (a, b) = (block::<P>(&mut rng), block::<P>(&mut rng));
        let c = assemble::<P::Sum>(
            rng.below(2) == 1,
            code!(P::Sum::FORMAT).field(&mut rng) as i32,
            bits(&mut rng, P::Sum::FORMAT.man_bits),
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
    let mut rng = Random::new(7);
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
