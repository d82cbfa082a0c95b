//! Vector multiply-add (s. 3.6.9.10 to 3.6.9.21).

use crate::mncore2::exec::view::{View, flag, get, put};
use crate::mncore2::isa::{Mau, MauKind, Pair};
use crate::mncore2::state::{CYCLES, Flags, LANES, PES, Path};
use softfloat::mncore2::{Precision, Profile, vector};
use softfloat::slice::mncore2::words;
use softfloat::slice::{Kernel, vectorised};
use softfloat::{Bits, StaticFormat};
use std::marker::PhantomData;

type Code<P> = <P as StaticFormat>::Bits;
type Addend<P> = Code<<P as Precision>::Sum>;

/// Factors in precision `P`, results in `O`.
pub(super) fn run<P: Precision, O: Precision>(
    e: &Mau,
    inputs: &[View<'_>; 3],
    out: &mut Path,
    flags: Option<&mut Flags>,
) {
    if e.pair.is_none() && P::FORMAT.width < 64 {
        return lanes::<P, O>(e, inputs, out, flags);
    }
    let [x, y, z] = inputs;
    // A product alone adds 0, a sum alone multiplies by 1 (s. 3.6.9.1, MN-D31).
    let (x, y, z) = match e.kind {
        MauKind::Fma => (x, y, z),
        MauKind::Mul => (x, y, &View::NOTHING),
        MauKind::Add => (x, &View::NOTHING, y),
        MauKind::Passa => (x, &View::NOTHING, &View::NOTHING),
    };
    let kept = std::array::from_fn(|pe| if takes_part(e.pair, pe) { u64::MAX } else { 0 });
    match e.kind {
        MauKind::Fma | MauKind::Mul => each::<P, O>([x, y, z], kept, out, |x, y, z| {
            vector::fma::<P, O>(&Profile::DECIDED, x, y, z).bits
        }),
        MauKind::Add | MauKind::Passa => each::<P, O>([x, y, z], kept, out, |x, _, z| {
            vector::add_sum::<P, O>(&Profile::DECIDED, x, z).bits
        }),
    }
    if let Some(flags) = flags {
        signs(P::FORMAT.width, O::FORMAT.width, out, flags);
    }
}

/// Half and single factors, all PEs: whole paths in vectors.
fn lanes<P: Precision, O: Precision>(
    e: &Mau,
    [x, y, z]: &[View<'_>; 3],
    out: &mut Path,
    flags: Option<&mut Flags>,
) {
    for c in 0..CYCLES {
        let [x, y, z] = [x, y, z].map(|view| [&view.hi[c][..], &view.lo[c][..]]);
        let nothing = [&View::NOTHING.hi[c][..]; 2];
        let result = [&mut out.hi[c][..], &mut out.lo[c][..]];
        let done = match e.kind {
            MauKind::Fma => words::fma::<P, O>(x[0], y[0], z, result),
            MauKind::Mul => words::fma::<P, O>(x[0], y[0], nothing, result),
            MauKind::Add => words::add::<P, O>(x[0], y, result),
            MauKind::Passa => words::add::<P, O>(x[0], nothing, result),
        };
        assert_eq!(done, Ok(()), "rows are of one length");
    }
    if let Some(flags) = flags {
        signs(P::FORMAT.width, O::FORMAT.width, out, flags);
    }
}

/// The flags of results that follow from their signs (MN-D15): `bits` a factor, `result` a result.
pub(super) fn signs(bits: u32, result: u32, out: &Path, flags: &mut Flags) {
    for (c, flags) in flags.iter_mut().enumerate() {
        for (lane, four) in flags.iter_mut().enumerate() {
            let (hi, lo) = (out.hi[c][lane], out.lo[c][lane]);
            let positive = |k| get(result, hi, lo, k) >> (result - 1) == 0;
            *four = (0..64 / bits).fold(0, |four, k| four | flag(bits, positive(k), k));
        }
    }
}

/// One operation on every element: those of x and y in the MSB-side long word, those of z and of the
/// result from the most significant side on. `kept` blanks the factors of PEs without a product.
#[inline(always)]
fn each<'a, P: Precision, O: Precision>(
    operands: [&'a View<'a>; 3],
    kept: [u64; PES],
    out: &mut Path,
    f: impl Fn(Code<P>, Code<P>, Addend<P>) -> Code<O>,
) {
    vectorised(Each { operands, kept, out, f, form: PhantomData::<(P, O)> });
}

struct Each<'a, P, O, F> {
    operands: [&'a View<'a>; 3],
    kept: [u64; PES],
    out: &'a mut Path,
    f: F,
    form: PhantomData<(P, O)>,
}

impl<P, O, F> Kernel for Each<'_, P, O, F>
where
    P: Precision,
    O: Precision,
    F: Fn(Code<P>, Code<P>, Addend<P>) -> Code<O>,
{
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { operands: [x, y, z], out, .. } = self;
        let (factor, addend, result) = (P::FORMAT.width, P::Sum::FORMAT.width, O::FORMAT.width);
        for c in 0..CYCLES {
            for lane in 0..LANES {
                let kept = self.kept[lane % PES];
                let (x, y) = (x.hi[c][lane] & kept, y.hi[c][lane] & kept);
                let (z_hi, z_lo) = (z.hi[c][lane], z.lo[c][lane]);
                let (mut hi, mut lo) = (0, 0);
                for k in 0..64 / factor {
                    let x = Code::<P>::low(get(factor, x, 0, k).into());
                    let y = Code::<P>::low(get(factor, y, 0, k).into());
                    let z = Addend::<P>::low(get(addend, z_hi, z_lo, k).into());
                    let (h, l) = put(result, (self.f)(x, y, z).wide() as u64, k);
                    hi |= h;
                    lo |= l;
                }
                (out.hi[c][lane], out.lo[c][lane]) = (hi, lo);
            }
        }
    }
}

/// Whether a PE forms a product; the others of `u` and `d` have 0 in its place (s. 3.6.9.2,
/// 3.6.9.10).
pub(super) fn takes_part(pair: Option<Pair>, pe: usize) -> bool {
    match pair {
        None => true,
        Some(Pair::Upper) => pe < PES / 2,
        Some(Pair::Lower) => pe >= PES / 2,
    }
}
