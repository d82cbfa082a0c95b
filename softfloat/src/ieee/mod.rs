//! The operations of IEEE 754-2019 for every floating-point format of the table, IEEE-like formats
//! of any widths included.
//!
//! Each operation stands here twice: as a function over a format type, and as a method of
//! [`Format`] for formats that are known at run time only (codes in the low bits of
//! a `u64`). Both are the same code, computed in the narrowest word that holds the format. What an
//! operation rounds is an output too: [`exact`].
//!
//! A code has the format's width. A container has room for more (19 bits of TF32 stand in a `u32`): what stands above is
//! not asked for, and of such a code the result means nothing. [`Format::check`](crate::Format::check) finds it before.

pub(crate) mod add;
#[cfg(test)]
mod arithmetic;
mod augmented;
mod class;
mod compare;
mod divide;
pub mod exact;
pub mod format_of;
mod fused;
mod integral;
mod min_max;
mod multiply;
mod next;
mod operand;
mod remainder;
mod scale;
mod sign;
#[cfg(test)]
mod small;
mod square_root;

use super::{Bits, Env, Flags, Format, NanRule, Rounded, Value};
pub use add::{add, sub};
pub use augmented::{Augmented, augmented_add, augmented_mul, augmented_sub};
pub use class::{Predicate, is};
pub use compare::{Relation, compare, total_order, total_order_magnitude};
pub use divide::div;
pub use exact::Exact;
pub use fused::fma;
pub use integral::{round_to_integral, to_integer};
pub(crate) use min_max::Family as MinMaxFamily;
pub use min_max::{MinMax, min_max};
pub use multiply::mul;
pub use next::{next_down, next_up};
pub use remainder::{fmod, remainder};
pub use scale::{log_b, log_b_integer, scale_b};
pub use sign::{SignOp, sign_op};
pub use square_root::sqrt;

impl Format {
    /// An infinite result of infinite operands, which is exact; in a format without infinity what it becomes there.
    fn infinite<W: Bits>(&self, env: &Env, sign: bool) -> Rounded<W> {
        if self.has_infinity() {
            return Rounded { bits: self.infinity_code(sign), flags: Flags::NONE };
        }
        self.encode(env, Value::Infinite { sign })
    }

    /// What an invalid operation yields: the default NaN; in a format without NaN what NaN becomes
    /// there.
    #[cold]
    fn invalid<W: Bits>(&self, env: &Env) -> Rounded<W> {
        let sign = env.nan == NanRule::Sse;
        let nan = Value::Nan { sign, signalling: false, payload: 0 };
        // With a negative default NaN, sign and (empty) payload are kept.
        let r: Rounded<W> = self.encode(env, nan);
        Rounded { bits: r.bits, flags: Flags::INVALID }
    }

    /// The NaN result of operands of which at least one is NaN, in the order of the operation.
    #[cold]
    fn nan_result<W: Bits>(&self, env: &Env, operands: &[Value<W>]) -> Rounded<W> {
        let is_signalling = |v: &Value<W>| matches!(v, Value::Nan { signalling: true, .. });
        let is_nan = |v: &&Value<W>| matches!(v, Value::Nan { .. });
        let signalling = operands.iter().find(|v| is_signalling(v));
        let first = operands.iter().find(is_nan);
        let chosen = match env.nan {
            NanRule::Arm => signalling.or(first),
            _ => first,
        };
        let Some(&Value::Nan { sign, payload, .. }) = chosen else { return self.invalid(env) };
        let quiet = Value::Nan { sign, signalling: false, payload };
        let r: Rounded<W> = self.encode(env, quiet);
        Rounded { bits: r.bits, flags: Flags::INVALID.when(signalling.is_some()) }
    }
}
