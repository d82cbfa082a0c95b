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
mod integer;
mod integral;
mod min_max;
mod multiply;
mod mx;
mod nan;
mod next;
mod operand;
mod operation;
mod order;
mod remainder;
mod round;
mod scale;
mod square_root;
mod sum;

use super::exact::shorten_runs;
use super::steps::Steps;
use num_bigint::BigUint;
pub(super) use operation::explain;

use softfloat::{Env, Flags, Format};

/// Each exception.
const ALL: [Flags; 5] =
    [Flags::INVALID, Flags::DIVIDE_BY_ZERO, Flags::OVERFLOW, Flags::UNDERFLOW, Flags::INEXACT];

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

    /// A value worked out beside the case: no steps, its own exceptions.
    fn aside<T>(env: Env, f: impl FnOnce(&mut Work<'_>) -> T) -> (T, Flags) {
        let mut steps = Steps::default();
        let mut work = Work::new(&mut steps, env);
        let value = f(&mut work);
        (value, work.flags())
    }

    /// Signals the exceptions of many, each with the names of the first ones.
    fn raise_each(&mut self, signalled: &[(String, Flags)]) {
        const SHOWN: usize = 4;
        for flag in ALL {
            let names: Vec<&str> = signalled
                .iter()
                .filter(|(_, flags)| flags.contains(flag))
                .map(|(name, _)| name.as_str())
                .collect();
            if names.is_empty() {
                continue;
            }
            let first = names[..names.len().min(SHOWN)].join(", ");
            let more = match names.len().saturating_sub(SHOWN) {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            self.raise(flag, first + &more);
        }
    }

    /// The exceptions of the case.
    fn flags(&self) -> Flags {
        self.raised.iter().fold(Flags::NONE, |all, (flags, _)| all | *flags)
    }
}

/// `1 element`, `2 elements`.
fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
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
