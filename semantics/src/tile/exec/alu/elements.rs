//! Functions of every element of tiles.

use super::super::element::{Codes, Element, pack, unpack};
use super::super::mask::Mask;
use super::super::typed::{bytes as write, codes as read, negate};
use super::{Arithmetic, Source, Special};
use functions::Undecided;
use softfloat::format::{Bf16, Binary16, Binary32};
use softfloat::ieee::MinMax;
use softfloat::{Bits, Env, Flags, Rounded, StaticFormat, slice};

impl Arithmetic {
    /// The operation on one element, which those on tiles do on each.
    #[must_use]
    pub fn of(self, element: Element, [a, b, c]: [u64; 3], env: &Env) -> Rounded<u64> {
        let format = element.format(Codes::default());
        match self {
            Self::Add => format.add(a, b, env),
            Self::Multiply => format.mul(a, b, env),
            Self::Minimum => format.min_max(MinMax::RiscVMin, a, b, env),
            Self::Maximum => format.min_max(MinMax::RiscVMax, a, b, env),
            Self::Fused => format.fma(a, b, c, env),
        }
    }
}

/// A function of every element.
///
/// # Errors
/// Where no enclosure decides a value ([`Undecided`]); `out` is then as it was.
pub fn special(
    special: Special,
    element: Element,
    source: Source<'_>,
    env: &Env,
    mask: Mask,
    out: &mut [u8; 1024],
) -> Result<Flags, Undecided> {
    let (width, mut flags, mut done) = (element.width(), Flags::NONE, *out);
    let sign = u64::from(source.negate) << (width - 1);
    for run in mask.runs(out.len()) {
        let mut codes = Vec::with_capacity(512);
        unpack(width, source.tile.get(run.clone()).unwrap_or(&[]), |code| codes.push(code ^ sign));
        for code in &mut codes {
            let rounded = special.of(element, *code, env)?;
            *code = rounded.bits;
            flags |= rounded.flags;
        }
        pack(width, &codes, done.get_mut(run).unwrap_or(&mut []));
    }
    *out = done;
    Ok(flags)
}

/// Arithmetic on every element; of three sources two have a third that is not looked at.
pub fn arithmetic(
    operation: Arithmetic,
    element: Element,
    sources: [Source<'_>; 3],
    env: &Env,
    mask: Mask,
    out: &mut [u8; 1024],
) -> Flags {
    match element {
        Element::Bf16 => runs::<Bf16>(operation, sources, env, mask, out),
        Element::F16 => runs::<Binary16>(operation, sources, env, mask, out),
        _ => runs::<Binary32>(operation, sources, env, mask, out),
    }
}

fn runs<F: StaticFormat>(
    operation: Arithmetic,
    sources: [Source<'_>; 3],
    env: &Env,
    mask: Mask,
    out: &mut [u8; 1024],
) -> Flags {
    let mut flags = Flags::NONE;
    for run in mask.runs(out.len()) {
        let operand = |source: Source<'_>| {
            let mut codes = read::<F>(source.tile.get(run.clone()).unwrap_or(&[]));
            if source.negate {
                negate::<F>(&mut codes);
            }
            codes
        };
        let [a, b] = [operand(sources[0]), operand(sources[1])];
        let mut results = vec![F::Bits::ZERO; a.len()];
        let raised = match operation {
            Arithmetic::Add => slice::add::<F>(&a, &b, &mut results, env),
            Arithmetic::Multiply => slice::mul::<F>(&a, &b, &mut results, env),
            Arithmetic::Minimum => slice::min_max::<F>(&a, &b, &mut results, MinMax::RiscVMin, env),
            Arithmetic::Maximum => slice::min_max::<F>(&a, &b, &mut results, MinMax::RiscVMax, env),
            Arithmetic::Fused => slice::fma::<F>(&a, &b, &operand(sources[2]), &mut results, env),
        };
        // Slices of one length always agree.
        flags |= raised.unwrap_or(Flags::NONE);
        write::<F>(&results, out.get_mut(run.clone()).unwrap_or(&mut []));
    }
    flags
}
