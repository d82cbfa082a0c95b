//! The operations of MN-Core 2, a family a unit, and what they share.

pub(crate) mod alu;
pub(crate) mod block;
pub(crate) mod convert;
mod decisions;
pub(crate) mod explain;
pub(crate) mod matrix;
mod options;
mod ports;
pub(crate) mod reduce;
mod unit;
pub(crate) mod vector;

use unit::{RULES, Resolve, Unit, family, link};

/// Makes `Kernels` of a kernel that inlines: under the decided profile, which is compiled in, and under
/// any answers.
macro_rules! kernels {
    ($kernel:expr) => {
        $crate::registry::Kernels::Open {
            decided: std::sync::Arc::new(|o, x, out| {
                ($kernel)(&softfloat::mncore2::Profile::DECIDED, o, x, out)
            }),
            any: std::sync::Arc::new(|answers, o, x, out| ($kernel)(&answers.profile(), o, x, out)),
        }
    };
}
use kernels;

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
