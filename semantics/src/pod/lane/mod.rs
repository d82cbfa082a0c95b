//! What operations make of operands, without an array around them: a lane of an xmm register under an MXCSR, a general
//! register with its flags, a whole xmm register.
//!
//! ```
//! use semantics::pod::isa::Float;
//! use semantics::pod::lane::{self, Lane, Mxcsr};
//! use softfloat::format::Binary32;
//! let [a, b] = [1f32, 3.0].map(f32::to_bits);
//! let third = lane::float::<Binary32>(Float::Div, a, b, Mxcsr::RESET);
//! assert_eq!(third, Lane { bits: 0x3eaa_aaab, status: Mxcsr::PRECISION });
//! ```

mod float;
mod general;
mod mxcsr;
mod register;

pub use float::{Real, float, float_compare, fused, unary};
pub use general::{
    Flagged, arithmetic, bit_test, compare, conditional_move, extended, logic, multiply, shift,
    shift_add,
};
pub use mxcsr::{Lane, Mxcsr};
pub(in crate::pod) use mxcsr::{is_nan, is_subnormal};
pub use register::{Operands, integer, integer_compare, packed_logic, packed_shift, register};
