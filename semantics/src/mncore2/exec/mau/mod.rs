//! The MAU (s. 3.6.9) and the matrix register (s. 3.6.10, 3.6.11).

pub(super) mod matrix;
mod product;
#[cfg(test)]
mod tests;
mod vector;

use crate::mncore2::exec::view::View;
use crate::mncore2::isa::{Mau, Precision};
use crate::mncore2::state::{Flags, Matrix, Path};
pub(super) use product::Taken;
use softfloat::mncore2::{Double, Half, PseudoSingle, Single};

/// Computes; `inputs` are x, y, z as the form has them, already converted and negated. Flags are the
/// inverted signs of the results, the shortened ones with `r` (s. 3.6.9.26, MN-D15); `None`
/// where nothing reads them.
pub(super) fn run(
    e: &Mau,
    matrix: Option<(&Matrix, &mut Taken)>,
    inputs: &[View<'_>; 3],
    out: &mut Path,
    flags: Option<&mut Flags>,
) {
    match (matrix, e.precision.bits(), e.shorten) {
        (None, 64, false) => vector::run::<Double, Double>(e, inputs, out, flags),
        (None, 64, true) => vector::run::<Double, Single>(e, inputs, out, flags),
        (None, 32, _) => vector::run::<Single, Single>(e, inputs, out, flags),
        (None, _, false) => vector::run::<Half, Single>(e, inputs, out, flags),
        (None, _, true) => vector::run::<Half, Half>(e, inputs, out, flags),
        (Some((a, _)), 64, false) => product::run::<Double, Double>(e, a, inputs, out, flags),
        (Some((a, _)), 64, true) => product::run::<Double, Single>(e, a, inputs, out, flags),
        (Some((a, taken)), 32, _) if e.precision == Precision::G => {
            product::lanes::<PseudoSingle, Single>(e, a, &mut taken.pseudo, inputs, out, flags);
        }
        (Some((a, taken)), 32, _) => {
            product::lanes::<Single, Single>(e, a, &mut taken.single, inputs, out, flags);
        }
        (Some((a, taken)), _, false) => {
            product::lanes::<Half, Single>(e, a, &mut taken.half, inputs, out, flags);
        }
        (Some((a, taken)), _, true) => {
            product::lanes::<Half, Half>(e, a, &mut taken.half, inputs, out, flags);
        }
    }
}
