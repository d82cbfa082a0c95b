//! Immediates (s. 3.2.2): a number's type is the kind of the immediate.

use crate::mncore2::isa::{Immediate, ImmediateKind};
use softfloat::mncore2::{Profile, immediate};

/// An immediate as it is written in text, where a number would not do: `f"1e10"`.
///
/// What is no number of its kind is an error of the build.
///
/// ```
/// use semantics::mncore2::{build::literal, isa::ImmediateKind};
/// assert_eq!(literal(ImmediateKind::H, "1.5").word, 0x3f00_3f00);
/// ```
#[must_use]
pub fn literal(kind: ImmediateKind, text: &str) -> Immediate {
    let whole = format!("{}\"{text}\"", kind.letters());
    let word = immediate::word(&Profile::DECIDED, &whole).unwrap_or(0);
    Immediate { kind, text: text.into(), word }
}

macro_rules! numbers {
    ($($of:ty => $kind:ident)*) => {$(
        impl From<$of> for Immediate {
            fn from(number: $of) -> Self {
                literal(ImmediateKind::$kind, &number.to_string())
            }
        }
    )*};
}

// The shortest decimal of a single precision number reads back as the same number.
numbers! {
    f32 => F
    i32 => I
    u32 => Ui
    i16 => S
    u16 => Us
}

/// `h"1.5"`: the number shortened to half precision.
#[must_use]
pub fn half(number: f32) -> Immediate {
    literal(ImmediateKind::H, &number.to_string())
}
