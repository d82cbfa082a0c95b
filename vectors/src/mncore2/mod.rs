//! The operations of MN-Core 2: entries of the registry.

mod alu;
mod bf;
mod convert;
mod mau;
mod rrn;

use crate::registry::Op;

/// Every operation, unit by unit.
pub(crate) fn operations() -> Vec<Op> {
    [
        convert::operations(),
        mau::vector_operations(),
        mau::matrix_operations(),
        bf::operations(),
        rrn::operations(),
        alu::operations(),
    ]
    .concat()
}

/// The name of a precision letter.
fn precision_name(letter: char) -> &'static str {
    match letter {
        'd' => "double",
        'f' => "single",
        'g' => "pseudo-single",
        'h' => "half",
        'l' => "64-bit",
        'i' => "32-bit",
        _ => "16-bit",
    }
}
