//! What has no lanes of its own, and what chooses whether it has: each element is its scalar form, and lengths must agree.

use super::{code, triple};
use crate::mncore2::integer::{self, IntOp};
use crate::mncore2::{self, Double, Flagged, Half, Precision, ProductRange, Profile, Single};
use crate::mncore2::{alu as one, rsqrt, vector as unit};
use crate::slice::mncore2::{alu, number, vector};
use crate::{Bits, StaticFormat};
use core::fmt::Debug;
use seeded::{Draw, Random};

const COUNT: usize = 300;

/// Each name with rules, slices of operands, and the scalar form of the elements at `i`.
macro_rules! same {
    ($rubbish:expr; $($slice:path, ($($rule:expr),*), [$($x:ident),+] = |$i:ident| $scalar:expr;)*) => {$(
        let mut out = vec![$rubbish; COUNT];
        $slice($($rule,)* $(&$x,)+ &mut out).unwrap();
        for ($i, found) in out.iter().enumerate() {
            assert_eq!(*found, $scalar, "{} of {:x?}", stringify!($slice), [$($x[$i].wide()),+]);
        }
        assert!($slice($($rule,)* $(&$x,)+ &mut out[1..]).is_err(), stringify!($slice));
    )*};
}

fn codes<P: StaticFormat>(random: &mut Random) -> Vec<P::Bits> {
    (0..COUNT).map(|_| P::Bits::low(code(random, &P::FORMAT).into())).collect()
}

fn of_the_alu<P: Precision>(random: &mut Random, p: &Profile)
where
    P::Bits: Debug,
{
    let (x, y) = (codes::<P>(random), codes::<P>(random));
    same! { Flagged { bits: P::Bits::ZERO, flag: false };
        alu::floor::<P>, (), [x] = |i| one::floor::<P>(x[i]);
        alu::ftoi::<P>, (p, true), [x] = |i| one::ftoi::<P>(p, true, x[i]);
        alu::ftoi::<P>, (p, false), [x] = |i| one::ftoi::<P>(p, false, x[i]);
        alu::max::<P>, (p), [x, y] = |i| one::max::<P>(p, x[i], y[i]);
        alu::min::<P>, (p), [x, y] = |i| one::min::<P>(p, x[i], y[i]);
        alu::passa::<P>, (p), [x] = |i| one::passa::<P>(p, x[i]);
        alu::relu::<P>, (0), [x, y] = |i| one::relu::<P>(0, x[i], y[i]);
        alu::relu::<P>, (1), [x, y] = |i| one::relu::<P>(1, x[i], y[i]);
        alu::leaky::<P>, (p, 1), [x, y] = |i| one::leaky::<P>(p, 1, x[i], y[i]);
        alu::leaky::<P>, (p, 2), [x, y] = |i| one::leaky::<P>(p, 2, x[i], y[i]);
        alu::inverse_leaky::<P>, (), [x, y] = |i| one::inverse_leaky::<P>(x[i], y[i]);
        alu::rsqrt::<P>, (p), [x] = |i| rsqrt::rsqrt::<P>(p, x[i]);
    }
    same! { P::Bits::ZERO;
        number::normalise::<P>, (), [x] = |i| mncore2::normalise::<P>(x[i]);
        number::negate::<P>, (), [x] = |i| mncore2::negate::<P>(x[i]);
    }
}

fn of_two<A: Precision, B: Precision>(random: &mut Random, p: &Profile)
where
    A::Bits: Debug,
    B::Bits: Debug,
{
    let (x, y) = (codes::<A>(random), codes::<B>(random));
    same! { B::Bits::ZERO;
        number::extend::<A, B>, (p), [x] = |i| mncore2::extend::<A, B>(p, x[i]);
    }
    same! { A::Bits::ZERO;
        number::narrow::<B, A>, (p), [y] = |i| mncore2::narrow::<B, A>(p, y[i]);
        number::shorten_in::<B, A>, (p), [y] = |i| mncore2::shorten_in::<B, A>(p, y[i]);
    }
}

fn of_the_unit<P: Precision, O: Precision>(random: &mut Random, p: &Profile)
where
    O::Bits: Debug,
{
    let (mut x, mut y, mut z) = (Vec::new(), Vec::new(), Vec::new());
    for [a, b, c] in std::iter::repeat_with(|| triple::<P>(random)).take(COUNT) {
        x.push(P::Bits::low(a.into()));
        y.push(P::Bits::low(b.into()));
        z.push(<P::Sum as StaticFormat>::Bits::low(c.into()));
    }
    same! { Flagged { bits: O::Bits::ZERO, flag: false };
        vector::fma::<P, O>, (p), [x, y, z] = |i| unit::fma::<P, O>(p, x[i], y[i], z[i]);
        vector::mul::<P, O>, (p), [x, y] = |i| unit::mul::<P, O>(p, x[i], y[i]);
        vector::add_sum::<P, O>, (p), [x, z] = |i| unit::add_sum::<P, O>(p, x[i], z[i]);
        vector::passa::<P, O>, (p), [x] = |i| unit::passa::<P, O>(p, x[i]);
    }
}

#[test]
fn elements_are_their_scalar_form() {
    let mut random = Random::new(0x01a1_e5c0);
    let other = Profile { product_range: ProductRange::Checked, ..Profile::DECIDED };
    for p in [&Profile::DECIDED, &other] {
        of_the_alu::<Half>(&mut random, p);
        of_the_alu::<Single>(&mut random, p);
        of_the_alu::<Double>(&mut random, p);
        of_two::<Half, Single>(&mut random, p);
        of_two::<Single, Double>(&mut random, p);
        of_the_unit::<Half, Half>(&mut random, p);
        of_the_unit::<Half, Single>(&mut random, p);
        of_the_unit::<Single, Single>(&mut random, p);
        of_the_unit::<Double, Double>(&mut random, p);
    }
    let p = &Profile::DECIDED;
    let mut drawn = || -> Vec<u64> { (0..COUNT).map(|_| random.next()).collect() };
    let (x, y) = (drawn(), drawn());
    for (op, w) in [(IntOp::Add, 16), (IntOp::Sub, 32), (IntOp::Sub, 64)] {
        same! { Flagged { bits: 0, flag: false };
            alu::integer, (p, op, true, w), [x, y] = |i| integer::alu(p, op, true, w, x[i], y[i]);
            alu::integer, (p, op, false, w), [x, y] = |i| integer::alu(p, op, false, w, x[i], y[i]);
        }
    }
}
