//! Bytes -> operands by class. Raw bits find nothing in branch-free arithmetic; these bytes choose
//! special codes, exponents near each other or near a limit, and significands of runs and single
//! bits.

use softfloat::Format;
use softfloat::format::Kind;
use vectors::registry::{Family, Plan};

/// A stream of choices; 0 when the bytes have run out.
pub(crate) struct Choices<'a>(pub(crate) &'a [u8]);

impl Choices<'_> {
    pub(crate) fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        let word = usize::from(self.byte()) | usize::from(self.byte()) << 8;
        word % n.max(1)
    }

    fn word(&mut self) -> u64 {
        (0..8).fold(0, |w, _| w << 8 | u64::from(self.byte()))
    }
}

/// The elements of all operands of a plan.
pub(crate) fn elements(plan: &Plan, choices: &mut Choices<'_>) -> Vec<u64> {
    let mut x = Vec::with_capacity(plan.elements());
    let mut anchor = i64::from(plan.operands[0].format.bias);
    for (i, shape) in plan.operands.iter().enumerate() {
        let block = plan.op.family == Family::Matrix && i < 2;
        let common = block.then(|| exponent(&shape.format, anchor, choices));
        for _ in 0..shape.len {
            let e = element(&shape.format, anchor, common, choices);
            x.push(e);
        }
        anchor += i64::from(choices.byte() as i8);
    }
    x
}

fn element(f: &Format, anchor: i64, common: Option<u64>, choices: &mut Choices<'_>) -> u64 {
    let width = u64::MAX >> (64 - f.width);
    if matches!(f.kind, Kind::Fixed { .. }) {
        return significand(f.width, choices) & width;
    }
    let body = f.man_bits + f.pad;
    let field = match common {
        // An extended element of a half block.
        Some(_) if f.subnormal && choices.byte() & 7 == 0 => 0,
        Some(field) => field,
        None => exponent(f, anchor, choices),
    };
    let sign = u64::from(choices.byte() & 1) << (f.width - 1);
    sign | field << body | significand(body, choices)
}

/// An exponent field: a limit, or near the anchor.
fn exponent(f: &Format, anchor: i64, choices: &mut Choices<'_>) -> u64 {
    let top = i64::from(f.top());
    let field = match choices.byte() {
        0..16 => 0,
        16..32 => top,
        32..48 => 1 + i64::from(choices.byte() & 3),
        48..64 => top - 1 - i64::from(choices.byte() & 3),
        _ => anchor + i64::from(choices.byte() as i8),
    };
    field.clamp(0, top) as u64
}

/// A significand field: empty, full, one bit, a run from the top or from below, or anything.
fn significand(bits: u32, choices: &mut Choices<'_>) -> u64 {
    if bits == 0 {
        return 0;
    }
    let mask = u64::MAX >> (64 - bits);
    let at = u32::from(choices.byte()) % bits;
    let pattern = match choices.byte() % 8 {
        0 => 0,
        1 => mask,
        2 => 1 << at,
        3 => (1 << at) - 1,
        4 => mask << at,
        5 => (1 << at) | 1,
        6 => (mask >> 1) ^ (1 << at),
        _ => choices.word(),
    };
    pattern & mask
}
