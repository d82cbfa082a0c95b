//! Elements of the vector unit against the scalar form, at every level.

use super::triple;
use crate::mncore2::{Flagged, Half, Precision, Profile, Single, vector as scalar};
use crate::slice::mncore2::vector;
use crate::slice::{LengthError, Level};
use crate::{Bits, StaticFormat};
use core::fmt::Debug;
use seeded::Random;

type SumOf<P> = <<P as Precision>::Sum as StaticFormat>::Bits;

/// `count` cases, and each without some operands.
fn check<P: Precision, O: Precision>(random: &mut Random, count: usize)
where
    O::Bits: Debug,
{
    let (mut x, mut y, mut z) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..count {
        let [a, b, c] = triple::<P>(random);
        x.push(P::Bits::low(a.into()));
        y.push(P::Bits::low(b.into()));
        z.push(SumOf::<P>::low(c.into()));
    }
    let p = &Profile::DECIDED;
    let rubbish = vec![Flagged { bits: O::Bits::ZERO, flag: false }; count];
    let same = |found: &[Flagged<O::Bits>], name, level, of: &dyn Fn(usize) -> Flagged<O::Bits>| {
        for (i, found) in found.iter().enumerate() {
            let operands = (x[i].wide(), y[i].wide(), z[i].wide());
            assert_eq!(*found, of(i), "{name} of {operands:x?} at {level:?}");
        }
    };
    for level in Level::ALL {
        let mut out = rubbish.clone();
        vector::at::<P, O, true>(level, &x, Some(&y), Some(&z), &mut out);
        same(&out, "fma", level, &|i| scalar::fma::<P, O>(p, x[i], y[i], z[i]));
        vector::at::<P, O, true>(level, &x, Some(&y), None, &mut out);
        same(&out, "mul", level, &|i| scalar::mul::<P, O>(p, x[i], y[i]));
        vector::at::<P, O, false>(level, &x, None, Some(&z), &mut out);
        same(&out, "add", level, &|i| scalar::add_sum::<P, O>(p, x[i], z[i]));
        vector::at::<P, O, false>(level, &x, None, None, &mut out);
        same(&out, "passa", level, &|i| scalar::passa::<P, O>(p, x[i]));
    }
}

#[test]
fn elements_are_their_scalar_form() {
    let mut random = Random::new(0x0e1e_3e27);
    for n in 0..30 * super::times() {
        check::<Single, Single>(&mut random, 3000 + n % 67);
        check::<Half, Single>(&mut random, 3000);
        check::<Half, Half>(&mut random, 3000);
    }
}

/// Another profile than the decided one is asked itself: an infinite factor counts as a number there.
#[test]
fn profiles_and_lengths() {
    let other = Profile { mau_infinity: crate::mncore2::MauInfinity::Number, ..Profile::DECIDED };
    let (x, y, z) = ([0x7f80_0000u32], [0x3f80_0000], [0x4000_0000]);
    for profile in [&Profile::DECIDED, &other] {
        let mut out = [Flagged { bits: 0, flag: false }];
        vector::fma::<Single, Single>(profile, &x, &y, &z, &mut out).unwrap();
        assert_eq!(out[0], scalar::fma::<Single, Single>(profile, x[0], y[0], z[0]));
        let found = vector::fma::<Single, Single>(profile, &x, &[], &z, &mut out);
        assert_eq!(found, Err(LengthError { operand: 1, found: 0, expected: 1 }));
    }
}
