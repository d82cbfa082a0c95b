//! What an adder takes in: a value, with what the adder wants to know of it.

use crate::{Flags, NanRule, Unrounded};

/// A NaN among the operands; of several the one that the rule keeps, signalling if any is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nan {
    pub(super) sign: bool,
    pub(super) signalling: bool,
    pub(super) payload: u64,
}

impl Nan {
    /// The one of two that the rule keeps.
    pub(super) fn or_later(self, rule: NanRule, later: Option<Self>) -> Self {
        let Some(later) = later else { return self };
        let kept = match rule {
            NanRule::Arm if later.signalling && !self.signalling => later,
            _ => self,
        };
        Self { signalling: self.signalling || later.signalling, ..kept }
    }
}

/// The value of a term.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Finite(Unrounded<u128>),
    Infinite(bool),
    Nan(Nan),
    /// An infinity times zero.
    Invalid,
}

/// A term, its exponent as the fields have it, and what making it signalled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) number: Number,
    pub(super) field: i32,
    pub(super) flags: Flags,
}

impl Item {
    pub(super) const ZERO: Self = Self {
        number: Number::Finite(Unrounded::exact(false, 0, 0)),
        field: 0,
        flags: Flags::NONE,
    };
}

/// The weight of the leading one, as an exponent; `None` of a zero.
#[inline(always)]
pub(super) fn leading(u: &Unrounded<u128>) -> Option<i32> {
    u.significand.checked_ilog2().map(|place| u.exponent + place as i32)
}
