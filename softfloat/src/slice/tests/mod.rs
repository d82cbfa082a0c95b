//! Slice form = scalar form, values and flags, at every level.

mod conversion;
mod exhaustive;
mod lengths;
mod random;

use super::dispatch::Level;
use super::elementwise::{self, Lanes, Operation, element};
use super::lane::Lane;
use super::pack::Plan;
use super::unpack::fits;
use crate::{Env, Flags, Overflow, Rounding, StaticFormat, Tininess, Underflow};

/// The usual environment, and every rounding direction with every rule of tininess, underflow and overflow; DAZ in half.
fn environments() -> Vec<Env> {
    let mut all = vec![Env::IEEE];
    for rounding in Rounding::ALL {
        for tininess in [Tininess::Before, Tininess::After] {
            for underflow in [Underflow::Gradual, Underflow::FlushSigned, Underflow::FlushPositive]
            {
                for overflow in
                    [Overflow::Ieee, Overflow::Infinity, Overflow::Saturate, Overflow::Nan]
                {
                    let daz = all.len() % 7 % 2 == 1;
                    all.push(Env { rounding, tininess, underflow, overflow, daz, ..Env::IEEE });
                }
            }
        }
    }
    all
}

/// The slice form against the scalar form: the codes at every level, the flags as a union at every
/// level and element by element as the lanes raise them.
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
        for (i, (got, expected)) in out.iter().zip(&expected).enumerate() {
            assert_eq!(
                *got,
                expected.bits,
                "{name} {} -> {} of {:x?} in {env:?} at {level:?}: {got:x} is not {:x}",
                A::FORMAT.name,
                B::FORMAT.name,
                at(i),
                expected.bits
            );
        }
        assert_eq!(flags, union, "{name} {} in {env:?} at {level:?}", A::FORMAT.name);
    }
    if !(fits(&A::FORMAT) && fits(&B::FORMAT)) {
        return;
    }
    match O::lanes(&A::FORMAT) {
        Lanes::None => {}
        Lanes::Single => check_flags::<A, B, f32, O, N>(env, at, &expected),
        Lanes::Double => check_flags::<A, B, f64, O, N>(env, at, &expected),
    }
}

fn check_flags<A, B, L, O, const N: usize>(
    env: &Env,
    at: impl Fn(usize) -> [A::Bits; N],
    expected: &[crate::Rounded<B::Bits>],
) where
    A: StaticFormat,
    B: StaticFormat,
    L: Lane,
    O: Operation<A, B, N>,
{
    let plan = Plan::<B, L>::new(env);
    for (i, expected) in expected.iter().enumerate() {
        let (bits, flags, special) = element::<A, B, L, O, N>(&plan, at(i));
        if !special {
            let flags = elementwise::raised::<L>(flags);
            assert_eq!(
                (bits, flags),
                (expected.bits, expected.flags),
                "{} {} -> {} of {:x?} in {env:?}",
                core::any::type_name::<O>(),
                A::FORMAT.name,
                B::FORMAT.name,
                at(i)
            );
        }
    }
}
