//! The options of MN-Core 2's operations.

use crate::registry::{Form, Own, Setting, members, set};

/// Operands whose sign is inverted on their way in.
pub(super) static NEG: Setting<u8> = Setting::new("neg", Form::Indices(None), |set| set as u8);

/// Operands that are extended on their way in.
pub(super) static EXT: Setting<u8> = Setting::new("ext", Form::Indices(None), |set| set as u8);

/// Operands that are shortened on their way in.
pub(super) static SHORT: Setting<u8> =
    Setting::new("short", Form::Indices(Some(&EXT.row)), |set| set as u8);

/// Halves are taken.
pub(super) static E: Setting<bool> = Setting::switch("e").directed();

/// The result is one precision lower.
pub(super) static R: Setting<bool> = Setting::switch("r").directed();

/// Whether a conversion takes place at an input.
pub(super) static PORT: Setting<bool> =
    Setting::new("port", Form::Words(&["output", "input"]), |at| at == 1).directed();

/// Mantissa bits of a half block float; 0 where an operation has no such option.
pub(super) static N: Setting<u32> =
    Setting::new("n", Form::Own(&MANTISSA_BITS), |n| n as u32).directed();

static MANTISSA_BITS: Own = Own {
    all: || vec![9, 8, 7, 6],
    read: |text| text.parse().ok().filter(|n| text.len() == 1 && (6..=9).contains(n)),
    text: |n| n.to_string(),
    syntax: ["6, 7, 8 or 9 (required)", "6..9"],
    required: Some("6, 7, 8 or 9 mantissa bits"),
    list: false,
};

/// The L1Bs that take part in an `l2bmr` (s. 3.6.7.1): bit b for L1B b.
pub(super) static L1BSET: Setting<u8> =
    Setting::new("l1bset", Form::Own(&L1B_SETS), |outside| !(outside as u8));

static L1B_SETS: Own = Own {
    all: || outsides().collect(),
    read: |text| match text.split_once('/') {
        Some((b0, i)) => Some(outside(digit(b0)?, digit(i)?)),
        None => Some(set(text)? ^ 0xff).filter(|own| outsides().any(|other| other == *own)),
    },
    text: |outside| members(outside ^ 0xff),
    syntax: ["B, B/I, or a list such as 0,2,4,6 that equals one of these", "B/I"],
    required: None,
    list: true,
};

fn digit(text: &str) -> Option<u16> {
    text.parse().ok().filter(|b| *b < 8 && text.len() == 1)
}

/// What is not in `{ b : b & (7^i) = b0 & (7^i) }` (s. 3.6.7.1).
fn outside(b0: u16, i: u16) -> u16 {
    (0..8).filter(|b| (b ^ b0) & (7 ^ i) != 0).fold(0, |set, b| set | 1 << b)
}

/// The same of every set that can be written, of the whole first.
fn outsides() -> impl Iterator<Item = u16> {
    let each = |i: u16| (0..8).filter(move |b0| b0 & i == 0).map(move |b0| outside(b0, i));
    (0..8).rev().flat_map(each)
}
