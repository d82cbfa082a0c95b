//! The loop over slices: chunks through the lanes, what the lanes do not do by the scalar form.

use core::marker::PhantomData;

use super::LengthError;
use super::dispatch::{self, Kernel, Level};
use super::lane::{Lane, Word};
use super::pack::Plan;
use super::unpack::{fits, unpack};
use crate::{Bits, Env, Flags, Format, Rounded, StaticFormat};

/// Elements that go through the lanes in one go.
const CHUNK: usize = 64;

/// Which lanes hold an operation's operands and results exactly enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lanes {
    /// None: the scalar form does it.
    None,
    /// binary32.
    Single,
    /// binary64.
    Double,
}

/// An operation on `N` numbers of the format `A`, with a result in `B`.
pub(super) trait Operation<A: StaticFormat, B: StaticFormat, const N: usize> {
    /// The lanes to take, where both formats [fit](fits).
    fn lanes(a: &Format) -> Lanes;
    /// The result, rounded to odd, for operands that are numbers; what is not finite here is left
    /// to the scalar form.
    fn lane<L: Lane>(plan: &Plan<B, L>, x: [L; N]) -> L;
    /// The scalar form.
    fn scalar(x: [A::Bits; N], env: &Env) -> Rounded<B::Bits>;
}

/// The operation `O` over slices.
pub(super) fn run<A: StaticFormat, B: StaticFormat, O: Operation<A, B, N>, const N: usize>(
    level: Level,
    operands: [&[A::Bits]; N],
    out: &mut [B::Bits],
    env: &Env,
) -> Result<Flags, LengthError> {
    super::agree(out.len(), operands.map(<[_]>::len))?;
    let whole = Whole { operands, out, env, operation: PhantomData::<(A, O)> };
    Ok(dispatch::run(level, whole))
}

struct Whole<'a, A: StaticFormat, B: StaticFormat, O, const N: usize> {
    operands: [&'a [A::Bits]; N],
    out: &'a mut [B::Bits],
    env: &'a Env,
    operation: PhantomData<(A, O)>,
}

impl<A: StaticFormat, B: StaticFormat, O: Operation<A, B, N>, const N: usize> Kernel
    for Whole<'_, A, B, O, N>
{
    type Output = Flags;

    #[inline(always)]
    fn run(self) -> Flags {
        let fit = fits(&A::FORMAT) && fits(&B::FORMAT);
        match if fit { O::lanes(&A::FORMAT) } else { Lanes::None } {
            Lanes::None => self.scalars(),
            // The usual rules as a constant: their masks fold away, which counts where an element
            // is little work.
            Lanes::Single if B::FORMAT.width <= 8 && *self.env == Env::IEEE => {
                Self { env: &Env::IEEE, ..self }.chunks::<f32>()
            }
            Lanes::Single => self.chunks::<f32>(),
            Lanes::Double => self.chunks::<f64>(),
        }
    }
}

impl<A: StaticFormat, B: StaticFormat, O: Operation<A, B, N>, const N: usize>
    Whole<'_, A, B, O, N>
{
    #[inline(always)]
    fn scalars(self) -> Flags {
        let mut flags = Flags::NONE;
        for (i, out) in self.out.iter_mut().enumerate() {
            let r = O::scalar(self.operands.map(|x| x[i]), self.env);
            *out = r.bits;
            flags |= r.flags;
        }
        flags
    }

    #[inline(always)]
    fn chunks<L: Lane>(self) -> Flags {
        let plan = Plan::<B, L>::new(self.env);
        let mut flags = Flags::NONE;
        let mut padded = [[A::Bits::ZERO; CHUNK]; N];
        let mut spare = [B::Bits::ZERO; CHUNK];
        for start in (0..self.out.len()).step_by(CHUNK) {
            let out = &mut self.out[start..];
            let rest = self.operands.map(|x| &x[start..]);
            let used = out.len().min(CHUNK);
            if used < CHUNK {
                for (padded, rest) in padded.iter_mut().zip(rest) {
                    padded[..used].copy_from_slice(rest);
                }
            }
            let x = core::array::from_fn(|k| rest[k].first_chunk().unwrap_or(&padded[k]));
            let whole = out.first_chunk_mut().unwrap_or(&mut spare);
            flags |= chunk::<A, B, L, O, N>(&plan, self.env, x, whole, used);
            if used < CHUNK {
                out.copy_from_slice(&spare[..used]);
            }
        }
        flags
    }
}

/// A chunk; of its elements the first `used` count.
#[inline(always)]
fn chunk<A: StaticFormat, B: StaticFormat, L: Lane, O: Operation<A, B, N>, const N: usize>(
    plan: &Plan<B, L>,
    env: &Env,
    x: [&[A::Bits; CHUNK]; N],
    out: &mut [B::Bits; CHUNK],
    used: usize,
) -> Flags {
    let mut marks = [0u8; CHUNK];
    let mut flags = L::Word::ZERO;
    let mut any = 0;
    for i in 0..CHUNK {
        let (code, raised, special) = element::<A, B, L, O, N>(plan, x.map(|x| x[i]));
        out[i] = code;
        flags = flags | raised & !L::Word::all(special);
        marks[i] = u8::from(special);
        any |= marks[i];
    }
    let mut flags = raised::<L>(flags);
    if any != 0 {
        flags |= redo::<A, B, O, N>(env, x, out, &marks, used);
    }
    flags
}

/// One element: code, flags, and whether the scalar form has to do it instead.
#[inline(always)]
pub(super) fn element<A, B, L, O, const N: usize>(
    plan: &Plan<B, L>,
    x: [A::Bits; N],
) -> (B::Bits, L::Word, bool)
where
    A: StaticFormat,
    B: StaticFormat,
    L: Lane,
    O: Operation<A, B, N>,
{
    let mut special = false;
    let lanes = x.map(|x| {
        let (single, none) = unpack(&A::FORMAT, plan.daz, x.cast());
        special |= none;
        L::of_single(single)
    });
    let result = O::lane(plan, lanes);
    special |= !is_finite(result);
    let (code, raised) = plan.pack(result);
    (code.cast(), raised, special)
}

/// The flags that [`Plan::pack`] raises, as a set.
#[inline(always)]
pub(super) fn raised<L: Lane>(bits: L::Word) -> Flags {
    let bits: u8 = bits.cast();
    let flag = |flag: Flags| flag.when(bits & flag.bits() != 0);
    flag(Flags::INEXACT) | flag(Flags::UNDERFLOW) | flag(Flags::OVERFLOW)
}

#[inline(always)]
fn is_finite<L: Lane>(x: L) -> bool {
    let exponent = L::Word::mask(L::Word::BITS - 1 - L::FRACTION) << L::FRACTION;
    x.word() & exponent != exponent
}

/// The elements marked, by the scalar form.
#[cold]
#[inline(never)]
fn redo<A: StaticFormat, B: StaticFormat, O: Operation<A, B, N>, const N: usize>(
    env: &Env,
    x: [&[A::Bits; CHUNK]; N],
    out: &mut [B::Bits; CHUNK],
    marks: &[u8; CHUNK],
    used: usize,
) -> Flags {
    let mut flags = Flags::NONE;
    for i in (0..used).filter(|&i| marks[i] != 0) {
        let r = O::scalar(x.map(|x| x[i]), env);
        out[i] = r.bits;
        flags |= r.flags;
    }
    flags
}
