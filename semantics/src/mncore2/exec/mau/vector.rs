//! Vector multiply-add (s. 3.6.9.10 to 3.6.9.21).

use super::pair::takes_part;
use crate::mncore2::exec::elements::{NOTHING, flag, get, put};
use crate::mncore2::isa::{Mau, MauKind};
use crate::mncore2::state::{CYCLES, Flags, LANES, PES, Path};
use softfloat::mncore2::{Flagged, Precision, Profile, vector};
use softfloat::slice::mncore2::words;
use softfloat::{Bits, StaticFormat};

type Code<P> = <P as StaticFormat>::Bits;
type Addend<P> = Code<<P as Precision>::Sum>;

/// Factors in precision `P`, results in `O`.
pub(super) fn run<P: Precision, O: Precision>(
    e: &Mau,
    inputs: &[Path; 3],
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
        MauKind::Mul => (x, y, &NOTHING),
        MauKind::Add => (x, &NOTHING, y),
        MauKind::Passa => (x, &NOTHING, &NOTHING),
    };
    let kept = std::array::from_fn(|pe| if takes_part(e.pair, pe) { u64::MAX } else { 0 });
    match e.kind {
        MauKind::Fma | MauKind::Mul => each::<P, O>([x, y, z], kept, out, flags, |x, y, z| {
            vector::fma::<P, O>(&Profile::DECIDED, x, y, z)
        }),
        MauKind::Add | MauKind::Passa => each::<P, O>([x, y, z], kept, out, flags, |x, _, z| {
            vector::add_sum::<P, O>(&Profile::DECIDED, x, z)
        }),
    }
}

/// Half and single factors, all PEs: whole paths in vectors.
fn lanes<P: Precision, O: Precision>(
    e: &Mau,
    [x, y, z]: &[Path; 3],
    out: &mut Path,
    flags: Option<&mut Flags>,
) {
    fn both(path: &Path) -> [&[u64]; 2] {
        [path.hi.as_flattened(), path.lo.as_flattened()]
    }
    let result = [out.hi.as_flattened_mut(), out.lo.as_flattened_mut()];
    let [x, _] = both(x);
    let done = match e.kind {
        MauKind::Fma => words::fma::<P, O>(x, both(y)[0], both(z), result),
        MauKind::Mul => words::fma::<P, O>(x, both(y)[0], both(&NOTHING), result),
        MauKind::Add => words::add::<P, O>(x, both(y), result),
        MauKind::Passa => words::add::<P, O>(x, both(&NOTHING), result),
    };
    debug_assert_eq!(done, Ok(()), "paths are of one length");
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
fn each<P: Precision, O: Precision>(
    [x, y, z]: [&Path; 3],
    kept: [u64; PES],
    out: &mut Path,
    flags: Option<&mut Flags>,
    f: impl Fn(Code<P>, Code<P>, Addend<P>) -> Flagged<Code<O>>,
) {
    let mut unread = [[0; LANES]; CYCLES];
    let flags = flags.unwrap_or(&mut unread);
    let (factor, addend, result) = (P::FORMAT.width, P::Sum::FORMAT.width, O::FORMAT.width);
    for (c, flags) in flags.iter_mut().enumerate() {
        for (lane, four) in flags.iter_mut().enumerate() {
            let kept = kept[lane % PES];
            let (x, y) = (x.hi[c][lane] & kept, y.hi[c][lane] & kept);
            let (z_hi, z_lo) = (z.hi[c][lane], z.lo[c][lane]);
            let (mut hi, mut lo, mut set) = (0, 0, 0);
            for k in 0..64 / factor {
                let x = Code::<P>::low(get(factor, x, 0, k).into());
                let y = Code::<P>::low(get(factor, y, 0, k).into());
                let z = Addend::<P>::low(get(addend, z_hi, z_lo, k).into());
                let r = f(x, y, z);
                let (h, l) = put(result, r.bits.wide() as u64, k);
                hi |= h;
                lo |= l;
                set |= flag(factor, r.flag, k);
            }
            (out.hi[c][lane], out.lo[c][lane]) = (hi, lo);
            *four = set;
        }
    }
}
