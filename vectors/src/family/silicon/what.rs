//! What the operations do that are no sum of many products.

use softfloat::silicon::tenstorrent::{Block, Chip, Source};

/// What one of these does.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// `VCVTNEPS2BF16`, `VCVTNE2PS2BF16`: the last source is the low half.
    ToBf16(usize),
    Bfmlal,
    Vfwmaccbf16,
    MultiplyAdd(Chip),
    Part(Source),
    /// So many products in sign and magnitude.
    Products(usize),
    Sum,
    Block(Block),
    Fp8,
    ToTf32,
}
