//! Slice form = scalar form, values and flags, at every level.

mod conversion;
mod exhaustive;
mod lengths;
mod random;

use super::dispatch::Level;
use super::elementwise::{self, Operation};
use crate::{Env, Flags, Overflow, Rounding, StaticFormat, Tininess, Underflow};

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
        needs::skip_part(&format!("slices at level {level:?}"), "processor that has it");
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
