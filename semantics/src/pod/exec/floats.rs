//! Floating-point lanes of all PEs in one pass, where all PEs that execute have the same rules.
//!
//! The pass gives the union of the lanes' sticky bits. Nearly always a PE has those already; where not, the definition
//! says which are its own.

use softfloat::format::{Binary32, Binary64};
use softfloat::{Bits, Env, Flags, StaticFormat, slice};

use super::row::Row;
use crate::pod::isa::{Compare, Float, Fused, Instruction, Operation, Precision, Unary};
use crate::pod::lane::{self, Lane, Mxcsr, Real, is_nan, is_subnormal};
use crate::pod::state::{Array, Lanes, Scratch};

/// Fewer PEs are worked out one by one.
const LEAST: usize = 4;

/// Results in `scratch.xmm`, and the sticky bits that any of them may set. `None` where the PEs must be worked out one by
/// one.
pub(super) fn compute(
    array: &Array,
    x: &Instruction,
    precision: Precision,
    scratch: &mut Scratch,
) -> Option<u32> {
    if array.pes() < LEAST {
        return None;
    }
    let rules = common(array)?;
    Some(if precision.is_double() {
        pass::<Binary64>(array, x, precision, rules, &mut scratch.doubles, &mut scratch.xmm)
    } else {
        pass::<Binary32>(array, x, precision, rules, &mut scratch.singles, &mut scratch.xmm)
    })
}

/// The rules of all PEs that execute, if they are the same.
fn common(array: &Array) -> Option<Mxcsr> {
    let active = |mask: u64| ((mask as i64) >> 63) as u32;
    let (mut any, mut all) = (0, u32::MAX);
    for (mxcsr, mask) in array.mxcsr.iter().zip(&array.masks) {
        any |= mxcsr.0 & active(*mask);
        all &= mxcsr.0 | !active(*mask);
    }
    // Where nobody executes the results are of no use, whatever the rules.
    let differ = (any ^ all) & Mxcsr::CONTROL;
    (all == u32::MAX || differ == 0).then_some(Mxcsr(any))
}

/// The instruction over all lanes; the sticky bits that any of them may set.
fn pass<F: Row>(
    array: &Array,
    x: &Instruction,
    precision: Precision,
    rules: Mxcsr,
    space: &mut Lanes<F::Bits>,
    row: &mut [u32],
) -> u32 {
    let scalar = precision.is_scalar();
    let Lanes { d, a, b, out, left, right } = space;
    let d = F::lanes(array.xmm_row(x.d), scalar, d);
    let a = F::lanes(array.xmm_row(x.a), scalar, a);
    let b = F::lanes(array.xmm_row(x.b_register()), scalar, b);
    let lanes = Operands { d, a, b };
    let space = Space { left, right };
    if let Some(out) = F::direct(row, scalar) {
        return lanes.run::<F>(x.operation, precision, out, space, rules);
    }
    out.resize(a.len(), F::Bits::ZERO);
    let status = lanes.run::<F>(x.operation, precision, out, space, rules);
    if scalar {
        row.copy_from_slice(array.xmm_row(x.d));
    }
    F::put(out, scalar, row);
    status
}

/// What is made of operands before the operation.
struct Space<'a, B> {
    left: &'a mut Vec<B>,
    right: &'a mut Vec<B>,
}

/// The left and the right lanes of the pairs of a horizontal sum: those of a, then those of b, register by register.
fn halves<B: Bits>(of: &Operands<'_, B>, lanes: usize, left: &mut Vec<B>, right: &mut Vec<B>) {
    left.clear();
    right.clear();
    for (a, b) in of.a.chunks_exact(lanes).zip(of.b.chunks_exact(lanes)) {
        for pair in a.as_chunks::<2>().0.iter().chain(b.as_chunks::<2>().0) {
            left.push(pair[0]);
            right.push(pair[1]);
        }
    }
}

/// The lanes of an instruction's operands.
struct Operands<'a, B> {
    d: &'a [B],
    a: &'a [B],
    b: &'a [B],
}

impl<B: Bits> Operands<'_, B> {
    /// The operation over all lanes.
    fn run<F: Row<Bits = B>>(
        &self,
        operation: Operation,
        precision: Precision,
        out: &mut [B],
        space: Space<'_, B>,
        rules: Mxcsr,
    ) -> u32 {
        match operation {
            Operation::Float(operation, _) => self.float::<F>(operation, out, rules),
            Operation::Fused(signs, _) => self.fused::<F>(signs, out, space, rules),
            Operation::HorizontalAdd(_) => {
                let Space { left, right } = space;
                halves(self, precision.lanes() as usize, left, right);
                Operands { d: self.d, a: left, b: right }.float::<F>(Float::Add, out, rules)
            }
            Operation::FloatCompare(predicate, _) => {
                let of = |holds: bool| {
                    if holds { F::Bits::mask(F::FORMAT.width) } else { F::Bits::ZERO }
                };
                match predicate {
                    Compare::Lt => self.compared::<F>(out, rules, |_, _, order| of(order[0])),
                    Compare::Le => self.compared::<F>(out, rules, |_, _, order| of(order[1])),
                    Compare::Eq => self.compared::<F>(out, rules, |_, _, order| of(order[2])),
                    Compare::Ne => self.compared::<F>(out, rules, |_, _, order| of(!order[2])),
                    Compare::Unord => self
                        .compared::<F>(out, rules, |a, b, _| of(is_nan::<F>(a) | is_nan::<F>(b))),
                }
            }
            Operation::Unary(operation, _) => self.unary::<F>(operation, out, rules),
            _ => 0,
        }
    }

    fn float<F: Row<Bits = B>>(&self, operation: Float, out: &mut [B], rules: Mxcsr) -> u32 {
        let (a, b, env) = (self.a, self.b, &rules.env());
        let raised = match operation {
            Float::Add => slice::add::<F>(a, b, out, env),
            Float::Sub => slice::sub::<F>(a, b, out, env),
            Float::Mul => slice::mul::<F>(a, b, out, env),
            Float::Div => slice::div::<F>(a, b, out, env),
            Float::Min => {
                return self.compared::<F>(out, rules, |a, b, order| if order[0] { a } else { b });
            }
            Float::Max => {
                let greater = |a, b| F::order(b, a)[0];
                return self.compared::<F>(out, rules, |a, b, _| if greater(a, b) { a } else { b });
            }
        };
        status::<F, 2>(raised, [a, b], env)
    }

    fn fused<F: Real<Bits = B>>(
        &self,
        signs: Fused,
        out: &mut [B],
        Space { left: factor, right: addend }: Space<'_, B>,
        rules: Mxcsr,
    ) -> u32 {
        let Self { d, a, b } = self;
        let sign = B::ONE << (F::FORMAT.width - 1);
        // The signs turn no NaN, nor what stands beside one (POD-D34).
        let turned = |minus: bool, of: usize| {
            let turn = if minus { sign } else { B::ZERO };
            let lanes = d.iter().zip(a.iter()).zip(b.iter());
            lanes.map(move |((d, a), b)| {
                let kept = is_nan::<F>(*d) | is_nan::<F>(*a) | is_nan::<F>(*b);
                [*d, *a][of] ^ if kept { B::ZERO } else { turn }
            })
        };
        let give = |minus: bool, of: usize, to: &mut Vec<B>| {
            to.clear();
            to.extend(turned(minus, of));
        };
        if signs.minus_d {
            give(true, 0, addend);
        }
        if signs.minus_ab {
            give(true, 1, factor);
        }
        let addend = if signs.minus_d { &addend[..] } else { d };
        let factor = if signs.minus_ab { &factor[..] } else { a };
        let env = &rules.env();
        status::<F, 3>(slice::fma::<F>(factor, b, addend, out, env), [d, a, b], env)
    }

    /// What `f` makes of two lanes and their order, subnormal ones read as DAZ asks. Any NaN may be *invalid*.
    #[inline(always)]
    fn compared<F: Row<Bits = B>>(
        &self,
        out: &mut [B],
        rules: Mxcsr,
        f: impl Fn(B, B, [bool; 3]) -> B,
    ) -> u32 {
        let daz = rules.0 & Mxcsr::DAZ != 0;
        let sign = B::ONE << (F::FORMAT.width - 1);
        let read = |x: B| if daz & is_subnormal::<F>(x) { x & sign } else { x };
        let mut nan = false;
        for (out, (a, b)) in out.iter_mut().zip(self.a.iter().zip(self.b)) {
            let (a, b) = (read(*a), read(*b));
            *out = f(a, b, F::order(a, b));
            nan |= is_nan::<F>(a) | is_nan::<F>(b);
        }
        let raised = if nan { Flags::INVALID } else { Flags::NONE };
        status::<F, 2>(Ok(raised), [self.a, self.b], &rules.env())
    }

    fn unary<F: Real<Bits = B>>(&self, operation: Unary, out: &mut [B], rules: Mxcsr) -> u32 {
        if operation == Unary::Sqrt {
            let env = &rules.env();
            return status::<F, 1>(slice::sqrt::<F>(self.a, out, env), [self.a], env);
        }
        self.each(out, |a, _| lane::unary::<F>(operation, a, rules))
    }

    /// A lane after the other.
    #[inline(always)]
    fn each(&self, out: &mut [B], f: impl Fn(B, B) -> Lane<B>) -> u32 {
        let mut status = 0;
        for (out, (a, b)) in out.iter_mut().zip(self.a.iter().zip(self.b)) {
            let lane = f(*a, *b);
            *out = lane.bits;
            status |= lane.status;
        }
        status
    }
}

/// The sticky bits that a pass may set: a subnormal operand may stand beside a NaN and not be told.
fn status<F: StaticFormat, const N: usize>(
    raised: Result<Flags, slice::LengthError>,
    operands: [&[F::Bits]; N],
    env: &Env,
) -> u32 {
    let subnormal =
        |lanes: &[F::Bits]| lanes.iter().fold(false, |any, x| any | is_subnormal::<F>(*x));
    let denormal = !env.daz && operands.into_iter().any(subnormal);
    let denormal = if denormal { Mxcsr::DENORMAL } else { 0 };
    raised.map_or(Mxcsr::STICKY, |raised| Mxcsr::raised(raised) | denormal)
}
