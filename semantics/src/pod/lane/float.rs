//! Floating-point lanes (s. 2.2 of appendix E; POD-D30 to POD-D38, POD-D80).

use functions::Function;
use softfloat::format::{Binary32, Binary64, Int32, Int64};
use softfloat::ieee::{self, MinMax, Relation};
use softfloat::{Bits, Env, Flags, Rounded, StaticFormat};

use super::mxcsr::{Lane, Mxcsr, Seen};
use crate::pod::isa::{Compare, Float, Fused, Unary};

/// `pfpadd`, `pfpsub`, `pfpmul`, `pfpdiv`, `pfpmin`, `pfpmax`: NaN by the order of the operands (POD-D31), the second
/// operand where neither is the extremum (POD-D32).
#[inline]
#[must_use]
pub fn float<F: StaticFormat>(
    operation: Float,
    a: F::Bits,
    b: F::Bits,
    mxcsr: Mxcsr,
) -> Lane<F::Bits> {
    let env = &mxcsr.env();
    let r = match operation {
        Float::Add => ieee::add::<F>(a, b, env),
        Float::Sub => ieee::sub::<F>(a, b, env),
        Float::Mul => ieee::mul::<F>(a, b, env),
        Float::Div => ieee::div::<F>(a, b, env),
        Float::Min => ieee::min_max::<F>(MinMax::SseMin, a, b, env),
        Float::Max => ieee::min_max::<F>(MinMax::SseMax, a, b, env),
    };
    Lane { bits: r.bits, status: mxcsr.status(r.flags, Seen::of::<F, 2>([a, b])) }
}

/// `pfpfma`: the sum of d and a * b with these signs, rounded once. The signs turn no NaN (POD-D34).
#[inline]
#[must_use]
pub fn fused<F: StaticFormat>(
    signs: Fused,
    d: F::Bits,
    a: F::Bits,
    b: F::Bits,
    mxcsr: Mxcsr,
) -> Lane<F::Bits> {
    let seen = Seen::of::<F, 3>([d, a, b]);
    let turned =
        |code: F::Bits, minus: bool| if minus && !seen.nan { negated::<F>(code) } else { code };
    let (factor, addend) = (turned(a, signs.minus_ab), turned(d, signs.minus_d));
    let r = ieee::fma::<F>(factor, b, addend, &mxcsr.env());
    Lane { bits: r.bits, status: mxcsr.status(r.flags, seen) }
}

/// `pfpcmp`: all ones or none (POD-D33). A quiet NaN is *invalid* in `lt` and `le`, as in CMPPS.
#[inline]
#[must_use]
pub fn float_compare<F: StaticFormat>(
    predicate: Compare,
    a: F::Bits,
    b: F::Bits,
    mxcsr: Mxcsr,
) -> Lane<F::Bits> {
    let signalling = matches!(predicate, Compare::Lt | Compare::Le);
    let (relation, flags) = ieee::compare::<F>(a, b, signalling, &mxcsr.env());
    let holds = match predicate {
        Compare::Lt => relation == Relation::Less,
        Compare::Le => matches!(relation, Relation::Less | Relation::Equal),
        Compare::Eq => relation == Relation::Equal,
        Compare::Ne => relation != Relation::Equal,
        Compare::Unord => relation == Relation::Unordered,
    };
    let bits = if holds { F::Bits::mask(F::FORMAT.width) } else { F::Bits::ZERO };
    Lane { bits, status: mxcsr.status(flags, Seen::of::<F, 2>([a, b])) }
}

/// `pfpsqrt`, `pfprcpsqrt` (POD-D36), and the conversions from and to integers of the same width (POD-D38), which tell of
/// no subnormal operand.
#[inline]
#[must_use]
pub fn unary<F: Real>(operation: Unary, a: F::Bits, mxcsr: Mxcsr) -> Lane<F::Bits> {
    let env = &mxcsr.env();
    let seen = Seen::of::<F, 1>([a]);
    let (r, seen) = match operation {
        Unary::Sqrt => (ieee::sqrt::<F>(a, env), seen),
        Unary::RcpSqrt => (reciprocal_root::<F>(a, env), seen),
        Unary::ToInteger => (ieee::to_integer::<F, F::Integer>(a, true, env), Seen::default()),
        Unary::FromInteger => (softfloat::convert::<F::Integer, F>(a, env), Seen::default()),
    };
    Lane { bits: r.bits, status: mxcsr.status(r.flags, seen) }
}

/// A format of lanes, and the integers of its width.
pub trait Real: StaticFormat {
    /// As wide, in two's complement.
    type Integer: StaticFormat<Bits = Self::Bits>;
}

impl Real for Binary32 {
    type Integer = Int32;
}

impl Real for Binary64 {
    type Integer = Int64;
}

/// `1 / sqrt(a)`, rounded once: algebraic, so that integers always decide.
fn reciprocal_root<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let root = functions::evaluate(Function::Rsqrt, &F::FORMAT, &[a.cast()], env);
    match root {
        Ok(r) => Rounded { bits: r.bits.cast(), flags: r.flags },
        Err(_) => Rounded { bits: F::Bits::ZERO, flags: Flags::INVALID },
    }
}

/// The code with the other sign.
#[inline(always)]
fn negated<F: StaticFormat>(code: F::Bits) -> F::Bits {
    code ^ F::Bits::ONE << (F::FORMAT.width - 1)
}
