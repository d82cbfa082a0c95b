//! Berkeley TestFloat's names and options (release 3e), understood as they are: `f32_mulAdd` with
//! `-rminMag` is `ieee.f32.fma` with `rm=rtz`.
//!
//! ```
//! use vectors::testfloat::{Function, Settings};
//! let function = Function::find("f32_mulAdd").unwrap();
//! let mut settings = Settings::default();
//! settings.take("-rminMag", None).unwrap();
//! assert_eq!(function.id, "ieee.f32.fma");
//! assert_eq!(settings.options(&function, &["rm", "tininess"]), ["rm=rtz"]);
//! ```

mod agree;
mod function;
mod settings;

pub use agree::{AnyNan, Tolerance};
pub use function::{Function, NotAFunction, Type};

use crate::registry::{Shape, joined};
pub use settings::{Settings, Taken, WordError};
use softfloat::Flags;

// Codes and exceptions as TestFloat writes them in its reports: `+7F.000000`, `...ux`.

/// A code: sign, exponent field, fraction field; of an integer its bits; of a truth value a digit.
///
/// ```
/// use softfloat::{StaticFormat, format::{Binary16, Binary32, Int32}};
/// use vectors::registry::Shape;
/// use vectors::testfloat::code;
/// assert_eq!(code(&Shape::one(Binary32::FORMAT), &[0xbf80_0001]), "-7F.000001");
/// assert_eq!(code(&Shape::one(Binary16::FORMAT), &[0x3c00]), "+0F.000");
/// assert_eq!(code(&Shape::one(Int32::FORMAT), &[0x8000_0000]), "80000000");
/// ```
#[must_use]
pub fn code(shape: &Shape, element: &[u64]) -> String {
    let (format, code) = (&shape.format, joined(element));
    let digits = |bits: u32| bits.div_ceil(4) as usize;
    if !format.has_exponent() && format.wide().is_none() {
        return format!("{code:0w$X}", w = digits(format.width));
    }
    let body = format.man_bits + format.pad;
    let exponent = code >> body & ((1 << format.exp_bits) - 1);
    let sign = if code >> (format.width - 1) & 1 == 1 { '-' } else { '+' };
    let (e, m) = (digits(format.exp_bits), digits(body));
    format!("{sign}{exponent:0e$X}.{:0m$X}", code & (u128::MAX >> (128 - body)))
}

/// The exceptions as `vioux`, a dot for each that is clear.
///
/// ```
/// assert_eq!(vectors::testfloat::flags(0x03), "...ux");
/// ```
#[must_use]
pub fn flags(byte: u8) -> String {
    const LETTERS: [(Flags, char); 5] = [
        (Flags::INVALID, 'v'),
        (Flags::DIVIDE_BY_ZERO, 'i'),
        (Flags::OVERFLOW, 'o'),
        (Flags::UNDERFLOW, 'u'),
        (Flags::INEXACT, 'x'),
    ];
    LETTERS.iter().map(|(f, c)| if byte & f.bits() != 0 { *c } else { '.' }).collect()
}
