//! The loop over slices: chunks through the lanes, what the lanes do not do by the scalar form.

use core::marker::PhantomData;

use super::LengthError;
use super::dispatch::{self, Kernel, Level};
use super::lane::{Lane, Word};
use super::pack::{Plan, has_lanes, unpack};
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
    /// The lanes to take, where both formats [fit](has_lanes).
    fn lanes(a: &Format) -> Lanes;
    /// The result, rounded to odd, for operands that are numbers; what is not finite here is left
    /// to the scalar form.
    fn lane<L: Lane>(plan: &Plan<B, L>, x: [L; N]) -> L;
    /// The scalar form.
    fn scalar(x: [A::Bits; N], env: &Env) -> Rounded<B::Bits>;
}

/// Where the flags of elements go.
pub(super) trait Raise {
    /// Whether they are wanted one by one.
    const EACH: bool;
    /// Takes the flags of the elements from `start` on, one by one where that is wanted, and their
    /// union where not.
    fn take(&mut self, start: usize, each: &[Flags], union: Flags);
}

impl Raise for Flags {
    const EACH: bool = false;
    #[inline(always)]
    fn take(&mut self, _: usize, _: &[Flags], union: Flags) {
        *self |= union;
    }
}

impl Raise for &mut [Flags] {
    const EACH: bool = true;
    #[inline(always)]
    fn take(&mut self, start: usize, each: &[Flags], _: Flags) {
        self[start..start + each.len()].copy_from_slice(each);
    }
}

/// The operation `O` over slices; the union of the flags comes back.
pub(super) fn run<A: StaticFormat, B: StaticFormat, O: Operation<A, B, N>, const N: usize>(
    level: Level,
    operands: [&[A::Bits]; N],
    out: &mut [B::Bits],
    env: &Env,
) -> Result<Flags, LengthError> {
    super::agree(out.len(), operands.map(<[_]>::len))?;
    let (raise, operation) = (Flags::NONE, PhantomData::<(A, O)>);
    Ok(dispatch::run(level, Whole { operands, out, raise, env, operation }))
}

/// The operation `O` over slices, with the flags of each element.
pub(super) fn each<A: StaticFormat, B: StaticFormat, O: Operation<A, B, N>, const N: usize>(
    level: Level,
    operands: [&[A::Bits]; N],
    out: &mut [B::Bits],
    flags: &mut [Flags],
    env: &Env,
) -> Result<(), LengthError> {
    super::agree(out.len(), operands.map(<[_]>::len))?;
    if flags.len() != out.len() {
        return Err(LengthError { operand: N, found: flags.len(), expected: out.len() });
    }
    let whole = Whole { operands, out, raise: flags, env, operation: PhantomData::<(A, O)> };
    dispatch::run(level, whole);
    Ok(())
}

struct Whole<'a, A: StaticFormat, B: StaticFormat, O, R, const N: usize> {
    operands: [&'a [A::Bits]; N],
    out: &'a mut [B::Bits],
    raise: R,
    env: &'a Env,
    operation: PhantomData<(A, O)>,
}

impl<A: StaticFormat, B: StaticFormat, O: Operation<A, B, N>, R: Raise, const N: usize> Kernel
    for Whole<'_, A, B, O, R, N>
{
    type Output = R;
    /// Lanes whose flags are wanted one by one: what the widest vectors gain is lost around them.
    const WIDEST: Level = if R::EACH { Level::Avx2 } else { Level::Avx512 };

    #[inline(always)]
    fn run(self) -> R {
        let fit = has_lanes(&A::FORMAT) && has_lanes(&B::FORMAT);
        match if fit { O::lanes(&A::FORMAT) } else { Lanes::None } {
            Lanes::None => self.scalars(),
            // The usual rules as a constant: their masks fold away, which counts where an element
            // is little work, unless its flags are moved one by one.
            Lanes::Single if !R::EACH && B::FORMAT.width <= 8 && *self.env == Env::IEEE => {
                Self { env: &Env::IEEE, ..self }.chunks::<f32>()
            }
            Lanes::Single => self.chunks::<f32>(),
            Lanes::Double => self.chunks::<f64>(),
        }
    }

    /// Lanes whose flags are wanted one by one are for wide vectors: of two lanes the gain is not
    /// worth the code.
    #[inline(always)]
    fn lowest(self) -> R {
        if R::EACH { self.scalars() } else { self.run() }
    }
}

impl<A: StaticFormat, B: StaticFormat, O: Operation<A, B, N>, R: Raise, const N: usize>
    Whole<'_, A, B, O, R, N>
{
    #[inline(always)]
    fn scalars(mut self) -> R {
        for (i, out) in self.out.iter_mut().enumerate() {
            let r = O::scalar(self.operands.map(|x| x[i]), self.env);
            *out = r.bits;
            self.raise.take(i, &[r.flags], r.flags);
        }
        self.raise
    }

    #[inline(always)]
    fn chunks<L: Lane>(mut self) -> R {
        let plan = Plan::<B, L>::new(self.env);
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
            let mut own = [Flags::NONE; CHUNK];
            let union = chunk::<A, B, L, O, R, N>(&plan, self.env, x, (whole, &mut own), used);
            self.raise.take(start, &own[..used], union);
            if used < CHUNK {
                out.copy_from_slice(&spare[..used]);
            }
        }
        self.raise
    }
}

/// A chunk; of its elements the first `used` count. Either the flags of each are written or their
/// union comes back.
#[inline(always)]
fn chunk<A, B, L, O, R, const N: usize>(
    plan: &Plan<B, L>,
    env: &Env,
    x: [&[A::Bits; CHUNK]; N],
    (out, own): (&mut [B::Bits; CHUNK], &mut [Flags; CHUNK]),
    used: usize,
) -> Flags
where
    A: StaticFormat,
    B: StaticFormat,
    L: Lane,
    O: Operation<A, B, N>,
    R: Raise,
{
    let mut marks = [0u8; CHUNK];
    let mut flags = L::Word::ZERO;
    let mut any = 0;
    for i in 0..CHUNK {
        let (code, bits, special) = element::<A, B, L, O, N>(plan, x.map(|x| x[i]));
        out[i] = code;
        if R::EACH {
            own[i] = raised::<L>(bits);
        } else {
            flags = flags | bits & !L::Word::all(special);
        }
        marks[i] = u8::from(special);
        any |= marks[i];
    }
    let mut flags = raised::<L>(flags);
    if any != 0 {
        flags |= redo::<A, B, O, N>(env, x, (out, own), &marks, used);
    }
    flags
}

/// One element: code, flags, and whether the scalar form has to do it instead.
#[inline(always)]
fn element<A, B, L, O, const N: usize>(
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
fn raised<L: Lane>(bits: L::Word) -> Flags {
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
    (out, own): (&mut [B::Bits; CHUNK], &mut [Flags; CHUNK]),
    marks: &[u8; CHUNK],
    used: usize,
) -> Flags {
    let mut flags = Flags::NONE;
    for i in (0..used).filter(|&i| marks[i] != 0) {
        let r = O::scalar(x.map(|x| x[i]), env);
        out[i] = r.bits;
        own[i] = r.flags;
        flags |= r.flags;
    }
    flags
}
