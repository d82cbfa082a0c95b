//! The evaluators of operations: over format types for the listed formats, over a run-time format
//! for all others.

use super::operation::{Comparison, Operation};
use crate::registry::column::sliced;
use crate::registry::{ColumnKernel, DynamicKernel, NumberKernel, Typed};
use softfloat::ieee::{self, MinMax, Predicate, SignOp};
use softfloat::slice::{self, each};
use softfloat::{Bits, Env, Flags, Format, Rounded, StaticFormat};
use std::sync::Arc;

#[inline(always)]
fn take<F: StaticFormat>(x: u64) -> F::Bits {
    F::Bits::low(x.into())
}

#[inline(always)]
fn put<B: Bits>(r: Rounded<B>, out: &mut [u64]) -> Flags {
    out[0] = r.bits.wide() as u64;
    r.flags
}

#[inline(always)]
fn say(holds: bool, flags: Flags, out: &mut [u64]) -> Flags {
    out[0] = holds.into();
    flags
}

/// An evaluator over a format type: `|operands, env| expression` of a [`Rounded`].
macro_rules! rounded {
    ($f:ident, |$e:ident, [$($x:ident),*]| $body:expr) => {
        |$e: &Env, x: &[u64], out: &mut [u64]| {
            let [$($x,)* ..] = *x else { return Flags::NONE };
            $(let $x = take::<$f>($x);)*
            put($body, out)
        }
    };
}

macro_rules! compared {
    ($f:ident, $comparison:ident, $signaling:literal) => {
        |e: &Env, x: &[u64], out: &mut [u64]| {
            let (a, b) = (take::<$f>(x[0]), take::<$f>(x[1]));
            let (relation, flags) = ieee::compare::<$f>(a, b, $signaling, e);
            say(Comparison::$comparison.holds(relation), flags, out)
        }
    };
}

/// The evaluator of an operation in the format `F`; `switch` says whether its own option is on.
pub(crate) fn typed<F: StaticFormat>(operation: Operation, switch: bool) -> Typed {
    Typed { one: one::<F>(operation, switch), column: column::<F>(operation) }
}

/// The slice form of an operation of the format, where it has lanes.
fn column<F: StaticFormat>(operation: Operation) -> Option<ColumnKernel> {
    macro_rules! slices {
        ($($operation:ident: $slice:ident($($x:ident),*)[$n:literal];)*) => {
            match operation {
                $(Operation::$operation => Some(|e, x, out, flags| {
                    sliced::<F, F, $n>(e, x, out, flags, |[$($x),*], out, flags, e| {
                        each::$slice::<F>($($x,)* out, flags, e)
                    });
                }),)*
                _ => None,
            }
        };
    }
    if !slice::has_lanes(&F::FORMAT) {
        return None;
    }
    slices! {
        Add: add(a, b)[2];
        Sub: sub(a, b)[2];
        Mul: mul(a, b)[2];
        Div: div(a, b)[2];
        Sqrt: sqrt(a)[1];
        Fma: fma(a, b, c)[3];
    }
}

/// The evaluator of one case.
fn one<F: StaticFormat>(operation: Operation, switch: bool) -> NumberKernel {
    match operation {
        Operation::Add => rounded!(F, |e, [a, b]| ieee::add::<F>(a, b, e)),
        Operation::Sub => rounded!(F, |e, [a, b]| ieee::sub::<F>(a, b, e)),
        Operation::Mul => rounded!(F, |e, [a, b]| ieee::mul::<F>(a, b, e)),
        Operation::Div => rounded!(F, |e, [a, b]| ieee::div::<F>(a, b, e)),
        Operation::Remainder => rounded!(F, |e, [a, b]| ieee::remainder::<F>(a, b, e)),
        Operation::Fmod => rounded!(F, |e, [a, b]| ieee::fmod::<F>(a, b, e)),
        Operation::Sqrt => rounded!(F, |e, [a]| ieee::sqrt::<F>(a, e)),
        Operation::Fma => rounded!(F, |e, [a, b, c]| ieee::fma::<F>(a, b, c, e)),
        Operation::RoundToIntegral if switch => {
            rounded!(F, |e, [a]| ieee::round_to_integral::<F>(a, true, e))
        }
        Operation::RoundToIntegral => {
            rounded!(F, |e, [a]| ieee::round_to_integral::<F>(a, false, e))
        }
        Operation::Compare(comparison, signaling) => compare::<F>(comparison, signaling),
        Operation::TotalOrder => |_, x, out| {
            say(ieee::total_order::<F>(take::<F>(x[0]), take::<F>(x[1])), Flags::NONE, out)
        },
        Operation::TotalOrderMagnitude => |_, x, out| {
            let (a, b) = (take::<F>(x[0]), take::<F>(x[1]));
            say(ieee::total_order_magnitude::<F>(a, b), Flags::NONE, out)
        },
        Operation::MinMax(variant) => min_max::<F>(variant),
        Operation::NextUp => rounded!(F, |e, [a]| ieee::next_up::<F>(a, e)),
        Operation::NextDown => rounded!(F, |e, [a]| ieee::next_down::<F>(a, e)),
        Operation::ScaleB => {
            |e, x, out| put(ieee::scale_b::<F>(take::<F>(x[0]), exponent(x[1]), e), out)
        }
        Operation::LogB => rounded!(F, |e, [a]| ieee::log_b::<F>(a, e)),
        Operation::LogBInteger => rounded!(F, |e, [a]| ieee::log_b_integer::<F>(a, e)),
        Operation::Sign(operation) => sign::<F>(operation),
        Operation::Is(predicate) => is::<F>(predicate),
        Operation::Class if switch => |_, x, out| {
            out[0] = F::FORMAT.classify(take::<F>(x[0])).mask().into();
            Flags::NONE
        },
        Operation::Class => |_, x, out| {
            out[0] = F::FORMAT.classify(take::<F>(x[0])).number().into();
            Flags::NONE
        },
    }
}

/// The value of a 32-bit integer's code.
#[inline(always)]
fn exponent(code: u64) -> i64 {
    i64::from(code as u32 as i32)
}

fn compare<F: StaticFormat>(comparison: Comparison, signaling: bool) -> NumberKernel {
    macro_rules! by_name {
        ($($name:ident),*) => {
            match (comparison, signaling) {
                $((Comparison::$name, false) => compared!(F, $name, false),
                (Comparison::$name, true) => compared!(F, $name, true),)*
            }
        };
    }
    by_name!(Eq, Lt, Le, Gt, Ge, Unordered, Ne, NotGt, LtUnordered, NotLt, GtUnordered, Ordered)
}

fn sign<F: StaticFormat>(operation: SignOp) -> NumberKernel {
    macro_rules! by_name {
        ($($name:ident),*) => {
            match operation {
                $(SignOp::$name => |_, x, out| {
                    let (a, b) = (take::<F>(x[0]), take::<F>(x.get(1).copied().unwrap_or(0)));
                    out[0] = ieee::sign_op::<F>(SignOp::$name, a, b).wide() as u64;
                    Flags::NONE
                },)*
            }
        };
    }
    by_name!(Copy, Negate, Abs, CopySign)
}

fn is<F: StaticFormat>(predicate: Predicate) -> NumberKernel {
    macro_rules! by_name {
        ($($name:ident),*) => {
            match predicate {
                $(Predicate::$name => |_, x, out| {
                    say(ieee::is::<F>(Predicate::$name, take::<F>(x[0])), Flags::NONE, out)
                },)*
            }
        };
    }
    by_name!(SignMinus, Normal, Finite, Zero, Subnormal, Infinite, Nan, Signaling, Canonical)
}

fn min_max<F: StaticFormat>(variant: MinMax) -> NumberKernel {
    macro_rules! by_name {
        ($($name:ident),*) => {
            match variant {
                $(MinMax::$name => {
                    rounded!(F, |e, [a, b]| ieee::min_max::<F>(MinMax::$name, a, b, e))
                })*
            }
        };
    }
    by_name!(
        MinNum,
        MaxNum,
        MinNumMag,
        MaxNumMag,
        Minimum,
        Maximum,
        MinimumNumber,
        MaximumNumber,
        MinimumMagnitude,
        MaximumMagnitude,
        MinimumMagnitudeNumber,
        MaximumMagnitudeNumber,
        SseMin,
        SseMax,
        RiscVMin,
        RiscVMax
    )
}

/// The evaluator of an operation in a format that is known at run time only.
pub(crate) fn dynamic(f: Format, operation: Operation, switch: bool) -> DynamicKernel {
    Arc::new(move |e, x, out| {
        let y = x.get(1).copied().unwrap_or(0);
        let rounded = match operation {
            Operation::Add => f.add(x[0], y, e),
            Operation::Sub => f.sub(x[0], y, e),
            Operation::Mul => f.mul(x[0], y, e),
            Operation::Div => f.div(x[0], y, e),
            Operation::Remainder => f.remainder(x[0], y, e),
            Operation::Fmod => f.fmod(x[0], y, e),
            Operation::Sqrt => f.sqrt(x[0], e),
            Operation::Fma => f.fma(x[0], y, x[2], e),
            Operation::RoundToIntegral => f.round_to_integral(x[0], switch, e),
            Operation::Compare(comparison, signaling) => {
                let (relation, flags) = f.compare(x[0], y, signaling, e);
                return say(comparison.holds(relation), flags, out);
            }
            Operation::TotalOrder => return say(f.total_order(x[0], y), Flags::NONE, out),
            Operation::TotalOrderMagnitude => {
                return say(f.total_order_magnitude(x[0], y), Flags::NONE, out);
            }
            Operation::MinMax(variant) => f.min_max(variant, x[0], y, e),
            Operation::NextUp => f.next_up(x[0], e),
            Operation::NextDown => f.next_down(x[0], e),
            Operation::ScaleB => f.scale_b(x[0], exponent(y), e),
            Operation::LogB => f.log_b(x[0], e),
            Operation::LogBInteger => f.log_b_integer(x[0], e),
            Operation::Sign(operation) => {
                Rounded { bits: f.sign_op(operation, x[0], y), flags: Flags::NONE }
            }
            Operation::Is(predicate) => return say(f.is(predicate, x[0]), Flags::NONE, out),
            Operation::Class => {
                let class = f.classify(x[0]);
                let bits = if switch { class.mask().into() } else { class.number().into() };
                Rounded { bits, flags: Flags::NONE }
            }
        };
        put(rounded, out)
    })
}
