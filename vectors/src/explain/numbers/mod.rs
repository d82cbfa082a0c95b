//! The operations on the numbers of IEEE 754 and their kin, step by step in arbitrary precision.
//!
//! Of a format only its facts are read (widths, bias, how specials are coded). Codes are taken
//! apart and put together here, and rounding is decided here from the bits kept and lost.

mod add;
mod code;
mod compare;
mod convert;
mod cut;
mod divide;
mod fused;
mod integral;
mod min_max;
mod multiply;
mod nan;
mod next;
mod operand;
mod operation;
mod order;
mod remainder;
mod round;
mod scale;
mod square_root;

use super::exact::shorten_runs;
use super::steps::Steps;
use num_bigint::BigUint;
pub(super) use operation::explain;

use softfloat::{Env, Flags, Format};

/// A case under way: where its steps go, its rules, and the exceptions so far with their reasons.
struct Work<'a> {
    steps: &'a mut Steps,
    env: Env,
    raised: Vec<(Flags, String)>,
}

impl<'a> Work<'a> {
    fn new(steps: &'a mut Steps, env: Env) -> Self {
        Self { steps, env, raised: Vec::new() }
    }

    /// Signals exceptions.
    fn raise(&mut self, flags: Flags, reason: impl Into<String>) {
        self.raised.push((flags, reason.into()));
    }

    /// The exceptions of the case.
    fn flags(&self) -> Flags {
        self.raised.iter().fold(Flags::NONE, |all, (flags, _)| all | *flags)
    }
}

/// A code in hex.
fn value_hex(format: &Format, code: u64) -> String {
    super::value::hex(format, code)
}

/// The hex digits of an integer: long runs of one digit shortened, of very many the first and last.
fn digits(n: &BigUint) -> String {
    const MOST: usize = 60;
    let text = shorten_runs(&format!("{n:x}"));
    match text.len() {
        0..=MOST => text,
        len => format!("{}...{}", &text[..24], &text[len - 24..]),
    }
}

#[cfg(test)]
mod tests;
