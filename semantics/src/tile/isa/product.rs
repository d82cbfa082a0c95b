//! The 29 matrix products (Tile, s. 2.2; TILE-D33).

use crate::tile::element::Element;
use Element::{
    Bf16, E4m3, E5m2, F16, F32, MxE2m1, MxE2m3, MxE3m2, MxE4m3, MxE5m2, MxInt4, MxInt8, S4, S8,
    S32, Tf32, U4, U8,
};

/// The elements of A, B and D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// Those of A.
    pub a: Element,
    /// Those of B.
    pub b: Element,
    /// Those of D.
    pub d: Element,
}

const fn of(a: Element, b: Element, d: Element) -> Kind {
    Kind { a, b, d }
}

/// The kinds by the number that `mmauop` has for them.
pub const KINDS: [Kind; 29] = [
    of(Tf32, Tf32, F32),
    of(Bf16, Bf16, F32),
    of(F16, F16, F32),
    of(E4m3, E4m3, F32),
    of(E5m2, E5m2, F32),
    of(F16, F16, F16),
    of(Bf16, Bf16, Bf16),
    of(E4m3, E4m3, F16),
    of(E4m3, E5m2, F16),
    of(E5m2, E4m3, F16),
    of(E5m2, E5m2, F16),
    of(U8, U8, S32),
    of(S8, S8, S32),
    of(U4, U4, S32),
    of(S4, S4, S32),
    of(U8, U4, S32),
    of(S8, S4, S32),
    of(MxInt8, MxInt8, F32),
    of(MxInt4, MxInt4, F32),
    of(MxInt8, MxInt4, F32),
    of(MxE3m2, MxE3m2, F32),
    of(MxE3m2, MxE2m3, F32),
    of(MxE2m3, MxE3m2, F32),
    of(MxE2m3, MxE2m3, F32),
    of(MxE2m1, MxE2m1, F32),
    of(MxE4m3, MxE4m3, F32),
    of(MxE4m3, MxE5m2, F32),
    of(MxE5m2, MxE4m3, F32),
    of(MxE5m2, MxE5m2, F32),
];

impl Kind {
    /// Whether A or B may be read transposed: elements of 8 bits without scales (TILE-D39).
    #[must_use]
    pub const fn may_transpose(self) -> bool {
        self.a.width() == 8 && self.b.width() == 8 && !self.a.is_block()
    }

    /// Elements of K that are added before D is rounded (Tile, s. 1.5; TILE-D34).
    #[must_use]
    pub const fn slice(self) -> usize {
        if self.a.is_block() {
            return 32;
        }
        let (a, b) = (self.a.width(), self.b.width());
        256 / if a > b { a } else { b }
    }
}
